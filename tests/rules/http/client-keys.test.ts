import { describe, expect, it } from "vitest";
import { clientKey, clientKeys, networkKey } from "~/http/rate-limits.server";

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
