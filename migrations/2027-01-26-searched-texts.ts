import { type Kysely, PostgresAdapter, sql } from "kysely";
import { dropTrigger, refuseWrites } from "../app/db/triggers";

// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
type AnyDb = Kysely<any>;

const ROWS_AT_ONCE = 500;

/**
 * What a search of the book, the history and the alerts looks in, without case, accents and signs, as the other lists have it; and an
 * alert's make as it is compared.
 */
export async function up(db: AnyDb): Promise<void> {
  for (const [table, column] of [
    ["bookLines", "searchText"],
    ["changes", "searchText"],
    ["arrivalAlerts", "searchText"],
    ["arrivalAlerts", "makeKey"],
  ] as const)
    await db.schema
      .alterTable(table)
      .addColumn(column, "text", (added) => added.notNull().defaultTo(""))
      .execute();
  await fillAlerts(db);
  await fillBook(db);
  await fillHistory(db);
}

async function fillAlerts(db: AnyDb): Promise<void> {
  for (const { id, email, make, model, wishKey } of await db
    .selectFrom("arrivalAlerts")
    .selectAll()
    .execute()) {
    // The wish's key is the address and, as JSON, the make, the model and the years.
    const [, wish] = JSON.parse(wishKey);
    const [makeKey] = JSON.parse(wish);
    const searchText = searched([email, make, model, makeKey]);
    await db.updateTable("arrivalAlerts").set({ makeKey, searchText }).where("id", "=", id).execute();
  }
}

async function fillBook(db: AnyDb): Promise<void> {
  await dropTrigger(db, "bookLines_update");
  await fill(db, { table: "bookLines", number: "sequence", column: "content" }, (content) => {
    const { party, isVoid: _isVoid, ...said } = JSON.parse(content);
    return [...Object.values(said), ...Object.values(party ?? {})];
  });
  await refuseWrites(db, {
    name: "bookLines_update",
    when: "before update",
    table: "bookLines",
    message: "A line of the book is never changed or removed. A correction is a new line.",
  });
}

async function fillHistory(db: AnyDb): Promise<void> {
  await dropTrigger(db, "changesStay");
  await db.schema.dropIndex("changesNewest").execute();
  await fill(db, { table: "changes", number: "id", column: "recordName" }, (name) => [name]);
  await db.schema
    .createIndex("changesNewest")
    .on("changes")
    .columns(["at", "id", "recordKind", "action", "source", "accountId", "recordId"])
    // PostgreSQL takes no more than 2,704 bytes for a row of an index (2027-01-28-short-index-rows.ts).
    .columns(db.getExecutor().adapter instanceof PostgresAdapter ? [] : ["searchText"])
    .execute();
  await refuseWrites(db, {
    name: "changesStay",
    when: "before update",
    table: "changes",
    message: "The history is append-only.",
  });
}

/** Fills the search text of a table's rows, many at once. */
async function fill(
  db: AnyDb,
  { table, number, column }: { table: string; number: string; column: string },
  textsOf: (value: string) => unknown[],
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom(table)
      .select([`${number} as number`, `${column} as value`])
      .where(number, ">", after)
      .orderBy(number)
      .limit(ROWS_AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    const values = rows.map((row) => sql`(${sql.lit(Number(row.number))}, ${searched(textsOf(row.value))})`);
    await sql`update ${sql.table(table)} set "searchText" = filled.column2 from (values ${sql.join(values)}) as filled
      where ${sql.ref(`${table}.${number}`)} = filled.column1`.execute(db);
    after = Number(last.number);
  }
}

/** As the program made it when this was released: each text folded, and without spaces and signs. */
function searched(texts: readonly unknown[]): string {
  const words = texts.map(String).flatMap((text) => {
    const folded = text
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .toLowerCase();
    return [folded, folded.replace(/[^\p{L}\p{N}]+/gu, "")];
  });
  return ` ${[...new Set(words)].join(" ")} `;
}
