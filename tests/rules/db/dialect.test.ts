import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";

beforeAll(async () => {
  await migrate(engine);
});

const add = (id: string, within = db) => within.insertInto("removedVehicles").values({ id }).execute();
const ids = async (within = db) =>
  (await within.selectFrom("removedVehicles").select("id").execute()).map(({ id }) => id);

it("a reader sees nothing of a transaction until it is committed, and its own queries see all of it", async () => {
  await db.transaction().execute(async (within) => {
    await add("in-transaction", within);
    expect(await ids(within)).toContain("in-transaction");
    expect(await ids()).not.toContain("in-transaction");
  });
  expect(await ids()).toContain("in-transaction");
});

it("transactions and writes run one after the other", async () => {
  const order: string[] = [];
  await Promise.all([
    db.transaction().execute(async (within) => {
      await add("one", within);
      await new Promise((resolve) => setImmediate(resolve));
      await add("two", within);
      order.push("transaction");
    }),
    add("three").then(() => order.push("write")),
  ]);
  expect(order).toEqual(["transaction", "write"]);
  expect(await ids()).toEqual(expect.arrayContaining(["one", "two", "three"]));
});

it("a transaction that SQLite itself rolled back, as on a full disk, fails with the reason, and the next one works", async () => {
  await sql`create trigger full before insert on removedVehicles begin select raise(rollback, 'database or disk is full'); end`.execute(
    db,
  );
  await expect(db.transaction().execute((within) => add("lost", within))).rejects.toThrow(
    "database or disk is full",
  );
  await sql`drop trigger full`.execute(db);
  await db.transaction().execute((within) => add("kept", within));
  expect(await ids()).toContain("kept");
});
