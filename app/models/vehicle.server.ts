import { type RawBuilder, sql } from "kysely";
import { rememberUntilChange } from "~/db/changes.server";
import { type Db, db } from "~/db/connection.server";
import { rememberGone } from "./gone-vehicle.server";
import { type MakeChoice, type RetailQuery, searchWords } from "./vehicle-search";

/** What both inventories ask of their tables. */

export type VehicleTable = "dismantledVehicles" | "retailVehicles";
export type Condition = RawBuilder<boolean>;

/** A stored vehicle as staff edit it; `version` changes with every save. */
export interface KeptVehicle<Vehicle> {
  vehicle: Vehicle;
  version: string;
}

/** What came of storing a new vehicle. */
export type Created<Vehicle> = { outcome: "saved"; vehicle: Vehicle } | { outcome: "stock-number-taken" };

/** What came of an update: `changed` where somebody else has saved since, with what stands there now. */
export type Updated<Vehicle> =
  | Created<Vehicle>
  | { outcome: "changed"; current: KeptVehicle<Vehicle> }
  | { outcome: "gone" };

/** True where another vehicle of the table has this stock number, whatever its letters' case. */
export async function isStockNumberTaken(
  { table, key, otherThan }: { table: VehicleTable; key: string; otherThan?: string },
  within: Db = db,
): Promise<boolean> {
  const holder = await within
    .selectFrom(table)
    .select("id")
    .where("stockNumberKey", "=", key)
    .executeTakeFirst();
  return holder !== undefined && holder.id !== otherThan;
}

/** Removes a vehicle; false where there is none of this id. Its picture goes with the next sweep. */
export async function deleteVehicle(table: VehicleTable, id: string): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    const { numDeletedRows } = await within.deleteFrom(table).where("id", "=", id).executeTakeFirst();
    const deleted = numDeletedRows > 0n;
    // The other inventory has no pages that somebody could come back to.
    if (deleted && table === "retailVehicles") await rememberGone(id, within);
    return deleted;
  });
}

/** The moment of a save, later than the one before, so that two saves are never taken for one. */
export function nextVersion(now: Date, version: string): string {
  return new Date(Math.max(now.getTime(), Date.parse(version) + 1)).toISOString();
}

/** The filters that both public lists have. */
export function commonConditions(
  query: Pick<RetailQuery, "q" | "make" | "model" | "yearFrom" | "yearTo">,
  statuses: readonly string[],
): Condition[] {
  return [
    sql<boolean>`${sql.ref("status")} in (${sql.join(statuses)})`,
    ...wordConditions(query.q),
    ...compared("make", "=", query.make),
    ...compared("model", "=", query.model),
    ...compared("year", ">=", query.yearFrom),
    ...compared("year", "<=", query.yearTo),
  ];
}

/** Every word of a search stands in the words that are known of the vehicle. */
export function wordConditions(q: string | undefined): Condition[] {
  return searchWords(q).map(
    (word) => sql<boolean>`${sql.ref("searchText")} like ${`%${escaped(word)}%`} escape '\\'`,
  );
}

/** One comparison, or none where there is nothing to compare with. */
export function compared(
  column: string,
  operator: "=" | ">=" | "<=",
  value: string | number | undefined,
): Condition[] {
  if (value === undefined) return [];
  return [sql<boolean>`${sql.ref(column)} ${sql.raw(operator)} ${value}`];
}

/** All of them at once; without any, whatever there is. */
export function all(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return sql<boolean>`1 = 1`;
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Makes and models that the public list of a table offers, with counts; remembered until data changes. */
export const listMakes = rememberUntilChange(
  async ({
    table,
    statuses,
  }: {
    table: VehicleTable;
    statuses: readonly string[];
  }): Promise<MakeChoice[]> => {
    const rows = await db
      .selectFrom(table)
      .select(["make", "model", (eb) => eb.fn.countAll<number>().as("count")])
      .where("status", "in", statuses)
      .groupBy(["make", "model"])
      .orderBy("make")
      .orderBy("model")
      .execute();
    const makes = new Map<string, MakeChoice>();
    for (const { make, model, count } of rows) {
      if (make === null) continue;
      const choice = makes.get(make) ?? { make, count: 0, models: [] };
      choice.count += count;
      if (model !== null) choice.models.push({ model, count });
      makes.set(make, choice);
    }
    return [...makes.values()];
  },
  ({ table, statuses }) => JSON.stringify([table, statuses]),
);

/** The number of the page that is shown and of how many there are; one past the end shows the last. */
export function pageWithin(page: number, total: number, perPage: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / perPage));
  return { page: Math.min(page, pages), pages };
}

/** Columns that a row does not know are left out of its JSON. */
export function orUndefined<Value>(value: Value | null): Value | undefined {
  return value ?? undefined;
}

// In a LIKE pattern these stand for themselves.
function escaped(word: string): string {
  return word.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
