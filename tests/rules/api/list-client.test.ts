import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchDismantledPage, fetchRetailPage, RETRIES_EXHAUSTED } from "~/api/client/public-list";
import { API_MESSAGES, ApiError, backoffMs, requestJson } from "~/api/client/request";
import { isTimeout, withTimeout } from "~/api/client/timeout";
import { loadStaffList } from "~/staff/list-loader";
import { brokenOff, fetchOf, headersOf, json, offline, text } from "../../support/client";

const MAX_ATTEMPTS = 3;
const ID = "01M7Z3E77NJMPRGAMC72R7QZV8";
const PAGE = { total: 1, all: 1, page: 1, pages: 1, makes: [] };
const ONE_PAGE = { retailVehicles: [{ _id: ID }], dismantledVehicles: [], page: PAGE };

/** A wait that takes no time and keeps how long it was asked to. */
function waits() {
  const waited: number[] = [];
  return { waited, wait: async (milliseconds: number) => void waited.push(milliseconds) };
}

describe("a list is read leniently", () => {
  const read = async (body: string) =>
    (await fetchDismantledPage(new URLSearchParams(), fetchOf(text(body)))).vehicles;

  it.each([
    ["an empty body is an empty list", "  ", []],
    ["a list is a list", '[{"_id":"1"}]', [{ _id: "1" }]],
    ["a single object becomes a list of one", '{"_id":"1"}', [{ _id: "1" }]],
    ["control characters are stripped", '[{"_id":"x\u0000y\u0007"}]', [{ _id: "xy" }]],
    ["a single object is read once control characters are gone", '{"_id":"x\ny"}', [{ _id: "xy" }]],
    ["a bracketed list is taken out of what stands around it", 'callback([{"_id":"1"}]);', [{ _id: "1" }]],
  ])("%s", async (_name, body, expected) => {
    expect(await read(body)).toEqual(expected);
  });

  it("says so where no list can be found", async () => {
    await expect(read("<html>no</html>")).rejects.toThrow(API_MESSAGES.parseFailed);
    await expect(read("[1, 2")).rejects.toThrow(API_MESSAGES.parseFailed);
  });

  it.each(["12", '"text"', "null", "true"])(
    "JSON that is neither list nor object is refused: %s",
    async (body) => {
      await expect(read(body)).rejects.toThrow(API_MESSAGES.invalidFormat);
    },
  );
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
    await expect(requestJson("/x", fetchOf(brokenOff))).rejects.toThrow(API_MESSAGES.processFailed);
  });

  it("a body that is no JSON gives its own sentence", async () => {
    await expect(requestJson("/x", fetchOf(new Response("{oops")))).rejects.toThrow(API_MESSAGES.parseFailed);
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

  describe("that gets no answer", () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    const silent = withTimeout(
      (_url, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    );

    /** After how many seconds a request is given up. */
    async function patience(request: Promise<unknown>): Promise<number> {
      const start = Date.now();
      const end = request.catch((error) => {
        expect(isTimeout(error)).toBe(true);
        return (Date.now() - start) / 1000;
      });
      await vi.runAllTimersAsync();
      return end as Promise<number>;
    }

    it("is given up after 15 seconds", async () => {
      expect(await patience(requestJson("/things", { fetch: silent }))).toBe(15);
    });

    it("is given longer with a file to send, on a slow line", async () => {
      const form = new FormData();
      form.set("image", new File([new Uint8Array(5_000_000)], "car.jpg"));
      expect(await patience(silent("/admin/vehicle", { method: "POST", body: form }))).toBe(115);
    });

    it("ends at once when whoever made it gives up", async () => {
      const gone = new AbortController();
      const request = silent("/things", { signal: gone.signal });
      gone.abort(new Error("left the page"));
      await expect(request).rejects.toThrow("left the page");
    });

    it("is not tried again, where it is the retail list", async () => {
      const request = fetchRetailPage(new URLSearchParams(), { fetch: silent });
      const failure = expect(request).rejects.toThrow(RETRIES_EXHAUSTED);
      await vi.advanceTimersByTimeAsync(15_000);
      await failure;
    });
  });
});

