import { sql } from "kysely";
import { allOf, type Condition, compareColumn } from "~/db/conditions.server";
import { compactText } from "~/values/normalize";
import { stockNumberKey } from "~/vehicles/inventory";
import { findEntryByName, PART_ENTRIES } from "./entries";
import { searchParts } from "./search";

const DAY_MS = 86_400_000;
const NOTHING = sql<boolean>`1 = 0`;
/** Sorts behind every text that begins alike. */
const LAST = "\uffff";

/** The conditions of the staff list's own filters (PARTS.list). */
export function partFilters(filters: Readonly<Record<string, string>> = {}, now = new Date()): Condition[] {
  const { category, part, make, model, year, location, age, missing, donor } = filters;
  return [
    ...(category ? isEntry(PART_ENTRIES.filter((entry) => entry.categoryId === category)) : []),
    ...(part ? isEntry(entriesNamed(part)) : []),
    ...compareColumn("makeKey", "=", make && compactText(make)),
    ...(model ? beginsWith("modelKey", compactText(model)) : []),
    ...compareColumn("year", "=", year ? Number(year) : undefined),
    ...(location ? beginsWith(sql`lower(${sql.ref("location")})`, location.toLowerCase()) : []),
    ...(age ? isOfAge(age, now) : []),
    ...(missing === "price" ? [isNull("priceCents")] : []),
    ...(missing === "picture" ? [isNull("imageUrl")] : []),
    ...(missing === "location" ? [isNull("location")] : []),
    ...(donor ? [isFrom(donor)] : []),
  ];
}

/** The entry of this name; otherwise those that have all its words, or that people call so. */
function entriesNamed(name: string): readonly { id: string }[] {
  const entry = findEntryByName(name);
  if (entry) return [entry];
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const named = PART_ENTRIES.filter(({ label }) => {
    const text = label.toLowerCase();
    return words.length > 0 && words.every((word) => text.includes(word));
  });
  return named.length > 0 ? named : searchParts(name);
}

function isEntry(entries: readonly { id: string }[]): Condition[] {
  if (entries.length === 0) return [NOTHING];
  return [sql<boolean>`${sql.ref("entryId")} in (${sql.join(entries.map(({ id }) => id))})`];
}

/** A range, which an index finds; `like` would read every row. */
function beginsWith(column: string | ReturnType<typeof sql>, text: string): Condition[] {
  const name = typeof column === "string" ? sql.ref(column) : column;
  return text === ""
    ? [NOTHING]
    : [allOf([sql<boolean>`${name} >= ${text}`, sql<boolean>`${name} < ${text + LAST}`])];
}

/** `new-7` came in within a week, `old-90` is on the shelf for more than 90 days. */
function isOfAge(age: string, now: Date): Condition[] {
  const [which, days] = age.split("-");
  const day = new Date(now.getTime() - Number(days) * DAY_MS).toISOString().slice(0, 10);
  return compareColumn("dateAcquired", which === "new" ? ">=" : "<=", `${day}T00:00:00.000Z`);
}

function isNull(column: string): Condition {
  return sql<boolean>`${sql.ref(column)} is null`;
}

/** A donor in the trash is still the donor. */
function isFrom(stockNumber: string): Condition {
  const key = stockNumberKey(stockNumber);
  return sql<boolean>`${sql.ref("donorId")} in (select ${sql.ref("id")} from ${sql.table("dismantledVehicles")} where ${sql.ref("stockNumberKey")} = ${key})`;
}
