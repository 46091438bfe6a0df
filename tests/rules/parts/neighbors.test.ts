import { gunzipSync } from "node:zlib";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { business } from "~/business/business.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { ebayLines } from "~/ebay/ebay.server";
import { readTemplate } from "~/ebay/template";
import { renderFeed } from "~/feeds/feeds.server";
import { findKnownFits, sayFitment } from "~/interchange/fitments.server";
import { findFitsOfParts, sureFits } from "~/interchange/fits-of-part.server";
import { countOffers, noteOffer, noteReturn } from "~/interchange/offers.server";
import { findStock } from "~/parts/find-stock.server";
import { formatFit } from "~/parts/fits";
import { findFitsOfShelfPart } from "~/parts/likely-fits.server";
import { findNeighbors, gradeFit } from "~/parts/neighbors.server";
import { pictureUrl, publicIdFor } from "~/pictures/picture";
import { as } from "../../support/act";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { buildInterchange } from "../../support/interchange";

const NOW = new Date("2026-12-03T15:00:00Z");
const FUSION = { year: 2010, make: "Ford", model: "Fusion" };
const MILAN = { year: 2008, make: "Mercury", model: "Milan" };
const SILVERADO = { year: 2010, make: "Chevrolet", model: "Silverado 1500" };
const ACCORD = { year: 2010, make: "Honda", model: "Accord" };

beforeAll(async () => {
  buildInterchange();
  await migrate(engine);
});

beforeEach(async () => {
  for (const table of ["parts", "fitments", "fitOffers"] as const) await db.deleteFrom(table).execute();
});

const say = (
  verdict: "fits" | "does-not-fit",
  entryId: string,
  from: typeof FUSION,
  car: typeof FUSION,
  now = NOW,
) => as({ username: "ann", now }, () => sayFitment({ verdict, entryId, from, car }, {}));

async function notesOf(car: typeof FUSION, entryId: string) {
  const { likely } = await findNeighbors(car, [entryId]);
  return likely.map(({ row, grade, note }) => [row.year, row.model, grade, note]);
}

async function sureFitsOf(part: typeof FUSION & { entryId: string }) {
  const [found] = await findFitsOfParts([{ ...part, fits: [] }]);
  return sureFits(found?.matches ?? []);
}

test("a part of a twin comes with the reason, its lamp does not, and its alternator needs the engine", async () => {
  for (const entryId of ["windshield", "headlight-left"]) await shelfPart({ ...MILAN, entryId });
  await shelfPart({ year: 2006, make: "Toyota", model: "RAV4", entryId: "alternator" });
  expect(await notesOf(FUSION, "windshield")).toEqual([
    [
      2008,
      "Milan",
      "same generation",
      "From a 2008 Mercury Milan. Same generation: same car as the Ford Fusion under another name (2006–2011); we check before you pay.",
    ],
  ]);
  expect(await notesOf(FUSION, "headlight-left")).toEqual([]);
  const [[, , grade, note] = []] = await notesOf(
    { year: 2003, make: "Toyota", model: "Camry" },
    "alternator",
  );
  expect(grade).toBe("same engine");
  expect(note).toContain("2.4L 4-cylinder (2AZ-FE); if yours has it");
});

test("a part that follows the engine or the transmission is likely with an if, and by its donor's engine where that is known", async () => {
  const from = { ...ACCORD, year: 2009 };
  const { stockNumber: donor } = await dismantledVehicle({ ...from, engineType: "3.5L V6" });
  for (const entryId of ["alternator", "transmission-automatic"])
    await shelfPart({ ...from, entryId, donor });
  const reasonsOf = async (car: typeof FUSION, entryId: string) =>
    (await notesOf(car, entryId)).map(([, , grade, note]) => [grade, note]);
  expect(await reasonsOf(ACCORD, "alternator")).toEqual([
    [
      "same engine",
      expect.stringMatching(
        /^From a 2009 Honda Accord\. Same engine: 3\.5L 6-cylinder.*; if yours has it; we/,
      ),
    ],
  ]);
  expect(await reasonsOf(ACCORD, "transmission-automatic")).toEqual([
    ["same generation", expect.stringContaining("; if engine and transmission are the same; we check")],
  ]);
  // How sure an offer was is noted by the same reasons.
  const [offered] = await db.selectFrom("parts").selectAll().where("entryId", "=", "alternator").execute();
  if (!offered) throw new Error("no alternator");
  expect(await gradeFit({ ...offered, donorId: offered.donorId ?? undefined }, ACCORD)).toMatchObject({
    grade: "same engine",
    reason: expect.stringMatching(/^Same engine: 3\.5L/),
  });
  // Nobody put this engine into an Accord of 2010.
  const { stockNumber: other } = await dismantledVehicle({ ...from, engineType: "1.8L" });
  await shelfPart({ ...from, entryId: "starter", donor: other });
  expect(await reasonsOf(ACCORD, "starter")).toEqual([]);
});

