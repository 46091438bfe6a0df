import { describe, expect, test } from "vitest";
import { STAFF_HOME, safeReturnPath } from "~/values/return-path";

describe("after signing in one goes", () => {
  test.each([
    "/admin",
    "/admin/retail-vehicles?q=blue%20truck&page=2",
    "/admin/retail-vehicles/new?saved=01JD",
    "/admin/parts-requests/01JD#notes",
    "/admin/retail-vehicles?q=100%25",
    "/admin/retail-vehicles?q=caf%C3%A9",
    "/admin?next=https%3A%2F%2Fexample.com%2F",
    "/inventory",
  ])("to %s, which is on this site", (address) => {
    expect(safeReturnPath(address)).toBe(address);
  });

  test.each([
    ["nothing", null],
    ["nothing", undefined],
    ["nothing", ""],
    ["a relative path", "admin"],
    ["a query", "?page=2"],
    ["a protocol-relative address", "//evil.example"],
    ["one with more slashes", "///evil.example"],
    ["a backslash", "/\\evil.example"],
    ["two backslashes", "\\\\evil.example"],
    ["a backslash further on", "/admin\\..\\..\\evil.example"],
    ["an encoded slash", "/%2Fevil.example"],
    ["an encoded slash, in small letters", "/%2fevil.example"],
    ["a slash encoded twice", "/%252Fevil.example"],
    ["a slash encoded three times", "/%25252Fevil.example"],
    ["an encoded backslash", "/%5Cevil.example"],
    ["a backslash encoded twice", "/%255Cevil.example"],
    ["an encoded start", "%2F%2Fevil.example"],
    ["dots that lead to two slashes", "/.//evil.example"],
    ["dots that lead to two slashes further on", "/admin/..//evil.example"],
    ["encoded dots that lead to two slashes", "/%2e%2e//evil.example"],
    ["an absolute address", "https://evil.example/admin"],
    ["an absolute address without slashes", "https:evil.example"],
    ["a script", "javascript:alert(1)"],
    ["a script in disguise", "JaVaScRiPt:alert(1)"],
    ["data", "data:text/html,<script>alert(1)</script>"],
    ["somebody at another site", "@evil.example"],
    ["a line break", "/admin\r\nSet-Cookie: a=b"],
    ["an encoded line break", "/admin%0D%0ASet-Cookie:%20a=b"],
    ["a line break encoded twice", "/admin%250D%250ASet-Cookie"],
    ["a tab that browsers drop", "/\t/evil.example"],
    ["an encoded tab", "/%09/evil.example"],
    ["a line break that browsers drop", "/\n/evil.example"],
    ["a space in front", " /admin"],
    ["a space that a browser trims", "/ /evil.example"],
    ["a null", "/admin\u0000"],
    ["an encoded null", "/admin%00"],
    ["a slash of full width", "/\uff0fevil.example"],
    ["two slashes of full width", "\uff0f\uff0fevil.example"],
    ["a backslash of full width", "/\uff3cevil.example"],
    ["a division slash", "/\u2215evil.example"],
    ["a fraction slash", "/\u2044evil.example"],
    ["a slash of full width, encoded", "/%EF%BC%8Fevil.example"],
    ["a broken encoding", "/admin%"],
    ["a broken character", "/admin%E0%A4"],
    ["a line separator", "/admin\u2028"],
    ["a very long address", `/admin?q=${"x".repeat(3_000)}`],
    ["the sign-in itself", "/login"],
    ["the sign-in itself, further on", "/login?redirectTo=%2Flogin"],
    ["the sign-in itself, with a slash", "/login/"],
    ["the sign-in itself, in capitals", "/LOGIN"],
    ["the sign-in itself, as data", "/login.data"],
    ["the logout", "/logout"],
    ["the API", "/api/auth/logout"],
  ])("home where the address is %s", (_what, address) => {
    expect(safeReturnPath(address)).toBe(STAFF_HOME);
  });

  test("home where the encoding is without end", () => {
    let address = "/evil.example";
    for (let round = 0; round < 12; round++) address = `/${encodeURIComponent(address)}`;
    expect(safeReturnPath(address)).toBe(STAFF_HOME);
  });

  test("to the shortest way there", () => {
    expect(safeReturnPath("/admin/../admin/./retail-vehicles")).toBe("/admin/retail-vehicles");
  });
});
