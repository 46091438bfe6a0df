import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createAdministrator,
  createFirstAdministrator,
  removeAdministrator,
  setEmail,
  setPassword,
} from "~/accounts/administrator.server";
import { hashPassword } from "~/accounts/password.server";
import { changeRole } from "~/accounts/people.server";
import { saveSubmission } from "~/accounts/saved-submission.server";
import { createRecord, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { deleteRecord, restoreFromTrash } from "~/collections/trash.server";
import { type Actor, COMMAND_LINE } from "~/context.server";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { deleteOldChanges } from "~/history/changes.server";
import { findHistoryPage } from "~/history/list.server";
import { readHistoryQuery } from "~/history/query";
import { removeExpiredRecords } from "~/history/trash.server";
import { type ChangeView, loadRecordHistory, toChangeViews } from "~/history/view.server";
import { addCustomerNote, withdrawRequest } from "~/requests/customer.server";
import { customerKey } from "~/requests/customer-link.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import {
  addNote,
  changeStatus,
  deleteRequest,
  markSpam,
  quotePart,
  restoreRequest,
  updateRequest,
} from "~/requests/work.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { as } from "../../support/act";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { NO_SUCH_TABLE, withoutTables } from "../../support/database";
import { minutesLater, newPartRequest } from "../../support/requests";
import { signedIn } from "../../support/staff";

const NOW = new Date("2026-12-03T17:00:00Z");
const JOEL = { username: "joel", accountId: "01JJOEL00000" };
const MARTA: Actor = { accountId: "01JMARTA0000", username: "marta", source: "page" };

beforeAll(() => migrate(engine));
beforeEach(async () => {
  for (const table of [
    "changes",
    "retailVehicles",
    "dismantledVehicles",
    "partRequests",
    "administrators",
  ] as const) {
    await db.deleteFrom(table).execute();
  }
});

const storedChanges = () => db.selectFrom("changes").selectAll().orderBy("id").execute();
/** `Price $14,995 → $13,500` */
const lines = ({ fields }: ChangeView) =>
  fields.map(({ label, before, after }) => `${label} ${before || "none"} → ${after || "none"}`);
/** Saves the vehicle with these fields changed. */
async function save(
  vehicle: Awaited<ReturnType<typeof retailVehicle>>,
  changes: Record<string, unknown>,
  by = MARTA,
) {
  const fields = bodySchema(RETAIL_VEHICLES).parse({ ...vehicle, ...changes });
  return as({ ...by, now: NOW }, () => updateRecord(RETAIL_RECORDS, vehicle._id, fields));
}
function image(letter: string) {
  return { imageUrl: `/uploads/${letter.repeat(24)}-1600x1200-2/1600.webp`, alt: "" };
}
async function historyOf({ _id }: { _id: string }) {
  return (await loadRecordHistory("retailVehicle", _id)).changes;
}

