import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db, sqlite } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { findPartRequest } from "~/models/part-request.server";
import * as drafts from "~/models/part-request-draft.server";

const NOW = new Date("2026-06-01T12:00:00Z");
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const ACCORD = "1HGCM82633A004352";

beforeAll(() => migrate({ sqlite, db }));

beforeEach(async () => {
  await db.deleteFrom("partRequests").execute();
  await db.deleteFrom("partRequestDrafts").execute();
});

afterAll(() => db.destroy());

const complete = {
  typed: {
    vin: "1hgcm82633a004352",
    categoryId: "exterior",
    subcategoryId: "hood",
    partId: "hood-latch",
    name: "Jane Doe",
    phone: "555 555 0142",
    email: "jane@example.com",
    additionalInfo: "Silver, please",
  },
  decode: {
    vin: ACCORD,
    outcome: "decoded" as const,
    vehicleInfo: { year: 2003, make: "Honda", model: "Accord", trim: "EX-V6" },
  },
  donor: { id: "01DONORDONOR", stockNumber: "D-1042", name: "2012 Dodge Ram 1500" },
};

test("a draft keeps what was typed, right or wrong", async () => {
  const { id } = await drafts.startDraft({ typed: { vin: "half a" } }, NOW);
  const draft = await drafts.findDraft(id, later(1));
  expect(draft?.answers).toEqual({ typed: { vin: "half a" } });
  if (draft)
    await drafts.saveDraft(draft, drafts.withTyped(draft.answers, { name: "Jo" }), { now: later(2) });
  expect((await drafts.findDraft(id, later(2)))?.answers.typed).toEqual({ vin: "half a", name: "Jo" });
});

test("a save on the side gives way to what was saved since", async () => {
  const draft = await drafts.startDraft({ typed: {} }, NOW);
  await drafts.saveDraft(draft, { typed: { vin: "later" } }, { now: later(1) });
  await drafts.saveDraft(draft, { typed: { vin: "earlier" } }, { now: later(1), yielding: true });
  expect((await drafts.findDraft(draft.id, later(1)))?.answers.typed.vin).toBe("later");
});

test("a draft is gone a day after its start, and its row with it", async () => {
  const { id } = await drafts.startDraft(complete, NOW);
  expect(await drafts.findDraft(id, later(23.9))).toBeDefined();
  expect(await drafts.findDraft(id, later(24))).toBeUndefined();
  await drafts.sweepDrafts(later(23.9));
  expect(await db.selectFrom("partRequestDrafts").selectAll().execute()).toEqual([]);
});

test("answers that cannot be read count as none", async () => {
  const { id } = await drafts.startDraft(complete, NOW);
  for (const answers of ["", "[]", '{"typed":{"vin":1}}', '{"typed":{"__proto__":"x"}}']) {
    await db.updateTable("partRequestDrafts").set({ answers }).execute();
    expect((await drafts.findDraft(id, NOW))?.answers).toEqual({ typed: {} });
  }
});

test("a step opens when those ahead of it are valid", () => {
  const { progressOf } = drafts;
  const { typed, decode } = complete;
  expect(progressOf({ typed: {} }).firstOpenStep).toBe(1);
  expect(progressOf({ typed }).firstOpenStep).toBe(1);
  expect(progressOf({ typed: { ...typed, vin: "11111111111111111" }, decode }).firstOpenStep).toBe(1);
  expect(progressOf({ typed: { ...typed, partId: "" }, decode }).firstOpenStep).toBe(2);
  expect(progressOf({ typed: { ...typed, email: "jane" }, decode }).firstOpenStep).toBe(3);
  expect(progressOf(complete).firstOpenStep).toBe(4);
});

test("a VIN that no method could decode goes on with the vehicle as typed", () => {
  const decode = { ...complete.decode, outcome: "failed" as const, vehicleInfo: {} };
  expect(drafts.progressOf({ ...complete, decode }).firstOpenStep).toBe(1);
  const typed = { ...complete.typed, year: "1999", make: "Yugo", model: "GV", trim: "" };
  expect(drafts.progressOf({ typed, decode }).vehicle).toMatchObject({
    vin: ACCORD,
    year: "1999",
    make: "Yugo",
  });
});

test("another category clears subcategory and part, another subcategory clears the part", () => {
  const typed = (change: object) => drafts.withTyped(complete, change).typed;
  expect(typed({ categoryId: "engine" })).not.toHaveProperty("subcategoryId");
  expect(typed({ categoryId: "engine" })).not.toHaveProperty("partId");
  expect(typed({ subcategoryId: "fender" })).not.toHaveProperty("partId");
  expect(typed({ partId: "hood" })).toMatchObject({ categoryId: "exterior", subcategoryId: "hood" });
});

test("a draft is sent once, however often it is sent, and then holds nothing", async () => {
  const { id } = await drafts.startDraft(complete, NOW);
  const [first, second] = await Promise.all([drafts.sendDraft(id, NOW), drafts.sendDraft(id, later(1))]);
  expect(first).toMatchObject({
    status: "pending",
    vin: ACCORD,
    vehicleInfo: { year: "2003", make: "Honda", model: "Accord", trim: "EX-V6" },
    partDetails: {
      system: "Exterior",
      component: "Hood - Hood Latch",
      additionalInfo: "Part from stock # D-1042, 2012 Dodge Ram 1500\nSilver, please",
    },
    customerInfo: { name: "Jane Doe", phone: "(555) 555-0142", email: "jane@example.com" },
    notes: [],
  });
  expect(second?._id).toBe(first?._id);
  expect(await findPartRequest(first?._id ?? "")).toEqual(first);
  expect(await db.selectFrom("partRequestDrafts").select("answers").execute()).toEqual([{ answers: "{}" }]);
  expect((await drafts.findSentRequest(drafts.draftKey(id)))?._id).toBe(first?._id);
  expect(await drafts.findDraft(id, NOW)).toBeUndefined();
});

test("what was sent is not filled again by a save that comes late", async () => {
  const draft = await drafts.startDraft(complete, NOW);
  await drafts.sendDraft(draft.id, NOW);
  await drafts.saveDraft(draft, { typed: { name: "Late" } }, { now: later(1) });
  expect(await db.selectFrom("partRequestDrafts").select("answers").execute()).toEqual([{ answers: "{}" }]);
});

test("an incomplete draft, or none, is not sent", async () => {
  const { id } = await drafts.startDraft({ typed: complete.typed }, NOW);
  expect(await drafts.sendDraft(id, NOW)).toBeUndefined();
  expect(await drafts.sendDraft("nobody", NOW)).toBeUndefined();
});

test("the name that stands in the page does not tell the draft's id", async () => {
  const { id } = await drafts.startDraft(complete, NOW);
  expect(id).toMatch(/^[\w-]{32}$/);
  expect(drafts.draftKey(id)).not.toContain(id);
});
