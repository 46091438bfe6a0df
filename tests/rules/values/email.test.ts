import { expect, test } from "vitest";
import { emailSchema } from "../../../app/values/email";

const schema = emailSchema({ missing: "Missing", malformed: "Malformed" });
const sentenceFor = (input: unknown) => schema.safeParse(input).error?.issues.map(({ message }) => message);

test.each(["jane@example.com", "j.o'neil+parts@mail.example.co.uk", "a@b.co"])(
  "%j is an address",
  (input) => {
    expect(schema.parse(` ${input} `)).toBe(input);
  },
);

test.each([
  "jane",
  "jane@",
  "@example.com",
  "jane@host",
  "a b@example.com",
  "a@b..co",
  "a@b.co, c@d.co",
  "a@b.c",
])("%j is not", (input) => {
  expect(sentenceFor(input)).toEqual(["Malformed"]);
});

test("an address is at most 254 characters long", () => {
  const domain = ".example.com";
  const address = (length: number) =>
    `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(length - 185 - domain.length)}${domain}`;
  expect(sentenceFor(address(240))).toBeUndefined();
  expect(sentenceFor(address(255))).toEqual(["Malformed"]);
});

test.each([undefined, "", "  ", 5])("%j is missing", (input) => {
  expect(sentenceFor(input)).toEqual(["Missing"]);
});
