import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CallOptions } from "~/api-client";
import * as client from "~/api-client/client";
import { operations } from "~/api-contract/operations";
import { brokenOff, fetchOf, headersOf, html, json, offline, text } from "../support/client";

const ID = "01M7Z3E77NJMPRGAMC72R7QZV8";
const TOKEN = "a.b.c";
const VEHICLE = { stockNumber: "A1", vin: "1HGCM82633A004352" };
const DISMANTLED = {
  ...VEHICLE,
  year: 2003,
  make: "Honda",
  model: "Accord",
  mileage: 142_000,
  dateAcquired: "2026-03-02",
};
const PART_REQUEST = {
  vin: VEHICLE.vin,
  vehicleInfo: { make: "Honda" },
  partDetails: { system: "Exterior", component: "Hood" },
  customerInfo: { name: "Ann Lee", phone: "5555550101", email: "ann@example.com" },
} as const;
const REPAIR_REQUEST = {
  customerInfo: { name: "Ann Lee", phone: "5555550101", address: {} },
  vehicleInfo: {},
  serviceInfo: { message: "Brakes squeal" },
  contactMethod: "phone",
  isSimplifiedRequest: true,
} as const;
const PICTURE = new Blob(["picture"], { type: "image/jpeg" });

/** Every call with what it takes; a call that is missing here, or is none of the contract's, is a type error. */
const calls: Record<keyof typeof client, (options: CallOptions) => Promise<unknown>> = {
  listDismantledVehicles: (options) => client.listDismantledVehicles({ limit: 2 }, options),
  getDismantledVehicle: (options) => client.getDismantledVehicle(ID, options),
  listRetailVehicles: (options) => client.listRetailVehicles({}, { ...options, wait: async () => {} }),
  getRetailVehicle: (options) => client.getRetailVehicle(ID, options),
  getVehicleData: (options) => client.getVehicleData({}, options),
  createPartRequest: (options) => client.createPartRequest(PART_REQUEST, options),
  createRepairRequest: (options) => client.createRepairRequest(REPAIR_REQUEST, options),
  decodeVin: (options) => client.decodeVin({ vin: VEHICLE.vin }, options),
  signIn: (options) => client.signIn({ username: "ann", password: "secret words" }, options),
  signOut: (options) => client.signOut(options),
  verifySession: (options) => client.verifySession(options),
  refreshSession: (options) => client.refreshSession(options),
  listStaffDismantledVehicles: (options) => client.listStaffDismantledVehicles({}, options),
  createDismantledVehicle: (options) => client.createDismantledVehicle(DISMANTLED, options),
  updateDismantledVehicle: (options) => client.updateDismantledVehicle(ID, DISMANTLED, options),
  deleteDismantledVehicle: (options) => client.deleteDismantledVehicle(ID, options),
  listStaffRetailVehicles: (options) => client.listStaffRetailVehicles({}, options),
  createRetailVehicle: (options) => client.createRetailVehicle(VEHICLE, options),
  updateRetailVehicle: (options) => client.updateRetailVehicle(ID, VEHICLE, options),
  deleteRetailVehicle: (options) => client.deleteRetailVehicle(ID, options),
  listPartRequests: (options) => client.listPartRequests({}, options),
  getPartRequest: (options) => client.getPartRequest(ID, options),
  updatePartRequest: (options) => client.updatePartRequest(ID, { status: "quoted" }, options),
  listRepairRequests: (options) => client.listRepairRequests({}, options),
  getRepairRequest: (options) => client.getRepairRequest(ID, options),
  updateRepairRequest: (options) => client.updateRepairRequest(ID, { status: "completed" }, options),
  deleteRepairRequest: (options) => client.deleteRepairRequest(ID, options),
  uploadPicture: (options) => client.uploadPicture(PICTURE, options),
  describeApi: (options) => client.describeApi(options),
};
const callOf = (name: string) => calls[name as keyof typeof client];

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

