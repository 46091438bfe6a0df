import { business } from "~/business/business.server";
import { searchTextOfTexts } from "~/collections/search-text";
import { searchTextHas } from "~/collections/search-text.server";
import { actor, now, transactionDb } from "~/context.server";
import { allOf } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import type { RecordKind, Row } from "~/db/schema";
import { inBatches, type ListSlice, type OpenList, type RequestedRange } from "~/lists/window";
import { dayInTimeZone } from "~/values/format";
import type { IsoDay } from "~/values/typed-date";
import type { BookContent, BookLine } from "./book";
import { type ChainCheck, checkChain, FIRST_HASH, hashLine } from "./chain.server";

/** Lines of one page, and of one query. */
const LINES_PER_PAGE = 100;
const LINES_PER_BATCH = 500;

/** Which record came or left. */
export interface BookSubject {
  direction: BookLine["direction"];
  kind: RecordKind;
  id: string;
}

/**
 * Writes that a record came or left, in the transaction that stores it: neither is there without the other. Called again for the
 * same record it writes nothing where all is as it was, and otherwise a correction that names the line before. What is left out of
 * `content` is unknown.
 *
 * A sale calls it with `{ direction: "out", kind: "dismantledVehicle" | "retailVehicle", id }` and the buyer before it sets the
 * vehicle's status, which would otherwise write a line without the buyer first.
 * @throws Error outside of a transaction
 */
export async function recordInBook(subject: BookSubject, content: BookContent): Promise<void> {
  const open = await findOpenLine(subject);
  const text = toText(content);
  if (open && toText({ ...open.content, reason: undefined }) === toText({ ...content, reason: undefined })) {
    return;
  }
  await append(subject, text, open?.sequence ?? null);
}

/**
 * Reverses what the book says about a record, by a correction: it was entered by mistake, or it is back. Does nothing if the book doesn't
 * mention it.
 */
export async function voidInBook(subject: BookSubject, reason: string): Promise<void> {
  const open = await findOpenLine(subject);
  if (!open) return;
  await append(subject, toText({ ...open.content, reason, isVoid: true }), open.sequence);
}

/** What the book says about a record now: its last line; undefined if there is none, or it was reversed. */
export async function findOpenLine({ direction, kind, id }: BookSubject): Promise<BookLine | undefined> {
  const row = await db
    .selectFrom("bookLines")
    .selectAll()
    .where("subjectId", "=", id)
    .where("direction", "=", direction)
    .where("subjectKind", "=", kind)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  const line = row && toLine(row);
  return line?.content.isVoid ? undefined : line;
}

/** Every line about these records, in the book's order. */
export async function listLinesOf(ids: readonly string[]): Promise<BookLine[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("bookLines")
    .selectAll()
    .where("subjectId", "in", ids)
    .orderBy("sequence")
    .execute();
  return rows.map(toLine);
}

/** Which lines a page of the book shows. */
export interface BookQuery {
  q?: string | undefined;
  direction?: BookLine["direction"] | undefined;
  /** The days on which they were written. */
  from?: IsoDay | undefined;
  to?: IsoDay | undefined;
  /** From 1; the newest lines come first. */
  page: number;
}

/** One page of the book, and which lines of it were corrected since. */
export async function findBookPage(query: BookQuery) {
  const { count } = await selectLines(query)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const total = Number(count);
  const pages = Math.max(1, Math.ceil(total / LINES_PER_PAGE));
  const page = Math.min(query.page, pages);
  const rows = await selectLines(query)
    .selectAll()
    .orderBy("sequence", "desc")
    .limit(LINES_PER_PAGE)
    .offset((page - 1) * LINES_PER_PAGE)
    .execute();
  const shown = rows.map(({ sequence }) => sequence);
  const corrections =
    shown.length > 0
      ? await db
          .selectFrom("bookLines")
          .select(["sequence", "corrects"])
          .where("corrects", "in", shown)
          .execute()
      : [];
  const correctedBy = new Map(corrections.map(({ sequence, corrects }) => [corrects, sequence]));
  return {
    ...{ total, page, pages },
    lines: rows.map((row) => ({ ...toLine(row), correctedBy: correctedBy.get(row.sequence) })),
  };
}

/** A range of the lines of a query, the newest first, as the API requests it. */
export async function findBookSlice(
  query: Omit<BookQuery, "page">,
  { limit, offset = 0 }: RequestedRange,
): Promise<ListSlice<BookLine>> {
  const sequences = await listSequences(query);
  return { total: sequences.length, records: await findLines(sequences.slice(offset, offset + limit)) };
}

/** The lines of a query from `offset` on, the newest first, to be read in batches. */
export async function openBook(query: Omit<BookQuery, "page">, offset = 0): Promise<OpenList<BookLine>> {
  const sequences = await listSequences(query);
  return {
    total: sequences.length,
    version: sequences.join(),
    batches: inBatches(sequences, offset, findLines),
  };
}

/** The line of this number; undefined if the book has none. */
export async function findBookLine(sequence: number): Promise<BookLine | undefined> {
  const [line] = await findLines([sequence]);
  return line;
}

async function listSequences(query: Omit<BookQuery, "page">): Promise<number[]> {
  const rows = await selectLines(query).select("sequence").orderBy("sequence", "desc").execute();
  return rows.map(({ sequence }) => sequence);
}

/** The lines of these numbers, the newest first. */
async function findLines(sequences: readonly number[]): Promise<BookLine[]> {
  if (sequences.length === 0) return [];
  const rows = await db
    .selectFrom("bookLines")
    .selectAll()
    .where("sequence", "in", sequences)
    .orderBy("sequence", "desc")
    .execute();
  return rows.map(toLine);
}

