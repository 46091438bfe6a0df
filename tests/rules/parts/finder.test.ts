import { beforeAll, describe, expect, it } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { findStock } from "~/parts/find-stock.server";
import { findVin } from "~/parts/finder.server";
import { lookUpVin } from "~/vin/lookup.server";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { buildInterchange } from "../../support/interchange";
import { generateQueries, TYPED_QUERIES, type WantedPart } from "../../support/part-queries";
import { partRows } from "../../support/part-rows";

const NOW = new Date("2026-11-22T12:00:00Z");
const PARTS = 5000;
const QUERIES = 150;

beforeAll(async () => {
  await migrate(engine);
});

describe("of searches for parts of a yard of 5,000", () => {
  // Each asked-for part is in the yard, among others of its car and others of its kind.
  const wanted = [...TYPED_QUERIES, ...generateQueries(QUERIES, 7)];
  const places: number[] = [];
  beforeAll(async () => {
    const rows = partRows(PARTS, 3).map((row, index) => ({ ...row, ...ofQuery(wanted[index]) }));
    for (let from = 0; from < rows.length; from += 400)
      await db
        .insertInto("parts")
        .values(rows.slice(from, from + 400))
        .execute();
    for (const query of wanted) places.push(await placeOf(query));
  }, 60_000);
  const shareWithin = (count: number, of: readonly number[]) =>
    of.filter((place) => place >= 0 && place < count).length / of.length;
  const missed = () =>
    wanted
      .filter((_, index) => places[index] !== 0)
      .map(({ q }) => q)
      .join("\n");

  it.each([
    ["typed by hand", 0, TYPED_QUERIES.length],
    ["generated", TYPED_QUERIES.length, undefined],
  ])("%s: 95 of 100 show the right part of the right car first, 99 among the first five", (_, from, to) => {
    const ofKind = places.slice(from, to);
    expect(shareWithin(1, ofKind), missed()).toBeGreaterThanOrEqual(0.95);
    expect(shareWithin(5, ofKind), missed()).toBeGreaterThanOrEqual(0.99);
  });
});

