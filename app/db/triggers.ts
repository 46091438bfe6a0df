import { PostgresAdapter, type QueryExecutorProvider, sql } from "kysely";

/** Of any schema, because migrations are frozen. */
type AnyDb = QueryExecutorProvider;

interface Trigger {
  name: string;
  /** `after insert`, `after update of year, make`. */
  when: string;
  table: string;
  /** SQL that reads `old` and `new`. */
  condition?: string;
  /** One SQL statement. */
  statement: string;
  /** Once is enough when several rows are written at once; SQLite still runs it for each. */
  isOncePerWrite?: boolean;
}

/** Runs a statement with each row that is written, in the same transaction. */
export async function createTrigger(db: AnyDb, trigger: Trigger): Promise<void> {
  const { name, when, table, condition, statement } = trigger;
  if (!isPostgres(db)) {
    const on = condition ? ` when ${condition}` : "";
    await run(db, `create trigger "${name}" ${when} on "${table}"${on} begin ${statement}; end`);
    return;
  }
  const body = condition ? `if ${condition} then ${statement}; end if;` : `${statement};`;
  // What a trigger returns counts where it runs before the write, and only a new row can be written.
  await createPostgresTrigger(db, trigger, `${body} return new;`);
}

/** Rejects a write with a message. */
export async function refuseWrites(
  db: AnyDb,
  { message, ...trigger }: Omit<Trigger, "statement"> & { message: string },
): Promise<void> {
  const raise = isPostgres(db) ? `raise exception '${message}'` : `select raise(abort, '${message}')`;
  await createTrigger(db, { ...trigger, statement: raise });
}

/** Drops a trigger of either function. */
export async function dropTrigger(db: AnyDb, name: string): Promise<void> {
  await run(db, isPostgres(db) ? `drop function "${name}"() cascade` : `drop trigger "${name}"`);
}

async function createPostgresTrigger(
  db: AnyDb,
  { name, when, table, isOncePerWrite }: Omit<Trigger, "statement">,
  body: string,
): Promise<void> {
  const define = (body: string) =>
    run(db, `create function "${name}"() returns trigger language plpgsql as $$ begin ${body} end $$`);
  if (isOncePerWrite) {
    // A write of no rows doesn't count.
    await define(`if exists (select from written) then ${body} end if; return null;`);
    const rows = when.endsWith("delete") ? "old" : "new";
    await run(
      db,
      `create trigger "${name}" ${when} on "${table}" referencing ${rows} table as written
       for each statement execute function "${name}"()`,
    );
    return;
  }
  await define(body);
  await run(db, `create trigger "${name}" ${when} on "${table}" for each row execute function "${name}"()`);
}

async function run(db: AnyDb, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

/** Whether a migration runs on PostgreSQL. */
export function isPostgres(db: AnyDb): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
