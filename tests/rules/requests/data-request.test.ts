import { describe, expect, test } from "vitest";
import {
  DATA_REQUEST_DELAY_MS,
  DATA_REQUEST_TYPE_LABELS,
  DATA_REQUEST_TYPES,
  marketplaceField,
  PRIVACY_NOTICE,
} from "~/requests/data";
import { dataRequestSchema } from "~/requests/data-schema";

const schema = dataRequestSchema("ebay");

function problems(fields: Record<string, unknown>) {
  return schema.safeParse(fields).error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

function request(fields: Record<string, unknown> = {}) {
  return { customerEmail: "ann@example.com", customerName: "Ann Lee", requestType: "deletion", ...fields };
}

describe("a data request", () => {
  test("needs an e-mail address, a name and what is asked for", () => {
    expect(problems({})).toEqual([
      "customerEmail: Please enter your email address",
      "customerName: Please enter your name",
      "requestType: Please choose a request type",
    ]);
  });

  test("takes blanks for nothing", () => {
    expect(problems(request({ customerEmail: " ", customerName: "\t" }))).toEqual([
      "customerEmail: Please enter your email address",
      "customerName: Please enter your name",
    ]);
    expect(schema.parse(request({ transactionId: " ", additionalInfo: "" }))).toEqual(request());
  });

  test("needs an address in the shape of one", () => {
    expect(problems(request({ customerEmail: "ann at home" }))).toEqual([
      "customerEmail: Please enter a valid email address",
    ]);
  });

  test("has four kinds, deletion first", () => {
    expect(DATA_REQUEST_TYPES.map((type) => DATA_REQUEST_TYPE_LABELS[type])).toEqual([
      "Delete My Data",
      "Access My Data",
      "Correct My Data",
      "Export My Data",
    ]);
    expect(problems(request({ requestType: "everything" }))).toEqual([
      "requestType: Please choose a request type",
    ]);
  });

  test("names the customer's marketplace account after the marketplace", () => {
    expect(marketplaceField("ebay")).toBe("ebayUserId");
    expect(schema.parse(request({ ebayUserId: " annlee " }))).toMatchObject({ ebayUserId: "annlee" });
    expect(dataRequestSchema("etsy").parse(request({ ebayUserId: "annlee" }))).toEqual(request());
    expect(dataRequestSchema(undefined).parse(request({ ebayUserId: "annlee" }))).toEqual(request());
  });

  test("is promised within 30 days, after two seconds of submitting", () => {
    expect(PRIVACY_NOTICE[0]).toContain("within 30 days");
    expect(DATA_REQUEST_DELAY_MS).toBe(2000);
  });
});