/** What a call fails with. */
async function failureOf(name: keyof typeof client, answer: Parameters<typeof fetchOf>[0]) {
  const failure = await calls[name](fetchOf(answer)).catch((thrown: unknown) => thrown);
  if (!(failure instanceof Error)) throw new Error(`${name} did not fail.`);
  return failure.message;
}

describe("the client", () => {
  test("has a function for every operation of the contract, and no other", () => {
    expect(Object.keys(client).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    "%s is called as the contract says",
    async (name, { method, path, body }) => {
      const { fetch, asked } = fetchOf(text(""));
      await callOf(name)({ fetch, readToken: () => TOKEN, headers: { "X-Mark": "1" } }).catch(() => {});
      const { url, init } = asked[0] ?? { url: "", init: {} };
      expect([init?.method, url.split("?", 1)[0]]).toEqual([
        method.toUpperCase(),
        `/api${path.replace("{id}", ID)}`,
      ]);
      expect(init?.credentials).toBe("include");
      const headers = headersOf(asked);
      expect([headers.get("Accept"), headers.get("X-Mark")]).toEqual(["application/json", "1"]);
      const isPublic = name === "createRepairRequest" || name === "decodeVin";
      expect(headers.get("Authorization")).toBe(isPublic ? null : `Bearer ${TOKEN}`);
      if (body === "picture") {
        expect(init?.body instanceof FormData && init.body.get("image")).toBeInstanceOf(Blob);
        expect(headers.has("Content-Type")).toBe(false);
      } else {
        expect(headers.get("Content-Type")).toBe(
          method === "post" || method === "put" ? "application/json" : null,
        );
        if (body) expect(Object.keys(JSON.parse(String(init?.body)))).not.toEqual([]);
      }
    },
  );

  test.each(operations.map(({ id }) => id))("%s ends with its signal, for its reason", async (name) => {
    const reason = new Error("gone elsewhere");
    const { fetch } = fetchOf(json({}));
    const failure = await callOf(name)({ fetch, signal: AbortSignal.abort(reason) }).catch(
      (thrown) => thrown,
    );
    // A refresh that took too long has found no server.
    if (name === "refreshSession") expect(failure).toMatchObject({ problem: "unreachable", cause: reason });
    else expect(failure).toBe(reason);
  });

  test("hints that an inventory half a minute old will do, and keeps a logout alive", async () => {
    const data = fetchOf(json({ retailVehicles: [], dismantledVehicles: [] }));
    await client.getVehicleData({ list: "retail", page: undefined, q: "a&b" }, data);
    expect(headersOf(data.asked).get("Cache-Control")).toBe("max-age=30");
    expect(data.asked[0]?.url).toBe("/api/vehicle-data/batched?list=retail&q=a%26b");
    const out = fetchOf(json({ success: true }));
    await client.signOut(out);
    expect(out.asked[0]?.init?.keepalive).toBe(true);
  });

  test.each(operations.filter(({ path }) => path.includes("{id}")).map(({ id }) => id))(
    "%s asks for nothing with an id that would lead elsewhere",
    async (name) => {
      const { fetch, asked } = fetchOf(json({}));
      const call: (id: string, ...rest: unknown[]) => Promise<unknown> = Reflect.get(client, name);
      const rest = name.startsWith("update") ? [{}, { fetch }] : [{ fetch }];
      await expect(call("../auth/logout", ...rest)).rejects.toThrow(/^Invalid (vehicle|request) ID format$/);
      await expect(call("", ...rest)).rejects.toThrow(/^(Vehicle|Request) ID is required$/);
      expect(asked).toEqual([]);
    },
  );

  test("comes to a browser without the schemas that it is typed by", async () => {
    const entry = fileURLToPath(new URL("../../app/api-client/client.ts", import.meta.url));
    const built = await build({
      configFile: false,
      logLevel: "error",
      resolve: { alias: { "~": fileURLToPath(new URL("../../app", import.meta.url)) } },
      build: { write: false, minify: true, lib: { entry, formats: ["es"] } },
    });
    const [{ output }] = built as unknown as [{ output: { code: string }[] }];
    const code = output.map((chunk) => chunk.code).join("");
    expect(code).toContain("Failed to fetch vehicles");
    expect(code).not.toMatch(/Zod/);
    expect(gzipSync(code).length).toBeLessThan(5_000);
  });
});

describe("a list that fails", () => {
  test.each([
    ["listDismantledVehicles", "Failed to fetch vehicles"],
    ["listStaffDismantledVehicles", "Failed to fetch vehicles"],
    ["listStaffRetailVehicles", "Failed to fetch vehicles"],
    ["getVehicleData", "Failed to fetch vehicles"],
    ["listPartRequests", "Failed to fetch part requests"],
    ["listRepairRequests", "Failed to fetch repair requests"],
    ["listRetailVehicles", "Maximum retry attempts reached. Please try again later."],
  ] as const)("%s says so", async (name, sentence) => {
    expect(await failureOf(name, offline)).toBe(sentence);
    expect(await failureOf(name, json({ error: "broken" }, 500))).toBe(sentence);
    if (name === "listRetailVehicles") return;
    expect(await failureOf(name, text("12"))).toBe("Invalid response format");
    expect(await failureOf(name, text("<p>"))).toBe("Failed to parse response data");
    expect(await failureOf(name, brokenOff)).toBe("Failed to process response");
  });
});

describe("a call that fails otherwise says why", () => {
  test.each([
    ["createPartRequest", html(), "Received non-JSON response from server."],
    ["createPartRequest", html(502), "Received non-JSON response from server."],
    ["createPartRequest", text(""), "Received non-JSON response from server."],
    ["createPartRequest", json({ error: "VIN is required" }, 400), "VIN is required"],
    ["createPartRequest", offline, offline.message],
    ["createRepairRequest", json({ error: "no" }, 429), "Failed to submit repair request: 429"],
    ["createRepairRequest", html(502), "Failed to submit repair request: 502"],
    ["signIn", json({ error: "Invalid username or password" }, 401), "Invalid username or password"],
    ["signIn", offline, "Login failed"],
    ["signIn", html(502), "Authentication failed"],
    ["signIn", html(), "Authentication failed"],
    ["signIn", json({ user: { _id: ID, username: "ann" } }), "Authentication failed"],
    [
      "uploadPicture",
      json({ error: "File size must be less than 5MB" }, 413),
      "Upload failed: File size must be less than 5MB",
    ],
    ["uploadPicture", text("x".repeat(300), 500), `Upload failed: ${"x".repeat(200)}`],
    ["uploadPicture", html(502), "Failed to upload image"],
    ["uploadPicture", offline, "Failed to upload image"],
    ["uploadPicture", html(), "Failed to process upload response"],
    ["uploadPicture", json({ public_id: "x" }), "Failed to process upload response"],
    [
      "createRetailVehicle",
      json({ error: "Stock number already exists" }, 409),
      "Stock number already exists",
    ],
    ["updateRepairRequest", json([]), "Invalid response format"],
    ["deleteRetailVehicle", text("", 503), "HTTP error! status: 503"],
  ] as const)("%s", async (name, answer, sentence) => {
    expect(await failureOf(name, answer)).toBe(sentence);
  });

  test("and keeps the answer behind it: status, fields and time to wait", async () => {
    const fields = { "customerInfo.phone": ["Phone number is required"] };
    const answer = json({ error: "Phone number is required", fields, retryAfter: 7 }, 400);
    await expect(calls.createRepairRequest(fetchOf(answer))).rejects.toMatchObject({
      cause: { status: 400, details: { fields, retryAfter: 7 } },
    });
    await expect(calls.uploadPicture(fetchOf(json({})))).rejects.toMatchObject({
      cause: { message: "No URL in response" },
    });
  });

  test("a sign-in takes the token under its other name too", async () => {
    const user = { _id: ID, username: "ann" };
    expect(await calls.signIn(fetchOf(json({ token: TOKEN, user })))).toEqual({ accessToken: TOKEN, user });
  });
});
