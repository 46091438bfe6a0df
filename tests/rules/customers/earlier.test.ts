import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  findEarlierProgress,
  goOnMatching,
  matchEarlierRequests,
  stopMatching,
} from "~/customers/earlier.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { markSpam } from "~/requests/work.server";
import { as } from "../../support/act";
import { callback, minutesLater, newPartRequest } from "../../support/requests";

const NOW = minutesLater(1000);

beforeAll(() => migrate(engine));
beforeEach(async () => {
  for (const table of ["partRequests", "repairRequests", "customers"] as const)
    await db.deleteFrom(table).execute();
});

/** Requests as an older version left them, of which nobody's customer is known. */
async function storeEarlier() {
  for (const minutes of Array.from({ length: 60 }, (_, index) => index))
    await newPartRequest({}, { phone: `55555501${minutes % 2 ? "11" : "22"}` }, minutesLater(minutes));
  await callback();
  const spam = await newPartRequest({}, { phone: "5555550133", email: "spam@example.com" }, minutesLater(60));
  await as({ username: "marta", now: NOW }, () => markSpam(PART_REQUESTS, spam, true));
  for (const table of ["partRequests", "repairRequests"] as const)
    await db.updateTable(table).set({ customerId: null }).execute();
  await db.deleteFrom("customers").execute();
  await db.deleteFrom("earlierRequests").execute();
  await db
    .insertInto("earlierRequests")
    .values([
      { requestTable: "partRequests", total: 61 },
      { requestTable: "repairRequests", total: 1 },
      { requestTable: "vehicleInquiries", total: 0 },
    ])
    .execute();
}

test("earlier requests find their customers, and the page says how many", async () => {
  await storeEarlier();
  await matchEarlierRequests(NOW);
  // All sixty have one email address.
  expect(await findEarlierProgress()).toEqual({
    state: "finished",
    total: 62,
    seen: 62,
    matched: 61,
    made: 2,
  });
  expect(await db.selectFrom("customers").select("name").orderBy("name").execute()).toEqual([
    { name: "Ann Lee" },
    { name: "Cal Back" },
  ]);
  await matchEarlierRequests(NOW);
  expect(await findEarlierProgress()).toMatchObject({ matched: 61, made: 2 });
});

test("staff can stop it, and it goes on where it was", async () => {
  await storeEarlier();
  await stopMatching(NOW);
  await matchEarlierRequests(NOW);
  expect(await findEarlierProgress()).toMatchObject({ state: "stopped", seen: 0, matched: 0 });
  // As if it had been ended after its first requests.
  await goOnMatching();
  const [first] = await db.selectFrom("partRequests").select("id").orderBy("id").execute();
  await db
    .updateTable("earlierRequests")
    .set({ lastId: first?.id ?? "", seen: 1, matched: 1, made: 1 })
    .where("requestTable", "=", "partRequests")
    .execute();
  await matchEarlierRequests(NOW);
  expect(await findEarlierProgress()).toMatchObject({ state: "finished", seen: 62, matched: 61 });
  expect(
    await db
      .selectFrom("partRequests")
      .select("customerId")
      .where("id", "=", first?.id ?? "")
      .execute(),
  ).toEqual([{ customerId: null }]);
});
