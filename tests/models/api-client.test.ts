import { describe, expect, it } from "vitest";
import {
  ApiError,
  backOffMs,
  FETCH_VEHICLES_FAILED,
  fetchDismantledPage,
  fetchRetailPage,
  getRetailVehicle,
  INVALID_RESPONSE_FORMAT,
  INVALID_VEHICLE_ID,
  MAX_ATTEMPTS,
  PARSE_FAILED,
  PROCESS_FAILED,
  parseLeniently,
  RETRIES_EXHAUSTED,
  requestJson,
  requestList,
  retryAfterMs,
  VEHICLE_DETAILS_FAILED,
  VEHICLE_ID_REQUIRED,
  VEHICLE_NOT_FOUND,
} from "~/api-client";
import { brokenOff, fetchOf, json, offline, text } from "../support/client";

const ID = "01M7Z3E77NJMPRGAMC72R7QZV8";
const PAGE = { total: 1, all: 1, page: 1, pages: 1, makes: [] };
const ONE_PAGE = { retailVehicles: [{ _id: ID }], dismantledVehicles: [], page: PAGE };
const NOW = new Date("2026-11-21T12:00:00Z");

/** A wait that takes no time and keeps how long it was asked to. */
function waits() {
  const waited: number[] = [];
  return { waited, wait: async (milliseconds: number) => void waited.push(milliseconds) };
}

describe("a list is read leniently", () => {
  it.each([
    ["an empty body is an empty list", "  ", []],
    ["a list is a list", '[{"a":1}]', [{ a: 1 }]],
    ["a single object becomes a list of one", '{"a":1}', [{ a: 1 }]],
    ["control characters are stripped", '[{"a":"x\u0000y\u0007"}]', [{ a: "xy" }]],
    ["a single object is read once control characters are gone", '{"a":"x\ny"}', [{ a: "xy" }]],
    ["a bracketed list is taken out of what stands around it", 'callback([{"a":1}]);', [{ a: 1 }]],
  ])("%s", (_name, text, expected) => {
    expect(parseLeniently(text)).toEqual(expected);
  });

  it("says so where no list can be found", () => {
    expect(() => parseLeniently("<html>no</html>")).toThrow(PARSE_FAILED);
    expect(() => parseLeniently("[1, 2")).toThrow(PARSE_FAILED);
  });

  it.each(["12", '"text"', "null", "true"])("JSON that is neither list nor object is refused: %s", (text) => {
    expect(() => parseLeniently(text)).toThrow(INVALID_RESPONSE_FORMAT);
  });
});

describe("a failed answer says what is wrong", () => {
  it.each([
    ["its error field", json({ error: "No such car", message: "other" }, 404), "No such car"],
    ["else its message field", json({ message: "Too slow" }, 400), "Too slow"],
    ["else its text", text("out of oil", 500), "out of oil"],
    ["else its status", text("", 503), "HTTP error! status: 503"],
    ["and never a page of HTML", text("<!doctype html><h1>Bad Gateway</h1>", 502), "HTTP error! status: 502"],
  ])("%s", async (_name, answer, sentence) => {
    await expect(requestJson("/anything", fetchOf(answer))).rejects.toThrow(sentence);
  });

  it("the error carries the status", async () => {
    const error = await requestJson("/x", fetchOf(text("teapot", 418))).catch((thrown: ApiError) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 418, message: "teapot" });
  });

  it("a body that breaks off gives its own sentence", async () => {
    await expect(requestJson("/x", fetchOf(brokenOff))).rejects.toThrow(PROCESS_FAILED);
  });

  it("a body that is no JSON gives its own sentence", async () => {
    await expect(requestJson("/x", fetchOf(new Response("{oops")))).rejects.toThrow(PARSE_FAILED);
  });
});

describe("a call", () => {
  it("goes under /api, with cookies, and sends JSON", async () => {
    const { fetch, asked } = fetchOf(json({ ok: true }));
    expect(await requestJson("/things", { fetch, method: "POST", body: { a: 1 } })).toEqual({ ok: true });
    expect(asked[0]?.url).toBe("/api/things");
    expect(asked[0]?.init).toMatchObject({ method: "POST", credentials: "include", body: '{"a":1}' });
    expect(asked[0]?.init?.headers).toMatchObject({ "Content-Type": "application/json" });
  });

  it("reads lists leniently", async () => {
    expect(await requestList("/retail-vehicles", fetchOf(new Response("")))).toEqual([]);
    expect(await requestList("/retail-vehicles", fetchOf(json({ _id: ID })))).toEqual([{ _id: ID }]);
  });
});

