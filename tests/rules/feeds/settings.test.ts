import { describe, expect, test } from "vitest";
import { business, publicFacts } from "~/business/business.server";
import { feedPath } from "~/feeds/feed";
import { feedSettingsSchema } from "~/feeds/settings-schema";
import { loggedPath } from "~/http/log.server";
import { isSameSecret } from "~/http/signed-text.server";

const KEY = "k3y-nobody_guesses";

describe("the feeds in the business file", () => {
  test("are all off unless they are turned on", () => {
    expect(Object.values(feedSettingsSchema.parse(undefined)).some(Boolean)).toBe(false);
    expect(Object.values(business.feeds).some(Boolean)).toBe(false);
  });

  test("are on with true, or with a key that becomes part of the address", () => {
    const { marketplace, salvage } = feedSettingsSchema.parse({ marketplace: true, salvage: KEY });
    expect(feedPath("marketplace", marketplace)).toBe("/feeds/marketplace.csv");
    expect(feedPath("salvage", salvage)).toBe(`/feeds/${KEY}/salvage.txt`);
  });

  test.each([
    [
      { marketplace: "short" },
      "marketplace",
      "must be true, false, or a key of 16 to 100 letters, digits, - and _",
    ],
    [
      { salvage: "sixteen/characters" },
      "salvage",
      "must be true, false, or a key of 16 to 100 letters, digits, - and _",
    ],
    [
      { metaCatalog: 1 },
      "metaCatalog",
      "must be true, false, or a key of 16 to 100 letters, digits, - and _",
    ],
    [{ googleListings: true }, "storeCode", "must be set, because a feed for Google is on"],
    [{ storeCode: "two words" }, "storeCode", "must be 1 to 64 letters, digits, -, _ and ."],
    [{ googleListing: true }, "", 'Unrecognized key: "googleListing"'],
  ])("%o stop the start and name the field", (feeds, path, message) => {
    const issue = feedSettingsSchema.safeParse(feeds).error?.issues[0];
    expect([issue?.path.join("."), issue?.message]).toEqual([path, message]);
  });

  test("are no fact that a page gets", () => {
    expect(publicFacts(business)).not.toHaveProperty("feeds");
  });
});

describe("a key", () => {
  test("is the same or it is not", () => {
    expect(isSameSecret(KEY, KEY)).toBe(true);
    for (const other of ["", KEY.slice(1), `${KEY}x`, KEY.toUpperCase()])
      expect(isSameSecret(other, KEY)).toBe(false);
  });

  test.each([
    [`/feeds/${KEY}/salvage.txt`, "/feeds/[key]/salvage.txt"],
    [`/Feeds/${KEY}/salvage.txt?x=1`, "/Feeds/[key]/salvage.txt"],
    [`//feeds//${KEY}`, "//feeds/[key]"],
    [`/%66eeds/${KEY}/salvage.txt`, "/feeds/[key]/salvage.txt"],
    [`/./feeds/${KEY}/salvage.txt`, "/./feeds/[key]/salvage.txt"],
    [`/x/../feeds/${KEY}/salvage.txt`, "/x/../feeds/[key]/salvage.txt"],
    [`/feeds\\${KEY}\\salvage.txt`, "/feeds/[key]"],
    [`/feeds/%2e/${KEY}/salvage.txt`, "/feeds/[key]/salvage.txt"],
    [`/feeds%252f${KEY}`, "/feeds/[key]"],
    [`http://yard.example/feeds/${KEY}/%zz`, "http://yard.example/feeds/[key]"],
    ["/admin/settings/feeds", "/admin/settings/feeds"],
    [`/feeds/${KEY}%`, "/feeds/[key]"],
    [`/feeds/${KEY}.data`, "/feeds/[key]"],
    ["/feeds/marketplace.csv?x=1", "/feeds/marketplace.csv"],
    ["/inventory?q=VIN", "/inventory"],
  ])("is not in the log: %s", (url, path) => {
    expect(loggedPath(url)).toBe(path);
  });
});