describe("a vehicle's history", () => {
  test("says what changed in words, by whom, when and from where", async () => {
    const vehicle = await retailVehicle({ price: 14_995, mileage: 84_210, status: "available", notes: "" });
    await save(vehicle, {
      price: 13_500,
      mileage: 84_300,
      status: "sold",
      dateAcquired: "2026-03-04",
      features: ["Tow hitch"],
      trim: "Limited",
    });
    const [sale] = await historyOf(vehicle);
    expect(sale).toMatchObject({
      action: "Changed",
      who: "marta",
      source: "on the site",
      madeAt: "Dec 3, 2026, 12:00 PM",
      recordName: `2016 Subaru Outback, stock # ${vehicle.stockNumber}`,
      recordPath: `/admin/retail-vehicles/${vehicle._id}/edit`,
    });
    expect(sale && lines(sale)).toEqual([
      "Trim none → Limited",
      "Mileage 84,210 miles → 84,300 miles",
      "Date Acquired Mar 2, 2026 → Mar 4, 2026",
      "Price $14,995 → $13,500",
      "Status Available → Sold",
      "Features none → Tow hitch",
    ]);
  });

  test("stores the changed fields alone, before and after", async () => {
    const vehicle = await retailVehicle({ price: 14_995, notes: "Two keys" });
    await save(vehicle, { price: 13_500.5, notes: "" });
    expect((await storedChanges()).at(-1)).toMatchObject({
      before: JSON.stringify({ price: 14_995, notes: "Two keys" }),
      after: JSON.stringify({ price: 13_500.5 }),
    });
    const [last] = await historyOf(vehicle);
    expect(last && lines(last)).toEqual(["Price $14,995 → $13,500.50", "Notes Two keys → none"]);
  });

  test("begins with all its fields, and goes on when it is deleted and restored", async () => {
    const vehicle = await retailVehicle({ price: 14_995 });
    await as({ ...MARTA, now: NOW }, () => deleteRecord(RETAIL_RECORDS, vehicle._id));
    await as({ ...MARTA, source: "api", now: NOW }, () => restoreFromTrash(RETAIL_RECORDS, vehicle._id));
    const [restored, deleted, added] = await historyOf(vehicle);
    expect([restored?.action, restored?.source, deleted?.action, added?.action]).toEqual([
      "Restored",
      "through the API",
      "Deleted",
      "Added",
    ]);
    expect(added?.who).toBe("Command line");
    expect(added && lines(added)).toContain(`Stock Number none → ${vehicle.stockNumber}`);
    expect(added && lines(added)).toContain("Price none → $14,995");
  });

  test("has no line for a save that changes nothing, or that is refused", async () => {
    const vehicle = await retailVehicle();
    const other = await retailVehicle();
    await save(vehicle, {});
    await save(vehicle, { stockNumber: other.stockNumber });
    const fields = bodySchema(RETAIL_VEHICLES).parse({ ...vehicle, price: 1 });
    const stale = { version: "2020-01-01T00:00:00.000Z" };
    await as({ ...MARTA, now: NOW }, () => updateRecord(RETAIL_RECORDS, vehicle._id, fields, stale));
    await as({ ...MARTA, now: NOW }, () => createRecord(RETAIL_RECORDS, fields));
    expect((await historyOf(vehicle)).map(({ action }) => action)).toEqual(["Added"]);
    expect(await storedChanges()).toHaveLength(2);
  });

  test("is stored with the change or not at all", async () => {
    const vehicle = await retailVehicle({ price: 14_995 });
    await withoutTables(["changes"], async () => {
      await expect(save(vehicle, { price: 1 })).rejects.toThrow(NO_SUCH_TABLE);
      await expect(retailVehicle({ stockNumber: "UNRECORDED" })).rejects.toThrow(NO_SUCH_TABLE);
    });
    const rows = await db.selectFrom("retailVehicles").select(["stockNumber", "priceCents"]).execute();
    expect(rows).toEqual([{ stockNumber: vehicle.stockNumber, priceCents: 1_499_500 }]);
    await transaction(async () => {
      const fields = bodySchema(RETAIL_VEHICLES).parse({ ...vehicle, stockNumber: "UNDONE" });
      await as({ ...MARTA, now: NOW }, () => createRecord(RETAIL_RECORDS, fields));
      throw new Error("Undone");
    }).catch(() => undefined);
    expect(await storedChanges()).toHaveLength(1);
  });

  test("shortens a long text and keeps the whole one; a picture is named, not addressed", async () => {
    const before = "Runs well. ".repeat(20).trim();
    const vehicle = await retailVehicle({ description: before });
    await save(vehicle, { description: "Sold as is.", images: [image("a")] });
    const [last] = await historyOf(vehicle);
    const [photo, description] = last?.fields ?? [];
    expect(photo).toMatchObject({ label: "Vehicle Image", before: "", after: "1 photo" });
    expect(description?.before).toMatch(/^Runs well\..{20,50}…$/);
    expect(description?.whole).toEqual({ before, after: "Sold as is." });
  });

  test.each([
    ["one more", ["a", "b", "c"], "2 photos → 3 photos"],
    ["another order", ["b", "a"], "2 photos → 2 photos, another order"],
    ["others", ["a", "c"], "2 photos → 2 photos, other photos"],
    ["none", [], "2 photos → none"],
  ])("counts the photos: %s", async (_what, letters, expected) => {
    const vehicle = await retailVehicle({ images: [image("a"), image("b")] });
    await save(vehicle, { images: letters.map(image) });
    const [last] = await historyOf(vehicle);
    expect(last && lines(last)).toEqual([`Vehicle Image ${expected}`]);
  });
});

