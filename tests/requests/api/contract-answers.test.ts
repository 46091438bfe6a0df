import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "~/api/contract/operations";
import { MAX_BODY_BYTES } from "~/http/body-limit.server";
import { consumeRateLimit, type RateLimitName } from "~/http/rate-limits.server";
import { type Api, apiOf, emptyLists, type StaffApi, staffApi } from "../../support/api";
import {
  ACCORD,
  DISMANTLED_BODY,
  HALF_KNOWN,
  INQUIRY_BODY,
  NOBODYS,
  PART_REQUEST_BODY,
  REPAIR_REQUEST_BODY,
  RETAIL_BODY,
  UNKNOWN_ID,
} from "../../support/bodies";
import { dismantledVehicle, retailVehicle, shelfPart } from "../../support/builders";
import { HEIC, photo } from "../../support/pictures";
import {
  carWithOffer,
  newPartRequest,
  OFFERED_CAR,
  repairRequest,
  vehicleInquiry,
} from "../../support/requests";
import { type Site, startSite } from "../../support/site";

/* Answers that many operations share, tried on each that the contract gives them to. */
let site: Site;
let anyone: Api;
let staff: StaffApi;

beforeAll(async () => {
  site = await startSite();
  anyone = apiOf(site);
  staff = await staffApi(site);
});
beforeEach(() => emptyLists(site));

const named = (chosen: typeof operations) => chosen.map((operation) => [operation.id, operation] as const);
const errorOf = async (answer: Response) => [answer.status, Object.keys(await answer.json())];

