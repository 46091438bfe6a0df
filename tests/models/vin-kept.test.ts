import { describe, expect, test } from "vitest";
import { recallOrDecode } from "~/api-client";
import { KEPT_VIN_FRESH_MS, KEPT_VIN_PREFIX, MAX_KEPT_VINS, type VinStorage } from "~/api-client/vin-kept";
import { fetchOf, html, json } from "../support/client";
import { ACCORD, DECODED, decodeBy, denied, FOUND, NOW, storageOf, VIN } from "../support/vin-client";

const LATER = new Date(NOW.getTime() + KEPT_VIN_FRESH_MS);
const UNAVAILABLE = {
  outcome: "unavailable",
  message: "Vehicle database service is temporarily unavailable. Please try again later.",
};
const INCOMPLETE = "Could not decode essential vehicle information";

describe("a decoded vehicle is kept", () => {
  test("by its VIN, and not asked for again while it is fresh", async () => {
    const storage = storageOf();
    await decodeBy(json(FOUND), { storage });
    expect([...storage.entries.keys()]).toEqual([KEPT_VIN_PREFIX + VIN]);

    const server = fetchOf(new TypeError("Failed to fetch"));
    const shortlyBefore = new Date(LATER.getTime() - 1);
    expect(await recallOrDecode(VIN, { ...server, storage, now: () => shortlyBefore })).toEqual(DECODED);
    expect(server.asked).toEqual([]);
    await recallOrDecode("JH4DC4340RS003205", { ...server, storage, now: () => NOW });
    expect(server.asked).toHaveLength(1);
  });

  test("and asked for again after that, for it may have come or gone", async () => {
    const storage = storageOf();
    await decodeBy(json(FOUND), { storage });
    const gone = { ...FOUND, inInventory: false, inventoryType: null };
    const decode = await decodeBy(json(gone), { storage, now: () => LATER });
    expect(decode).toEqual({ ...DECODED, inventoryType: null });
  });

  test.each([
    ["is not there", new TypeError("Failed to fetch")],
    ["is overrun", json({ error: "Too many requests" }, 429)],
    ["is out of order", json({ error: "Something went wrong" }, 500)],
  ])("and still known when the server %s, but not whether it is still here", async (_name, answer) => {
    const storage = storageOf();
    await decodeBy(json(FOUND), { storage });
    expect(await decodeBy(answer, { storage, now: () => LATER })).toEqual({
      ...DECODED,
      inventoryType: null,
    });
  });

  test("not for ever fresh where the clock was set back", async () => {
    const storage = storageOf();
    await decodeBy(json(FOUND), { storage, now: () => LATER });
    const server = fetchOf(json(FOUND));
    await recallOrDecode(VIN, { ...server, storage, now: () => NOW });
    expect(server.asked).toHaveLength(1);
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
    for (let at = 0; at <= MAX_KEPT_VINS; at++) {
      await recallOrDecode(vinOf(at), { fetch, storage, now: () => new Date(NOW.getTime() + at) });
    }
    const kept = [...storage.entries.keys()].filter((key) => key.startsWith(KEPT_VIN_PREFIX));
    expect(kept).toHaveLength(MAX_KEPT_VINS);
    expect(kept).not.toContain(KEPT_VIN_PREFIX + vinOf(0));
    expect(kept).toContain(KEPT_VIN_PREFIX + vinOf(MAX_KEPT_VINS));
    expect(storage.entries.get("authToken")).toBe("token");
    expect(storage.entries.get("vinDecodes")).toBe("another's");
  });
});

describe("what is kept is believed only where it reads as one of ours", () => {
  const keptAt = NOW.getTime();
  test.each([
    "not json",
    "null",
    "[]",
    JSON.stringify({ vehicleInfo: ACCORD, inventoryType: null }),
    JSON.stringify({ vehicleInfo: { ...ACCORD, year: "2003" }, inventoryType: null, keptAt }),
    JSON.stringify({ vehicleInfo: { make: "Honda", model: "Accord" }, inventoryType: null, keptAt }),
    JSON.stringify({ vehicleInfo: ACCORD, inventoryType: "moon", keptAt }),
  ])("%s", async (entry) => {
    const storage = storageOf({ [KEPT_VIN_PREFIX + VIN]: entry });
    expect((await decodeBy(html(502), { storage })).result).toEqual(UNAVAILABLE);
    expect(await decodeBy(json(FOUND), { storage })).toEqual(DECODED);
  });

  test("and what cannot be read leaves when the next vehicle is kept", async () => {
    const damaged = `${KEPT_VIN_PREFIX}JH4DC4340RS003205`;
    const storage = storageOf({ [damaged]: "{" });
    await decodeBy(json(FOUND), { storage });
    expect([...storage.entries.keys()]).toEqual([KEPT_VIN_PREFIX + VIN]);
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