describe("an account's history", () => {
  test("says what was done by whom, and holds no password, hash, session or saved form", async () => {
    const first = await createFirstAdministrator(
      { username: "owner", passwordHash: await hashPassword("first horse battery") },
      NOW,
    );
    const hash = await hashPassword("second horse battery");
    const marta = await as({ ...COMMAND_LINE, now: NOW }, () =>
      createAdministrator({ username: "marta", passwordHash: hash }),
    );
    await as({ ...MARTA, now: NOW }, async () =>
      setPassword("marta", await hashPassword("third horse battery")),
    );
    const { session, cookie } = await signedIn(first);
    const fields: [string, string][] = [["notes", "typed and not sent"]];
    await saveSubmission({ administratorId: first?.id ?? "", path: "/admin", fields }, NOW);
    const hashes = (await db.selectFrom("administrators").select("passwordHash").execute()).map(
      ({ passwordHash }) => passwordHash,
    );
    await as({ ...COMMAND_LINE, now: NOW }, () => removeAdministrator("MARTA"));

    const rows = await storedChanges();
    expect(rows.map(({ recordName, action, source }) => [recordName, action, source])).toEqual([
      ["owner", "created", "job"],
      ["marta", "created", "command"],
      ["marta", "password-changed", "page"],
      ["marta", "removed", "command"],
    ]);
    const everything = JSON.stringify(rows);
    for (const secret of [...hashes, hash, "horse battery", session.id, "typed and not sent", "$argon2"]) {
      expect(everything).not.toContain(secret);
    }
    for (const value of cookie.split(/[;=]\s*/).filter((part) => part.length > 20)) {
      expect(everything).not.toContain(value);
    }
    const { changes } = await loadRecordHistory("account", marta?.id ?? "");
    expect(changes.map(({ action, who }) => `${action} by ${who}`)).toEqual([
      "Permanently deleted by Command line",
      "Password changed by marta",
      "Added by Command line",
    ]);
  });

  test("loses the account's email addresses when it is removed, and keeps its lines; another's stay", async () => {
    const [marta, ann] = await as({ ...COMMAND_LINE, now: NOW }, async () => [
      await createAdministrator({ username: "marta", passwordHash: "x" }),
      await createAdministrator({ username: "ann", passwordHash: "x" }),
    ]);
    await as({ ...MARTA, now: NOW }, async () => {
      for (const email of ["marta@home.example", "marta@yard.example", undefined])
        await setEmail(marta?.id ?? "", email);
      await setEmail(ann?.id ?? "", "ann@yard.example");
      await changeRole(marta?.id ?? "", "counter", null);
    });
    const told = async (id = "") =>
      (await loadRecordHistory("account", id)).changes.map((change) =>
        [change.action, "by", change.who, ...lines(change)].join(" "),
      );
    expect(await told(marta?.id)).toContain("Changed by marta Email marta@home.example → marta@yard.example");
    await as({ ...COMMAND_LINE, now: NOW }, () => removeAdministrator("marta"));
    expect(await told(marta?.id)).toEqual([
      "Permanently deleted by Command line",
      "Changed by marta Role Owner → Counter",
      "Changed by marta",
      "Changed by marta",
      "Changed by marta",
      "Added by Command line",
    ]);
    expect(JSON.stringify(await storedChanges())).not.toContain("marta@");
    expect(await told(ann?.id)).toContain("Changed by marta Email none → ann@yard.example");
  });

  test("has no line for a name that is taken or a password that is no longer the one to replace", async () => {
    await as({ ...COMMAND_LINE, now: NOW }, () =>
      createAdministrator({ username: "ann", passwordHash: "x" }),
    );
    await as({ ...COMMAND_LINE, now: NOW }, () =>
      createAdministrator({ username: "Ann", passwordHash: "y" }),
    );
    await as({ ...COMMAND_LINE, now: NOW }, () => setPassword("ann", "z", { replaces: "another" }));
    await as({ ...COMMAND_LINE, now: NOW }, () => setPassword("nobody", "z"));
    await as({ ...COMMAND_LINE, now: NOW }, () => removeAdministrator("nobody"));
    expect(await storedChanges()).toHaveLength(1);
  });
});

