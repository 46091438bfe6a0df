import { sql } from "kysely";
import { selectRecords } from "~/collections/store.server";
import { allOf, anyOf, type Condition } from "~/db/conditions.server";
import { findOnShelf } from "./finder.server";
import { partSearchConditions } from "./list-conditions.server";

/** What the staff's list of parts shows for a search: what it names, and whatever visitors are offered for it. */
export async function staffSearchConditions(q: string): Promise<Condition[]> {
  const [named, offered] = await Promise.all([partSearchConditions(q, new Date()), findOffered(q)]);
  if (offered.length === 0 || named.length === 0) return named;
  const matching = selectRecords("parts").select("id").where(allOf(named));
  return [anyOf([sql<boolean>`id in ${matching}`, sql<boolean>`id in (${sql.join(offered)})`])];
}

/** The parts on the shelf that visitors are offered for a part and a car: those from such a car, and those that fit it. */
export async function findOffered(q: string): Promise<string[]> {
  const { parts, near, hasCar, part } = await findOnShelf({ q }, new Date());
  if (!hasCar || !part) return [];
  // What only may fit has no grade.
  return [...parts, ...near.filter(({ grade }) => grade !== undefined)].map(({ _id }) => _id);
}
