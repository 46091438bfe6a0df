import { describe, expect, it } from "vitest";
import { pageWindow } from "~/lists/window";
import { listUrl, withoutFilter } from "~/site/lists/list-url";
import { countText } from "~/ui/lists/count-text";
import { urlWithoutEmptyFields } from "~/values/query-params";
import {
  countFilters,
  readDismantledQuery,
  readRetailQuery,
  searchWords,
  writeQuery,
} from "~/vehicles/list-query";

const read = (search: string) => readRetailQuery(new URLSearchParams(search));

describe("an address is read", () => {
  it("without parameters it asks for the first page, newest first", () => {
    expect(read("")).toEqual({ sort: "newest", page: 1 });
  });

  it("every filter is taken", () => {
    const search =
      "q=blue+wagon&make=Subaru&model=Outback&yearFrom=2010&yearTo=2018&priceFrom=5000&priceTo=20000&mileageTo=90000&condition=good&fuel=gasoline&drive=awd&sort=price-low&page=3";
    expect(read(search)).toEqual({
      q: "blue wagon",
      make: "Subaru",
      model: "Outback",
      yearFrom: 2010,
      yearTo: 2018,
      priceFrom: 5000,
      priceTo: 20000,
      mileageTo: 90000,
      condition: "good",
      fuel: "gasoline",
      drive: "awd",
      sort: "price-low",
      page: 3,
    });
  });

  it("what cannot be read is left out, never refused", () => {
    expect(read("yearFrom=soon&priceTo=-4&condition=new&sort=magic&page=0&mileageTo=1e99")).toEqual({
      sort: "newest",
      page: 1,
    });
  });

  it.each(["yearFrom=0x7e2", "priceTo=1e4", "priceTo=NaN", "mileageTo=Infinity", "yearTo=20 15 16"])(
    "what a program might take for a number but no visitor would is none: %s",
    (search) => {
      expect(read(search)).toEqual({ sort: "newest", page: 1 });
    },
  );

  it("of a doubled parameter the last one counts", () => {
    expect(read("make=Ford&make=Kia&page=3&page=2")).toMatchObject({ make: "Kia", page: 2 });
  });

  it("a page beyond all counting is the last that can be asked for", () => {
    expect(read("page=99999999999999999999").page).toBe(100_000);
    expect(read(`page=${"9".repeat(400)}`).page).toBe(100_000);
  });

  it("names that every object has are no choices", () => {
    expect(read("sort=constructor&condition=toString&fuel=__proto__")).toEqual({ sort: "newest", page: 1 });
  });

  it("a long search is cut, not refused", () => {
    expect(read(`q=${"a".repeat(2000)}`).q).toHaveLength(200);
  });

  it("amounts may be typed with dollar sign and commas", () => {
    expect(read("priceTo=%2412%2C995&mileageTo=90%2C000")).toMatchObject({
      priceTo: 12995,
      mileageTo: 90000,
    });
  });

  it.each(["15k", "$12,9", "1,2995", "12 k", "$"])("an amount of %s is not taken for another", (typed) => {
    expect(read(new URLSearchParams({ priceTo: typed }).toString()).priceTo).toBeUndefined();
  });

  it("empty fields of a form count as left out", () => {
    expect(countFilters(read("q=&make=&yearFrom=&condition="))).toBe(0);
  });

  it("parts know nothing of prices", () => {
    expect(readDismantledQuery(new URLSearchParams("priceTo=5&make=Kia&sort=make"))).toEqual({
      make: "Kia",
      sort: "make",
      page: 1,
    });
  });
});

describe("an address is written", () => {
  it("defaults and empty filters are left out", () => {
    expect(listUrl("/inventory", read("sort=newest&page=1&q="))).toBe("/inventory");
  });

  it("and read again it asks for the same", () => {
    const query = read("q=a%26b&make=Land+Rover&priceTo=9000&page=2&sort=year-old");
    expect(readRetailQuery(writeQuery(query))).toEqual(query);
  });

  it("taking a make off takes its model off and goes back to the first page", () => {
    const query = read("make=Kia&model=Soul&yearFrom=2010&page=4");
    expect(listUrl("/parts", withoutFilter(query, "make"))).toBe("/parts?yearFrom=2010");
    expect(listUrl("/parts", withoutFilter(query, "model"))).toBe("/parts?make=Kia&yearFrom=2010");
  });

  it("a form's empty fields go, other parameters stay", () => {
    const shorter = (search: string) =>
      urlWithoutEmptyFields(new URL(`https://example.com/inventory${search}`));
    expect(shorter("?q=&make=Ford&sort=newest&from=mail")).toBe("/inventory?make=Ford&sort=newest&from=mail");
    expect(shorter("?q=&make=")).toBe("/inventory");
    expect(shorter("?make=Ford")).toBeUndefined();
    expect(shorter("")).toBeUndefined();
  });
});

describe("words", () => {
  it("are folded, and eight of them count", () => {
    expect(searchWords(" Citroën,  BLUE ")).toEqual(["citroen", "blue"]);
    expect(searchWords("a b c d e f g h i j")).toHaveLength(8);
    expect(searchWords(undefined)).toEqual([]);
  });
});

describe("what a list says of itself", () => {
  const said = (total: number, all: number, pages = 1) =>
    countText({ total, all, page: 1, pages }, ["vehicle", "vehicles"]);

  it("counts what matches and what there is", () => {
    expect(said(18, 212)).toBe("18 of 212 vehicles");
    expect(said(212, 212, 9)).toBe("212 vehicles, page 1 of 9");
    expect(said(1, 1)).toBe("1 vehicle");
    expect(said(0, 1234)).toBe("0 of 1,234 vehicles");
  });

  it("links the pages around the present one and both ends", () => {
    expect(pageWindow(1, 3)).toEqual([1, 2, 3]);
    expect(pageWindow(10, 20)).toEqual([1, undefined, 8, 9, 10, 11, 12, undefined, 20]);
    expect(pageWindow(5, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(pageWindow(1, 1)).toEqual([1]);
  });
});
