import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { findCustomerRequest } from "~/requests/customer.server";
import { customerKey } from "~/requests/customer-link.server";
import { countFollowUps, findRequestPage } from "~/requests/list.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequest, findStaffRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { draftTextMessage, smsHref } from "~/requests/text-message";
import {
  changeStatus,
  closeRequest,
  foldRequest,
  followUp,
  markSpam,
  restoreRequest,
} from "~/requests/work.server";
import { followUpFormSchema } from "~/requests/work-schema";
import { as } from "../../support/act";
import { callback, minutesLater, newPartRequest } from "../../support/requests";

const later = (minutes: number) => ({ username: "marta", now: minutesLater(minutes) });

beforeAll(() => migrate(engine));
beforeEach(async () => {
  await db.deleteFrom("partRequests").execute();
  await db.deleteFrom("repairRequests").execute();
});

/** The ids that a list shows with these filters. */
async function listed(filters: Record<string, string>, now = minutesLater(5)) {
  const query = { filters, sort: "oldest", page: 1, open: [] } as const;
  const { entries } = await findRequestPage(PART_REQUESTS, query, { accountId: "nobody", now });
  return entries.map(({ _id }) => _id);
}

test("a request is closed as won, or as lost for a reason, and a list shows which", async () => {
  const [won, dear, old, open] = [
    await newPartRequest(),
    await newPartRequest(),
    await newPartRequest(),
    await newPartRequest(),
  ];
  const close = (id: string, how: "won" | "price" | "no-answer") =>
    as(later(1), () => closeRequest(PART_REQUESTS, id, { as: how, expectedVersion: "pending" }));
  expect(await close(won, "won")).toMatchObject({ outcome: "done", request: { status: "fulfilled" } });
  expect(await close(dear, "price")).toMatchObject({
    outcome: "done",
    request: { status: "cancelled", lostReason: "price" },
  });
  await close(old, "no-answer");
  expect(await close(old, "won"), "somebody else was first").toMatchObject({ outcome: "changed" });
  expect(await listed({ closed: "won" })).toEqual([won]);
  expect(await listed({ closed: "price" })).toEqual([dear]);
  expect(await listed({ closed: "no-answer" })).toEqual([old]);
  expect(await listed({ closed: "open" })).toEqual([open]);
});

test("a repair is won when it is completed, and a request that is opened again has no reason", async () => {
  const id = await callback();
  await as(later(1), () => closeRequest(REPAIR_REQUESTS, id, { as: "not-ours", expectedVersion: "pending" }));
  expect(await findRequest(REPAIR_REQUESTS, id)).toMatchObject({ lostReason: "not-ours" });
  await as(later(2), () =>
    changeStatus(REPAIR_REQUESTS, id, { status: "scheduled", expectedVersion: "cancelled" }),
  );
  expect(await findRequest(REPAIR_REQUESTS, id)).not.toHaveProperty("lostReason");
  const won = await as(later(3), () =>
    closeRequest(REPAIR_REQUESTS, id, { as: "won", expectedVersion: "scheduled" }),
  );
  expect(won).toMatchObject({ request: { status: "completed" } });
});

test("a follow-up is due on its day and after it, as long as the request is open", async () => {
  const id = await newPartRequest();
  const viewer = (now: string) => ({ accountId: "nobody", now: new Date(now) });
  const due = (now: string) => countFollowUps(PART_REQUESTS, viewer(now));
  await as(later(1), () => followUp(PART_REQUESTS, id, { on: "2026-03-05", expectedVersion: null }));
  expect(await due("2026-03-05T04:30:00Z"), "in New York it is still the day before").toBe(0);
  expect(await due("2026-03-05T14:00:00Z")).toBe(1);
  expect(await due("2026-03-09T14:00:00Z")).toBe(1);
  expect(await listed({ show: "follow-up" }, new Date("2026-03-05T14:00:00Z"))).toEqual([id]);
  await as(later(2), () => closeRequest(PART_REQUESTS, id, { as: "won", expectedVersion: "pending" }));
  expect(await due("2026-03-09T14:00:00Z")).toBe(0);
});

test("a day to follow up is from today on, or none", () => {
  const schema = followUpFormSchema("2026-03-02");
  expect(schema.parse({ followUpOn: "2026-03-02" })).toEqual({ followUpOn: "2026-03-02" });
  expect(schema.parse({ followUpOn: "" })).toEqual({ followUpOn: undefined });
  for (const followUpOn of ["2026-03-01", "soon", "2026-02-30"])
    expect(schema.safeParse({ followUpOn }).success).toBe(false);
});

