import { readFileSync } from "node:fs";
import path from "node:path";
import { DtdValidator, XmlDocument, XmlDtd } from "libxml2-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { renderAdf } from "~/requests/adf";
import { inquiryLead, serviceLead } from "~/requests/adf-lead.server";
import { createCallback, createRepairRequest } from "~/requests/repair.server";
import { callbackSchema, repairRequestSchema } from "~/requests/repair-schema";
import { as } from "../../support/act";
import { retailVehicle } from "../../support/builders";
import { newVehicleInquiry } from "../../support/requests";

const DTD = readFileSync(path.resolve(import.meta.dirname, "../../fixtures/adf-1.0.dtd"), "utf8");
const SENT = new Date("2026-03-02T15:04:05.678Z");

beforeAll(() => migrate(engine));

/** The document, which must be well-formed and valid. */
function valid(xml: string): { text: (path: string) => string | undefined } {
  const document = XmlDocument.fromString(xml);
  const validator = new DtdValidator(XmlDtd.fromString(DTD));
  validator.validate(document);
  return { text: (path) => document.get(path)?.content };
}

test("the check itself refuses a lead that leaves out what ADF requires", () => {
  expect(() => valid("<adf><prospect><requestdate>2026</requestdate></prospect></adf>")).toThrow(/prospect/);
});

describe("a vehicle inquiry", () => {
  test("says who asks about which vehicle, and from where", async () => {
    const vehicle = await retailVehicle({ trim: "Limited", price: 12_995.5 });
    const inquiry = await newVehicleInquiry(vehicle, { now: SENT });
    const xml = renderAdf(inquiryLead(inquiry));
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<\?adf version="1.0"\?>\n<adf>/);
    const { text } = valid(xml);
    const said = {
      "//id": `VI-${inquiry._id.slice(-6)}`,
      "//requestdate": "2026-03-02T15:04:05+00:00",
      "//vehicle/@interest": "test-drive",
      "//vehicle/@status": "used",
      "//vehicle/year": "2016",
      "//vehicle/make": "Subaru",
      "//vehicle/model": "Outback",
      "//vehicle/trim": "Limited",
      "//vehicle/vin": vehicle.vin,
      "//vehicle/stock": vehicle.stockNumber,
      "//vehicle/price": "12995.5",
      "//customer/contact/name": "Ivy Quist",
      "//customer/contact/email": "ivy@example.com",
      "//customer/contact/phone": "(555) 555-0104",
      "//customer/comments": "Test drive\nOn Friday.\nAfter five.",
      "//vendor/vendorname": "Millbrook Auto Recyclers",
      "//vendor/contact/address/postalcode": "12545",
      "//provider/service": "Vehicle inquiry",
    };
    for (const [place, words] of Object.entries(said)) expect([place, text(place)]).toEqual([place, words]);
  });

  test.each([
    ["markup", `<b>"Al" & 'Bo'</b>]]><!--`],
    ["any script", "Zoë 李小龍 محمد 🚗 e\u0301"],
    ["what XML does not allow", "A\u0000\u0008\u000b\ufffe\uffffB\ud800C"],
    ["an entity", "&lt;&#0;&nbsp;"],
  ])("stays valid with %s in every field", async (_name, nasty) => {
    const inquiry = await newVehicleInquiry(await retailVehicle());
    const { vehicleInfo } = inquiry;
    const { text } = valid(
      renderAdf(
        inquiryLead({
          ...inquiry,
          customerInfo: { name: nasty, email: nasty, phone: nasty },
          vehicleInfo: {
            ...vehicleInfo,
            make: nasty,
            model: nasty,
            trim: nasty,
            stockNumber: nasty,
            vin: nasty,
          },
          inquiry: { about: "question", message: nasty },
        }),
      ),
    );
    const kept = nasty.startsWith("A\u0000") ? "ABC" : nasty;
    for (const place of [
      "//vehicle/make",
      "//stock",
      "//customer/contact/name",
      "//customer/contact/phone",
    ]) {
      expect(text(place)).toBe(kept);
    }
    expect(text("//customer/comments")).toBe(`Question\n${kept}`);
  });

  test("of somebody without a phone number, about a vehicle without a price, leaves both out", async () => {
    const vehicle = await retailVehicle({ price: 0 });
    const inquiry = await newVehicleInquiry(vehicle, { customer: { phone: "" } });
    const xml = renderAdf(inquiryLead(inquiry));
    valid(xml);
    expect(xml.slice(0, xml.indexOf("<vendor>"))).not.toMatch(/<price|<phone/);
  });
});

describe("a service request", () => {
  test("says what is to be done to which vehicle", async () => {
    const request = await as({ source: "api", now: SENT }, () =>
      createRepairRequest(
        repairRequestSchema.parse({
          contactMethod: "phone",
          customerInfo: {
            name: "Stan Wu",
            phone: "5555550102",
            address: { city: "Millbrook", zipCode: "12545" },
          },
          vehicleInfo: { year: 2016, make: "Honda", model: "CR-V", mileage: "about 90k" },
          serviceInfo: { serviceType: "Brakes", description: "Squeal.", urgency: "High" },
        }),
      ),
    );
    const { text } = valid(renderAdf(serviceLead(request)));
    expect(text("//vehicle/model")).toBe("CR-V");
    expect(text("//odometer")).toBe("about 90k");
    expect(text("//provider/service")).toBe("Repair request");
    expect(text("//customer/comments")).toBe(
      "Request: Repair request\nContact by: phone\nService: Brakes\nUrgency: High\nDescription: Squeal.",
    );
    // The DTD has no address without a street.
    expect(text("//customer/contact/address")).toBeUndefined();
  });

  test("that is a callback has the API's fillers for the vehicle, and says so", async () => {
    const fields = callbackSchema.parse({
      contactMethod: "phone",
      name: "Cal Back",
      phone: "5555550103",
      description: "Brakes squeal",
    });
    const { text } = valid(renderAdf(serviceLead(await as({ now: SENT }, () => createCallback(fields)))));
    expect([text("//year"), text("//make"), text("//model")]).toEqual(["2026", "TBD", "TBD"]);
    expect(text("//customer/comments")).toContain("Message: Brakes squeal");
    expect(text("//customer/comments")).toContain("The customer didn't name it fully");
    expect(text("//customer/contact/email")).toBeUndefined();
  });
});