describe("what does not change anything, and anybody may read", () => {
  const reads = named(operations.filter(({ method, auth }) => method === "get" && !auth));

  test.each(reads)("%s answers with an ETag, 304 to whoever has it, and HEAD", async (_name, { path }) => {
    const build = path.startsWith("/retail")
      ? retailVehicle
      : path.startsWith("/parts")
        ? shelfPart
        : dismantledVehicle;
    const { _id } = await build();
    const query = path === "/interchange" ? "?make=Honda&model=Accord&year=2010" : "";
    const address = path.replace("{id}", _id) + query;
    const answer = await anyone.get(address);
    const etag = answer.headers.get("ETag") ?? "";
    expect([answer.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{27}"$/)]);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await anyone.get(address, { "If-None-Match": known });
      expect([again.status, again.headers.get("ETag"), await again.text()]).toEqual([304, etag, ""]);
    }
    expect((await anyone.get(address, { "If-None-Match": '"other"' })).status).toBe(200);
    const head = await site.fetch(`/api${address}`, { method: "HEAD" });
    expect([head.status, head.headers.get("ETag"), await head.text()]).toEqual([200, etag, ""]);
    for (const name of ["Content-Type", "Cache-Control", "X-Total-Count"]) {
      expect([name, head.headers.get(name)]).toEqual([name, answer.headers.get(name)]);
    }
  });

  test("staff's lists answer HEAD too, with their number", async () => {
    await retailVehicle();
    const { headers } = await staff.get("/admin/retail-vehicles");
    expect([headers.get("X-Total-Count"), headers.get("Cache-Control")]).toEqual(["1", "no-store"]);
  });
});

describe("a write that names the version it was made to", () => {
  const PART_BODY = { entryId: "alternator", year: 2010, make: "Honda", model: "Accord" };
  const kinds: [path: string, build: () => Promise<string>, body: object][] = [
    ["/admin/retail-vehicles", async () => (await retailVehicle())._id, RETAIL_BODY],
    ["/admin/dismantled-vehicles", async () => (await dismantledVehicle())._id, DISMANTLED_BODY],
    ["/admin/parts", async () => (await shelfPart())._id, PART_BODY],
    ["/admin/part-requests", () => newPartRequest(), { status: "quoted" }],
    ["/admin/repair-requests", () => repairRequest(), { status: "scheduled" }],
    ["/admin/vehicle-inquiries", () => vehicleInquiry(), { status: "contacted" }],
    ["/admin/offered-cars", () => carWithOffer(), { status: "accepted" }],
  ];

  test.each(kinds)("of %s changes no other, and is told of it", async (path, build, body) => {
    const address = `${path}/${await build()}`;
    const [listed] = await (await staff.get(path)).json();
    const read = `"${listed.updatedAt}"`;
    const first = await staff.put(address, body, { "If-Match": read });
    const stored = await first.json();
    const etag = first.headers.get("ETag");
    expect([first.status, etag]).toEqual([200, `"${stored.updatedAt}"`]);
    expect(etag).not.toBe(read);

    const writes = [(headers: Record<string, string>) => staff.put(address, body, headers)];
    if (path !== "/admin/part-requests") writes.push((headers) => staff.delete(address, headers));
    for (const write of writes) {
      for (const stale of [read, '"other"', `"other", ${read}`, `W/${etag}`, '""']) {
        const answer = await write({ "If-Match": stale });
        expect([stale, answer.status, answer.headers.get("ETag")]).toEqual([stale, 412, etag]);
        expect(await answer.json()).toEqual({ error: expect.any(String), current: stored });
      }
      for (const malformed of [stored.updatedAt, '"one" "two"', "W/*", ","]) {
        expect([malformed, (await write({ "If-Match": malformed })).status]).toEqual([malformed, 400]);
      }
    }
    const [unchanged] = await (await staff.get(path)).json();
    expect(unchanged).toEqual(stored);

    // Without a version it is whatever is stored.
    for (const any of [`"other", ${etag}`, "*", undefined]) {
      const answer = await staff.put(address, body, any === undefined ? {} : { "If-Match": any });
      expect([any, answer.status]).toEqual([any, 200]);
      const { _id, ...record } = await answer.json();
      expect(record.updatedAt > stored.updatedAt).toBe(true);
    }
    if (path === "/admin/part-requests") return;
    const [last] = await (await staff.get(path)).json();
    expect((await staff.delete(address, { "If-Match": `"${last.updatedAt}"` })).status).toBe(204);
    expect((await staff.delete(address, { "If-Match": "*" })).status).toBe(404);
  });

  test("of a request, whose ETag a GET gives too, keeps the notes", async () => {
    const address = `/admin/part-requests/${await newPartRequest()}`;
    const etag = (await staff.get(address)).headers.get("ETag") ?? "";
    const note = { notes: [{ content: "Called back" }] };
    expect((await staff.put(address, note, { "If-Match": etag })).status).toBe(200);
    expect((await staff.put(address, { notes: [] })).status).toBe(200);
    const answer = await staff.get(address);
    expect((await answer.json()).notes).toMatchObject([{ content: "Called back" }]);
    const known = { "If-None-Match": answer.headers.get("ETag") ?? "" };
    expect((await staff.get(address, known)).status).toBe(304);
  });
});

describe("a body", () => {
  const withJson = named(operations.filter(({ body }) => body && body !== "picture"));
  const send = (operation: (typeof operations)[number], init: RequestInit) =>
    site.fetch(`/api${operation.path.replace("{id}", UNKNOWN_ID)}`, {
      method: operation.method.toUpperCase(),
      ...init,
      headers: { Authorization: staff.authorization, ...init.headers },
    });
  const json = { "Content-Type": "application/json" };

  test.each(withJson)("of %s that is no JSON, or no object, is 400", async (_name, operation) => {
    for (const body of ["{", "", "[]", "null", '"text"', "7"]) {
      const answer = await send(operation, { body, headers: json });
      const [status, keys] = await errorOf(answer);
      expect([body, status, keys]).toEqual([body, 400, expect.arrayContaining(["error"])]);
    }
  });

  test.each(withJson)("of %s that is too large is 413, of another type 415", async (_name, operation) => {
    const large = JSON.stringify({ a: "x".repeat(MAX_BODY_BYTES) });
    expect(await errorOf(await send(operation, { body: large, headers: json }))).toEqual([413, ["error"]]);
    const form = { body: new URLSearchParams({ a: "b" }), headers: { Origin: site.url } };
    expect(await errorOf(await send(operation, form))).toEqual([415, ["error"]]);
  });

  const changes = named(operations.filter(({ method }) => method !== "get"));
  test.each(changes)("%s from another site is 403", async (_name, operation) => {
    const headers = { ...json, Origin: "https://evil.example" };
    const body = operation.method === "delete" ? {} : { body: "{}" };
    expect(await errorOf(await send(operation, { ...body, headers }))).toEqual([403, ["error"]]);
  });
});

describe("POST /api/vin/direct-decode", () => {
  test("answers 200 with the vehicle and where it stands", async () => {
    await dismantledVehicle({ vin: ACCORD });
    const answer = await anyone.post("/vin/direct-decode", { vin: ACCORD.toLowerCase() });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        vehicleInfo: expect.objectContaining({ year: 2003, make: "Honda", model: "Accord" }),
        inInventory: true,
        inventoryType: "dismantled",
      },
    ]);
  });

  test.each([
    ["", 400, "VIN is required"],
    ["1HGCM82633A00435O", 400, "Please enter a valid 17-character VIN"],
    [HALF_KNOWN, 422, "Could not decode essential vehicle information"],
    [NOBODYS, 422, "All VIN decode methods failed"],
  ])("answers %s with %i", async (vin, status, error) => {
    const answer = await anyone.post("/vin/direct-decode", { vin });
    expect([answer.status, (await answer.json()).error]).toEqual([status, error]);
  });
});

