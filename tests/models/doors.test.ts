import { describe, expect, it } from "vitest";
import { formProblem, MAX_FIELDS } from "~/doors/body.server";
import { addressKey } from "~/doors/limits.server";
import { isForeignWrite } from "~/doors/origin.server";

const post = (headers: Record<string, string>) => ({
  method: "POST",
  headers: { host: "yard.example", ...headers },
});

describe("the guard", () => {
  it.each([
    ["our own page", { "sec-fetch-site": "same-origin", origin: "https://yard.example" }],
    ["an address typed by the person", { "sec-fetch-site": "none" }],
    ["an older browser's own form", { origin: "http://yard.example" }],
    ["a program that keeps no cookies", {}],
    [
      "a program that sends JSON with a cookie",
      { cookie: "a=b", "content-type": "application/json; charset=utf-8" },
    ],
  ])("lets %s through", (_name, headers) => {
    expect(isForeignWrite(post(headers))).toBe(false);
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://yard.example" }],
    ["a sister site", { "sec-fetch-site": "same-site" }],
    ["an unknown word in Sec-Fetch-Site", { "sec-fetch-site": "whatever" }],
    ["an evil origin", { origin: "https://evil.example" }],
    ["an origin that is no address", { origin: "null" }],
    ["the same name on another port", { origin: "http://yard.example:8080" }],
    [
      "a cookie with a form and no origin",
      { cookie: "a=b", "content-type": "application/x-www-form-urlencoded" },
    ],
  ])("refuses %s", (_name, headers) => {
    expect(isForeignWrite(post(headers))).toBe(true);
  });

  it("knows the outside address behind a proxy that hides it", () => {
    const behind = post({ origin: "https://www.yard.example", host: "127.0.0.1:3000" });
    expect(isForeignWrite(behind, "https://www.yard.example")).toBe(false);
    expect(isForeignWrite(behind)).toBe(true);
  });

  it("leaves reading alone", () => {
    expect(isForeignWrite({ method: "GET", headers: { "sec-fetch-site": "cross-site" } })).toBe(false);
  });
});

describe("a form's body", () => {
  it("may have a hundred fields and no more", () => {
    expect(formProblem(Buffer.from(Array(MAX_FIELDS).fill("a=b").join("&")))).toBeUndefined();
    expect(
      formProblem(
        Buffer.from(
          Array(MAX_FIELDS + 1)
            .fill("a=b")
            .join("&"),
        ),
      )?.status,
    ).toBe(400);
  });

  it("is measured by the decoded name", () => {
    expect(formProblem(Buffer.from(`${"%61".repeat(64)}=1`))).toBeUndefined();
    expect(formProblem(Buffer.from(`${"%61".repeat(65)}=1`))?.status).toBe(400);
  });

  it("may be empty", () => {
    expect(formProblem(Buffer.alloc(0))).toBeUndefined();
  });
});

describe("the address a limit counts", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["unknown", "unknown"],
  ])("of %s is %s", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
