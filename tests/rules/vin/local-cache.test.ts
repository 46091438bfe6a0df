import { describe, expect, test } from "vitest";
import { decodeVin } from "~/api/client/vin";
import type { VinStorage } from "~/vin/local-cache";
import { fetchOf, html, json } from "../../support/client";
import { ACCORD, DECODED, decodeBy, denied, FOUND, NOW, storageOf, VIN } from "../../support/vin-client";

const MAX_CACHED_VINS = 100;
const VIN_CACHE_PREFIX = "vinDecode:";
const UNAVAILABLE = {
  outcome: "unavailable",
  message: "Vehicle database service is temporarily unavailable. Please try again later.",
};
const INCOMPLETE = "Could not decode essential vehicle information";

describe("a decoded vehicle is kept", () => {
  test("by its VIN, and asked for again each time, for it may have come or gone", async () => {
    const storage = storageOf();
    await decodeBy(json(FOUND), { storage });
    expect([...storage.entries.keys()]).toEqual([VIN_CACHE_PREFIX + VIN]);
    const gone = { ...FOUND, inInventory: false, inventoryType: null };
    expect(await decodeBy(json(gone), { storage })).toEqual({ ...DECODED, inventoryType: null });
  });

  test.each([
    ["is not there", new TypeError("Failed to fetch")],
    ["is overrun", json({ error: "Too many requests" }, 429)],
    ["is out of order", json({ error: "Something went wrong" }, 500)],
  ])("and still known when the server %s, but not whether it is still here", async (_name, answer) => {
    const storage = storageOf();
    await decodeBy(json(FOUND), { storage });
    expect(await decodeBy(answer, { storage })).toEqual({
      ...DECODED,
      inventoryType: null,
    });
  });

  test("only where it is complete", async () => {
    const storage = storageOf();
    await decodeBy(json({ error: INCOMPLETE, vehicleInfo: { make: "Honda" } }, 422), { storage });
    await decodeBy(json({ error: "All VIN decode methods failed" }, 422), { storage });
    await decodeBy(html(200), { storage });
    expect(storage.entries.size).toBe(0);
  });

  test("up to a number of them, the oldest leaving first and nobody else's entries", async () => {
    const storage = storageOf({ authToken: "token", vinDecodes: "another's" });
    const vinOf = (at: number) => `1HGCM82633A${String(at).padStart(6, "0")}`;
    const { fetch } = fetchOf(json(FOUND));
    for (let at = 0; at <= MAX_CACHED_VINS; at++) {
      await decodeVin(vinOf(at), { fetch, storage, now: () => new Date(NOW.getTime() + at) });
    }
    const kept = [...storage.entries.keys()].filter((key) => key.startsWith(VIN_CACHE_PREFIX));
    expect(kept).toHaveLength(MAX_CACHED_VINS);
    expect(kept).not.toContain(VIN_CACHE_PREFIX + vinOf(0));
    expect(kept).toContain(VIN_CACHE_PREFIX + vinOf(MAX_CACHED_VINS));
    expect(storage.entries.get("authToken")).toBe("token");
    expect(storage.entries.get("vinDecodes")).toBe("another's");
  });
});

describe("what is kept is believed only where it reads as one of ours", () => {
  const cachedAt = NOW.getTime();
  test.each([
    "not json",
    "null",
    "[]",
    JSON.stringify({ vehicleInfo: ACCORD }),
    JSON.stringify({ vehicleInfo: { ...ACCORD, year: "2003" }, inventoryType: null, cachedAt }),
    JSON.stringify({ vehicleInfo: { make: "Honda", model: "Accord" }, inventoryType: null, cachedAt }),
  ])("%s", async (entry) => {
    const storage = storageOf({ [VIN_CACHE_PREFIX + VIN]: entry });
    expect((await decodeBy(html(502), { storage })).result).toEqual(UNAVAILABLE);
    expect(await decodeBy(json(FOUND), { storage })).toEqual(DECODED);
  });

  test("and what cannot be read leaves when the next vehicle is kept", async () => {
    const damaged = `${VIN_CACHE_PREFIX}JH4DC4340RS003205`;
    const storage = storageOf({ [damaged]: "{" });
    await decodeBy(json(FOUND), { storage });
    expect([...storage.entries.keys()]).toEqual([VIN_CACHE_PREFIX + VIN]);
  });
});

describe("a storage that does not work costs no decode", () => {
  test.each<[string, Partial<VinStorage>]>([
    ["is full", { setItem: denied }],
    ["cannot be read", { getItem: denied }],
    ["cannot be tidied", { key: denied, removeItem: denied }],
  ])("where it %s", async (_name, broken) => {
    expect(await decodeBy(json(FOUND), { storage: { ...storageOf(), ...broken } })).toEqual(DECODED);
  });

  test("where there is none", async () => {
    expect(await decodeBy(json(FOUND), { storage: undefined })).toEqual(DECODED);
  });

  test("where the very look at it is denied", async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
    Object.defineProperty(globalThis, "localStorage", { configurable: true, get: denied });
    try {
      expect(await decodeBy(json(FOUND), { storage: undefined })).toEqual(DECODED);
    } finally {
      if (before) Object.defineProperty(globalThis, "localStorage", before);
      else Reflect.deleteProperty(globalThis, "localStorage");
    }
  });
});
