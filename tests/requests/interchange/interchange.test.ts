import { beforeAll, beforeEach, expect, test } from "vitest";
import { sayFitment } from "~/interchange/fitments.server";
import { as } from "../../support/act";
import { type Api, apiOf, emptyLists } from "../../support/api";
import { ACCORD } from "../../support/bodies";
import { shelfPart } from "../../support/builders";
import { type Site, startSite } from "../../support/site";

let site: Site;
let anyone: Api;

beforeAll(async () => {
  site = await startSite();
  anyone = apiOf(site);
});
beforeEach(async () => {
  await emptyLists(site);
  await site.db.deleteFrom("fitments").execute();
});

async function find(query: string) {
  const answer = await anyone.get(`/interchange?${query}`);
  return { status: answer.status, body: await answer.json() };
}

test("a car's generation and its twins come with their years and a reason", async () => {
  const { status, body } = await find("make=mercury&model=MILAN&year=2008");
  expect(status).toBe(200);
  expect(body).toContainEqual({
    make: "Mercury",
    model: "Milan",
    yearFrom: 2006,
    yearTo: 2011,
    grade: "same generation",
    reason: "Same generation (2006–2011).",
  });
  expect(body).toContainEqual(
    expect.objectContaining({ make: "Ford", model: "Fusion", yearFrom: 2006, yearTo: 2012 }),
  );
});

test("a part decides: lamps of a twin differ, an alternator needs the engine, and an airbag fits nothing else", async () => {
  const car = "make=Mercury&model=Milan&year=2008";
  const makesWith = async (entry: string) => {
    const { body } = await find(`${car}&entry=${entry}`);
    return [...new Set((body as { make: string }[]).map(({ make }) => make))].sort();
  };
  expect(await makesWith("headlight-left")).toEqual(["Mercury"]);
  expect(await makesWith("Windshield")).toEqual(["Ford", "Lincoln", "Mercury"]);
  expect(await makesWith("airbag-driver")).toEqual([]);
  const { body } = await find(`${car}&entry=alternator&engine=2.3L`);
  expect(body).toContainEqual({
    make: "Ford",
    model: "Fusion",
    yearFrom: 2006,
    yearTo: 2009,
    grade: "same engine",
    reason: "Same engine: 2.3L 4-cylinder (Duratec (2.3)).",
  });
});

test("what staff say about a part on the shelf comes first, until they say that it does not fit", async () => {
  const { make, model, year } = await shelfPart({
    fits: [{ vehicle: "Honda Accord", yearFrom: 2010, yearTo: 2010 }],
  });
  const { body } = await find("make=Honda&model=Accord&year=2010&entry=alternator");
  expect(body[0]).toMatchObject({ grade: "confirmed here" });
  expect(body[1]).toMatchObject({ make: "Honda", model: "Accord", yearFrom: 2008, yearTo: 2012 });
  const word = { entryId: "alternator", from: { make, model, year }, car: { make, model, year: 2010 } };
  await as({ username: "ann", now: new Date() }, () => sayFitment({ ...word, verdict: "does-not-fit" }, {}));
  const { body: others } = await find("make=Honda&model=Accord&year=2010&entry=alternator");
  expect(others[0]).toMatchObject({ grade: "same engine", yearFrom: 2008, yearTo: 2011 });
});

test("a VIN stands for make, model and year", async () => {
  const { body } = await find(`vin=${ACCORD}`);
  expect(body).toEqual([expect.objectContaining({ model: "Accord", yearFrom: 2003, yearTo: 2007 })]);
});

test("an unknown car has no answers, and a wrong question is told what is wrong", async () => {
  for (const query of ["make=Honda&model=Nothing&year=2010", "make=Honda&model=Accord&year=1950"])
    expect(await find(query)).toEqual({ status: 200, body: [] });
  const wrong = async (query: string) => {
    const { status, body } = await find(query);
    return [status, Object.keys(body.fields)];
  };
  expect(await wrong("")).toEqual([400, ["make", "model", "year"]]);
  expect(await wrong("make=Honda&model=Accord&year=ten")).toEqual([400, ["year"]]);
  expect(await wrong("make=Honda&model=Accord&year=2010&entry=flux-capacitor")).toEqual([400, ["entry"]]);
  expect(await wrong("vin=123")).toEqual([400, ["vin"]]);
});
