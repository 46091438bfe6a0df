import { afterEach, describe, expect, test, vi } from "vitest";
import { DECODE_TIMEOUT_MS, type DecodeOptions, decodeVin } from "~/api-client";
import { KEPT_VIN_FRESH_MS, KEPT_VIN_PREFIX, MAX_KEPT_VINS, type VinStorage } from "~/api-client/vin-kept";

const VIN = "1HGCM82633A004352";
const NOW = new Date("2026-11-21T12:00:00Z");
const LATER = new Date(NOW.getTime() + KEPT_VIN_FRESH_MS);
const ACCORD = { year: 2003, make: "Honda", model: "Accord", engineSize: "2.4L" };
const FOUND = { vehicleInfo: ACCORD, inInventory: true, inventoryType: "retail" };

const DECODED = { result: { outcome: "decoded", vehicleInfo: ACCORD }, inventoryType: "retail" };
const UNAVAILABLE = {
  outcome: "unavailable",
  message: "Vehicle database service is temporarily unavailable. Please try again later.",
};
const UNABLE = { outcome: "refused", message: "Unable to decode VIN" };
const INCOMPLETE = "Could not decode essential vehicle information";

/** A server that gives this answer to every call, and keeps what it was asked. */
function serverOf(answer: Response | Error) {
  const asked: { url: string; init: RequestInit | undefined }[] = [];
  const send = async (url: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    asked.push({ url: String(url), init });
    if (answer instanceof Error) throw answer;
    return answer.clone();
  };
  return { fetch: send as typeof fetch, asked };
}

/** Local storage in a map; `kept` is what it starts with. */
function storageOf(kept: Record<string, string> = {}): VinStorage & { entries: Map<string, string> } {
  const entries = new Map(Object.entries(kept));
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    key: (place) => [...entries.keys()][place] ?? null,
    get length() {
      return entries.size;
    },
  };
}

function denied(): never {
  throw new DOMException("denied", "SecurityError");
}

const html = (status: number) =>
  new Response("<!doctype html><title>Gateway</title>", { status, headers: { "Content-Type": "text/html" } });
const json = (value: unknown, status = 200) => Response.json(value, { status });

/** A decode of `VIN` by a server of one answer, with nothing kept unless said. */
function decodeBy(answer: Response | Error, options: DecodeOptions = {}) {
  return decodeVin(VIN, { storage: storageOf(), now: () => NOW, fetch: serverOf(answer).fetch, ...options });
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("the call", () => {
  test("posts the VIN as JSON, without an authorization header and with a time limit", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    vi.stubGlobal("localStorage", storageOf({ authToken: "a-token-of-staff" }));
    const server = serverOf(json(FOUND));
    expect(await decodeVin(VIN, { fetch: server.fetch })).toEqual(DECODED);
    expect(localStorage.getItem(KEPT_VIN_PREFIX + VIN)).toContain("Accord");
    const [{ url, init } = { url: "", init: undefined }] = server.asked;
    expect([url, init?.method, init?.body]).toEqual(["/api/vin/direct-decode", "POST", `{"vin":"${VIN}"}`]);
    const headers = new Headers(init?.headers);
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(headers.has("Authorization")).toBe(false);
    expect(timeout).toHaveBeenCalledWith(DECODE_TIMEOUT_MS);
  });

  test("is given up by whoever made it, and then says nothing at all", async () => {
    const controller = new AbortController();
    const hanging = ((_url: unknown, init?: RequestInit) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      })) as typeof fetch;
    const decode = decodeVin(VIN, { fetch: hanging, storage: storageOf(), signal: controller.signal });
    controller.abort(new Error("another VIN"));
    await expect(decode).rejects.toThrow("another VIN");
  });
});

