import { beforeAll, expect, test } from "vitest";
import { createRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { actAs, actor, CUSTOMER, now, runApart, staffMember, THE_SITE } from "~/context.server";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { PART_RECORDS } from "~/parts/part.server";
import { PARTS } from "~/parts/parts";

const NOON = new Date("2026-12-04T12:00:00.000Z");
const ONE = new Date("2026-12-04T13:00:00.000Z");
const MARTA = staffMember({ user: { _id: "01JMARTA0000", username: "marta" }, role: "owner" }, "page");
const PART = bodySchema(PARTS).parse({ entryId: "alternator", year: 2012, make: "Honda", model: "Accord" });

beforeAll(async () => {
  await migrate(engine);
});

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
const listChanges = () =>
  db.selectFrom("changes").select(["username", "source", "at"]).orderBy("id").execute();

test("who acts, and when, is known to everything that is done, a transaction too", async () => {
  await actAs(MARTA, NOON, async () => {
    await pause();
    await transaction(async () => {
      await pause();
      expect([actor(), now()]).toEqual([MARTA, NOON]);
    });
    expect(actAs(THE_SITE, ONE, () => [actor(), now()])).toEqual([THE_SITE, ONE]);
    expect([actor(), now()]).toEqual([MARTA, NOON]);
  });
});

test("two who act at once are not confused", async () => {
  const act = async () => {
    const [who] = [actor()];
    await pause();
    await transaction(pause);
    return [who, actor(), now()];
  };
  expect(await Promise.all([actAs(MARTA, NOON, act), actAs(CUSTOMER, ONE, act)])).toEqual([
    [MARTA, MARTA, NOON],
    [CUSTOMER, CUSTOMER, ONE],
  ]);
});

test("a change that nobody is said to make is an error, and is not stored", async () => {
  await expect(createRecord(PART_RECORDS, PART)).rejects.toThrow("It isn't known who makes this change.");
  expect(await db.selectFrom("parts").select("id").execute()).toEqual([]);
  await actAs(MARTA, NOON, () => createRecord(PART_RECORDS, PART));
  expect(await listChanges()).toEqual([{ username: "marta", source: "page", at: NOON.toISOString() }]);
});

test("a job that work in a transaction starts is no part of it, and nobody's but its own", async () => {
  const job = await actAs(MARTA, NOON, () =>
    transaction(async () => {
      const started = pause().then(() => runApart(() => db.selectFrom("parts").select("id").execute()));
      expect(() => runApart(actor)).toThrow("It isn't known who");
      return { started };
    }),
  );
  expect(await job.started).toHaveLength(1);
});
