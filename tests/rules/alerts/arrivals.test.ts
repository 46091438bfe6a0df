import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { MAX_ALERTS } from "~/alerts/alert";
import {
  confirmAlert,
  countActiveAlerts,
  deleteExpiredAlerts,
  endAlert,
  findAlert,
  findAlertPage,
  listMostWanted,
  requestAlert,
} from "~/alerts/alert.server";
import { alertSchema } from "~/alerts/alert-schema";
import { mailNewArrivals } from "~/alerts/arrivals.server";
import { alertPath, readAlertKey } from "~/alerts/link.server";
import { updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { deleteRecord, restoreFromTrash } from "~/collections/trash.server";
import { COMMAND_LINE } from "~/context.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { DISMANTLED_VEHICLES, type DismantledVehicle } from "~/vehicles/dismantled-vehicles";
import { as } from "../../support/act";
import { dismantledVehicle } from "../../support/builders";

const MAX_MAILS_PER_HOUR = 5;

vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
  process.env.MAIL_FROM = "office@yard.example";
  process.env.PUBLIC_URL = "https://yard.example";
});

const NOW = new Date("2026-03-02T15:04:00Z");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeAll(async () => {
  await migrate(engine);
});
beforeEach(async () => {
  for (const table of ["outbox", "arrivalAlerts", "newArrivals", "dismantledVehicles"] as const)
    await db.deleteFrom(table).execute();
});

