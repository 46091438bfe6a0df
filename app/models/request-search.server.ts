import { sql } from "kysely";
import { rememberUntilChange } from "~/db/changes.server";
import { db } from "~/db/connection.server";
import type { Database } from "~/db/schema";
import { foldedSearch, joinedText } from "~/db/text-search.server";
import { phoneDigits } from "./phone";
import type { RequestSort } from "./request-list";
import type { StaffQuery } from "./staff-list";
import type { StaffAsk } from "./staff-list.server";
import { foldText } from "./tidy";
import { all, type Condition, compared } from "./vehicle.server";
import { searchWords } from "./vehicle-search";

/** What both lists of requests ask of their tables. */

/** Where a list of requests looks. */
export type RequestSource = SourceOf<"partRequests", "PR"> | SourceOf<"repairRequests", "RR">;

interface SourceOf<Table extends keyof Database, Prefix> {
  table: Table;
  /** What a customer's reference begins with. */
  prefix: Prefix;
  /** The columns that tell one request from another, besides customer and vehicle. */
  columns: readonly (keyof Database[Table] & string)[];
}

/** What a list of requests is asked for. */
export type RequestQuery = StaffQuery<string, RequestSort>;

/**
 * What a list of requests asks of its table.
 * @param read the requests of these ids, in any order
 */
export async function askForRequests<Request extends { _id: string }>(
  source: RequestSource,
  query: RequestQuery,
  read: (ids: string[]) => Promise<Request[]>,
): Promise<StaffAsk<Request>> {
  const found = query.q === undefined ? undefined : await searchThrough(source, query);
  return {
    count: async ({ q, status }) =>
      found && q !== undefined ? found.length : countMatching({ source, status }),
    rows: async (slice) => {
      const ids = found
        ? found.slice(slice.offset, slice.offset + slice.limit)
        : await lookUp(source, query, slice);
      const requests = new Map((await read(ids)).map((request) => [request._id, request]));
      return ids.flatMap((id) => requests.get(id) ?? []);
    },
  };
}

/** Every row is read once, in the order in which they lie: by the index each would be looked up by itself. */
async function searchThrough(source: RequestSource, query: RequestQuery): Promise<string[]> {
  const rows = await matching(source, query).select(["id", "createdAt"]).execute();
  const ids = rows.sort(byMoment).map(({ id }) => id);
  return query.sort === "oldest" ? ids : ids.reverse();
}

/** Found in the indexes alone. */
async function lookUp(
  source: RequestSource,
  { status, sort }: RequestQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const order = sort === "oldest" ? "asc" : "desc";
  const rows = await matching(source, { status })
    .select("id")
    .orderBy("createdAt", order)
    .orderBy("id", order)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

interface Moment {
  id: string;
  createdAt: string;
}

// As SQL compares texts, whatever the language of the machine.
function byMoment(one: Moment, other: Moment): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

const countMatching = rememberUntilChange(
  async ({ source, status }: { source: RequestSource; status: string | undefined }): Promise<number> => {
    const { count } = await matching(source, { status })
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  },
  ({ source, status }) => JSON.stringify([source.table, status]),
);

function matching(source: RequestSource, { q, status }: Partial<RequestQuery>) {
  const conditions: Condition[] = [
    ...compared("status", "=", status),
    ...wordsOf(q).map((word) => (isPhoneLike(word) ? hasPhone(word) : isFoundIn(textOf(source), word))),
  ];
  const requests = db.selectFrom(source.table);
  return conditions.length > 0 ? requests.where(all(conditions)) : requests;
}

const isFoundIn = foldedSearch("folded", foldText);

/** Written by hand in any alphabet; the rest of a request is ASCII by its rules. */
const FREE_COLUMNS = ["customerName", "vehicleMake", "vehicleModel", "vehicleTrim"] as const;
const PLAIN_COLUMNS = ["customerPhone", "customerEmail", "vin", "vehicleYear"] as const;

function textOf({ prefix, columns }: RequestSource) {
  const free = [...FREE_COLUMNS, ...columns].map((column) => sql.ref(column));
  const plain = PLAIN_COLUMNS.map((column) => sql.ref(column));
  const reference = sql`${sql.lit(`${prefix}-`)} || substr(${sql.ref("id")}, -6)`;
  return { text: joinedText([...free, ...plain, reference]), free: joinedText(free) };
}

/** A phone number is found in whatever form it is read out. A VIN may be all digits. */
function hasPhone(word: string): Condition {
  const kept = ["(", ")", " ", "-"].reduce(
    (phone, sign) => sql`replace(${phone}, ${sql.lit(sign)}, '')`,
    sql`${sql.ref("customerPhone")}`,
  );
  return sql<boolean>`instr(${joinedText([kept, sql.ref("vin")])}, ${phoneDigits(word)}) > 0`;
}

/** The words of a search; a phone number is one word, and a reference is found without its hyphen. */
function wordsOf(q = ""): string[] {
  if (isPhoneLike(q)) return [q];
  return searchWords(q).map((word) => word.replace(/^(pr|rr)([\da-z]{6})$/, "$1-$2"));
}

// Shorter runs of digits are years, or the end of a number.
function isPhoneLike(text: string): boolean {
  return !/\p{L}/u.test(text) && phoneDigits(text).length >= 7;
}
