import { selectRecords } from "~/collections/store.server";
import { cacheUntilChange, inventoryVersion } from "~/db/changes.server";
import type { Row } from "~/db/schema";
import { MAX_COUNTED } from "~/lists/window";
import { PART_CATEGORIES, PART_ENTRIES } from "./catalog";
import { categoryDrawing } from "./drawing";
import { findStock } from "./find-stock.server";
import type { FoundPart } from "./finder";
import { toFound } from "./finder.server";
import { PUBLIC_PART_STATUSES } from "./part";
import { EMPTY_SHELF, type Shelf } from "./shelf";

/** How many of the newest parts are shown: one row. */
const NEWEST_LIMIT = 4;
/** Among how many of the newest those of different cars are found, because the last car taken apart gave many. */
const NEWEST_ROWS = 64;
const MAX_EXAMPLES = 3;
/** A field on a phone shows no more of an example. */
const MAX_EXAMPLE_LENGTH = 26;
/** How old the shelf of a large yard may be, in milliseconds: counting it reads all of it. */
const KEPT_MS = 60_000;

const CATEGORY_OF = new Map(PART_ENTRIES.map(({ id, categoryId }) => [id, categoryId]));

/** What is on the shelf: how many parts of each category, and the newest. */
export const findShelf = (): Promise<Shelf> => loadShelf(undefined);

const loadShelf = cacheUntilChange(
  async (_all: undefined): Promise<Shelf> => {
    const [counts, newest] = await Promise.all([countCategories(), findNewestParts()]);
    const systems = PART_CATEGORIES.flatMap(({ id }) => {
      const count = counts.get(id);
      return count ? [{ id, count, ...categoryDrawing(id) }] : [];
    });
    const examples = await findExamples(newest);
    return {
      systems,
      newest: newest.slice(0, NEWEST_LIMIT),
      examples: examples.length > 0 ? examples : EMPTY_SHELF.examples,
    };
  },
  () => "",
  () => inventoryVersion("parts"),
  ({ systems }) => (systems.reduce((sum, { count }) => sum + count, 0) > MAX_COUNTED ? KEPT_MS : 0),
);

async function countCategories(): Promise<Map<string, number>> {
  const rows = await partsForSale()
    .select((eb) => ["entryId", eb.fn.countAll<number>().as("count")])
    .groupBy("entryId")
    .execute();
  const counts = new Map<string, number>();
  for (const { entryId, count } of rows) {
    const category = CATEGORY_OF.get(entryId) ?? "misc";
    counts.set(category, (counts.get(category) ?? 0) + count);
  }
  return counts;
}

/** Searches for some of these parts, such as `2010 Camry alternator`, that find something. */
async function findExamples(parts: readonly FoundPart[]): Promise<string[]> {
  const texts = parts
    .map(({ year, make, model, name }) =>
      [year, /\p{L}/u.test(model) ? model : `${make} ${model}`, name.split(/, | \(/)[0]?.toLowerCase()].join(
        " ",
      ),
    )
    .filter((text) => text.length <= MAX_EXAMPLE_LENGTH);
  const examples: string[] = [];
  for (const q of texts.slice(0, 2 * MAX_EXAMPLES)) {
    if (examples.length < MAX_EXAMPLES && (await findStock({ q }, new Date())).total > 0) examples.push(q);
  }
  return examples.sort((a, b) => a.length - b.length);
}

/** The newest parts, those each of another car first. */
async function findNewestParts(): Promise<FoundPart[]> {
  const rows = await partsForSale()
    .selectAll()
    .orderBy("dateAcquired", "desc")
    .orderBy("id", "desc")
    .limit(NEWEST_ROWS)
    .execute();
  const cars = new Set<string>();
  const isOfNewCar = ({ id, donorId }: (typeof rows)[number]) => cars.size < cars.add(donorId ?? id).size;
  return [...new Set([...rows.filter(isOfNewCar), ...rows])].map((row) =>
    toFound(row as Row<"parts">, "same"),
  );
}

function partsForSale() {
  return selectRecords("parts").where("status", "in", PUBLIC_PART_STATUSES);
}

/** Of the newest parts the available ones that were stored since a time, the newest first. */
export async function listNewParts(since: Date, limit: number) {
  // The newest by their ids, which have an index.
  const newest = selectRecords("parts").select("id").orderBy("id", "desc").limit(limit);
  const rows = await selectRecords("parts")
    .select(["id", "entryId", "stockNumber", "year", "make", "model"])
    .where("id", "in", newest)
    .where("status", "=", "Available")
    .where("createdAt", ">=", since.toISOString())
    .orderBy("id", "desc")
    .execute();
  return rows as Pick<Row<"parts">, "id" | "entryId" | "stockNumber" | "year" | "make" | "model">[];
}
