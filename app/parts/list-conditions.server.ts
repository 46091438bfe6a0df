import { sql } from "kysely";
import { business } from "~/business/business.server";
import { uniqueKey } from "~/collections/collection";
import { selectRecords } from "~/collections/store.server";
import { allOf, anyOf, type Condition, compareColumn } from "~/db/conditions.server";
import { daysAfter } from "~/values/days";
import { dayInTimeZone } from "~/values/format";
import { compactText } from "~/values/normalize";
import { ofCars } from "~/vehicles/car-names.server";
import { findEntryByName, PART_ENTRIES } from "./catalog";
import { searchParts } from "./catalog-search";
import { interpretText } from "./finder-query.server";

/*
 * What the lists of parts ask of the table, for the staff's filters and for a search.
 */

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
    ...(location ? isAt(location) : []),
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
  return entries.length === 0 ? [NOTHING] : ofEntries(entries.map(({ id }) => id));
}

/** A range, which an index finds; `like` would read every row. */
function beginsWith(column: string | ReturnType<typeof sql>, text: string): Condition[] {
  const name = typeof column === "string" ? sql.ref(column) : column;
  return text === ""
    ? [NOTHING]
    : [allOf([sql<boolean>`${name} >= ${text}`, sql<boolean>`${name} < ${text + LAST}`])];
}

function isAt(location: string): Condition[] {
  return beginsWith(sql`lower(${sql.ref("location")})`, lowerAtoZ(location));
}

/** As the databases' `lower` has a column, which knows A to Z alone (docs/decisions/database.md). */
function lowerAtoZ(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** `new-7` came in within a week, `old-90` is on the shelf for more than 90 days. */
function isOfAge(age: string, now: Date): Condition[] {
  const [which, days] = age.split("-");
  const day = daysAfter(dayInTimeZone(business.timeZone, now), -Number(days));
  return compareColumn("dateAcquired", which === "new" ? ">=" : "<=", `${day}T00:00:00.000Z`);
}

function isNull(column: string): Condition {
  return sql<boolean>`${sql.ref(column)} is null`;
}

/** A donor in the trash is still the donor, and so is one that is gone: its parts keep its number. */
function isFrom(stockNumber: string): Condition {
  const key = uniqueKey(stockNumber);
  return anyOf([
    idIn(
      sql<boolean>`${sql.ref("donorId")} in (select ${sql.ref("id")} from ${sql.table("dismantledVehicles")} where ${sql.ref("stockNumberKey")} = ${key})`,
    ),
    idIn(sql<boolean>`lower(${sql.ref("donorStockNumber")}) = ${lowerAtoZ(stockNumber)}`),
  ]);
}

/** In a subquery, so that each of several reads its own index. */
function idIn(condition: Condition): Condition {
  return sql<boolean>`${sql.ref("id")} in ${selectRecords("parts").select("id").where(condition)}`;
}

/**
 * What a list of parts shows for a search: the parts whose stock or interchange number begins with it, and those of the part and the
 * car that it names. What has a digit and begins a number is that number alone.
 */
export async function partSearchConditions(q: string, now: Date): Promise<Condition[]> {
  const numbered = await findNumberCondition(q);
  if (numbered && /\d/.test(q)) return [numbered];
  const query = await interpretText(q, now);
  const { entries, cars, yearFrom, yearTo, vin } = query;
  const ofVin = vin === undefined ? [] : [sql<boolean>`vin = ${vin}`];
  const years = [...compareColumn("year", ">=", yearFrom), ...compareColumn("year", "<=", yearTo)];
  const ofCar = [...(cars ? [ofCars(cars)] : []), ...years, ...ofVin];
  const ids = (found: typeof entries) => found.map(({ result }) => result.id);
  const asked = [...ofEntries(ids(entries.filter(({ isOther }) => !isOther))), ...ofCar];
  const named =
    entries.some(({ isOther }) => isOther) && !(await hasParts(allOf(asked)))
      ? [...ofEntries(ids(entries)), ...ofCar]
      : asked;
  if (named.length === 0) return [numbered ?? sql<boolean>`1 = 0`];
  return numbered ? [anyOf([idIn(numbered), idIn(allOf(named))])] : named;
}

/** The stock numbers, or else the interchange numbers, that begin with what was typed; undefined where none do. */
async function findNumberCondition(q: string): Promise<Condition | undefined> {
  const typed = uniqueKey(q.trim());
  if (!/^[\p{L}\p{N}]\S*$/u.test(typed)) return undefined;
  // One by one, so that each reads its index.
  for (const number of [sql.ref("stockNumberKey"), sql`lower(interchange)`]) {
    const begins = sql<boolean>`(${number} >= ${typed} and ${number} < ${`${typed}\uffff`})`;
    if (await hasParts(begins)) return begins;
  }
  return undefined;
}

async function hasParts(condition: Condition): Promise<boolean> {
  const found = await selectRecords("parts").select("id").where(condition).limit(1).executeTakeFirst();
  return found !== undefined;
}

/** The parts of these entries; of no entry in particular means any. */
export function ofEntries(ids: Iterable<string>): Condition[] {
  const entries = [...ids];
  return entries.length === 0 ? [] : [sql<boolean>`${sql.ref("entryId")} in (${sql.join(entries)})`];
}