test("the same person's request for the same thing within a day is marked, by number or address", async () => {
  const duplicate = async (id: string) => (await findStaffRequest(PART_REQUESTS, id))?.duplicateOf;
  const first = await newPartRequest();
  const byNumber = await newPartRequest(
    {},
    { phone: "555.555.0101", email: "other@example.com" },
    minutesLater(10),
  );
  const byAddress = await newPartRequest(
    {},
    { phone: "5555550199", email: "ANN?lee@example.com" },
    minutesLater(20),
  );
  expect([await duplicate(first), await duplicate(byNumber), await duplicate(byAddress)]).toEqual([
    undefined,
    first,
    first,
  ]);
  const nextDay = await newPartRequest({}, {}, minutesLater(25 * 60));
  const sameName = await newPartRequest(
    {},
    { phone: "5555550188", email: "lee@example.com" },
    minutesLater(30),
  );
  const otherPart = await newPartRequest(
    { component: "Engine - Alternator", additionalInfo: "For Tuesday." },
    {},
    minutesLater(30),
  );
  const sameWords = await newPartRequest({ component: "Engine - Alternator" }, {}, minutesLater(40));
  expect([await duplicate(nextDay), await duplicate(sameName), await duplicate(otherPart)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await duplicate(sameWords)).toBeDefined();
});

test("callbacks of one number are the same only where they say the same", async () => {
  const first = await callback();
  expect((await findStaffRequest(REPAIR_REQUESTS, await callback()))?.duplicateOf).toBe(first);
});

test("spam is repeated by nobody", async () => {
  const spam = await newPartRequest();
  await as(later(1), () => markSpam(PART_REQUESTS, spam, true));
  const id = await newPartRequest({}, {}, minutesLater(2));
  expect((await findStaffRequest(PART_REQUESTS, id))?.duplicateOf).toBeUndefined();
});

test("a duplicate is folded into the first, which has its words then, and its own link shows nobody else's request", async () => {
  const first = await newPartRequest({ additionalInfo: "Secret of the first." });
  const second = await newPartRequest(
    { additionalInfo: "With the cap, please." },
    { email: "new@example.com" },
    minutesLater(3),
  );
  expect(await listed({ show: "duplicates" })).toEqual([second]);
  const folded = await as(later(4), () => foldRequest(PART_REQUESTS, second));
  expect(folded).toEqual({ outcome: "done", into: first });
  const { notes = [] } = (await findRequest(PART_REQUESTS, first)) ?? {};
  expect(notes.at(-1)?.content).toMatch(
    /^Folded in: PR-\w{6}\n[\s\S]*With the cap, please\.\nEmail: new@example\.com/,
  );
  expect(await listed({})).toEqual([first]);
  expect(await as(later(5), () => foldRequest(PART_REQUESTS, second))).toEqual({ outcome: "not-found" });

  const link = customerKey({ prefix: "PR", id: second }, minutesLater(4));
  const seen = await findCustomerRequest(link, minutesLater(5));
  expect(seen).toMatchObject({ canWrite: false, canWithdraw: false });
  expect(seen?.state).toContain("You sent this twice");
  expect(JSON.stringify(seen)).not.toContain("Secret of the first.");

  await as(later(6), () => restoreRequest(PART_REQUESTS, second));
  expect(await findStaffRequest(PART_REQUESTS, second)).toMatchObject({ foldedInto: undefined });
});

test("a text message has the quote in it, and opens on any phone", () => {
  const business = { name: "Millbrook Auto", phone: "(555) 555-0142" };
  const text = draftTextMessage({
    reference: "PR-7K3Q9D",
    requestSubject: "Radiator, 2003 Honda Accord",
    quote: { price: 120, warranty: "90 days", validUntil: "2026-12-05" },
    business,
  });
  expect(text).toBe(
    "Millbrook Auto about your request PR-7K3Q9D, Radiator, 2003 Honda Accord. Price: $120.00. Warranty: 90 days. Good until Dec 5, 2026. Reply here or call (555) 555-0142.",
  );
  const withCore = draftTextMessage({
    ...{ reference: "PR-7K3Q9D", requestSubject: undefined, quote: { price: 120 }, coreCharge: 20, business },
  });
  expect(withCore).toContain(
    "Price: $120.00. Core charge: $20.00, paid back when you bring us the old part. Reply",
  );
  expect(smsHref("(555) 555-0101", "Yes & no")).toBe("sms:+15555550101?&body=Yes%20%26%20no");
});
