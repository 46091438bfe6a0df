import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { BookContent } from "~/book/book";
import { findLastLineOf, listLeftToNobody, recordInBook } from "~/book/book.server";
import { mailBookHash } from "~/book/mail.server";
import { findRecord, updateRecord } from "~/collections/records.server";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { as } from "../../support/act";
import { dismantledVehicle } from "../../support/builders";

const server = await vi.hoisted(async () => {
  const { startMailServer } = await import("../../support/smtp");
  const started = await startMailServer();
  process.env.SMTP_URL = started.url;
  process.env.MAIL_FROM = "office@yard.example";
  process.env.NOTIFY_EMAIL = "owner@yard.example";
  return started;
});

beforeAll(async () => {
  await migrate(engine);
});
afterAll(() => server.stop());

const CAR: BookContent = { what: "car", way: "bought", on: "2026-03-02", name: "2012 Honda Accord" };
const write = (id: string, at: string) =>
  as({ username: "marta", now: new Date(at) }, () =>
    transaction(() => recordInBook({ direction: "in", kind: "purchase", id }, CAR)),
  );
const queued = () => db.selectFrom("outbox").select(["to", "causeId", "text"]).orderBy("id").execute();

test("the last hash of yesterday is mailed once, and of a day without a line nothing is", async () => {
  await write("purchase-1", "2026-03-02T15:00:00Z");
  await write("purchase-2", "2026-03-02T22:00:00Z");
  await write("purchase-3", "2026-03-03T15:00:00Z");
  await mailBookHash(new Date("2026-03-03T15:00:00Z"));
  await mailBookHash(new Date("2026-03-03T16:00:00Z"));
  await mailBookHash(new Date("2026-03-07T15:00:00Z"));
  const last = await findLastLineOf("2026-03-02");
  expect(last?.sequence).toBe(2);
  expect(await queued()).toEqual([
    { to: "owner@yard.example", causeId: "2026-03-02", text: expect.stringContaining(last?.hash ?? "none") },
  ]);
});

test("a scrapped car is asked about until somebody says to whom it went", async () => {
  const { _id } = await dismantledVehicle();
  const change = async (fields: object) => {
    const stored = (await findRecord(DISMANTLED_RECORDS, _id))?.item;
    await as({ username: "marta", now: new Date("2026-03-04T15:00:00Z") }, () =>
      updateRecord(DISMANTLED_RECORDS, _id, { ...stored, ...fields } as never),
    );
  };
  const asked = async () => (await listLeftToNobody(10)).map(({ subjectId }) => subjectId);
  expect(await asked()).toEqual([]);
  await change({ status: "Scrapped" });
  expect(await asked()).toEqual([_id]);
  await change({ disposedTo: "Hudson Metal" });
  expect(await asked()).toEqual([]);
  await change({ disposedTo: undefined });
  expect(await asked()).toEqual([_id]);
  await change({ status: "Parts Available", disposedTo: undefined });
  expect(await asked()).toEqual([]);
});
