import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { removeExpiredRecords } from "~/history/trash.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { fillAnswerDueAt, findRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { describeDue, describePromise } from "~/requests/work";
import {
  addNote,
  assignRequest,
  changeStatus,
  deleteRequest,
  markSpam,
  quotePart,
  restoreRequest,
  updateRequest,
} from "~/requests/work.server";
import { quoteFormSchema } from "~/requests/work-schema";
import { as } from "../../support/act";
import { callback, minutesLater, newPartRequest } from "../../support/requests";

/** The requests are received on Monday, March 2, 2026, at 10:04 in the morning. */
const DUE = "2026-03-04T21:04:00.000Z";
const later = (minutes: number) => ({ username: "marta", now: minutesLater(minutes) });

beforeAll(() => migrate(engine));
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
    expect(await fillAnswerDueAt(PART_REQUESTS)).toBe(1);
    expect(await findRequest(PART_REQUESTS, id)).toMatchObject({ answerDueAt: DUE });
    expect(await fillAnswerDueAt(PART_REQUESTS)).toBe(0);
  });

  test("is a status other than pending or a note, and its first time stays", async () => {
    const id = await newPartRequest();
    const pending = await as(later(1), () => updateRequest(PART_REQUESTS, id, { status: "pending" }));
    expect(pending).not.toHaveProperty("request.firstAnsweredAt");
    const noted = await as(later(2), () =>
      updateRequest(PART_REQUESTS, id, { notes: [{ content: "Called" }] }),
    );
    expect(noted).toHaveProperty("request.firstAnsweredAt", minutesLater(2).toISOString());
    const quoted = await as(later(3), () => updateRequest(PART_REQUESTS, id, { status: "quoted" }));
    expect(quoted).toHaveProperty("request.firstAnsweredAt", minutesLater(2).toISOString());
    const called = await callback();
    const other = await as(later(4), () => updateRequest(REPAIR_REQUESTS, called, { status: "scheduled" }));
    expect(other).toHaveProperty("request.firstAnsweredAt", minutesLater(4).toISOString());
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
  expect((await findRequest(PART_REQUESTS, id))?.assigneeId).toBeUndefined();
});

describe("two people at once", () => {
  test("both have their note, however many write in the same moment", async () => {
    const id = await newPartRequest();
    const names = Array.from({ length: 20 }, (_, number) => `staff${number}`);
    await Promise.all(
      names.map((author) =>
        as({ username: author, now: minutesLater(1) }, () => addNote(PART_REQUESTS, id, `By ${author}`)),
      ),
    );
    const notes = (await findRequest(PART_REQUESTS, id))?.notes ?? [];
    expect(notes.map(({ author }) => author).sort()).toEqual([...names].sort());
  });

  test("the second is told of the first one's status, and nothing is replaced", async () => {
    const id = await newPartRequest();
    const change = (status: string, author: string) =>
      as({ username: author, now: minutesLater(1) }, () =>
        changeStatus(PART_REQUESTS, id, { status, expectedVersion: "pending" }),
      );
    expect(await change("processing", "ann")).toMatchObject({ outcome: "done" });
    expect(await change("cancelled", "bob")).toMatchObject({
      outcome: "changed",
      request: { status: "processing", updatedBy: "ann" },
    });
    expect(await change("processing", "bob"), "the same is no conflict").toMatchObject({ outcome: "done" });
  });

  test("who change different things do not get in each other's way", async () => {
    const id = await newPartRequest();
    await as(later(1), () => addNote(PART_REQUESTS, id, "Called"));
    const status = { status: "processing", expectedVersion: "pending" };
    expect(await as(later(2), () => changeStatus(PART_REQUESTS, id, status))).toMatchObject({
      outcome: "done",
    });
    const quote = { price: 120, warranty: undefined, validUntil: undefined };
    expect(await as(later(3), () => quotePart(id, quote, { expectedVersion: null }))).toMatchObject({
      outcome: "done",
    });
    expect(
      await as(later(4), () => quotePart(id, { ...quote, price: 90 }, { expectedVersion: null })),
    ).toMatchObject({
      outcome: "changed",
      request: { quote: { price: 120 } },
    });
    const nobody = { assigneeId: null, expectedVersion: null };
    expect(await as(later(5), () => assignRequest(PART_REQUESTS, id, nobody))).toMatchObject({
      outcome: "done",
    });
  });
});

