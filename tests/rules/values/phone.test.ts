import { expect, test } from "vitest";
import { formatPhone, formatPhoneWhileTyping, phoneDigits } from "../../../app/values/phone";
import { phoneSchema } from "../../../app/values/phone-schema";

const schema = phoneSchema({ missing: "Missing", malformed: "Malformed" });
const sentenceFor = (input: unknown) => schema.safeParse(input).error?.issues.map(({ message }) => message);

test.each([
  "(555) 555-5555",
  "5555555555",
  "555.555.5555",
  "555 555 5555",
  "+1 555.555.5555",
  "1-555-555-5555",
  " 555‑555‑5555 ",
  "５５５ ５５５ ５５５５",
])("%j is kept as (555) 555-5555", (input) => {
  expect(schema.parse(input)).toBe("(555) 555-5555");
});

test.each([
  "555-5555",
  "555 555 55555",
  "2-555-555-5555",
  "555-555-5555 ext 2",
  "+44 20 7946 0958",
  "+44 20 7946 09",
  "call me",
])("%j is no ten-digit number", (input) => {
  expect(sentenceFor(input)).toEqual(["Malformed"]);
});

test.each([undefined, "", "   ", 5])("%j is missing", (input) => {
  expect(sentenceFor(input)).toEqual(["Missing"]);
});

test.each([
  ["5", "5"],
  ["555", "555"],
  ["5555", "(555) 5"],
  ["(555) 5555", "(555) 555-5"],
  ["5555555555", "(555) 555-5555"],
  ["15555555555", "(555) 555-5555"],
  ["1555", "1555"],
  ["+44 20 7946 09", "+44 20 7946 09"],
  ["+1 555 555 5555", "(555) 555-5555"],
  ["+1 555", "+1 555"],
  ["555x", "555x"],
  ["", ""],
])("while typing, %j shows %j", (typed, shown) => {
  expect(formatPhoneWhileTyping(typed)).toBe(shown);
});

test("what is no phone number stays as typed", () => {
  expect(formatPhone(" 555-12 ")).toBe("555-12");
  expect(phoneDigits("+1 (555) 555-5555")).toBe("5555555555");
});
