import { AsyncResource } from "node:async_hooks";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { cacheUntilChange } from "~/db/changes.server";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";

beforeAll(async () => {
  await migrate(engine);
});

beforeEach(async () => {
  await db.deleteFrom("removedVehicles").execute();
});

const add = (id: string) => db.insertInto("removedVehicles").values({ id }).execute();
const ids = async () =>
  (await db.selectFrom("removedVehicles").select("id").orderBy("id").execute()).map(({ id }) => id);
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

test("a transaction stores all that its function and whatever it calls has written, and returns its result", async () => {
  const result = await transaction(async () => {
    await add("one");
    await Promise.all([add("two"), pause().then(() => add("three"))]);
    return "result";
  });
  expect(result).toBe("result");
  expect(await ids()).toEqual(["one", "three", "two"]);
});

test("an error undoes it all, what a transaction in it has written too", async () => {
  const failing = transaction(async () => {
    await add("outer");
    await transaction(() => add("inner"));
    expect(await ids()).toEqual(["inner", "outer"]);
    throw new Error("The part was sold.");
  });
  await expect(failing).rejects.toThrow("The part was sold.");
  expect(await ids()).toEqual([]);
  await add("afterward");
  expect(await ids()).toEqual(["afterward"]);
});

test("a transaction in another one is part of it: where its error is caught, what it wrote stays", async () => {
  await transaction(async () => {
    await transaction(async () => {
      await add("inner");
      throw new Error("Not this way.");
    }).catch(() => undefined);
    await add("outer");
  });
  expect(await ids()).toEqual(["inner", "outer"]);
});

test("two at once run one after the other, and neither is part of the other", async () => {
  const counted = async (id: string) =>
    transaction(async () => {
      const before = (await ids()).length;
      await pause();
      await add(id);
      return before;
    });
  const failing = transaction(async () => {
    await add("failing");
    await pause();
    throw new Error("Undone");
  }).catch(() => "undone");
  const [one, undone, two] = await Promise.all([counted("one"), failing, counted("two")]);
  expect(undone).toBe("undone");
  // PostgreSQL doesn't say which of two that wait goes first.
  expect([one, two].sort()).toEqual([0, 1]);
  expect(await ids()).toEqual(["one", "two"]);
});

test("work that goes on after its transaction fails with the reason", async () => {
  let late: Promise<unknown> = Promise.resolve();
  let lateTransaction: Promise<unknown> = Promise.resolve();
  await transaction(async () => {
    await add("in time");
    late = pause().then(() => add("late"));
    lateTransaction = pause().then(() => transaction(() => add("late")));
    for (const promise of [late, lateTransaction]) promise.catch(() => undefined);
  });
  await expect(late).rejects.toThrow("goes on after the transaction");
  await expect(lateTransaction).rejects.toThrow("goes on after the transaction");
  expect(await ids()).toEqual(["in time"]);
});

test("what is cached is not what a transaction has not yet stored", async () => {
  const cached = cacheUntilChange(ids, () => "");
  const cachedForOthers = AsyncResource.bind(cached);
  await transaction(async () => {
    await add("one");
    expect(await cached("")).toEqual(["one"]);
    expect(await cachedForOthers("")).toEqual([]);
  });
  expect(await cached("")).toEqual(["one"]);
});
