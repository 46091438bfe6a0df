import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findRequest } from "~/requests/record.server";
import { API_DEFAULTS } from "~/requests/repair";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { callbackSchema, repairRequestSchema } from "~/requests/repair-schema";
import { as } from "../../support/act";

const NOW = new Date("2026-06-01T12:00:00Z");
// 24 business hours later, at nine hours a day.
const ANSWER_DUE_AT = "2026-06-03T18:00:00.000Z";
const folder = mkdtempSync(path.join(tmpdir(), "repair-request-"));

// Imported once DATA_DIR is set: the connection opens its file on import.
let models: typeof import("~/requests/repair.server");
let connection: typeof import("~/db/connection.server");

beforeAll(async () => {
  process.env.DATA_DIR = folder;
  connection = await import("~/db/connection.server");
  const { migrate } = await import("~/db/migrate.server");
  await migrate(connection.engine);
  models = await import("~/requests/repair.server");
});

beforeEach(async () => {
  await connection.db.deleteFrom("idempotencyKeys").execute();
  await connection.db.deleteFrom("repairRequests").execute();
});

afterAll(async () => {
  await connection.engine.close();
  rmSync(folder, { recursive: true });
});

function problems(result: {
  success: boolean;
  error?: { issues: { path: PropertyKey[]; message: string }[] };
}) {
  return result.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

function callback(fields: Record<string, unknown> = {}) {
  return { name: "Ann Lee", contactMethod: "phone", phone: "555 555 0101", ...fields };
}

function simplifiedBody(parts: Record<string, Record<string, unknown>> = {}) {
  return {
    customerInfo: {
      name: "Ann Lee",
      phone: "(555) 555-0101",
      email: API_DEFAULTS.email,
      address: { street: "", city: "", state: "", zipCode: "" },
      ...parts.customerInfo,
    },
    vehicleInfo: { year: 2026, make: "TBD", model: "TBD", ...parts.vehicleInfo },
    serviceInfo: { message: API_DEFAULTS.message, urgency: "Medium", ...parts.serviceInfo },
    contactMethod: "phone",
    isSimplifiedRequest: true,
  };
}

async function rows() {
  return connection.db.selectFrom("repairRequests").selectAll().execute();
}

describe("the callback form", () => {
  test("an empty form by phone misses name and phone, and nothing else", () => {
    expect(problems(callbackSchema.safeParse({ contactMethod: "phone" }))).toEqual([
      "name: Please enter your name",
      "phone: Please enter your phone number",
    ]);
  });

  test("an empty form by e-mail misses name and e-mail, and nothing else", () => {
    expect(problems(callbackSchema.safeParse({ contactMethod: "email" }))).toEqual([
      "name: Please enter your name",
      "email: Please enter your email address",
    ]);
  });

  test.each(["5555550101", "555.555.0101", "555-555-0101", "+1 (555) 555 0101", " (555)555-0101 "])(
    "the number %s is kept as (555) 555-0101",
    (phone) => {
      expect(callbackSchema.parse(callback({ phone })).phone).toBe("(555) 555-0101");
    },
  );

  test.each(["555 0101", "555 555 0101 2", "call me"])("the number %s is refused", (phone) => {
    expect(problems(callbackSchema.safeParse(callback({ phone })))).toEqual([
      "phone: Please enter a valid phone number",
    ]);
  });

  test("an address without a host is refused", () => {
    const fields = callback({ contactMethod: "email", email: "ann@" });
    expect(problems(callbackSchema.safeParse(fields))).toEqual(["email: Please enter a valid email address"]);
  });

  test("what is given for the other way is kept where it is valid and ignored where it is blank", () => {
    expect(callbackSchema.parse(callback({ email: "ann@example.com" })).email).toBe("ann@example.com");
    expect(callbackSchema.parse(callback({ email: "  " })).email).toBeUndefined();
    expect(
      callbackSchema.parse(callback({ contactMethod: "email", email: "a@example.com", phone: "" })).phone,
    ).toBeUndefined();
  });

  test("an unknown way to be reached is refused with a sentence", () => {
    expect(problems(callbackSchema.safeParse(callback({ contactMethod: "fax" })))).toEqual([
      "contactMethod: Please choose how we should contact you",
    ]);
  });
});

describe("a callback in the database", () => {
  test("holds what the visitor gave and nothing invented", async () => {
    const { _id } = await as({ now: NOW }, () => models.createCallback(callbackSchema.parse(callback())));
    const [row] = await rows();
    const said = Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null));
    expect(said).toEqual({
      id: _id,
      customerId: expect.any(String),
      createdAt: NOW.toISOString(),
      answerDueAt: ANSWER_DUE_AT,
      updatedAt: NOW.toISOString(),
      status: "pending",
      notes: "[]",
      customerName: "Ann Lee",
      customerPhone: "(555) 555-0101",
      contactMethod: "phone",
      isSimplifiedRequest: 1,
      searchText: `rr-${_id.slice(-6).toLowerCase()} ann lee (555) 555-0101 5555550101`,
    });
  });

  test("goes out through the API in the documented shape, fillers included", async () => {
    const stored = await as({ now: NOW }, () => models.createCallback(callbackSchema.parse(callback())));
    expect(models.repairRequestForApi(stored)).toEqual({
      _id: stored._id,
      createdAt: NOW.toISOString(),
      updatedAt: NOW.toISOString(),
      answerDueAt: ANSWER_DUE_AT,
      status: "pending",
      customerInfo: {
        name: "Ann Lee",
        phone: "(555) 555-0101",
        email: API_DEFAULTS.email,
        address: { street: "", city: "", state: "", zipCode: "" },
      },
      vehicleInfo: { year: "2026", make: "TBD", model: "TBD" },
      serviceInfo: {
        message: "Customer will provide details during phone consultation",
        urgency: "Medium",
      },
      contactMethod: "phone",
      isSimplifiedRequest: true,
      notes: [],
    });
  });

  test("its filler year is the one it was sent in, by the clock of the business", async () => {
    const newYearsEve = new Date("2027-01-01T02:00:00Z");
    const stored = await as({ now: newYearsEve }, () =>
      models.createCallback(callbackSchema.parse(callback())),
    );
    expect(models.repairRequestForApi(stored).vehicleInfo.year).toBe("2026");
  });

  test("the same form sent twice is one request", async () => {
    const fields = callbackSchema.parse(callback());
    const sent = { key: "one-form", now: NOW };
    const [first, second] = await Promise.all([
      models.submitCallback(fields, sent),
      models.submitCallback(fields, sent),
    ]);
    expect(first).toBe(second);
    expect((await rows()).map(({ id }) => id)).toEqual([first]);
  });

  test("the same form with a corrected number is a second request", async () => {
    const sent = { key: "one-form", now: NOW };
    await models.submitCallback(callbackSchema.parse(callback()), sent);
    await models.submitCallback(callbackSchema.parse(callback({ phone: "555 555 0102" })), sent);
    expect((await rows()).map((row) => row.customerPhone)).toEqual(["(555) 555-0101", "(555) 555-0102"]);
  });

  test("two people with the same words on forms of their own are two requests", async () => {
    const fields = callbackSchema.parse(callback());
    await models.submitCallback(fields, { key: "one-form", now: NOW });
    await models.submitCallback(fields, { key: "another", now: NOW });
    expect(await rows()).toHaveLength(2);
  });
});