describe("an alert", () => {
  test("mails a vehicle that arrives after it was confirmed, once", async () => {
    await confirmed();
    const vehicle = await dismantledVehicle({ trim: "EX", stockNumber: "P1186" });
    // As two processes would.
    await Promise.all([mailNewArrivals(NOW), mailNewArrivals(NOW)]);
    await mailNewArrivals(later(MINUTE));
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: "ann@example.com", subject: "2012 Honda Accord has arrived" });
    expect(mail?.text).toContain("Stock # P1186: 2012 Honda Accord EX, 142,000 miles");
    expect(mail?.text).toContain(`https://yard.example/partsrequest?vehicle=${vehicle._id}`);
    expect(mail?.text).toContain("Mar 2, 2027");
    expect(mail?.text).toContain(mail?.unsubscribeUrl ?? "nothing");
  });

  test("for a make that no car has keeps nobody else from being told", async () => {
    for (const make of ["constructor", "__proto__", "toString"])
      await confirmed({ make, email: `${make}@example.com` });
    await confirmed();
    await dismantledVehicle({ trim: "EX" });
    await dismantledVehicle({ make: "constructor", model: "constructor" });
    await mailNewArrivals(NOW);
    expect((await mails()).map(({ to }) => to)).toEqual(["ann@example.com"]);
  });

  test("is told nothing before it is confirmed, nor of what was here before", async () => {
    await dismantledVehicle();
    const id = await asked();
    await dismantledVehicle();
    await mailNewArrivals(NOW);
    expect(await mails()).toEqual([]);
    await confirmAlert(id, NOW);
    await mailNewArrivals(NOW);
    expect(await mails()).toEqual([]);
  });

  test("mails a vehicle that is edited into a match, and not one whose notes are", async () => {
    const old = await dismantledVehicle();
    const civic = await dismantledVehicle({ model: "Civic" });
    const scrapped = await dismantledVehicle({ status: "Scrapped", stockNumber: "BACK" });
    await confirmed();
    await edit(old, { notes: "Engine runs." });
    await mailNewArrivals(NOW);
    expect(await mails()).toEqual([]);
    await edit(civic, { model: "accord" });
    await mailNewArrivals(NOW);
    expect(await mails()).toHaveLength(1);
    await edit(scrapped, { status: "Awaiting Dismantle" });
    await mailNewArrivals(NOW);
    await edit(scrapped, { status: "Parts Available" });
    await mailNewArrivals(NOW);
    const [, second, ...others] = await mails();
    expect(second?.text).toContain("BACK");
    expect(others).toEqual([]);
  });

  test("mails neither a scrapped vehicle nor one that is gone", async () => {
    await confirmed();
    await dismantledVehicle({ status: "Scrapped" });
    const { _id } = await dismantledVehicle();
    await as({ ...COMMAND_LINE, now: NOW }, () => deleteRecord(DISMANTLED_RECORDS, _id));
    await mailNewArrivals(NOW);
    expect(await mails()).toEqual([]);
  });

  test("mails a vehicle that comes back from the trash, unless it was told of it", async () => {
    await confirmed();
    const options = { ...COMMAND_LINE, now: NOW };
    const [compared, matched, told] = [
      await dismantledVehicle({ stockNumber: "COMPARED" }),
      await dismantledVehicle({ stockNumber: "MATCHED" }),
      await dismantledVehicle({ stockNumber: "TOLD" }),
    ];
    await as(options, () => deleteRecord(DISMANTLED_RECORDS, compared._id));
    // As if it was deleted between the match and the mail.
    await as(options, () => deleteRecord(DISMANTLED_RECORDS, matched._id));
    const [alert] = await db.selectFrom("arrivalAlerts").select("id").execute();
    await db
      .insertInto("arrivalMatches")
      .values({ alertId: alert?.id ?? "", vehicleId: matched._id, mailedAt: null })
      .execute();
    await mailNewArrivals(NOW);
    await as(options, () => deleteRecord(DISMANTLED_RECORDS, told._id));
    for (const { _id } of [compared, matched, told])
      await as(options, () => restoreFromTrash(DISMANTLED_RECORDS, _id));
    await mailNewArrivals(later(MINUTE));
    const texts = (await mails()).map(({ text }) => text.match(/Stock # \w+/g)?.sort());
    expect(texts).toEqual([["Stock # TOLD"], ["Stock # COMPARED", "Stock # MATCHED"]]);
  });

  test("mails an import of many vehicles in one message that names the newest ten", async () => {
    await confirmed();
    await confirmed({ email: "bob@example.com", yearFrom: "2010", yearTo: "2011" });
    await confirmed({ email: "cem@example.com", model: "Civic" });
    for (let made = 0; made < 60; made++) {
      await dismantledVehicle({ year: 2000 + (made % 20), now: later(made) });
    }
    await mailNewArrivals(later(MINUTE));
    const [first, second, ...others] = (await mails()).sort((one, other) => one.to.localeCompare(other.to));
    expect(others).toEqual([]);
    expect([first?.to, first?.subject]).toEqual([
      "ann@example.com",
      "60 vehicles you asked for have arrived",
    ]);
    expect(first?.text.match(/Stock # /g)).toHaveLength(10);
    expect(first?.text).toContain("These are the newest 10 of 60.");
    expect(first?.text).toContain("https://yard.example/parts?make=Honda&model=Accord");
    expect([second?.to, second?.subject]).toEqual([
      "bob@example.com",
      "6 vehicles you asked for have arrived",
    ]);
  });

  test("gets so many messages an hour, and then what has gathered in one", async () => {
    await confirmed();
    for (let minute = 0; minute < 30; minute++) {
      await dismantledVehicle();
      await mailNewArrivals(later(minute * MINUTE));
    }
    expect(await mails()).toHaveLength(MAX_MAILS_PER_HOUR);
    await mailNewArrivals(later(60 * MINUTE));
    const all = await mails();
    expect(all).toHaveLength(MAX_MAILS_PER_HOUR + 1);
    expect(all.at(-1)?.subject).toBe("25 vehicles you asked for have arrived");
    // The clock was ahead.
    await dismantledVehicle();
    await mailNewArrivals(later(-DAY));
    expect(await mails()).toHaveLength(MAX_MAILS_PER_HOUR + 2);
  });

  test("that has ended is deleted with its mail, that which waits too", async () => {
    const id = await confirmed();
    await dismantledVehicle();
    await mailNewArrivals(NOW);
    await dismantledVehicle();
    expect(await endAlert(id, new Date())).toBe(true);
    await mailNewArrivals(NOW);
    expect(await db.selectFrom("outbox").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("arrivalMatches").selectAll().execute()).toEqual([]);
    expect(await endAlert(id, new Date())).toBe(false);
  });

  test("ends after a week if nobody confirms it, and else after a year", async () => {
    const unconfirmed = await asked({ email: "bob@example.com" });
    const id = await confirmed();
    await deleteExpiredAlerts(later(6 * DAY));
    expect(await findAlert(unconfirmed, later(6 * DAY))).toBeDefined();
    expect(await findAlert(unconfirmed, later(7 * DAY))).toBeUndefined();
    await deleteExpiredAlerts(later(7 * DAY));
    await deleteExpiredAlerts(later(364 * DAY));
    expect(await db.selectFrom("arrivalAlerts").select("id").execute()).toEqual([{ id }]);
    expect((await db.selectFrom("outbox").select("to").execute()).map(({ to }) => to)).toEqual([
      "ann@example.com",
    ]);
    await dismantledVehicle();
    await mailNewArrivals(later(365 * DAY));
    expect(await mails()).toEqual([]);
    await deleteExpiredAlerts(later(365 * DAY));
    expect(await db.selectFrom("arrivalAlerts").select("id").execute()).toEqual([]);
  });

  test("is stored once however often it is asked for; a double tap sends one mail, and a later wish the link again", async () => {
    const id = await asked({ make: "Chevy", model: "S-10" });
    expect(await asked({ make: "CHEVROLET", model: "s10", email: "ANN@example.com" }, later(1000))).toBe(id);
    expect(await db.selectFrom("outbox").select("id").execute()).toHaveLength(1);
    await asked({ make: "Chevy", model: "S-10" }, later(2 * MINUTE));
    expect(await db.selectFrom("outbox").select("id").execute()).toHaveLength(2);
    await confirmAlert(id, later(3 * MINUTE));
    await confirmAlert(id, later(DAY));
    expect(await findAlert(id, later(365.5 * DAY))).toBeDefined();
  });

  test("that is on and asked for again is mailed a link for another year, and one whose year is over is asked for anew", async () => {
    // Mar 1 at the yard, and Mar 2 by UTC.
    const evening = new Date("2026-03-02T01:30:00Z");
    const id = await asked();
    await confirmAlert(id, evening);
    await asked({}, later(100 * DAY));
    const [, renewal] = await questions();
    expect(renewal?.subject).toBe("Renew your alert?");
    expect(renewal?.text).toContain("Otherwise it ends on Mar 1, 2027.");
    expect(renewal?.text).toContain("press “Renew for a year”");
    expect(renewal?.text).not.toMatch(/send nothing|delete your address/);
    await confirmAlert(id, later(100 * DAY));
    expect(await findAlert(id, later(465 * DAY - MINUTE))).toBeDefined();
    await asked({}, later(466 * DAY));
    expect((await questions()).map(({ subject }) => subject)).toEqual([
      "Confirm your alert",
      "Renew your alert?",
      "Confirm your alert",
    ]);
    await confirmAlert(id, later(467 * DAY));
    expect(await findAlert(id, later(831 * DAY))).toBeDefined();
  });

  test("is one of ten that an address may have", async () => {
    // One a day, since an address is sent few links within one.
    for (let made = 0; made < MAX_ALERTS; made++)
      await confirmed({ model: `Model ${made}` }, later(made * DAY));
    const id = await asked({ model: "One more" }, later(MAX_ALERTS * DAY));
    expect(await confirmAlert(id, NOW)).toBe("too-many");
    expect(await countActiveAlerts(NOW)).toBe(MAX_ALERTS);
    expect(await confirmAlert("01ARZ3NDEKTSV4RRFFQ69G5FAV", NOW)).toBe("not-found");
  });
});

test("what most people wait for comes first", async () => {
  await confirmed({ model: "Civic" });
  await confirmed({ email: "bob@example.com", model: "accord", yearFrom: "2008" });
  await confirmed({ email: "cem@example.com", yearFrom: "2008" });
  await asked({ email: "dee@example.com", model: "Civic" });
  expect(await listMostWanted(NOW, 10)).toMatchObject([
    { count: 2, model: "Accord", yearFrom: 2008, yearTo: null },
    { count: 1, model: "Civic" },
  ]);
  await confirmed({ email: "eve@example.com", make: "Ford", model: "F-150" });
  await confirmed({ email: "fay@example.com", make: "FORD", model: "F150" });
  await confirmed({ email: "gus@example.com", make: "Chevy", model: "S-10" });
  await confirmed({ email: "hal@example.com", make: "Chevrolet", model: "S10" });
  expect(await listMostWanted(NOW, 3)).toMatchObject([
    { count: 2, make: "Chevrolet", model: "S-10" },
    { count: 2, make: "FORD", model: "F-150" },
    { count: 2, make: "Honda", model: "Accord" },
  ]);
});

test("a search of the alerts takes signs as they are typed, and accents and case as any", async () => {
  await asked({ email: "john_doe@example.com", make: "Citroën", model: "C-4" });
  await asked({ email: "johnxdoe@example.com", make: "CITROËN" });
  await asked({ email: "ann@example.com", make: "Chevy", model: "S-10" });
  const found = async (q: string) =>
    (await findAlertPage(q, 1)).entries.map(({ email }) => email.split("@")[0]).sort();
  expect(await found("_")).toEqual(["john_doe"]);
  expect(await found("john_doe")).toEqual(["john_doe"]);
  expect(await found("%")).toEqual([]);
  for (const q of ["citroen", "citroën", "CITROËN"])
    expect([q, await found(q)]).toEqual([q, ["john_doe", "johnxdoe"]]);
  expect(await found("citroen c4")).toEqual(["john_doe"]);
  expect(await found("chevrolet s10")).toEqual(["ann"]);
});

test("a link opens its own alert only", () => {
  const id = "01KJQ0000000000000000000AB";
  const key = new URL(alertPath(id), "http://site.invalid").searchParams.get("key") ?? "";
  expect(readAlertKey(key)).toBe(id);
  for (const other of [key.replace("AB.", "AC."), `${key}x`, id, `${id}.`, "", "a.b.c"])
    expect(readAlertKey(other)).toBeUndefined();
});

async function asked(fields: Record<string, string> = {}, now = NOW): Promise<string> {
  const form = alertSchema.parse({ make: "Honda", model: "Accord", email: "ann@example.com", ...fields });
  await requestAlert(form, now);
  const { id } = await db
    .selectFrom("arrivalAlerts")
    .select("id")
    .where("email", "=", form.email)
    .orderBy("askedAt", "desc")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return id;
}

async function confirmed(fields?: Record<string, string>, now = NOW): Promise<string> {
  const id = await asked(fields, now);
  expect(await confirmAlert(id, NOW)).toBe("confirmed");
  return id;
}

async function edit(
  { _id, createdAt: _createdAt, ...fields }: DismantledVehicle,
  change: Record<string, string>,
) {
  const updated = await as({ ...COMMAND_LINE, now: NOW }, () =>
    updateRecord(DISMANTLED_RECORDS, _id, bodySchema(DISMANTLED_VEHICLES).parse({ ...fields, ...change })),
  );
  expect(updated.outcome).toBe("saved");
}

/** The mails about arrivals, in the order in which they were queued. */
function mails() {
  return db
    .selectFrom("outbox")
    .select(["to", "subject", "text", "unsubscribeUrl"])
    .where("unsubscribeUrl", "is not", null)
    .orderBy("id")
    .execute();
}

/** The mails that ask for a word about an alert, in the order in which they were queued. */
function questions() {
  return db
    .selectFrom("outbox")
    .select(["subject", "text"])
    .where("unsubscribeUrl", "is", null)
    .orderBy("id")
    .execute();
}

function later(milliseconds: number): Date {
  return new Date(NOW.getTime() + milliseconds);
}
