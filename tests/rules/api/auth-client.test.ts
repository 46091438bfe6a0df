import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { requestJson } from "~/api/client/request";
import { logout, refreshSession, verifySession } from "~/api/client/session";
import { clearToken, readItem, readToken, storeToken, TOKEN_KEY } from "~/api/client/session-storage";
import { uploadPicture } from "~/api/client/upload";
import { fetchOf, headersOf, html, json, offline, text } from "../../support/client";

const USER = { _id: "01M7Z3E77NJMPRGAMC72R7QZV8", username: "ann" };

/** Local storage as a browser has it; `full` where it refuses to store. */
function storage({ full = false } = {}): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (full) throw new DOMException("full", "QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
  };
}

const warn = vi.spyOn(console, "warn");
beforeEach(() => {
  vi.stubGlobal("localStorage", storage());
  warn.mockReset().mockImplementation(() => {});
});
afterEach(() => {
  clearToken();
  vi.unstubAllGlobals();
});

describe("the stored token", () => {
  it("lies under authToken, its owner under user", () => {
    storeToken("a.b.c", USER);
    expect([localStorage.getItem("authToken"), localStorage.getItem("user")]).toEqual([
      "a.b.c",
      JSON.stringify(USER),
    ]);
    expect(readToken()).toBe("a.b.c");
  });

  it("is forgotten together with its owner", () => {
    storeToken("a.b.c", USER);
    clearToken();
    expect([readItem(TOKEN_KEY), readItem("user")]).toEqual([undefined, undefined]);
  });

  it.each([
    ["is full", storage({ full: true })],
    ["is not there", undefined],
  ])("is missing where the storage %s, and nothing fails", (_name, given) => {
    vi.stubGlobal("localStorage", given);
    storeToken("a.b.c", USER);
    expect(readToken()).toBeUndefined();
    clearToken();
  });
});

const PICTURE = new Blob(["picture"], { type: "image/jpeg" });

describe("a call", () => {
  it("carries the token that is stored", async () => {
    storeToken("a.b.c", USER);
    const { fetch, asked } = fetchOf(json([]));
    await requestJson("/retail-vehicles", { fetch });
    expect(headersOf(asked).get("Authorization")).toBe("Bearer a.b.c");
    expect(warn).not.toHaveBeenCalled();
  });

  it("without one is sent all the same, with a warning for staff's endpoints alone", async () => {
    await requestJson("/retail-vehicles", fetchOf(json([])));
    expect(warn).not.toHaveBeenCalled();
    const { fetch, asked } = fetchOf(json({ url: "/uploads/a" }));
    await uploadPicture(PICTURE, { fetch, renewToken: async () => {} });
    expect(warn).toHaveBeenCalledOnce();
    expect(headersOf(asked).has("Authorization")).toBe(false);
  });
});

describe("an upload", () => {
  const renewToken = async () => {};

  it("sends the picture as a multipart form and returns its URL", async () => {
    const { fetch, asked } = fetchOf(json({ url: "/uploads/a", public_id: "a" }));
    expect(await uploadPicture(PICTURE, { fetch, renewToken })).toBe("/uploads/a");
    const { url, init } = asked[0] ?? {};
    expect([url, init?.method]).toEqual(["/api/admin/upload", "POST"]);
    expect(init?.body instanceof FormData && init.body.get("image")).toBeInstanceOf(Blob);
    expect(headersOf(asked).has("Content-Type")).toBe(false);
  });

  it("whose token is not accepted gets a new one, once", async () => {
    storeToken("a.b.c", USER);
    const renew = vi.fn(async () => storeToken("d.e.f", USER));
    const { fetch, asked } = fetchOf(json({ error: "expired" }, 401));
    await expect(uploadPicture(PICTURE, { fetch, renewToken: renew })).rejects.toThrow(
      "Upload failed: expired",
    );
    expect(renew).toHaveBeenCalledOnce();
    expect(asked.map(({ init }) => new Headers(init?.headers).get("Authorization"))).toEqual([
      "Bearer a.b.c",
      "Bearer d.e.f",
    ]);
  });

  it.each([
    [
      json({ error: "File size must be less than 5MB" }, 413),
      "Upload failed: File size must be less than 5MB",
    ],
    [text("x".repeat(300), 500), `Upload failed: ${"x".repeat(200)}`],
    [html(502), "Failed to upload image"],
    [offline, "Failed to upload image"],
    [html(), "Failed to process upload response"],
    [json({ public_id: "x" }), "Failed to process upload response"],
  ])("that fails says why (%#)", async (answer, message) => {
    await expect(uploadPicture(PICTURE, { ...fetchOf(answer), renewToken })).rejects.toThrow(message);
  });

  it("that is aborted throws the signal's reason", async () => {
    const signal = AbortSignal.abort(new Error("another picture"));
    const sending = uploadPicture(PICTURE, { ...fetchOf(json({})), signal, renewToken });
    await expect(sending).rejects.toThrow("another picture");
  });
});