describe("a request of the API", () => {
  test("is found again as it was sent", async () => {
    const body = repairRequestSchema.parse({
      customerInfo: {
        name: " Ann  Lee ",
        phone: "5555550101",
        email: "ann@example.com",
        address: { street: "1 Mill Lane", city: "Millbrook", state: "NY", zipCode: "12545" },
      },
      vehicleInfo: {
        year: 2014,
        make: "Acura",
        model: "ILX",
        trim: "",
        vin: "19vde1f30ee000001",
        mileage: "about 90k",
        engineSize: "2.0L I4",
      },
      serviceInfo: {
        serviceType: "other",
        otherServiceType: "Exhaust",
        message: "It rattles.",
        description: "Since May.\r\nOnly when cold.",
        urgency: "High",
      },
      contactMethod: "email",
      isSimplifiedRequest: false,
    });
    const { _id } = await as({ source: "api", now: NOW }, () => models.createRepairRequest(body));
    const found = await findRequest(REPAIR_REQUESTS, _id);
    expect(found && models.repairRequestForApi(found)).toEqual({
      _id,
      customerId: expect.any(String),
      createdAt: NOW.toISOString(),
      updatedAt: NOW.toISOString(),
      answerDueAt: ANSWER_DUE_AT,
      status: "pending",
      customerInfo: {
        name: "Ann Lee",
        phone: "(555) 555-0101",
        email: "ann@example.com",
        address: { street: "1 Mill Lane", city: "Millbrook", state: "NY", zipCode: "12545" },
      },
      vehicleInfo: {
        year: 2014,
        make: "Acura",
        model: "ILX",
        vin: "19VDE1F30EE000001",
        mileage: "about 90k",
        engineSize: "2.0L I4",
      },
      serviceInfo: {
        serviceType: "other",
        otherServiceType: "Exhaust",
        message: "It rattles.",
        description: "Since May.\nOnly when cold.",
        urgency: "High",
      },
      contactMethod: "email",
      isSimplifiedRequest: false,
      notes: [],
    });
  });

  test("an empty body is told of every field that is missing", () => {
    expect(problems(repairRequestSchema.safeParse({}))).toEqual([
      "contactMethod: Please choose how we should contact you",
      "customerInfo.name: Please enter your name",
    ]);
    expect(problems(repairRequestSchema.safeParse({ contactMethod: "phone" }))).toEqual([
      "customerInfo.name: Please enter your name",
      "customerInfo.phone: Please enter your phone number",
    ]);
  });

  test.each([[null], [[]], ["text"], [7]])("a body that is %j is refused", (body) => {
    expect(repairRequestSchema.safeParse(body).success).toBe(false);
  });

  test("a wrong VIN or urgency is refused, an empty one is not", () => {
    const body = { ...simplifiedBody(), vehicleInfo: { vin: "123" }, serviceInfo: { urgency: "Now" } };
    expect(problems(repairRequestSchema.safeParse(body))).toEqual([
      "vehicleInfo.vin: Please enter a valid 17-character VIN",
      "serviceInfo.urgency: Please use one of Low, Medium, High, Emergency",
    ]);
    const blank = { ...simplifiedBody(), vehicleInfo: { vin: "" }, serviceInfo: { urgency: "" } };
    expect(repairRequestSchema.safeParse(blank).success).toBe(true);
  });

  test("the fillers of a simplified request are not stored as the customer's words", async () => {
    const body = repairRequestSchema.parse(simplifiedBody());
    await as({ source: "api", now: NOW }, () => models.createRepairRequest(body));
    const [row] = await rows();
    expect(row).toMatchObject({
      customerEmail: null,
      addressStreet: null,
      vehicleYear: null,
      vehicleMake: null,
      vehicleModel: null,
      message: null,
      urgency: null,
    });
  });

  test("what the customer did say in a simplified request is stored", async () => {
    const body = repairRequestSchema.parse(
      simplifiedBody({
        vehicleInfo: { year: 2009 },
        serviceInfo: { message: "Brakes squeal", urgency: "Emergency" },
      }),
    );
    await as({ source: "api", now: NOW }, () => models.createRepairRequest(body));
    expect((await rows())[0]).toMatchObject({
      vehicleYear: "2009",
      vehicleMake: null,
      message: "Brakes squeal",
      urgency: "Emergency",
    });
  });

  test("this year's car whose make is known keeps its year", async () => {
    const body = repairRequestSchema.parse(simplifiedBody({ vehicleInfo: { make: "Honda" } }));
    await as({ source: "api", now: NOW }, () => models.createRepairRequest(body));
    expect((await rows())[0]).toMatchObject({ vehicleYear: "2026", vehicleMake: "Honda" });
  });

  test("a filler is no e-mail to answer to", () => {
    const body = { ...simplifiedBody(), contactMethod: "email" };
    expect(problems(repairRequestSchema.safeParse(body))).toEqual([
      "customerInfo.email: Please enter your email address",
    ]);
  });

  test("a full request keeps words that look like fillers", () => {
    const body = repairRequestSchema.parse({ ...simplifiedBody(), isSimplifiedRequest: false });
    expect(body.vehicleInfo.make).toBe("TBD");
    expect(body.serviceInfo.urgency).toBe("Medium");
  });
});