describe("the history", () => {
  test("is append-only: no row is ever rewritten", async () => {
    await retailVehicle();
    await expect(db.updateTable("changes").set({ username: "nobody" }).execute()).rejects.toThrow(
      "append-only",
    );
  });

  test("keeps a change for two years", async () => {
    await retailVehicle({ now: new Date("2024-12-03T17:00:00Z"), stockNumber: "OLD" });
    await retailVehicle({ now: new Date("2024-12-03T17:00:01Z"), stockNumber: "YOUNG" });
    await deleteOldChanges(NOW);
    expect((await storedChanges()).map(({ recordName }) => recordName)).toEqual([
      "2016 Subaru Outback, stock # YOUNG",
    ]);
  });

  test("filters by record, action, person, source, day and name, the newest first", async () => {
    // 23:30 in New York is the next day in UTC.
    const vehicle = await retailVehicle({ stockNumber: "R-77", now: new Date("2026-12-02T04:30:00Z") });
    const other = await dismantledVehicle({ now: new Date("2026-12-02T05:00:00Z") });
    await save(vehicle, { price: 1 });
    await save(vehicle, { price: 2 }, { ...MARTA, source: "import" });
    const marta = await as({ ...COMMAND_LINE, now: NOW }, () =>
      createAdministrator({ username: "marta", passwordHash: "x" }),
    );
    const found = async (search: string) => {
      const query = readHistoryQuery(new URLSearchParams(search), "2026-12-03");
      const { entries, total } = await findHistoryPage(query, "America/New_York");
      const views = await toChangeViews(entries);
      expect(total).toBe(entries.length);
      return views.map(({ action, source, recordName }) =>
        [action, source, recordName.split(" ").at(-1)].join(" "),
      );
    };
    const all = await found("");
    expect(all).toEqual([
      "Added  marta",
      "Changed by an import R-77",
      "Changed on the site R-77",
      `Added  ${other.stockNumber}`,
      "Added  R-77",
    ]);
    expect(await found("kind=dismantledVehicle")).toEqual([all[3]]);
    expect(await found("action=changed")).toEqual([all[1], all[2]]);
    expect(await found(`who=${MARTA.accountId}`)).toEqual([all[1], all[2]]);
    expect(await found("who=command")).toEqual([all[0], all[3], all[4]]);
    expect(await found("who=customer")).toEqual([]);
    expect(await found("source=import")).toEqual([all[1]]);
    expect(await found("to=2026-12-01")).toEqual([all[4]]);
    expect(await found("from=2026-12-02&to=12/02/2026")).toEqual([all[3]]);
    expect(await found("q=subaru+r-77")).toEqual([all[1], all[2], all[4]]);
    await retailVehicle({ stockNumber: "R-78", make: "Škoda", model: "Citigo" });
    for (const q of ["Škoda", "SKODA+r78"]) expect([q, await found(`q=${q}`)]).toEqual([q, ["Added  R-78"]]);
    expect(await found("q=_")).toEqual([]);
    await db.deleteFrom("changes").where("recordName", "like", "%R-78").execute();
    expect(await found(`record=${marta?.id}`)).toEqual([all[0]]);
    expect(await found("kind=nonsense&who=x&from=yesterday")).toEqual(all);
  });
});

