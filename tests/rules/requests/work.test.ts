import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, sqlite } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { PART_REQUESTS } from "~/requests/part.server";
import { fillAnswerDueAt, findRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS } from "~/requests/repair.server";
import { updateRequest } from "~/requests/work.server";
import { callback, minutesLater, newPartRequest } from "../../support/requests";

/** The requests are received on Monday, March 2, 2026, at 10:04 in the morning. */
const DUE = "2026-03-04T21:04:00.000Z";
const later = (minutes: number) => ({ author: "marta", now: minutesLater(minutes) });

beforeAll(() => migrate({ sqlite, db }));
beforeEach(async () => {
  await db.deleteFrom("partRequests").execute();
  await db.deleteFrom("repairRequests").execute();
});

describe("an answer", () => {
  test("is due 24 business hours after a request of either kind comes in", async () => {
    expect(await findRequest(PART_REQUESTS, await newPartRequest())).toMatchObject({ answerDueAt: DUE });
    expect(await findRequest(REPAIR_REQUESTS, await callback())).toMatchObject({ answerDueAt: DUE });
  });

  test("gets its due time at the start where an older version stored none, and keeps it afterwards", async () => {
    const id = await newPartRequest();
    await db.updateTable("partRequests").set({ answerDueAt: null }).execute();
    expect(await fillAnswerDueAt("partRequests")).toBe(1);
    expect(await findRequest(PART_REQUESTS, id)).toMatchObject({ answerDueAt: DUE });
    expect(await fillAnswerDueAt("partRequests")).toBe(0);
  });

  test("is a status other than pending or a note, and its first time stays", async () => {
    const id = await newPartRequest();
    const pending = await updateRequest(PART_REQUESTS, id, { status: "pending" }, later(1));
    expect(pending?.firstAnsweredAt).toBeUndefined();
    const noted = await updateRequest(PART_REQUESTS, id, { notes: [{ content: "Called" }] }, later(2));
    expect(noted?.firstAnsweredAt).toBe(minutesLater(2).toISOString());
    const quoted = await updateRequest(PART_REQUESTS, id, { status: "quoted" }, later(3));
    expect(quoted?.firstAnsweredAt).toBe(minutesLater(2).toISOString());
    const other = await updateRequest(REPAIR_REQUESTS, await callback(), { status: "scheduled" }, later(4));
    expect(other?.firstAnsweredAt).toBe(minutesLater(4).toISOString());
  });
});

test("a request stays when the account it was assigned to is removed, and nobody has it", async () => {
  const id = await newPartRequest();
  const row = {
    id: "ann-account",
    username: "ann",
    usernameKey: "ann",
    passwordHash: "",
    createdAt: "",
    updatedAt: "",
  };
  await db.insertInto("administrators").values(row).execute();
  await db.updateTable("partRequests").set({ assigneeId: row.id }).execute();
  await db.deleteFrom("administrators").where("id", "=", row.id).execute();
  expect(await findRequest(PART_REQUESTS, id)).toMatchObject({ assigneeId: undefined });
});
