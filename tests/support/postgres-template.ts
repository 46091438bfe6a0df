import pg from "pg";

/** The database that each test file's own is a copy of. */
export const TEMPLATE = "yard_template";

/** Migrates it once, because a copy takes a tenth of the time. */
export async function setup(): Promise<void> {
  const server = process.env.TEST_POSTGRES;
  if (!server) return;
  const client = new pg.Client(`${server}postgres`);
  await client.connect();
  // Each project sets up.
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [TEMPLATE]);
  if (!rowCount) {
    await client.query(`create database ${TEMPLATE}`);
    process.env.DATABASE_URL = server + TEMPLATE;
    const { engine } = await import("../../app/db/connection.server");
    const { migrate } = await import("../../app/db/migrate.server");
    await migrate(engine);
    await engine.close();
    delete process.env.DATABASE_URL;
  }
  await client.end();
}