describe("a request's history", () => {
  test("begins with what the customer sent, and says what staff do with it", async () => {
    const id = await newPartRequest();
    const at = (minutes: number) => ({ ...JOEL, now: minutesLater(minutes) });
    await as(at(1), () =>
      changeStatus(PART_REQUESTS, id, { status: "processing", expectedVersion: "pending" }),
    );
    await as(at(2), () => addNote(PART_REQUESTS, id, "Called, no answer"));
    await as(at(3), () =>
      quotePart(
        id,
        { price: 89.5, warranty: "90 days", validUntil: "2026-12-24" },
        { expectedVersion: null },
      ),
    );
    await as(at(4), () => markSpam(PART_REQUESTS, id, true));
    await as(at(5), () => deleteRequest(PART_REQUESTS, id));
    await as({ ...at(6), source: "api" }, () => restoreRequest(PART_REQUESTS, id));
    const { changes } = await loadRecordHistory("partRequest", id);
    const [restored, deleted, spam, quote, note, status, created] = changes;
    expect(created).toMatchObject({ action: "Added", who: "Customer", recordName: `PR-${id.slice(-6)}` });
    expect(created && lines(created)).toContain("Phone none → (555) 555-0101");
    expect(created && lines(created)).toContain("Status none → Pending");
    expect(status && lines(status)).toEqual(["Status Pending → Processing"]);
    expect(status).toMatchObject({
      who: "joel",
      source: "on the site",
      recordPath: `/admin/parts-requests/${id}`,
    });
    expect(note && lines(note)).toEqual(["Note none → Called, no answer"]);
    expect(quote && lines(quote)).toEqual([
      "Status Processing → Quoted",
      "Quote none → $89.50",
      "Warranty none → 90 days",
      "Valid until none → Dec 24, 2026",
    ]);
    expect(spam && lines(spam)).toEqual(["Spam since none → Mar 2, 2026, 10:08 AM"]);
    expect([deleted?.action, restored?.action, restored?.source]).toEqual([
      "Deleted",
      "Restored",
      "through the API",
    ]);
  });

  test("has what its customer wrote and that they withdrew it", async () => {
    const id = await newPartRequest();
    const key = customerKey({ prefix: "PR", id }, minutesLater(0));
    await addCustomerNote(key, "Left side, please.", { formKey: "one", now: minutesLater(1) });
    await withdrawRequest(key, minutesLater(2));
    const [withdrawn, note] = (await loadRecordHistory("partRequest", id)).changes;
    expect(note && lines(note)).toEqual(["Note none → Left side, please."]);
    expect([note?.who, note?.source]).toEqual(["Customer", "on the site"]);
    expect(withdrawn && lines(withdrawn)).toContain("Status Pending → Cancelled");
  });

  test("has no line for what somebody else did first, or for a status that stays", async () => {
    const id = await newPartRequest();
    const by = { ...JOEL, now: minutesLater(1) };
    await as(by, () => changeStatus(PART_REQUESTS, id, { status: "quoted", expectedVersion: "processing" }));
    await as(by, () => updateRequest(PART_REQUESTS, id, { status: "pending" }));
    await as(by, () => updateRequest(PART_REQUESTS, "01JNOBODY000", { status: "pending" }));
    expect(await storedChanges()).toHaveLength(1);
  });

  test("is stored with the change or not at all", async () => {
    const id = await newPartRequest();
    const by = { ...JOEL, now: minutesLater(1) };
    await withoutTables(["changes"], async () => {
      await expect(as(by, () => addNote(PART_REQUESTS, id, "Lost"))).rejects.toThrow(NO_SUCH_TABLE);
      await expect(as(by, () => deleteRequest(PART_REQUESTS, id))).rejects.toThrow(NO_SUCH_TABLE);
      await expect(newPartRequest()).rejects.toThrow(NO_SUCH_TABLE);
    });
    const rows = await db.selectFrom("partRequests").select(["id", "notes", "deletedAt"]).execute();
    expect(rows).toEqual([{ id, notes: "[]", deletedAt: null }]);
  });

  test("is forgotten with the customer once the request is removed for good, but for one line", async () => {
    const id = await newPartRequest();
    const kept = await newPartRequest();
    await as({ ...JOEL, now: minutesLater(1) }, () => addNote(PART_REQUESTS, id, "Ann will call back"));
    await as({ ...JOEL, now: minutesLater(2) }, () => deleteRequest(PART_REQUESTS, id));
    const monthLater = new Date(minutesLater(2).getTime() + 30 * 86_400_000);
    await removeExpiredRecords(monthLater);
    const rows = await storedChanges();
    expect(rows.filter(({ recordId }) => recordId === id)).toEqual([
      expect.objectContaining({
        action: "removed",
        recordName: `PR-${id.slice(-6)}`,
        before: null,
        after: null,
      }),
    ]);
    expect(rows.filter(({ recordId }) => recordId === kept)).toHaveLength(1);
  });
});