test("staff's word counts before all data: what fits comes first, and what does not is gone", async () => {
  for (const year of [2008, 2009, 2014]) await shelfPart({ ...ACCORD, year, entryId: "alternator" });
  await say("does-not-fit", "alternator", { ...ACCORD, year: 2008 }, ACCORD);
  await say("fits", "alternator", { ...ACCORD, year: 2014 }, { ...ACCORD, make: "HONDA" });
  expect(await notesOf(ACCORD, "alternator")).toEqual([
    [
      2014,
      "Accord",
      "confirmed here",
      "From a 2014 Honda Accord. Confirmed here: our staff say that it fits; we check before you pay.",
    ],
    [
      ...[2009, "Accord", "same generation"],
      "From a 2009 Accord. Same generation (2008–2012); if the engine is the same; we check before you pay.",
    ],
  ]);
  // It is a word on this year and this part alone, and the last one counts.
  expect((await notesOf({ ...ACCORD, year: 2011 }, "alternator")).map(([year]) => year)).toEqual([
    2009, 2008,
  ]);
  const later = new Date(NOW.getTime() + 60_000);
  await say("fits", "alternator", { ...ACCORD, year: 2008 }, ACCORD, later);
  expect(await gradeFit({ ...ACCORD, year: 2008, entryId: "alternator" }, ACCORD)).toMatchObject({
    grade: "confirmed here",
  });
});

test("a car that was noted with a part is none of those it fits once staff say that it does not fit", async () => {
  const tsx = { year: 2009, make: "Acura", model: "TSX" };
  const part = await shelfPart({
    ...{ ...tsx, entryId: "radiator", price: 90, fits: "2012-2014 Honda Accord\n2013 Accord\n2013 Kia Rio" },
    images: [{ imageUrl: pictureUrl(publicIdFor("0".repeat(24), 1600, 1200), 1600), alt: "" }],
  });
  const own = await shelfPart({ ...ACCORD, year: 2013, entryId: "radiator", price: 80 });
  const foundFor = async (year: number) =>
    (await findStock({ q: `${year} honda accord radiator` }, NOW)).parts.map(({ _id }) => _id);
  expect(await foundFor(2013)).toEqual([own._id, part._id]);
  await say("does-not-fit", "radiator", tsx, { ...ACCORD, year: 2013 });
  expect(await foundFor(2012)).toEqual([part._id]);
  expect(await foundFor(2013)).toEqual([own._id]);
  await say("does-not-fit", "radiator", { ...ACCORD, year: 2013 }, { ...ACCORD, year: 2013 });
  expect(await foundFor(2013)).toEqual([]);

  // Its page, the file for eBay and the feed.
  expect((await findFitsOfShelfPart(part)).fits.map(formatFit)).toEqual([
    "2012 Honda Accord",
    "2014 Honda Accord",
    "2013 Kia Rio",
  ]);
  const template = readTemplate([["*Action", "Relationship", "RelationshipDetails", "*Description"]]);
  if (!template) throw new Error("no template");
  let lines = "";
  for await (const line of ebayLines(template, new URLSearchParams())) lines += line;
  expect(lines).toContain("Year=2014|Make=Honda|Model=Accord");
  expect(lines).not.toContain("Year=2013|Make=Honda|Model=Accord");
  const site = { business, publicUrl: "https://yard.example" };
  const feed = gunzipSync(await renderFeed({ name: "parts", site })).toString();
  expect(feed).toContain("Also fits 2012 Honda Accord, 2014 Honda Accord, 2013 Kia Rio");
});

test("what staff say in the evening is of the yard's day, which is tomorrow in UTC", async () => {
  await say("fits", "alternator", ACCORD, { ...ACCORD, year: 2011 }, new Date("2026-12-04T02:30:00Z"));
  const { saidBy, saidOn } = await db
    .selectFrom("fitments")
    .select(["saidBy", "saidOn"])
    .executeTakeFirstOrThrow();
  expect({ saidBy, saidOn }).toEqual({ saidBy: "ann", saidOn: "2026-12-03T00:00:00.000Z" });
});

test("a number that staff typed finds the parts with the same number", async () => {
  await shelfPart({ ...ACCORD, entryId: "airbag-driver", interchange: "AB-601", status: "Sold" });
  await shelfPart({
    year: 2012,
    make: "Acura",
    model: "TSX",
    entryId: "airbag-driver",
    interchange: "ab-601",
  });
  await shelfPart({
    year: 2012,
    make: "Acura",
    model: "TSX",
    entryId: "airbag-driver",
    interchange: "AB-602",
  });
  expect(await notesOf(ACCORD, "airbag-driver")).toEqual([
    [
      2012,
      "TSX",
      "confirmed here",
      expect.stringContaining("it has the same number as one from this car, ab-601"),
    ],
  ]);
});

