import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
type AnyDb = Kysely<any>;

const TABLES = ["partRequests", "repairRequests"];

/** What staff do with a request: who has it, when its answer is due, its quote, and whether it is spam or deleted. */
export async function up(db: AnyDb): Promise<void> {
  for (const table of TABLES) {
    await db.schema
      .alterTable(table)
      .addColumn("assigneeId", "text", (column) =>
        column.references("administrators.id").onDelete("set null"),
      )
      .execute();
    for (const name of ["answerDueAt", "firstAnsweredAt", "spamAt", "deletedAt", "updatedBy"]) {
      await db.schema.alterTable(table).addColumn(name, "text").execute();
    }
    // The last change is the closest that is known. Open requests get their due time at the next start.
    await db
      .updateTable(table)
      .set({ firstAnsweredAt: sql.ref("updatedAt") })
      .where((eb) => eb.or([eb("status", "<>", "pending"), eb("notes", "<>", "[]")]))
      .execute();
    await createIndexes(db, table);
  }
  await db.schema.alterTable("partRequests").addColumn("quoteCents", "integer").execute();
  for (const name of ["quoteWarranty", "quoteValidUntil", "quotedAt"]) {
    await db.schema.alterTable("partRequests").addColumn(name, "text").execute();
  }
}

/** Each covers its list's conditions, so that counts and deep pages never touch the table. */
async function createIndexes(db: AnyDb, table: string): Promise<void> {
  await db.schema.dropIndex(`${table}Newest`).execute();
  await db.schema.dropIndex(`${table}Status`).execute();
  const rest = ["assigneeId", "firstAnsweredAt", "answerDueAt", "spamAt", "deletedAt"];
  const isListed = sql<boolean>`"spamAt" is null and "deletedAt" is null`;
  const isWaiting = sql<boolean>`"firstAnsweredAt" is null and "spamAt" is null and "deletedAt" is null`;
  const isSpam = sql<boolean>`"spamAt" is not null and "deletedAt" is null`;
  const isDeleted = sql<boolean>`"deletedAt" is not null`;
  const indexes: [name: string, columns: string[], where: typeof isListed][] = [
    ["Newest", ["createdAt", "id", "status", ...rest], isListed],
    ["Status", ["status", "createdAt", "id", ...rest], isListed],
    [
      "Waiting",
      ["answerDueAt", "id", "status", "createdAt", ...rest.filter((name) => name !== "answerDueAt")],
      isWaiting,
    ],
    ["Spam", ["createdAt", "id", "status", ...rest], isSpam],
    ["Deleted", ["createdAt", "id", "status", ...rest], isDeleted],
  ];
  for (const [name, columns, where] of indexes) {
    await db.schema.createIndex(`${table}${name}`).on(table).columns(columns).where(where).execute();
  }
}
