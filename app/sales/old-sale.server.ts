import { business } from "~/business/business.server";
import type { InvalidFields, StoredCollection } from "~/collections/store.server";
import { now } from "~/context.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { findNamedEntry } from "~/parts/catalog-names";
import { interpretText } from "~/parts/finder-query.server";
import { dayInTimeZone } from "~/values/format";
import { toCents } from "~/values/money";
import { compactText, foldText } from "~/values/normalize";
import { withoutThousands } from "~/values/thousands";
import { parseTypedDate } from "~/values/typed-date";
import { OLD_SALES, type OldSale, type OldSaleFields } from "./old-sales";

interface OldSaleTypes {
  row: Row<"oldSales">;
  fields: OldSaleFields;
  record: OldSale;
  publicRecord: { _id: string };
  publicQuery: { sort: string; page: number };
}

type Typed = Readonly<Record<string, string>>;

/** The old sales, and what their text names: which part of which car it was. */
export const OLD_SALE_RECORDS: StoredCollection<OldSaleTypes> = {
  ...OLD_SALES,
  findFaults: async ({ soldOn }) => (isFuture(soldOn) ? FUTURE.invalid : {}),
  deriveColumns: async (fields) => {
    if (isFuture(fields.soldOn)) return FUTURE;
    const car = await readCar(fields);
    const { make, model } = car;
    return { ...car, makeKey: compactText(make ?? ""), modelKey: compactText(model ?? "") };
  },
  sameKey,
  findSame,
};

/** The old sales that are not in the trash. */
export function selectOldSales() {
  return db.selectFrom("oldSales").where("deletedAt", "is", null);
}

const FUTURE = { invalid: { soldOn: ["This day is in the future"] } } satisfies InvalidFields;

/** For a day as stored or as typed. */
function isFuture(soldOn: unknown): boolean {
  if (typeof soldOn !== "string") return false;
  const today = dayInTimeZone(business.timeZone, now());
  const day = soldOn.includes("T") ? soldOn.slice(0, 10) : parseTypedDate(soldOn, today);
  return day !== undefined && day > today;
}

/** The catalog's entry that the words name, and the car if its own fields are empty: `2012 accord alternator`. */
async function readCar({ part = "", year, make, model }: Partial<OldSaleFields>) {
  const named = findNamedEntry(part);
  if (named || year || make || model) return { year, make, model, entryId: named ?? (await entryIn(part)) };
  const found = await interpretText(part, now());
  const isOneYear = found.yearFrom !== undefined && found.yearFrom === found.yearTo;
  return {
    ...(found.make ? { make: found.make, model: found.model } : {}),
    ...(found.make && isOneYear ? { year: found.yearFrom } : {}),
    entryId: entryOf(found),
  };
}

async function entryIn(part: string): Promise<string | undefined> {
  return entryOf(await interpretText(part, now()));
}

/** Not a guess, because prices follow from it. */
function entryOf({ entries, isGuess, part }: Awaited<ReturnType<typeof interpretText>>): string | undefined {
  if (isGuess) return undefined;
  return findNamedEntry(part) ?? (entries.length === 1 ? entries[0]?.result.id : undefined);
}

/** What two rows with the same content have in common. */
interface Said {
  soldOn: string;
  cents: number;
  words: string;
}

/** What a typed row says; undefined if its day or price can't be read. */
function readSaid({ soldOn = "", price = "", ...typed }: Typed): Said | undefined {
  const day = parseTypedDate(soldOn, dayInTimeZone(business.timeZone, now()));
  const cents = toCents(Number(withoutThousands(price.replace(/[$\s]/g, ""))));
  if (!day || !Number.isFinite(cents)) return undefined;
  return { soldOn: `${day}T00:00:00.000Z`, cents, words: wordsOf(typed) };
}

function wordsOf({
  part,
  buyer,
  number,
}: Partial<Record<"part" | "buyer" | "number", string | null>>): string {
  return [part, buyer, number].map((word) => foldText(word ?? "")).join("\n");
}

function sameKey(typed: Typed): string | undefined {
  const said = readSaid(typed);
  return said && [said.soldOn, said.cents, said.words].join("\n");
}

/** Of the sales with the same content as a row, the nth: two hubcaps on one day are two sales, also when their file is imported again. */
async function findSame(typed: Typed, nth = 1): Promise<Row<"oldSales"> | undefined> {
  const said = readSaid(typed);
  if (!said) return undefined;
  const rows = await selectOldSales()
    .selectAll()
    .where("soldOn", "=", said.soldOn)
    .where("priceCents", "=", said.cents)
    .orderBy("id")
    .execute();
  return rows.filter((row) => wordsOf(row) === said.words)[nth - 1];
}