describe("POST /api/admin/upload", () => {
  const upload = async (bytes: Uint8Array | undefined, name = "image") => {
    const form = new FormData();
    if (bytes) form.set(name, new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "car.jpg");
    else form.set(name, "no file");
    return site.fetch("/api/admin/upload", {
      method: "POST",
      body: form,
      headers: { Authorization: staff.authorization },
    });
  };

  test("answers 201 with the picture's address and name", async () => {
    const answer = await upload(await photo(640, 480).jpeg().toBuffer());
    const { url, public_id: publicId } = await answer.json();
    expect([answer.status, url]).toEqual([201, `/uploads/${publicId}/640.webp`]);
  });

  test.each<[string, () => Promise<Response> | Response, number]>([
    ["no picture", () => upload(undefined), 400],
    ["what is no picture", () => upload(HEIC), 415],
    ["more than 5 MB", () => upload(new Uint8Array(5_242_881)), 413],
    ["JSON", () => staff.post("/admin/upload", {}), 415],
    ["nobody's token", () => anyone.post("/admin/upload", {}), 401],
  ])("answers %s with its status and sentence", async (_name, send, status) => {
    expect(await errorOf(await send())).toEqual([status, ["error"]]);
  });
});

// Last, since they use up what this address may send.
describe("too many requests", () => {
  const limited: Record<string, [RateLimitName, () => Promise<Response>]> = {
    createPartRequest: ["partRequest", () => anyone.post("/part-requests", PART_REQUEST_BODY)],
    createRepairRequest: ["repairRequest", () => anyone.post("/repair-requests", REPAIR_REQUEST_BODY)],
    createVehicleInquiry: [
      "vehicleInquiry",
      async () => {
        const { _id: vehicleId } = await retailVehicle();
        return anyone.post("/vehicle-inquiries", { ...INQUIRY_BODY, vehicleId });
      },
    ],
    createOfferedCar: ["offeredCar", () => anyone.post("/offered-cars", OFFERED_CAR)],
    decodeVin: ["vinDecode", () => anyone.post("/vin/direct-decode", { vin: ACCORD })],
    findMatches: ["vinDecode", () => anyone.get(`/interchange?vin=${ACCORD}`)],
    signIn: ["signIn", () => anyone.post("/auth/login", { username: "nobody", password: "wrong" })],
    refreshSession: ["refresh", () => anyone.post("/auth/refresh", {})],
  };

  test("are described where they are counted", () => {
    const described = operations.filter(({ responses }) => 429 in responses).map(({ id }) => id);
    expect(described.sort()).toEqual([...Object.keys(limited), "uploadPicture"].sort());
  });

  test.each(Object.entries(limited))(
    "to %s are 429, with Retry-After and retryAfter",
    async (_name, [what, ask]) => {
      while ((await consumeRateLimit(what, "127.0.0.1")).ok);
      const answer = await ask();
      const { error, retryAfter } = await answer.json();
      expect([answer.status, error]).toEqual([429, expect.stringMatching(/^Too many /)]);
      expect(retryAfter).toBeGreaterThan(0);
      expect(answer.headers.get("Retry-After")).toBe(String(retryAfter));
    },
  );

  test("to uploadPicture are 429 as well", async () => {
    while ((await consumeRateLimit("upload", "127.0.0.1")).ok);
    const form = new FormData();
    form.set("image", new Blob([new Uint8Array(await photo(64, 48).png().toBuffer())]), "car.png");
    const headers = { Authorization: staff.authorization };
    const answer = await site.fetch("/api/admin/upload", { method: "POST", body: form, headers });
    expect([answer.status, (await answer.json()).retryAfter > 0]).toEqual([429, true]);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});
