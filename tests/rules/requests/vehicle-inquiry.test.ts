import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { removeExpiredRecords } from "~/history/trash.server";
import { readStaffQuery } from "~/lists/staff";
import { INQUIRY_MESSAGES } from "~/requests/inquiry";
import { vehicleInquirySchema } from "~/requests/inquiry-schema";
import { countWaiting, findRequestPage } from "~/requests/list.server";
import { findRequest } from "~/requests/record.server";
import { VEHICLE_INQUIRIES } from "~/requests/vehicle-inquiries";
import { changeStatus, deleteRequest } from "~/requests/work.server";
import { as } from "../../support/act";
import { retailVehicle } from "../../support/builders";
import { newVehicleInquiry } from "../../support/requests";

const VEHICLE = "01M7Z3E77NJMPRGAMC72R7QZV8";
const BODY = {
  vehicleId: VEHICLE,
  customerInfo: { name: "Ivy Quist", phone: "555.555.0104", email: "" },
  inquiry: { about: "question", message: "Is it still there?" },
};
const NOW = new Date("2026-03-02T15:04:00Z");
const VIEWER = { accountId: "somebody", now: NOW };

beforeAll(() => migrate(engine));
beforeEach(async () => {
  for (const table of ["vehicleInquiries", "retailVehicles", "idempotencyKeys"] as const) {
    await db.deleteFrom(table).execute();
  }
});

/** What is wrong with a body, by field. */
function errorsOf(body: unknown): Record<string, string> {
  const issues = vehicleInquirySchema.safeParse(body).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}

describe("what an inquiry needs", () => {
  test("is a vehicle, a name, one way to answer, and a message where it is a question", () => {
    expect(vehicleInquirySchema.parse(BODY)).toEqual({
      vehicleId: VEHICLE,
      customerInfo: { name: "Ivy Quist", phone: "(555) 555-0104", email: undefined },
      inquiry: BODY.inquiry,
    });
    const { nameMissing, contactMissing, messageMissing, aboutMissing, vehicleMissing } = INQUIRY_MESSAGES;
    expect(errorsOf({})).toEqual({
      vehicleId: vehicleMissing,
      "customerInfo.name": nameMissing,
      "customerInfo.phone": contactMissing,
      "inquiry.about": aboutMissing,
    });
    expect(errorsOf({ ...BODY, customerInfo: { name: " ", phone: " ", email: "" } })).toEqual({
      "customerInfo.name": nameMissing,
      "customerInfo.phone": contactMissing,
    });
    expect(errorsOf({ ...BODY, inquiry: { about: "question", message: " \u200b\n" } })).toEqual({
      "inquiry.message": messageMissing,
    });
    expect(errorsOf({ ...BODY, inquiry: { about: "test-drive" } })).toEqual({});
    expect(errorsOf({ ...BODY, customerInfo: { name: "Ivy", email: "ivy@example.com" } })).toEqual({});
  });

  test("a phone number or an email address that is wrong is not said to be missing", () => {
    const { phoneMalformed, emailMalformed } = INQUIRY_MESSAGES;
    expect(errorsOf({ ...BODY, customerInfo: { name: "Ivy", phone: "555" } })).toEqual({
      "customerInfo.phone": phoneMalformed,
    });
    expect(errorsOf({ ...BODY, customerInfo: { name: "Ivy", email: "ivy@" } })).toEqual({
      "customerInfo.email": emailMalformed,
    });
    expect(errorsOf({ ...BODY, customerInfo: { name: "Ivy", phone: "5555550104", email: "ivy@" } })).toEqual({
      "customerInfo.email": emailMalformed,
    });
  });

  test.each([[null], [[]], ["text"], [{ ...BODY, customerInfo: "Ivy" }], [{ ...BODY, inquiry: [] }]])(
    "%j is no inquiry",
    (body) => expect(Object.keys(errorsOf(body)).length).toBeGreaterThan(0),
  );
});

describe("a stored inquiry", () => {
  test("keeps the vehicle as it was offered, though that changes and goes", async () => {
    const vehicle = await retailVehicle({ trim: "Limited", price: 12_995.5 });
    const { _id } = await newVehicleInquiry(vehicle);
    const offered = {
      stockNumber: vehicle.stockNumber,
      year: 2016,
      make: "Subaru",
      model: "Outback",
      trim: "Limited",
      vin: vehicle.vin,
      price: 12_995.5,
    };
    await db.updateTable("retailVehicles").set({ priceCents: 1, stockNumber: "X" }).execute();
    expect(await findRequest(VEHICLE_INQUIRIES, _id)).toMatchObject({
      vehicleId: vehicle._id,
      vehicleInfo: offered,
    });
    await db.deleteFrom("retailVehicles").execute();
    const kept = await findRequest(VEHICLE_INQUIRIES, _id);
    expect(kept).toMatchObject({ vehicleInfo: offered });
    expect(kept).not.toHaveProperty("vehicleId");
  });

  test("is due, answered, deleted and removed like any other request", async () => {
    const { _id, answerDueAt } = await newVehicleInquiry(await retailVehicle(), { now: NOW });
    expect(answerDueAt).toMatch(/^2026-03-0/);
    expect(await countWaiting(VEHICLE_INQUIRIES, NOW)).toEqual({ overdue: 0, dueSoon: 0, new: 1 });
    const by = { username: "marta", now: NOW };
    await as(by, () =>
      changeStatus(VEHICLE_INQUIRIES, _id, { status: "contacted", expectedVersion: "pending" }),
    );
    expect(await countWaiting(VEHICLE_INQUIRIES, NOW)).toEqual({ overdue: 0, dueSoon: 0, new: 0 });
    await as(by, () => deleteRequest(VEHICLE_INQUIRIES, _id));
    expect(await findRequest(VEHICLE_INQUIRIES, _id)).toBeUndefined();
    await removeExpiredRecords(new Date(NOW.getTime() + 31 * 86_400_000));
    expect(await db.selectFrom("vehicleInquiries").select("id").execute()).toEqual([]);
  });

  test("is found by name, phone, vehicle, stock number, VIN and reference", async () => {
    const vehicle = await retailVehicle({ stockNumber: "Ñ-77" });
    const { _id } = await newVehicleInquiry(vehicle, { customer: { name: "Ivy Quist" } });
    const reference = _id.slice(-6).toLowerCase();
    for (const q of ["quist", "555-555-0104", "2016 outback", "n-77", vehicle.vin, `vi${reference}`]) {
      const query = readStaffQuery(new URLSearchParams({ q }), VEHICLE_INQUIRIES.list);
      expect([q, (await findRequestPage(VEHICLE_INQUIRIES, query, VIEWER)).total]).toEqual([q, 1]);
    }
  });
});

test("each status has its own look", () => {
  expect(Object.keys(VEHICLE_INQUIRIES.statuses)[0]).toBe("pending");
  const tones = Object.values(VEHICLE_INQUIRIES.statuses).map(({ tone }) => tone);
  expect(new Set(tones).size).toBe(tones.length);
});