test("what was sold for a car three times and never came back is confirmed; what came back is counted", async () => {
  const from = { ...ACCORD, year: 2009 };
  const sold = await Promise.all(
    [1, 2, 3].map(() => shelfPart({ ...from, entryId: "door-front-left", status: "Sold" })),
  );
  const offer = (partId: string, index: number) =>
    noteOffer({
      ...{ requestId: `request-${index}`, partId, entryId: "door-front-left" },
      ...{ grade: "same generation", from, car: ACCORD },
    });
  const grade = async () => (await gradeFit({ ...from, entryId: "door-front-left" }, ACCORD)).grade;
  await as({ now: NOW }, async () => {
    for (const [index, { _id }] of sold.slice(0, 2).entries()) await offer(_id, index);
    expect(await grade()).toBe("same generation");
    await offer(sold[2]?._id ?? "", 2);
    expect(await grade()).toBe("confirmed here");
    expect(await noteReturn(sold[0]?._id ?? "")).toMatchObject({ requestId: "request-0", car: ACCORD });
    expect(await noteReturn(sold[0]?._id ?? "")).toBeUndefined();
  });
  expect(await grade()).toBe("same generation");
  expect(await countOffers()).toEqual([
    { entryId: "door-front-left", grade: "same generation", offered: 3, sold: 3, returned: 1 },
  ]);
});

test("one part that was offered for three requests and sold once over the counter is one sale, by its newest offer", async () => {
  const from = { ...ACCORD, year: 2009 };
  const entryId = "door-front-left";
  const { _id: partId } = await shelfPart({ ...from, entryId, status: "Sold" });
  for (const [index, grade] of (["ask us", "ask us", "same generation"] as const).entries())
    await as({ now: new Date(NOW.getTime() + index) }, () =>
      noteOffer({ requestId: `request-${index}`, partId, entryId, grade, from, car: ACCORD }),
    );
  expect((await gradeFit({ ...from, entryId }, ACCORD)).grade).toBe("same generation");
  expect((await countOffers()).map(({ grade, offered, sold }) => [grade, offered, sold])).toEqual([
    ["ask us", 2, 0],
    ["same generation", 1, 1],
  ]);
});

test("sales and returns count together however their car was written", async () => {
  const entryId = "door-front-left";
  const donor = { ...SILVERADO, make: "GMC", model: "Sierra 1500" };
  const sell = async (make: string) => {
    const { _id: partId } = await shelfPart({ ...donor, entryId, status: "Sold" });
    const car = { ...SILVERADO, make };
    await as({ now: NOW }, () =>
      noteOffer({ requestId: partId, partId, entryId, grade: "ask us", from: donor, car }),
    );
    return partId;
  };
  const said = async () => (await findKnownFits(SILVERADO, [entryId])).map(({ reason }) => reason);
  const sold = [await sell("Chevrolet"), await sell("Chevrolet")];
  expect(await said()).toEqual([]);
  sold.push(await sell("Chevy"));
  expect(await said()).toEqual(["Sold for this car 3 times, and none came back."]);
  await as({ now: NOW }, () => noteReturn(sold[2] ?? ""));
  sold.push(await sell("Chevrolet"));
  expect(await said()).toEqual([]);
});

test("a part that came back from a request that nobody offered it for counts against nobody else's", async () => {
  const from = { ...ACCORD, year: 2009 };
  const entryId = "door-front-left";
  const { _id: partId } = await shelfPart({ ...from, entryId, status: "Sold" });
  await as({ now: NOW }, async () => {
    await noteOffer({ requestId: "another", partId, entryId, grade: "same generation", from, car: ACCORD });
    expect(await noteReturn(partId, { requestId: "own" })).toBeUndefined();
  });
  expect(await countOffers()).toMatchObject([{ grade: "same generation", returned: 0 }]);
});

test("what a marketplace is told is confirmed or of the same generation, without an if and without years of two generations", async () => {
  const silverado = { year: 2005, make: "Chevrolet", model: "Silverado 1500" };
  await say("does-not-fit", "windshield", silverado, { ...silverado, year: 2001 });
  await say("fits", "windshield", silverado, { year: 2003, make: "Hummer", model: "H2" });
  const fits = await sureFitsOf({ ...silverado, entryId: "windshield" });
  const own = fits.filter(({ model }) => model === "Silverado 1500");
  expect(own.map(({ yearFrom, yearTo }) => [yearFrom, yearTo])).toEqual([
    [1999, 2000],
    [2002, 2006],
  ]);
  expect(fits.map(({ make, grade }) => [make, grade])).toContainEqual(["Hummer", "confirmed here"]);
  const alternator = await sureFitsOf({ ...silverado, entryId: "alternator" });
  expect(alternator).toEqual([]);
});
