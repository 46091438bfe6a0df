import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { withTyped, wizardProgress } from "~/requests/part-answers";
import * as drafts from "~/requests/part-draft.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequest } from "~/requests/record.server";

const NOW = new Date("2026-06-01T12:00:00Z");
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const ACCORD = "1HGCM82633A004352";

beforeAll(() => migrate(engine));

beforeEach(async () => {
  await db.deleteFrom("partRequests").execute();
  await db.deleteFrom("partRequestDrafts").execute();
});

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
  if (draft) await drafts.saveDraft(draft, withTyped(draft.answers, { name: "Jo" }), { now: later(2) });
  expect((await drafts.findDraft(id, later(2)))?.answers.typed).toEqual({ vin: "half a", name: "Jo" });
});

test("an autosave does not overwrite what was saved since", async () => {
  const draft = await drafts.startDraft({ typed: {} }, NOW);
  await drafts.saveDraft(draft, { typed: { vin: "later" } }, { now: later(1) });
  await drafts.saveDraft(draft, { typed: { vin: "earlier" } }, { now: later(1), ifUnchanged: true });
  expect((await drafts.findDraft(draft.id, later(1)))?.answers.typed.vin).toBe("later");
});

test("a draft is gone a day after its start, and its row with it", async () => {
  const { id } = await drafts.startDraft(complete, NOW);
  expect(await drafts.findDraft(id, later(23.9))).toBeDefined();
  expect(await drafts.findDraft(id, later(24))).toBeUndefined();
  await drafts.deleteExpiredDrafts(later(23.9));
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
  const { typed, decode } = complete;
  expect(wizardProgress({ typed: {} }).firstOpenStep).toBe(1);
  expect(wizardProgress({ typed }).firstOpenStep).toBe(1);
  expect(wizardProgress({ typed: { ...typed, vin: "11111111111111111" }, decode }).firstOpenStep).toBe(1);
  expect(wizardProgress({ typed: { ...typed, partId: "" }, decode }).firstOpenStep).toBe(2);
  expect(wizardProgress({ typed: { ...typed, email: "jane" }, decode }).firstOpenStep).toBe(3);
  expect(wizardProgress(complete).firstOpenStep).toBe(4);
});

test("a VIN that no method could decode goes on with the vehicle as typed", () => {
  const decode = { ...complete.decode, outcome: "failed" as const, vehicleInfo: {} };
  expect(wizardProgress({ ...complete, decode }).firstOpenStep).toBe(1);
  const typed = { ...complete.typed, year: "1999", make: "Yugo", model: "GV", trim: "" };
  expect(wizardProgress({ typed, decode }).vehicle).toMatchObject({
    vin: ACCORD,
    year: "1999",
    make: "Yugo",
  });
});

test("another category clears subcategory and part, another subcategory clears the part", () => {
  const typed = (change: object) => withTyped(complete, change).typed;
  expect(typed({ categoryId: "engine" })).not.toHaveProperty("subcategoryId");
  expect(typed({ categoryId: "engine" })).not.toHaveProperty("partId");
  expect(typed({ subcategoryId: "fender" })).not.toHaveProperty("partId");
  expect(typed({ partId: "hood" })).toMatchObject({ categoryId: "exterior", subcategoryId: "hood" });
});

test("a draft is sent once, however often it is sent, and then it is deleted", async () => {
  const { id } = await drafts.startDraft(complete, NOW);
  const [first, second] = await Promise.all([drafts.sendDraft(id, NOW), drafts.sendDraft(id, later(1))]);
  expect(await findRequest(PART_REQUESTS, first ?? "")).toMatchObject({
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
  expect(second).toBe(first);
  expect(await drafts.sendDraft(id, later(2))).toBe(first);
  expect(await drafts.findSentRequestId(drafts.draftKey(id), later(2))).toBe(first);
  expect(await db.selectFrom("partRequests").select("id").execute()).toHaveLength(1);
  expect(await db.selectFrom("partRequestDrafts").select("id").execute()).toEqual([]);
  expect(await drafts.findDraft(id, NOW)).toBeUndefined();
});

test("an autosave that arrives after the draft was sent stores nothing", async () => {
  const draft = await drafts.startDraft(complete, NOW);
  await drafts.sendDraft(draft.id, NOW);
  await drafts.saveDraft(draft, { typed: { name: "Late" } }, { now: later(1) });
  expect(await db.selectFrom("partRequestDrafts").select("id").execute()).toEqual([]);
});

test("an incomplete draft, or none, is not sent", async () => {
  const { id } = await drafts.startDraft({ typed: complete.typed }, NOW);
  expect(await drafts.sendDraft(id, NOW)).toBeUndefined();
  expect(await drafts.sendDraft("nobody", NOW)).toBeUndefined();
});

test("the key in the page does not reveal the draft's id", async () => {
  const { id } = await drafts.startDraft(complete, NOW);
  expect(id).toMatch(/^[\w-]{32}$/);
  expect(drafts.draftKey(id)).not.toContain(id);
});