describe("an answer", () => {
  test("of 200 is the vehicle and the inventory it stands in", async () => {
    expect(await decodeBy(json(FOUND))).toEqual(DECODED);
    const nowhere = { vehicleInfo: ACCORD, inInventory: false, inventoryType: null };
    expect(await decodeBy(json(nowhere))).toEqual({ ...DECODED, inventoryType: null });
    expect(await decodeBy(json({ vehicleInfo: ACCORD }))).toEqual({ ...DECODED, inventoryType: null });
  });

  test("without year, make or model is incomplete, and keeps what is known", async () => {
    const partial = { year: 2003, make: "Honda" };
    const incomplete = { outcome: "incomplete", vehicleInfo: partial, message: INCOMPLETE };
    const beside = json(
      { error: INCOMPLETE, vehicleInfo: partial, inInventory: false, inventoryType: null },
      422,
    );
    expect((await decodeBy(beside)).result).toEqual(incomplete);
    expect((await decodeBy(json({ vehicleInfo: partial }))).result).toEqual(incomplete);
    expect((await decodeBy(json({ error: INCOMPLETE }, 422))).result).toEqual({
      ...incomplete,
      vehicleInfo: {},
    });
  });

  test("of 422 where nobody knows the VIN says so", async () => {
    const message = "All VIN decode methods failed";
    expect((await decodeBy(json({ error: message }, 422))).result).toEqual({ outcome: "failed", message });
  });

  test.each([
    ["a network failure", new TypeError("Failed to fetch")],
    ["a timeout", new DOMException("The operation timed out", "TimeoutError")],
    ["503", json({ error: "whatever" }, 503)],
    ["a page of HTML", html(200)],
    ["a gateway's page of HTML", html(502)],
    ["a page of HTML for too many requests", html(429)],
  ])("that is %s means that the service is unavailable", async (_name, answer) => {
    expect((await decodeBy(answer)).result).toEqual(UNAVAILABLE);
  });

  test("that breaks off means that the service is unavailable", async () => {
    const broken = new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"vehicleInfo":'));
          controller.error(new TypeError("terminated"));
        },
      }),
    );
    const { fetch } = { fetch: (async () => broken) as typeof globalThis.fetch };
    expect((await decodeVin(VIN, { fetch, storage: storageOf() })).result).toEqual(UNAVAILABLE);
  });

  test.each([
    ["400", json({ error: "Please enter a valid 17-character VIN" }, 400)],
    ["403", json({ error: "Forbidden" }, 403)],
    ["500", json({ error: "Something went wrong on our side. Please try again." }, 500)],
    ["a 422 of another kind", json({ error: "Teapot" }, 422)],
    ["empty", new Response("")],
    ["no JSON", new Response("oops")],
    ["a list", json([])],
    ["another shape", json({ vehicleInfo: { year: "2003" } })],
    ["an inventory that does not exist", json({ vehicleInfo: ACCORD, inventoryType: "moon" })],
  ])("that is %s cannot be used", async (_name, answer) => {
    expect((await decodeBy(answer)).result).toEqual(UNABLE);
  });

  test("of 429 is the server's own sentence, where it has one", async () => {
    const error = "Too many requests from your connection. Please try again in 5 minutes, or call us.";
    expect((await decodeBy(json({ error, retryAfter: 300 }, 429))).result).toEqual({
      outcome: "refused",
      message: error,
    });
    expect((await decodeBy(new Response("", { status: 429 }))).result).toEqual(UNABLE);
  });
});

describe("a decoded vehicle is kept", () => {
  test("by its VIN, and not asked for again while it is fresh", async () => {
    const storage = storageOf();
    await decodeBy(json(FOUND), { storage });
    expect([...storage.entries.keys()]).toEqual([KEPT_VIN_PREFIX + VIN]);

    const server = serverOf(new TypeError("Failed to fetch"));
    const shortlyBefore = new Date(LATER.getTime() - 1);
    expect(await decodeVin(VIN, { ...server, storage, now: () => shortlyBefore })).toEqual(DECODED);
    expect(server.asked).toEqual([]);
    await decodeVin("JH4DC4340RS003205", { ...server, storage, now: () => NOW });
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
    const server = serverOf(json(FOUND));
    await decodeVin(VIN, { ...server, storage, now: () => NOW });
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
    const { fetch } = serverOf(json(FOUND));
    for (let at = 0; at <= MAX_KEPT_VINS; at++) {
      await decodeVin(vinOf(at), { fetch, storage, now: () => new Date(NOW.getTime() + at) });
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
