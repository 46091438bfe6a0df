import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchPage } from "~/api/client/page";
import { API_MESSAGES, ApiError, backoffMs, requestJson } from "~/api/client/request";
import { isTimeout, withTimeout } from "~/api/client/timeout";
import { loadStaffList } from "~/staff/list-loader";
import { brokenOff, fetchOf, json, offline, text } from "../../support/client";

const LIST = "/inventory?make=Ford";
const attempts = 3;

/** A wait that takes no time and keeps how long it was asked to. */
function waits() {
  const waited: number[] = [];
  return { waited, wait: async (milliseconds: number) => void waited.push(milliseconds) };
}

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

    it("is not tried again, where it is a list's page", async () => {
      expect(await patience(fetchPage(LIST, { attempts, fetch: silent }))).toBe(15);
    });
  });
});

describe("a list's page is fetched with patience", () => {
  it("waits one second, then two, and is content with the third answer", async () => {
    const { waited, wait } = waits();
    const { fetch, asked } = fetchOf(offline, text("", 500), text("<p>"));
    expect(await fetchPage(LIST, { attempts, fetch, wait })).toBe("<p>");
    expect(waited).toEqual([1000, 2000]);
    expect(asked[0]?.url).toBe(LIST);
  });

  it.each([
    ["gives up after its attempts", 3, [1000, 2000]],
    ["has one, where none are named", undefined, []],
  ])("%s", async (_name, tries, waitedMs) => {
    const { waited, wait } = waits();
    const { fetch, asked } = fetchOf(text("down", 500));
    const options = { fetch, wait, ...(tries ? { attempts: tries } : {}) };
    await expect(fetchPage(LIST, options)).rejects.toThrow("500");
    expect(asked).toHaveLength(waitedMs.length + 1);
    expect(waited).toEqual(waitedMs);
  });

  it("waits as long as Retry-After says on a 429, and never for ever", async () => {
    const { waited, wait } = waits();
    const limited = text("", 429, { headers: { "Retry-After": "7" } });
    const { fetch } = fetchOf(limited, text("", 429));
    await expect(fetchPage(LIST, { attempts, fetch, wait })).rejects.toThrow("429");
    expect(waited).toEqual([7000, 5000]);
  });

  it("stops at once when aborted, between two attempts or while it waits", async () => {
    for (const when of ["between", "while"]) {
      const { fetch, asked } = fetchOf(text("", 500));
      const abort = new AbortController();
      const options = when === "between" ? { wait: async () => abort.abort() } : {};
      const fetching = fetchPage(LIST, { attempts, fetch, signal: abort.signal, ...options });
      setTimeout(() => abort.abort(), 20);
      await expect(fetching, when).rejects.toThrow(/abort/i);
      expect(asked).toHaveLength(1);
    }
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
      await fetchPage(LIST, { attempts, ...fetchOf(text("", 429, { headers }), text("")), wait });
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