describe("the answer to a search", () => {
  beforeAll(async () => {
    await db.deleteFrom("parts").execute();
  });
  const entriesOf = async (q: string) => (await findStock({ q }, NOW)).parts.map(({ entryId }) => entryId);

  it("has equally good parts in the catalog's order, whatever came last and costs less, with a car and without", async () => {
    for (const entryId of ["console-front", "wiper-motor-front", "side-mirror-left"])
      await shelfPart({ entryId, price: 90 });
    for (const entryId of ["console-rear", "wiper-motor-rear"]) await shelfPart({ entryId, price: 10 });
    await shelfPart({ entryId: "side-mirror-right", price: 10 });
    for (const car of ["", " 2012 accord"]) {
      expect(await entriesOf(`center console${car}`)).toEqual(["console-front", "console-rear"]);
      expect(await entriesOf(`wiper motor${car}`)).toEqual(["wiper-motor-front", "wiper-motor-rear"]);
    }
    expect(await entriesOf("mirror 2012 accord")).toEqual(["side-mirror-right", "side-mirror-left"]);
  });

  it("has parts that are only named after what is asked for where there is nothing else", async () => {
    const altima = { year: 2014, make: "Nissan", model: "Altima" };
    await shelfPart({ ...altima, entryId: "grille-upper" });
    expect(await entriesOf("2014 altima radiator")).toEqual([]);
    await shelfPart({ ...altima, entryId: "radiator-cap" });
    expect(await entriesOf("2014 altima radiator")).toEqual(["radiator-cap"]);
    await shelfPart({ ...altima, entryId: "radiator" });
    expect(await entriesOf("2014 altima radiator")).toEqual(["radiator"]);
    expect(await entriesOf("radiator")).toEqual(["radiator"]);
  });

  it("has the parts with a number that was typed in any way, alone or beside the part", async () => {
    const interchange = "300-07641, 19000-31D00";
    await shelfPart({ stockNumber: "NUMBERED", entryId: "engine-gas", interchange });
    await shelfPart({ stockNumber: "SAME", entryId: "radiator", interchange: "19000-31D00" });
    await shelfPart({ stockNumber: "LONGER", entryId: "engine-gas", interchange: "300-076412" });
    await shelfPart({ entryId: "engine-gas", interchange, status: "Sold" });
    const numbersOf = async (q: string) =>
      (await findStock({ q }, NOW)).parts.map(({ stockNumber }) => stockNumber).sort();
    for (const q of [
      "300-07641",
      "30007641",
      "300 07641",
      "engine 300-07641",
      "2012 civic engine 19000 31d00",
    ])
      expect(await numbersOf(q), q).toEqual(["NUMBERED"]);
    for (const q of ["19000-31D00", "1900031d00", "19000 31D00"])
      expect(await numbersOf(q), q).toEqual(["NUMBERED", "SAME"]);
    expect(await findStock({ q: "radiator 1900031D00" }, NOW)).toMatchObject({
      part: { name: "Radiator, Part Number 1900031D00", request: { entryId: "radiator" } },
      unknown: [],
    });
    expect((await findStock({ q: "engine 300-0764" }, NOW)).unknown).toEqual(["300-0764"]);
  });

  it("has what the yard has of such a car for the stock number of one", async () => {
    await dismantledVehicle({ stockNumber: "R4259", year: 2010, make: "Lexus", model: "IS 350C" });
    await shelfPart({ stockNumber: "R4259-1", donor: "R4259", entryId: "engine-gas" });
    expect(await findStock({ q: "engine r4259" }, NOW)).toMatchObject({
      carName: "2010 Lexus IS 350C",
      isCarOfPart: true,
      parts: [{ stockNumber: "R4259-1" }],
      unknown: [],
    });
  });

  it("has no engine of another size than the one that was asked for, where the size is known", async () => {
    for (const [stockNumber, engineType] of [
      ["V6", "3.5L V6"],
      ["V8", "4.6 V8"],
      ["UNKNOWN", undefined],
    ] as const) {
      await dismantledVehicle({
        stockNumber,
        year: 2010,
        make: "Lexus",
        model: "GS",
        ...(engineType ? { engineType } : {}),
      });
      await shelfPart({ stockNumber: `${stockNumber}-1`, donor: stockNumber, entryId: "engine-gas" });
    }
    const numbersOf = async (q: string) =>
      (await findStock({ q }, NOW)).parts
        .map(({ stockNumber }) => stockNumber)
        .filter((one) => /^(?:V|UNK)/.test(one))
        .sort();
    expect(await numbersOf("2010 lexus gs engine v8")).toEqual(["UNKNOWN-1", "V8-1"]);
    expect(await numbersOf("v8 engine")).toEqual(["UNKNOWN-1", "V8-1"]);
    expect(await numbersOf("3.5 liter engine")).toEqual(["UNKNOWN-1", "V6-1"]);
    expect(await numbersOf("3.5L V6 engine lexus gs")).toEqual(["UNKNOWN-1", "V6-1"]);
    expect(await numbersOf("lexus gs engine")).toEqual(["UNKNOWN-1", "V6-1", "V8-1"]);
    expect((await findStock({ q: "3.5L V6 engine" }, NOW)).engine).toBe("3.5L 6-cylinder");
    expect((await findStock({ q: "3.5L V6 alternator" }, NOW)).engine).toBeUndefined();
  });

  it("has what staff say fits any of the years that are meant", async () => {
    await db.deleteFrom("parts").execute();
    const tsx = { year: 2009, make: "Acura", model: "TSX", fits: "2012-2014 Honda Accord" };
    await shelfPart({ ...tsx, entryId: "radiator" });
    for (const years of ["2010 or newer", "before 2013", "2011 to 2012", "2013"])
      expect(await entriesOf(`${years} honda accord radiator`), years).toEqual(["radiator"]);
    for (const years of ["2015 or newer", "before 2012"])
      expect(await entriesOf(`${years} honda accord radiator`), years).toEqual([]);
  });

  it("has parts of the same generation before those of other years, and says so, but not of coded ones", async () => {
    buildInterchange();
    await db.deleteFrom("parts").execute();
    for (const entryId of ["alternator", "airbag-driver"])
      for (const year of [2009, 2007]) await shelfPart({ entryId, year });
    const notesOf = async (q: string) => {
      const { parts, near } = await findStock({ q }, NOW);
      expect(parts).toEqual([]);
      return near.map(({ year, note }) => [year, note]);
    };
    expect(await notesOf("2010 honda accord alternator")).toEqual([
      [
        2009,
        "From a 2009 Accord. Same generation (2008–2012); if the engine is the same; we check before you pay.",
      ],
      [2007, undefined],
    ]);
    // The 3.6L came in 2011.
    for (const entryId of ["alternator", "windshield"])
      await shelfPart({ entryId, year: 2010, make: "Dodge", model: "Grand Caravan" });
    expect(await notesOf("2012 grand caravan alternator")).toEqual([[2010, undefined]]);
    expect(await notesOf("2012 grand caravan windshield")).toEqual([
      [2010, "From a 2010 Grand Caravan. Same generation (2008–2020); we check before you pay."],
    ]);
    expect(await notesOf("2010 honda accord driver airbag")).toEqual([
      [2009, undefined],
      [2007, undefined],
    ]);
  });
});

function ofQuery(query: WantedPart | undefined) {
  if (!query) return {};
  const { make, model, year, entries } = query;
  const compact = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return {
    ...{ make, model, year, makeKey: compact(make), modelKey: compact(model), entryId: entries[0] ?? "" },
    status: "Available",
  };
}

async function placeOf({ q, entries, make, model, year, yearTo = year }: WantedPart): Promise<number> {
  const { parts } = await findStock({ q, ...(await carOfVin(q)) }, NOW);
  return parts.findIndex(
    (part) =>
      entries.includes(part.entryId) &&
      part.make === make &&
      part.model === model &&
      part.year >= year &&
      part.year <= yearTo,
  );
}

async function carOfVin(q: string) {
  const vin = await findVin({ q }, NOW);
  const result = vin === undefined ? undefined : (await lookUpVin(vin)).result;
  if (!result || !("vehicleInfo" in result)) return {};
  const { year, make, model } = result.vehicleInfo;
  return { vin, year, make, model };
}