describe("a quote", () => {
  const quote = { price: 89.5, warranty: "90 days", validUntil: "2026-04-01" };

  test("answers a request and makes it quoted; one that is fulfilled or cancelled keeps its status", async () => {
    const id = await newPartRequest();
    await as(later(5), () => quotePart(id, quote, { expectedVersion: null }));
    expect(await findRequest(PART_REQUESTS, id)).toMatchObject({
      status: "quoted",
      firstAnsweredAt: minutesLater(5).toISOString(),
      quote: { ...quote, quotedAt: minutesLater(5).toISOString() },
    });
    for (const status of ["fulfilled", "cancelled"] as const) {
      await as(later(6), () => updateRequest(PART_REQUESTS, id, { status }));
      const quotedAt = (await findRequest(PART_REQUESTS, id))?.quote?.quotedAt ?? "";
      const again = await as(later(7), () => quotePart(id, quote, { expectedVersion: quotedAt }));
      expect(again).toMatchObject({ outcome: "done", request: { status } });
    }
  });

  test.each([
    [{ price: "$1,250.50" }, { price: 1250.5 }],
    [{ price: "89.999" }, ["price"]],
    [{ price: "" }, ["price"]],
    [{ price: "0" }, ["price"]],
    [{ price: "12,9" }, ["price"]],
    [
      { price: "5", validUntil: "2026-03-02" },
      { price: 5, validUntil: "2026-03-02" },
    ],
    [
      { price: "5", validUntil: "03/05/2026" },
      { price: 5, validUntil: "2026-03-05" },
    ],
    [{ price: "5", validUntil: "2026-03-01" }, ["validUntil"]],
    [{ price: "5", validUntil: "2026-02-30" }, ["validUntil"]],
  ])("of %j is %j", (typed, expected) => {
    const parsed = quoteFormSchema("2026-03-02").safeParse(typed);
    const outcome = parsed.success ? parsed.data : parsed.error.issues.map(({ path }) => path[0]);
    expect(outcome).toEqual(expected);
  });
});

test("spam has a place of its own, and comes back as it was", async () => {
  const id = await newPartRequest();
  await as(later(1), () => markSpam(PART_REQUESTS, id, true));
  expect(await findRequest(PART_REQUESTS, id)).toMatchObject({ spamAt: minutesLater(1).toISOString() });
  await as(later(2), () => markSpam(PART_REQUESTS, id, false));
  const restored = await findRequest(PART_REQUESTS, id);
  expect(restored).toMatchObject({ status: "pending" });
  expect(restored).not.toHaveProperty("spamAt");
});

test("a deleted request can be restored for 30 days, and is gone after that", async () => {
  const [id, kept] = [await callback(), await callback()];
  expect(await as(later(1), () => deleteRequest(REPAIR_REQUESTS, id))).toMatchObject({ outcome: "done" });
  expect(await as(later(2), () => deleteRequest(REPAIR_REQUESTS, id))).toEqual({ outcome: "not-found" });
  expect(await findRequest(REPAIR_REQUESTS, id)).toBeUndefined();
  expect(await as(later(2), () => addNote(REPAIR_REQUESTS, id, "Too late"))).toEqual({
    outcome: "not-found",
  });
  const days = (number: number) => minutesLater(1 + number * 24 * 60);
  await removeExpiredRecords(days(29.9));
  expect(await as(later(3), () => restoreRequest(REPAIR_REQUESTS, id))).toBe(true);
  expect(await findRequest(REPAIR_REQUESTS, id)).toMatchObject({ _id: id });
  await as(later(1), () => deleteRequest(REPAIR_REQUESTS, id));
  const mail = {
    createdAt: "2026",
    to: "ann@example.com",
    subject: "",
    text: "",
    html: "",
    nextAttemptAt: "2026",
  };
  for (const causeId of [id, kept]) {
    const row = {
      ...mail,
      messageId: `<${causeId}@example.com>`,
      causeKind: "repairRequest" as const,
      causeId,
    };
    await db.insertInto("outbox").values(row).execute();
  }
  await removeExpiredRecords(days(30));
  expect(await as(later(3), () => restoreRequest(REPAIR_REQUESTS, id))).toBe(false);
  expect(await findRequest(REPAIR_REQUESTS, kept)).toMatchObject({ _id: kept });
  // The mail about it had the customer's words too.
  expect(await db.selectFrom("outbox").select("causeId").execute()).toEqual([{ causeId: kept }]);
});

test("when an answer is due is said in words that are right at a glance", () => {
  const timeZone = "America/New_York";
  const now = new Date("2026-06-10T12:00:00-04:00");
  const soonUntil = new Date("2026-06-10T16:00:00-04:00");
  const said = (at: string) => Object.values(describeDue(at, { now, soonUntil, timeZone })).slice(1);
  expect(said("2026-06-10T15:00:00-04:00")).toEqual(["Due by 3 pm today", "soon"]);
  expect(said("2026-06-11T15:30:00-04:00")).toEqual(["Due by Thursday 3:30 pm", "later"]);
  expect(said("2026-06-15T15:00:00-04:00")).toEqual(["Due by Monday 3 pm", "later"]);
  expect(said("2026-06-17T15:00:00-04:00")).toEqual(["Due by Jun 17 3 pm", "later"]);
  expect(said("2026-06-10T11:59:30-04:00")).toEqual(["Overdue by 1 minute", "overdue"]);
  expect(said("2026-06-10T11:00:00-04:00")).toEqual(["Overdue by 1 hour", "overdue"]);
  expect(said("2026-06-08T11:00:00-04:00")).toEqual(["Overdue by 2 days", "overdue"]);
});

test("a customer is told the next full hour", () => {
  const now = new Date("2026-06-10T12:00:00-04:00");
  const told = (at: string) => describePromise(at, now, "America/New_York");
  expect(told("2026-06-11T13:20:05-04:00")).toBe("Thursday 2 pm");
  expect(told("2026-06-11T14:00:00-04:00")).toBe("Thursday 2 pm");
  expect(told("2026-06-10T16:01:00-04:00")).toBe("5 pm today");
});
