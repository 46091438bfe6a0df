import { describe, expect, test } from "vitest";
import { wishName } from "~/alerts/alert";
import { alertSchema } from "~/alerts/alert-schema";
import { otherNames, whyLikely } from "~/alerts/generation.server";
import { indexByModel, wishesFor, wishKey } from "~/alerts/match";
import { buildInterchange } from "../../support/interchange";

const ACCORD = { make: "Honda", model: "Accord", year: 2012 };

const fulfills = (vehicle: typeof ACCORD, wish: Parameters<typeof wishName>[0]) =>
  wishesFor(vehicle, indexByModel([wish])).length === 1;

test("a vehicle of another year of the wished generation or of another badge is told of, with the reason, and one of another generation is not", () => {
  buildInterchange();
  const wish = { make: "honda", model: "ACCORD", yearFrom: 2010, yearTo: 2010 };
  expect(whyLikely(wish, ACCORD)).toBe(
    "same generation (2008–2012): most of its parts fit the year you asked for",
  );
  expect(whyLikely(wish, { ...ACCORD, year: 2010 })).toBeUndefined();
  expect(whyLikely(wish, { ...ACCORD, year: 2013 })).toBeUndefined();
  expect(whyLikely({ make: "Honda", model: "Accord" }, ACCORD)).toBeUndefined();
  const mariner = { make: "Mercury", model: "Mariner", year: 2009 };
  expect(otherNames(mariner)).toContain("Escape");
  const ford = { make: "Ford", model: "Escape" };
  const isTold = (wish: Parameters<typeof wishName>[0]) =>
    wishesFor(mariner, indexByModel([wish]), {
      isLikely: (one, vehicle) => whyLikely(one, vehicle) !== undefined,
      names: otherNames(mariner),
    }).length === 1;
  expect(whyLikely({ ...ford, yearFrom: 2010, yearTo: 2010 }, mariner)).toMatch(
    /^the 20\d\d–20\d\d Mercury Mariner is the same car as the Escape under another name: most of its parts/,
  );
  expect(isTold({ ...ford, yearFrom: 2010, yearTo: 2010 })).toBe(true);
  expect(isTold({ ...ford, yearFrom: 2008 })).toBe(true);
  expect(isTold({ ...ford, yearFrom: 2010 })).toBe(false);
  expect(isTold({ ...ford, yearFrom: 2014, yearTo: 2014 })).toBe(false);
  expect(isTold({ make: "Honda", model: "Escape", yearFrom: 2010, yearTo: 2010 })).toBe(false);
});

describe("a vehicle fulfills a wish", () => {
  test.each([
    [ACCORD, { make: "Honda", model: "Accord" }],
    [ACCORD, { make: " hONDA ", model: "ACCORD" }],
    [
      { make: "Ford", model: "F-150", year: 2012 },
      { make: "ford", model: "f 150" },
    ],
    [
      { make: "Ford", model: "F150", year: 2012 },
      { make: "Ford", model: "F-150" },
    ],
    [
      { make: "Chevrolet", model: "Silverado", year: 2012 },
      { make: "Chevy", model: "silverado" },
    ],
    [
      { make: "Mercedes-Benz", model: "C 300", year: 2012 },
      { make: "Mercedes", model: "C300" },
    ],
    [
      { make: "Citroën", model: "2CV", year: 1970 },
      { make: "citroen", model: "2cv" },
    ],
    [ACCORD, { make: "Honda", model: "Accord", yearFrom: 2012, yearTo: 2012 }],
    [ACCORD, { make: "Honda", model: "Accord", yearFrom: 2008 }],
    [ACCORD, { make: "Honda", model: "Accord", yearTo: 2012 }],
  ])("%j, wanted %j", (vehicle, wish) => {
    expect(fulfills(vehicle, wish)).toBe(true);
  });

  test.each([
    { make: "Honda", model: "Civic" },
    { make: "Acura", model: "Accord" },
    { make: "Honda", model: "Accord", yearFrom: 2013 },
    { make: "Honda", model: "Accord", yearTo: 2011 },
    { make: "Honda", model: "Accord", yearFrom: 2008, yearTo: 2011 },
  ])("but a 2012 Honda Accord not %j", (wish) => {
    expect(fulfills(ACCORD, wish)).toBe(false);
  });
});

test("a wish is the same however it is spelled", () => {
  expect(wishKey({ make: "CHEVY", model: "s-10" })).toBe(wishKey({ make: "Chevrolet", model: "S10" }));
  expect(wishKey({ make: "Ford", model: "F150" })).not.toBe(
    wishKey({ make: "Ford", model: "F150", yearFrom: 2010 }),
  );
});

test.each([
  [{ yearFrom: 2008, yearTo: 2012 }, "2008–2012 Honda Accord"],
  [{ yearFrom: 2012, yearTo: 2012 }, "2012 Honda Accord"],
  [{ yearFrom: 2008, yearTo: null }, "2008 or newer Honda Accord"],
  [{ yearTo: 2012 }, "2012 or older Honda Accord"],
  [{}, "Honda Accord of any year"],
])("of the years %j it is called %s", (years, name) => {
  expect(wishName({ make: "Honda", model: "Accord", ...years })).toBe(name);
});

describe("the form", () => {
  const form = { make: "Honda", model: "Accord", yearFrom: "", yearTo: "", email: "ann@example.com" };
  const problems = (fields: Record<string, unknown>) =>
    alertSchema
      .safeParse({ ...form, ...fields })
      .error?.issues.map(({ path, message }) => `${path}: ${message}`);

  test("takes years or none, and keeps the address in lowercase", () => {
    expect(
      alertSchema.parse({ ...form, email: " Ann@Example.com ", yearFrom: "2008", yearTo: "2012" }),
    ).toEqual({
      make: "Honda",
      model: "Accord",
      yearFrom: 2008,
      yearTo: 2012,
      email: "ann@example.com",
    });
    expect(alertSchema.parse(form)).toMatchObject({ yearFrom: undefined, yearTo: undefined });
  });

  test("names what is missing or wrong", () => {
    expect(problems({ make: " ", model: "", email: "" })).toEqual([
      "make: Please enter the make",
      "model: Please enter the model",
      "email: Please enter your email address",
    ]);
    expect(problems({ yearFrom: "12", email: "ann" })).toEqual([
      "yearFrom: Please enter a valid year",
      "email: Please enter a valid email address",
    ]);
    expect(problems({ yearFrom: "2012", yearTo: "2008" })).toEqual([
      "yearTo: Please enter the from year or a later one",
    ]);
  });

  test("takes names, not messages", () => {
    expect(problems({ model: "x".repeat(41) })).toEqual(["model: Please use at most 40 characters"]);
  });
});
