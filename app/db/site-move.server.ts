import type { Db } from "./engine";

/** What is known of the move that filled a database; a table of one row, made by the move itself. */
export interface Move {
  /** What messages call the database that it came from. */
  source: string;
  /** ISO date-time; null until every table is copied and checked. */
  finishedAt: string | null;
  /** The digest of all tables then. */
  digest: string | null;
}

export const MOVE_TABLE = "siteMove";

/** The columns, for a database of any version. */
type WithMove = { siteMove: Move };

/** The move that filled this database; undefined for none. */
export async function readMove(db: Db): Promise<Move | undefined> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === MOVE_TABLE)) return undefined;
  return db.withTables<WithMove>().selectFrom(MOVE_TABLE).selectAll().executeTakeFirst();
}

/** Marks a database as one that is not to be used before `endMove`. */
export async function beginMove(db: Db, source: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.schema
      .createTable(MOVE_TABLE)
      .ifNotExists()
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("finishedAt", "text")
      .addColumn("digest", "text")
      .execute();
    const move = transaction.withTables<WithMove>();
    await move.deleteFrom(MOVE_TABLE).execute();
    await move.insertInto(MOVE_TABLE).values({ source, finishedAt: null, digest: null }).execute();
  });
}

export async function endMove(db: Db, finishedAt: Date, digest: string): Promise<void> {
  await db
    .withTables<WithMove>()
    .updateTable(MOVE_TABLE)
    .set({ finishedAt: finishedAt.toISOString(), digest })
    .execute();
}