describe("the retail list is fetched with patience", () => {
  const params = new URLSearchParams("make=Ford");

  it("asks for the window that the address shows", async () => {
    const { fetch, asked } = fetchOf(json(ONE_PAGE));
    const page = await fetchRetailPage(params, { fetch });
    expect(page).toEqual({ ...PAGE, vehicles: [{ _id: ID }] });
    expect(asked[0]?.url).toBe("/api/vehicle-data/batched?list=retail&make=Ford");
  });

  it("waits one second, then two, and is content with the third answer", async () => {
    const { waited, wait } = waits();
    const { fetch } = fetchOf(offline, text("", 500), json(ONE_PAGE));
    expect((await fetchRetailPage(params, { fetch, wait })).total).toBe(1);
    expect(waited).toEqual([1000, 2000]);
  });

  it("gives up after three attempts", async () => {
    const { waited, wait } = waits();
    const { fetch, asked } = fetchOf(text("down", 500));
    await expect(fetchRetailPage(params, { fetch, wait })).rejects.toThrow(RETRIES_EXHAUSTED);
    expect(asked).toHaveLength(MAX_ATTEMPTS);
    expect(waited).toEqual([1000, 2000]);
  });

  it("waits as long as Retry-After says on a 429", async () => {
    const { waited, wait } = waits();
    const limited = text("", 429, { headers: { "Retry-After": "7" } });
    const { fetch } = fetchOf(limited, text("", 429), json(ONE_PAGE));
    await fetchRetailPage(params, { fetch, wait });
    expect(waited).toEqual([7000, 5000]);
  });

  it("never tries for ever, also where every answer is 429", async () => {
    const { waited, wait } = waits();
    const { fetch, asked } = fetchOf(text("", 429));
    await expect(fetchRetailPage(params, { fetch, wait })).rejects.toThrow(RETRIES_EXHAUSTED);
    expect(asked).toHaveLength(MAX_ATTEMPTS);
    expect(waited).toEqual([5000, 5000]);
  });

  it("an answer in another shape counts as a failure", async () => {
    const { wait } = waits();
    const { fetch, asked } = fetchOf(json({ retailVehicles: "none", page: PAGE }));
    const error = await fetchRetailPage(params, { fetch, wait }).catch((thrown) => thrown);
    expect(error.message).toBe(RETRIES_EXHAUSTED);
    expect(error.cause.message).toBe(INVALID_RESPONSE_FORMAT);
    expect(asked).toHaveLength(MAX_ATTEMPTS);
  });

  it("stops at once when aborted between two attempts", async () => {
    const abort = new AbortController();
    const { fetch, asked } = fetchOf(text("", 500));
    const wait = async () => abort.abort();
    await expect(fetchRetailPage(params, { fetch, wait, signal: abort.signal })).rejects.toThrow(/abort/i);
    expect(asked).toHaveLength(1);
  });

  it("stops at once when aborted while it waits", async () => {
    const abort = new AbortController();
    const { fetch, asked } = fetchOf(text("", 500));
    const fetching = fetchRetailPage(params, { fetch, signal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    await expect(fetching).rejects.toThrow(/abort/i);
    expect(asked).toHaveLength(1);
  });

  it("the back-off doubles up to thirty seconds", () => {
    expect([1, 2, 3, 4, 5, 6, 7].map(backOffMs)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000]);
  });

  it.each([
    ["no header", null, 5000],
    ["seconds", "12", 12_000],
    ["none to wait", "0", 0],
    ["an HTTP date", "Sat, 21 Nov 2026 12:00:30 GMT", 30_000],
    ["a date gone by", "Sat, 21 Nov 2026 11:00:00 GMT", 0],
    ["nonsense", "soon", 5000],
    ["a negative number", "-5", 5000],
  ])("Retry-After: %s", (_name, header, expected) => {
    expect(retryAfterMs(header, NOW)).toBe(expected);
  });

  it("a wait beyond what a timer can count is cut to that", () => {
    expect(retryAfterMs("99999999999", NOW)).toBe(2 ** 31 - 1);
  });
});

describe("the dismantled list", () => {
  const params = new URLSearchParams("page=2");

  it("asks for the window that the address shows", async () => {
    const { fetch, asked } = fetchOf(json({ ...ONE_PAGE, dismantledVehicles: [] }));
    expect((await fetchDismantledPage(params, { fetch })).vehicles).toEqual([]);
    expect(asked[0]?.url).toBe("/api/vehicle-data/batched?list=dismantled&page=2");
  });

  it.each([
    ["no connection", offline, FETCH_VEHICLES_FAILED],
    ["a failed answer", text("down", 500), FETCH_VEHICLES_FAILED],
    ["another shape", json([]), INVALID_RESPONSE_FORMAT],
    ["no JSON", new Response("{oops"), PARSE_FAILED],
  ])("says what failed: %s", async (_name, answer, sentence) => {
    await expect(fetchDismantledPage(params, fetchOf(answer))).rejects.toThrow(sentence);
  });
});

describe("one vehicle", () => {
  it("is fetched by its id", async () => {
    const { fetch, asked } = fetchOf(json({ _id: ID }));
    expect(await getRetailVehicle(ID, { fetch })).toEqual({ _id: ID });
    expect(asked[0]?.url).toBe(`/api/retail-vehicles/${ID}`);
  });

  it.each([
    ["no id", undefined, VEHICLE_ID_REQUIRED],
    ["an empty id", "", VEHICLE_ID_REQUIRED],
    ["a short id", "123456789", INVALID_VEHICLE_ID],
    ["an id that would lead elsewhere", "../../admin/upload", INVALID_VEHICLE_ID],
  ])("is not asked for with %s", async (_name, id, sentence) => {
    const { fetch, asked } = fetchOf(json({}));
    await expect(getRetailVehicle(id, { fetch })).rejects.toThrow(sentence);
    expect(asked).toHaveLength(0);
  });

  it.each([
    ["unknown", json({ error: "gone" }, 404), VEHICLE_NOT_FOUND],
    ["empty", new Response(""), VEHICLE_NOT_FOUND],
    ["nothing in it", json(null), VEHICLE_NOT_FOUND],
    ["refused id", json({ error: INVALID_VEHICLE_ID }, 400), INVALID_VEHICLE_ID],
    ["a body that speaks", json({ error: "Out of oil" }, 500), "API error: 500 - Out of oil"],
    [
      "a body that does not",
      text("<h1>no</h1>", 502, { statusText: "Bad Gateway" }),
      "Failed to fetch vehicle: 502 Bad Gateway",
    ],
    ["no connection", offline, VEHICLE_DETAILS_FAILED],
    ["no JSON", new Response("{oops"), PARSE_FAILED],
  ])("says what failed: %s", async (_name, answer, sentence) => {
    const error = await getRetailVehicle(ID, fetchOf(answer)).catch((thrown) => thrown);
    expect(error.message).toBe(sentence);
  });
});