describe("a refresh", () => {
  it("is a JSON post with cookies, and answers with token and user", async () => {
    const { fetch, asked } = fetchOf(json({ accessToken: "d.e.f", user: USER }));
    expect(await refreshSession({ fetch })).toEqual({ ok: true, accessToken: "d.e.f", user: USER });
    expect(asked[0]).toMatchObject({
      url: "/api/auth/refresh",
      init: { method: "POST", credentials: "include", headers: { "Content-Type": "application/json" } },
    });
  });

  it("does without a user, or with one that is none", async () => {
    expect(await refreshSession(fetchOf(json({ accessToken: "d.e.f" })))).toEqual({
      ok: true,
      accessToken: "d.e.f",
    });
    const odd = await refreshSession(fetchOf(json({ accessToken: "d.e.f", user: { name: 1 } })));
    expect(odd).toEqual({ ok: true, accessToken: "d.e.f" });
  });

  it.each([
    ["the session is over", json({ error: "ended" }, 401), "ended", "Failed to refresh token"],
    ["the server fails", json({ error: "broken" }, 500), "failed", "Failed to refresh token"],
    ["a proxy answers in its place", html(502), "failed", "Failed to refresh token"],
    ["the answer is a page", html(200), "failed", "Failed to refresh token"],
    ["the answer is empty", new Response(""), "failed", "Failed to refresh token"],
    ["the answer has no token", json({ user: USER }), "failed", "Failed to refresh token"],
    ["there is no connection", offline, "unreachable", "No connection. Trying again."],
    [
      "it takes too long",
      new DOMException("slow", "TimeoutError"),
      "unreachable",
      "No connection. Trying again.",
    ],
    ["there were too many", json({ retryAfter: 7 }, 429), "limited", "Rate limited. Retrying in 7 seconds"],
    ["nobody says how long", json({}, 429), "limited", "Rate limited. Retrying in 60 seconds"],
    ["a proxy counts", html(429), "limited", "Rate limited. Retrying in 60 seconds"],
  ])("says what went wrong where %s", async (_name, answer, reason, message) => {
    expect(await refreshSession(fetchOf(answer))).toMatchObject({ ok: false, reason, message });
  });

  it("after a 429 says when to come back", async () => {
    expect(await refreshSession(fetchOf(json({ retryAfter: 7 }, 429)))).toMatchObject({ retryAfter: 7 });
  });
});

describe("a verification", () => {
  it.each([
    ["a valid token", json({ valid: true, user: USER }), "valid"],
    ["valid false", json({ valid: false }), "refresh"],
    ["valid missing", json({}), "refresh"],
    ["401", json({ valid: false, error: "The access token has expired" }, 401), "refresh"],
    ["403", json({ error: "no" }, 403), "refresh"],
    ["a page instead of JSON", html(200), "refresh"],
    ["a page with an error", html(502), "refresh"],
    ["an invalid token", json({ valid: false, error: "Invalid access token" }, 401), "ended"],
    ["a revoked token", json({ valid: false, error: "The access token was revoked" }, 401), "ended"],
    ["a revoked token, said with 200", json({ valid: false, error: "Token revoked" }), "ended"],
    ["no connection", offline, "unknown"],
  ])("of %s", async (_name, answer, verdict) => {
    expect(await verifySession(fetchOf(answer))).toBe(verdict);
  });

  it("sends the token", async () => {
    storeToken("a.b.c", USER);
    const { fetch, asked } = fetchOf(json({ valid: true }));
    await verifySession({ fetch });
    expect(asked[0]?.url).toBe("/api/auth/verify");
    expect(headersOf(asked).get("Authorization")).toBe("Bearer a.b.c");
  });
});

describe("a logout", () => {
  it("sends the token, and arrives although the page leaves", async () => {
    storeToken("a.b.c", USER);
    const { fetch, asked } = fetchOf(json({ success: true }));
    expect(await logout({ fetch })).toBe(true);
    expect(asked[0]).toMatchObject({ url: "/api/auth/logout", init: { method: "POST", keepalive: true } });
    expect(headersOf(asked).get("Authorization")).toBe("Bearer a.b.c");
  });

  it.each([
    ["the session was over already", json({ error: "ended" }, 401), true],
    ["the server failed", json({ error: "broken" }, 500), false],
    ["there was no connection", offline, false],
  ])("never fails; whether the server knows: %s", async (_name, answer, knows) => {
    expect(await logout(fetchOf(answer))).toBe(knows);
  });
});