describe("the retail list is fetched with patience", () => {
  const params = new URLSearchParams("make=Ford");

  it("asks for the window that the address shows", async () => {
    const { fetch, asked } = fetchOf(json(ONE_PAGE));
    const page = await fetchRetailPage(params, { fetch });
    expect(page).toEqual({ ...PAGE, vehicles: [{ _id: ID }] });
    expect(asked[0]?.url).toBe("/api/vehicle-data/batched?list=retail&fields=card&make=Ford");
    expect(headersOf(asked).get("Cache-Control")).toBe("max-age=30");
  });

  it.each([
    ["an empty body", text(""), []],
    ["a bare list", json([{ _id: ID }]), [{ _id: ID }]],
    ["a single vehicle in place of a list", json({ retailVehicles: { _id: ID } }), [{ _id: ID }]],
  ])("reads %s leniently", async (_name, answer, vehicles) => {
    const page = await fetchRetailPage(params, fetchOf(answer));
    expect([page.vehicles, page.total, page.pages]).toEqual([vehicles, vehicles.length, 1]);
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
    expect(error.cause.message).toBe(API_MESSAGES.invalidFormat);
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
    expect([1, 2, 3, 4, 5, 6, 7].map(backoffMs)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000]);
  });

  describe("Retry-After", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") }));
    afterEach(() => void vi.useRealTimers());

    /** How long it waits after an answer with this header. */
    async function waitAfter(header: string | undefined): Promise<number | undefined> {
      const { waited, wait } = waits();
      const headers: Record<string, string> = header === undefined ? {} : { "Retry-After": header };
      await fetchRetailPage(params, { ...fetchOf(text("", 429, { headers }), json(ONE_PAGE)), wait });
      return waited[0];
    }

    it.each([
      ["no header", undefined, 5000],
      ["seconds", "12", 12_000],
      ["none to wait", "0", 0],
      ["an HTTP date", "Sat, 21 Nov 2026 12:00:30 GMT", 30_000],
      ["a date gone by", "Sat, 21 Nov 2026 11:00:00 GMT", 0],
      ["nonsense", "soon", 5000],
      ["a negative number", "-5", 5000],
    ])("%s", async (_name, header, expected) => {
      expect(await waitAfter(header)).toBe(expected);
    });

    it("beyond what a timer can count is cut to that", async () => {
      expect(await waitAfter("99999999999")).toBe(2 ** 31 - 1);
    });
  });
});

describe("the parts list is fetched once, and read as leniently", () => {
  const params = new URLSearchParams("make=Ford");

  it.each([
    ["the list's own page", json({ dismantledVehicles: [{ _id: ID }], page: PAGE }), [{ _id: ID }]],
    ["an empty body", text(""), []],
    ["a bare list", json([{ _id: ID }]), [{ _id: ID }]],
    ["a single vehicle in place of a list", json({ dismantledVehicles: { _id: ID } }), [{ _id: ID }]],
    ["a list inside other text", text(`callback([{"_id":"${ID}"}]);`), [{ _id: ID }]],
  ])("%s", async (_name, answer, vehicles) => {
    const { fetch, asked } = fetchOf(answer);
    const page = await fetchDismantledPage(params, { fetch });
    expect([page.vehicles, page.total]).toEqual([vehicles, vehicles.length]);
    expect(asked.map(({ url }) => url)).toEqual(["/api/vehicle-data/batched?list=dismantled&make=Ford"]);
  });

  it.each([
    ["a page that is not a list", text("<html>no</html>"), API_MESSAGES.parseFailed],
    ["a list of something else", json([1, 2]), API_MESSAGES.invalidFormat],
  ])("%s is told apart", async (_name, answer, sentence) => {
    const { fetch, asked } = fetchOf(answer);
    await expect(fetchDismantledPage(params, { fetch })).rejects.toThrow(sentence);
    expect(asked).toHaveLength(1);
  });
});

describe("a staff list says why it has no page", () => {
  const load = async (answer: () => unknown) => {
    const serverLoader = (async () => answer()) as ClientLoaderFunctionArgs["serverLoader"];
    const args = { serverLoader } as ClientLoaderFunctionArgs;
    return loadStaffList(args).catch(async (error) =>
      error instanceof Response ? [error.status, await error.text()] : error,
    );
  };
  const thrower = (error: unknown) => () => {
    throw error;
  };

  it("nothing, where there is one", async () => {
    expect(await load(() => ({ entries: [] }))).toEqual({ entries: [] });
  });

  it.each([
    ["the server's own sentence", thrower(new Response("It failed", { status: 500 })), [500, "It failed"]],
    ["that it has another shape", () => ({ entries: "none" }), [502, API_MESSAGES.invalidFormat]],
    ["that it cannot be read", thrower(new Error("Unable to decode")), [502, API_MESSAGES.parseFailed]],
    ["nothing of its own without a connection", thrower(offline), offline],
  ])("%s", async (_name, answer, expected) => {
    expect(await load(answer)).toEqual(expected);
  });
});
