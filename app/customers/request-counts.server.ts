import { sql } from "kysely";
import { recordPath } from "~/collections/collection";
import type { Condition } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import { isListed, isOpen, isUnfinished } from "~/requests/open.server";
import { CUSTOMERS } from "./customers";

/** How many requests a customer has, and how many of them are not finished; without spam and deleted ones. */
export interface RequestCounts {
  all: number;
  open: number;
}

/** The counts of these customers; one without requests is left out. */
export async function countRequests(ids: readonly string[]): Promise<ReadonlyMap<string, RequestCounts>> {
  const counts = new Map<string, RequestCounts>();
  if (ids.length === 0) return counts;
  for (const kind of REQUEST_KINDS) {
    const rows = await db
      .selectFrom(kind.table)
      .select((eb) => [
        "customerId",
        eb.fn.countAll<number>().as("all"),
        sql<number>`count(case when ${isUnfinished(kind)} then 1 end)`.as("open"),
      ])
      .where("customerId", "in", ids)
      .where(isListed())
      .groupBy("customerId")
      .execute();
    for (const { customerId, all, open } of rows) {
      const known = counts.get(customerId ?? "") ?? { all: 0, open: 0 };
      counts.set(customerId ?? "", { all: known.all + all, open: known.open + open });
    }
  }
  return counts;
}

/** The customers who wait for something. */
export function ofCustomersWithOpenRequests(): Condition {
  const open = REQUEST_KINDS.map(
    (kind) =>
      sql`select "customerId" from ${sql.table(kind.table)} where "customerId" is not null and ${isOpen(kind)}`,
  );
  return sql`${sql.ref("id")} in (${sql.join(open, sql` union all `)})`;
}

/** The customer of a request, as the request's pages show them. */
export interface SamePerson {
  /** The customer's page. */
  path: string;
  /** How many requests they have sent. */
  count: number;
}

/** The customers with these ids, by id; one in the trash is left out. */
export async function findSamePersons(
  ids: readonly (string | undefined)[],
): Promise<ReadonlyMap<string | undefined, SamePerson>> {
  const known = [...new Set(ids.filter((id) => id !== undefined))];
  if (known.length === 0) return new Map();
  const [rows, counts] = await Promise.all([
    db.selectFrom("customers").select("id").where("id", "in", known).where("deletedAt", "is", null).execute(),
    countRequests(known),
  ]);
  return new Map(
    rows.map(({ id }) => [id, { path: recordPath(CUSTOMERS, id), count: counts.get(id)?.all ?? 0 }]),
  );
}