/** Every line of the query, the oldest first, a few at a time. */
export async function* readBook(query: Omit<BookQuery, "page"> = {}): AsyncGenerator<BookLine> {
  for await (const row of readRows(query)) yield toLine(row);
}

/** Lines after a number, the oldest first; for an export of everything. */
export async function listLinesAfter(sequence: number, limit: number): Promise<BookLine[]> {
  const rows = await db
    .selectFrom("bookLines")
    .selectAll()
    .where("sequence", ">", sequence)
    .orderBy("sequence")
    .limit(limit)
    .execute();
  return rows.map(toLine);
}

/** Checks the whole chain. */
export async function verifyBook(): Promise<ChainCheck> {
  return checkChain(readRows({}));
}

/** The line that a hash, or the first sixteen characters of one, belongs to: what a print of that day said. */
export async function findLineByHash(hash: string): Promise<BookLine | undefined> {
  const row = await db
    .selectFrom("bookLines")
    .selectAll()
    .where("hash", "like", `${hash.toLowerCase().replace(/[^0-9a-f]/g, "")}%`)
    .executeTakeFirst();
  return row && toLine(row);
}

/** The last line of all, and how many were written on a day. */
export async function summarizeBook(day: IsoDay): Promise<{ last: BookLine | undefined; today: number }> {
  const [row, { count }] = await Promise.all([
    db.selectFrom("bookLines").selectAll().orderBy("sequence", "desc").limit(1).executeTakeFirst(),
    db
      .selectFrom("bookLines")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("day", "=", day)
      .executeTakeFirstOrThrow(),
  ]);
  return { last: row && toLine(row), today: Number(count) };
}

/** The last line of a day; undefined if it had none. */
export async function findLastLineOf(day: IsoDay): Promise<BookLine | undefined> {
  const row = await db
    .selectFrom("bookLines")
    .selectAll()
    .where("day", "=", day)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toLine(row);
}

/** Lines of cars that left without the book saying to whom, oldest first. @param limit how many at most */
export async function listLeftToNobody(limit: number): Promise<BookLine[]> {
  const rows = await selectLeftToNobody().selectAll("line").orderBy("line.sequence").limit(limit).execute();
  return rows.map(toLine);
}

/** How many lines of cars that left don't say to whom. */
export async function countLeftToNobody(): Promise<number> {
  const { count } = await selectLeftToNobody()
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function selectLeftToNobody() {
  return db
    .selectFrom("bookLines as line")
    .where("direction", "=", "out")
    .where("subjectKind", "!=", "part")
    .where("content", "not like", '%"party":{%')
    .where("content", "not like", '%"isVoid":true%')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("bookLines as later")
            .whereRef("later.corrects", "=", "line.sequence")
            .select("later.sequence"),
        ),
      ),
    );
}

/** The next line. The transaction has held the write lock since it began, so no other process adds one in the meantime. */
async function append(
  { direction, kind, id }: BookSubject,
  content: string,
  corrects: number | null,
): Promise<void> {
  if (!transactionDb()) throw new Error("A line of the book belongs in the transaction of what it says.");
  const last = await db
    .selectFrom("bookLines")
    .select(["sequence", "hash"])
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  const line = {
    sequence: (last?.sequence ?? 0) + 1,
    previousHash: last?.hash ?? FIRST_HASH,
    at: now().toISOString(),
    day: dayInTimeZone(business.timeZone, now()),
    direction,
    subjectKind: kind,
    subjectId: id,
    corrects,
    by: actor().username ?? null,
    content,
  };
  await db
    .insertInto("bookLines")
    .values({ ...line, searchText: bookSearchText(JSON.parse(content)), hash: hashLine(line) })
    .execute();
}

function selectLines({ q, direction, from, to }: Omit<BookQuery, "page">) {
  return db
    .selectFrom("bookLines")
    .where(allOf(q === undefined ? [] : searchTextHas(q)))
    .$if(direction !== undefined, (query) => query.where("direction", "=", direction ?? "in"))
    .$if(from !== undefined, (query) => query.where("day", ">=", from ?? ""))
    .$if(to !== undefined, (query) => query.where("day", "<=", to ?? ""));
}

async function* readRows(query: Omit<BookQuery, "page">): AsyncGenerator<Row<"bookLines">> {
  for (let after = 0; ; ) {
    const rows = await selectLines(query)
      .selectAll()
      .where("sequence", ">", after)
      .orderBy("sequence")
      .limit(LINES_PER_BATCH)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.sequence;
  }
}

/** A line is found by all that it says: the car, its numbers, the other party, the papers. */
function bookSearchText({ party, isVoid: _isVoid, ...content }: BookContent): string {
  return searchTextOfTexts([...Object.values(content), ...Object.values(party ?? {})]);
}

function toLine({ content, searchText: _searchText, ...row }: Row<"bookLines">): BookLine {
  return { ...row, content: JSON.parse(content) as BookContent };
}

/** Always in the same order, so that the same content is the same text. */
function toText({ party, ...content }: BookContent): string {
  const { what, way, on, name, quantity, stockNumber, vin, odometer, title, formNumber } = content;
  const { catalyticConverters, airBags, reason, isVoid } = content;
  return JSON.stringify({
    ...{ what, way, on, name, quantity, stockNumber, vin, odometer },
    party: party && { name: party.name, address: party.address, number: party.number },
    ...{ title, formNumber, catalyticConverters, airBags, reason, isVoid },
  });
}
