import { AsyncResource } from "node:async_hooks";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";

beforeAll(async () => {
  await migrate(engine);
});

const add = (id: string) => db.insertInto("removedVehicles").values({ id }).execute();
const ids = async () => (await db.selectFrom("removedVehicles").select("id").execute()).map(({ id }) => id);

it("a reader sees nothing of a transaction until it is committed, and its own queries see all of it", async () => {
  const idsForOthers = AsyncResource.bind(ids);
  await transaction(async () => {
    await add("in-transaction");
    expect(await ids()).toContain("in-transaction");
    expect(await idsForOthers()).not.toContain("in-transaction");
  });
  expect(await ids()).toContain("in-transaction");
});

it("transactions and writes run one after the other", async () => {
  const order: string[] = [];
  await Promise.all([
    transaction(async () => {
      await add("one");
      await new Promise((resolve) => setImmediate(resolve));
      await add("two");
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
  await expect(transaction(() => add("lost"))).rejects.toThrow("database or disk is full");
  await sql`drop trigger full`.execute(db);
  await transaction(() => add("kept"));
  expect(await ids()).toContain("kept");
});
