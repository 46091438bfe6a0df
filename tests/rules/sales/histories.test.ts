// @own-process: it takes a minute of one core

import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, test } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { history, live } from "../../support/money-histories";
import { letBookBeEmptied } from "../../support/records";

/**
 * How many: as many as a minute of one core allows; `npm run check` lives ten times as many, and
 * `npm run drill -- money --runs 1000000` any number. Fewer on PostgreSQL, which answers through a socket. A run that failed prints a
 * seed, which makes it again as SEED.
 */
const { HISTORIES = engine.isShared ? "20" : "1000", SEED } = process.env;
const MS_EACH = 2_000;

let putBack: () => Promise<void>;
beforeAll(async () => {
  await migrate(engine);
  // What a power cut keeps is a drill's to show; here syncing the disk only takes time.
  if (!engine.isShared) await sql`pragma synchronous = off`.execute(db);
  putBack = await letBookBeEmptied();
});
afterAll(() => putBack());

test(
  "no history at the counter loses a cent, a number or a part",
  async () => {
    const numRuns = Number(HISTORIES);
    await fc.assert(fc.asyncProperty(history, live), {
      numRuns,
      ...(SEED ? { seed: Number(SEED) } : {}),
    });
  },
  60_000 + Number(HISTORIES) * MS_EACH,
);
