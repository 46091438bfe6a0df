import { beforeAll, describe, expect, it } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { findStock } from "~/parts/find.server";
import { generateQueries, type WantedPart } from "../../support/part-queries";
import { partRows } from "../../support/part-rows";

const NOW = new Date("2026-11-22T12:00:00Z");
const PARTS = 5000;
const QUERIES = 250;

beforeAll(async () => {
  await migrate(engine);
});

describe("of searches for parts of a yard of 5,000", () => {
  // Each asked-for part is in the yard, among others of its car and others of its kind.
  const wanted = generateQueries(QUERIES, 7);
  let places: number[] = [];
  beforeAll(async () => {
    const rows = partRows(PARTS, 3).map((row, index) => ({ ...row, ...ofQuery(wanted[index]) }));
    for (let from = 0; from < rows.length; from += 400)
      await db
        .insertInto("parts")
        .values(rows.slice(from, from + 400))
        .execute();
    places = [];
    for (const query of wanted) places.push(await placeOf(query));
  });
  const shareWithin = (count: number) =>
    places.filter((place) => place >= 0 && place < count).length / places.length;
  const missed = () =>
    wanted
      .filter((_, index) => places[index] !== 0)
      .map(({ q }) => q)
      .join("\n");

  it("95 of 100 show the right part of the right car first", () => {
    expect(shareWithin(1), missed()).toBeGreaterThanOrEqual(0.95);
  });

  it("99 of 100 show it among the first five", () => {
    expect(shareWithin(5), missed()).toBeGreaterThanOrEqual(0.99);
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

async function placeOf({ q, entries, make, model, year }: WantedPart): Promise<number> {
  const { parts } = await findStock({ q }, NOW);
  return parts.findIndex(
    (part) =>
      entries.includes(part.entryId) && part.make === make && part.model === model && part.year === year,
  );
}
