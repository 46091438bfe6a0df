import { describe, expect, test } from "vitest";
import { customerPath, readCustomerKey } from "~/requests/customer-link.server";

const NOW = new Date("2026-03-02T15:04:00.000Z");
const DAY_MS = 86_400_000;
const request = { prefix: "PR", id: "01KJQ0000000000000000000AB" } as const;

const keyOf = (path: string) => new URL(path, "http://site.invalid").searchParams.get("key") ?? "";
const daysLater = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

describe("a customer's link", () => {
  test("opens its request for 30 days", () => {
    const key = keyOf(customerPath(request, NOW));
    expect(readCustomerKey(key, daysLater(0))).toEqual(request);
    expect(readCustomerKey(key, daysLater(29.9))).toEqual(request);
    expect(readCustomerKey(key, daysLater(30.1))).toBeUndefined();
  });

  test("opens no other request, and cannot be made to last longer", () => {
    const key = keyOf(customerPath(request, NOW));
    const later = keyOf(customerPath(request, daysLater(1)));
    const [, , expires] = later.split(".");
    const [prefix, id, , signature] = key.split(".");
    expect(readCustomerKey(`${prefix}.${id}.${expires}.${signature}`, NOW)).toBeUndefined();
    expect(readCustomerKey(key.replace("PR.", "RR."), NOW)).toBeUndefined();
    expect(readCustomerKey(key.replace("AB", "AC"), NOW)).toBeUndefined();
  });

  test.each([
    "",
    ".",
    "PR",
    "PR.01KJQ0000000000000000000AB",
    "a.b.c.d.e",
    "PR.01KJQ0000000000000000000AB.zz.é",
  ])("is not %j", (key) => {
    expect(readCustomerKey(key, NOW)).toBeUndefined();
  });
});
