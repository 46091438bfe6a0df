import { expect, test } from "vitest";
import { newPasswordSchemaFor } from "~/accounts/new-password.server";

const problemOf = (password: string) =>
  newPasswordSchemaFor("Ann Lee").safeParse(password).error?.issues[0]?.message;

test.each([
  "1234567890",
  "qwertyuiop",
  "password123",
  "1111111111",
  "Basketball",
  "1Q2W3E4R5T",
  "absolutely",
])("%s, which is among the 10,000 most used, is refused", (password) => {
  expect(problemOf(password)).toMatch(/^That's one of the most common/);
});

test("a short one, and one made of the account's name, are told apart from those", () => {
  expect(problemOf("password1")).toBe("A password needs at least 10 characters.");
  expect(problemOf("ann-lee-ann-lee")).toMatch(/^That password is too easy to guess/);
  expect(problemOf("basketball at noon")).toBeUndefined();
});
