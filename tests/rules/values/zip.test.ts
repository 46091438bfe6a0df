import { expect, test } from "vitest";
import { bodySchema } from "~/collections/schema";
import { CUSTOMERS } from "~/customers/customers";
import { PURCHASES } from "~/purchases/purchases";
import { optionalZip } from "~/values/zip-schema";

const INVALID = "Please enter the 5 digits of the ZIP code, or all 9";
const sentencesFor = (input: unknown) =>
  optionalZip()
    .safeParse(input)
    .error?.issues.map(({ message }) => message);

test.each([
  ["12545", "12545"],
  [" 12545-1234 ", "12545-1234"],
  ["125451234", "12545-1234"],
  ["12545 – 1234", "12545-1234"],
  // Canada, the United Kingdom, and Switzerland with its country.
  ["K1A 0B1", "K1A 0B1"],
  ["SW1A 1AA", "SW1A 1AA"],
  ["CH-8001", "CH-8001"],
  ["", undefined],
  [undefined, undefined],
])("%j is kept as %j", (input, kept) => {
  expect(optionalZip().parse(input)).toBe(kept);
});

test.each(["1254", "123", "125456", "12545-12", "12545-", "-----"])("%j is no ZIP code", (input) => {
  expect(sentencesFor(input)).toEqual([INVALID]);
});

test("a customer and the seller of a car are asked for a whole ZIP code", () => {
  for (const [schema, name] of [
    [bodySchema(CUSTOMERS), "zipCode"],
    [bodySchema(PURCHASES), "sellerZip"],
  ] as const) {
    const faults = schema.safeParse({ [name]: "1254" }).error?.issues;
    expect(faults?.find(({ path }) => path[0] === name)?.message, name).toBe(INVALID);
  }
});
