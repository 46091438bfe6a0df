import { describe, expect, it } from "vitest";
import { findFormError, MAX_FIELDS } from "~/http/body-limit.server";
import { isCrossSiteWrite } from "~/http/csrf.server";
import { clientKey, clientKeys, networkKey } from "~/http/rate-limits.server";

const post = (headers: Record<string, string>) => ({
  method: "POST",
  headers: { host: "yard.example", ...headers },
});

const SIGNED_IN = { cookie: "toast=a; session=b" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

describe("the guard", () => {
  it.each([
    ["our own page", { "sec-fetch-site": "same-origin", origin: "https://yard.example" }],
    ["an address typed by the person", { "sec-fetch-site": "none" }],
    ["an older browser's own form", { origin: "http://yard.example" }],
    ["a program that keeps no cookies", {}],
    ["a browser that names only the page before", { referer: "http://yard.example/repair", ...SIGNED_IN }],
    ["a browser that names nothing and has no session", { cookie: "toast=a; draft=b", ...FORM }],
    [
      "a program that sends JSON in a session",
      { ...SIGNED_IN, "content-type": "application/json; charset=utf-8" },
    ],
  ])("lets %s through", (_name, headers) => {
    expect(isCrossSiteWrite(post(headers))).toBe(false);
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://yard.example" }],
    ["a sister site", { "sec-fetch-site": "same-site" }],
    ["an unknown word in Sec-Fetch-Site", { "sec-fetch-site": "whatever" }],
    ["an evil origin", { origin: "https://evil.example" }],
    ["an origin that is no address", { origin: "null" }],
    ["the same name on another port", { origin: "http://yard.example:8080" }],
    ["a page of another site before", { referer: "http://evil.example/yard.example/" }],
    ["a page before that is no address", { referer: "yard.example" }],
    ["a form in a session from nobody knows where", { ...SIGNED_IN, ...FORM }],
  ])("refuses %s", (_name, headers) => {
    expect(isCrossSiteWrite(post(headers))).toBe(true);
  });

  it("knows the outside address behind a proxy that hides it", () => {
    const behind = post({ origin: "https://www.yard.example", host: "127.0.0.1:3000" });
    expect(isCrossSiteWrite(behind, "https://www.yard.example")).toBe(false);
    expect(isCrossSiteWrite(behind)).toBe(true);
  });

  it("leaves reading alone", () => {
    expect(isCrossSiteWrite({ method: "GET", headers: { "sec-fetch-site": "cross-site" } })).toBe(false);
  });
});

describe("a form's body", () => {
  it("may have a hundred fields and no more", () => {
    expect(findFormError(Buffer.from(Array(MAX_FIELDS).fill("a=b").join("&")))).toBeUndefined();
    expect(
      findFormError(
        Buffer.from(
          Array(MAX_FIELDS + 1)
            .fill("a=b")
            .join("&"),
        ),
      )?.status,
    ).toBe(400);
  });

  it("is measured by the decoded name", () => {
    expect(findFormError(Buffer.from(`${"%61".repeat(64)}=1`))).toBeUndefined();
    expect(findFormError(Buffer.from(`${"%61".repeat(65)}=1`))?.status).toBe(400);
  });

  it("may be empty", () => {
    expect(findFormError(Buffer.alloc(0))).toBeUndefined();
  });
});

describe("the address a limit counts", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["::1", "::/64"],
    ["fe80::1%eth0", "fe80::/64"],
    ["203.0.113.9:4711", "203.0.113.9"],
    ["[2001:db8:1:2::9]:4711", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
    ["unknown", "unknown"],
    ["", "unknown"],
    ["1", "unknown"],
    ["0x7f.1", "unknown"],
    ["203.0.113.9:4711:1", "unknown"],
    ["_hidden, 1.2.3", "unknown"],
  ])("of %s is %s", (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  it("is that of a whole customer where connections and requests are counted", () => {
    expect(clientKeys("2001:db8:1:2ff::9")).toEqual([
      "2001:db8:1:2ff::/64",
      "2001:db8:1:200::/56",
      "2001:db8:1::/48",
    ]);
    expect(clientKeys("203.0.113.9:4711")).toEqual(["203.0.113.9"]);
    expect(networkKey("2001:db8:1:2ff::9")).toBe("2001:db8:1::/48");
  });
});
