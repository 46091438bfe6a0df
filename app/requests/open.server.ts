import { sql } from "kysely";
import { allOf, type Condition } from "~/db/conditions.server";
import type { RequestCollection } from "./request";

type Finishes = Pick<RequestCollection, "finished">;

// As in the indexes' own conditions (migrations/2026-11-24-request-work.ts), or SQLite would not use them.
const LISTED: readonly Condition[] = [sql`"spamAt" is null`, sql`"deletedAt" is null`];

/** True for the requests that lists and reports count: neither spam nor deleted. */
export function isListed(): Condition {
  return allOf(LISTED);
}

/** True for the requests whose status doesn't end them, including spam and deleted ones. */
export function isUnfinished({ finished }: Finishes): Condition {
  return sql`status not in (${sql.join(finished)})`;
}

/** True for the requests that wait for something: not finished, no spam and not deleted. */
export function isOpen(kind: Finishes): Condition {
  return allOf([isUnfinished(kind), ...LISTED]);
}

/** The same of a row that was read. */
export function isOpenRow(
  { finished }: Finishes,
  row: { status: string; spamAt: string | null; deletedAt: string | null },
): boolean {
  return !finished.includes(row.status) && row.spamAt === null && row.deletedAt === null;
}
