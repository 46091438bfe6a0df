import { afterEach, describe, expect, test, vi } from "vitest";
import { decodeVin } from "~/api/client/vin";
import { brokenOff, fetchOf, html, json } from "../../support/client";
import { ACCORD, DECODED, decodeBy, FOUND, storageOf, VIN } from "../../support/vin-client";

const VIN_CACHE_PREFIX = "vinDecode:";
const UNAVAILABLE = {
  outcome: "unavailable",
  message: "Vehicle database service is temporarily unavailable. Please try again later.",
};
const UNABLE = { outcome: "rejected", message: "Unable to decode VIN" };
const INCOMPLETE = "Could not decode essential vehicle information";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("the call", () => {
  test("posts the VIN as JSON, without an authorization header", async () => {
    vi.stubGlobal("localStorage", storageOf({ authToken: "a-token-of-staff" }));
    const server = fetchOf(json(FOUND));
    expect(await decodeVin(VIN, { fetch: server.fetch })).toEqual(DECODED);
    expect(localStorage.getItem(VIN_CACHE_PREFIX + VIN)).toContain("Accord");
    const [{ url, init } = { url: "", init: undefined }] = server.asked;
    expect([url, init?.method, init?.body]).toEqual(["/api/vin/direct-decode", "POST", `{"vin":"${VIN}"}`]);
    const headers = new Headers(init?.headers);
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(headers.has("Authorization")).toBe(false);
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
    expect((await decodeBy(brokenOff)).result).toEqual(UNAVAILABLE);
  });

  test.each([
    ["400", json({ error: "Please enter a valid 17-character VIN" }, 400)],
    ["403", json({ error: "Forbidden" }, 403)],
    ["500", json({ error: "Something went wrong on our end. Please try again." }, 500)],
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
      outcome: "rejected",
      message: error,
    });
    expect((await decodeBy(new Response("", { status: 429 }))).result).toEqual(UNABLE);
  });
});
