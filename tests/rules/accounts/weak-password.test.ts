import { describe, expect, test } from "vitest";
import { isWeakPassword } from "~/accounts/weak-password";

const names = { username: "Ann Lee", business: "Millbrook Auto Recyclers" };

describe("a password that is easily guessed", () => {
  test.each([
    "password2024!",
    "Admin-Admin-1",
    "P.a.s.s.w.o.r.d Password",
    "millbrook auto",
    "Recyclers#Millbrook#99",
    "lee ann 12345",
    "ANNLEEANNLEE",
    "ＰＡＳＳＷＯＲＤ１２",
    "          ",
    "1212121212!!",
  ])("is %s", (password) => {
    expect(isWeakPassword(password, names)).toBe(true);
  });

  test.each([
    "correct horse battery",
    "another good one",
    "annual leeward passport",
    "пароль с пробелами",
    "8264905173662",
    "7w294-ue9ed-fvgj3",
    "+++---===***",
    "x y z q w Password",
  ])("is not %s", (password) => {
    expect(isWeakPassword(password, names)).toBe(false);
  });
});
