import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createRepairRequest,
  decodeVin,
  listPartRequests,
  listRetailVehicles,
  listStaffRetailVehicles,
  logout,
  RefreshError,
  refreshSession,
  uploadPicture,
  verifyToken,
} from "~/api-client";
import { forgetToken, keepToken, keptToken, readStored, TOKEN_KEY, USER_KEY } from "~/api-client/token";
import { fetchOf, headersOf, html, json, offline } from "../support/client";

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
  forgetToken();
  vi.unstubAllGlobals();
});

describe("the stored token", () => {
  it("lies under authToken, its owner under user", () => {
    keepToken("a.b.c", USER);
    expect([localStorage.getItem("authToken"), localStorage.getItem("user")]).toEqual([
      "a.b.c",
      JSON.stringify(USER),
    ]);
    expect(keptToken()).toBe("a.b.c");
  });

  it("is forgotten together with its owner", () => {
    keepToken("a.b.c", USER);
    forgetToken();
    expect([readStored(TOKEN_KEY), readStored(USER_KEY)]).toEqual([undefined, undefined]);
  });

  it.each([
    ["is full", storage({ full: true })],
    ["is not there", undefined],
  ])("stays in the tab where the storage %s", (_name, given) => {
    vi.stubGlobal("localStorage", given);
    keepToken("a.b.c", USER);
    expect(keptToken()).toBe("a.b.c");
    forgetToken();
    expect(keptToken()).toBeUndefined();
  });
});

describe("a call", () => {
  it("carries the token that is stored", async () => {
    keepToken("a.b.c", USER);
    const { fetch, asked } = fetchOf(json([]));
    await listPartRequests({}, { fetch });
    expect(headersOf(asked).get("Authorization")).toBe("Bearer a.b.c");
    expect(warn).not.toHaveBeenCalled();
  });

  it("without one goes out all the same, with a warning for staff's endpoints alone", async () => {
    const { fetch, asked } = fetchOf(json([]));
    await listRetailVehicles({}, { fetch });
    expect(warn).not.toHaveBeenCalled();
    await listStaffRetailVehicles({}, { fetch });
    expect(warn).toHaveBeenCalledOnce();
    expect(headersOf(asked).has("Authorization")).toBe(false);
  });

  it("takes the token from elsewhere, where it is kept elsewhere", async () => {
    const { fetch, asked } = fetchOf(json([]));
    await listPartRequests({}, { fetch, readToken: () => "d.e.f" });
    expect(headersOf(asked).get("Authorization")).toBe("Bearer d.e.f");
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    [
      "a VIN's decode",
      (options: { fetch: typeof fetch }) => decodeVin({ vin: "1HGCM82633A004352" }, options),
    ],
    [
      "a repair request",
      (options: { fetch: typeof fetch }) =>
        createRepairRequest(
          {
            customerInfo: { name: "Ann", phone: "5555550101", address: {} },
            vehicleInfo: {},
            serviceInfo: {},
            contactMethod: "phone",
            isSimplifiedRequest: true,
          },
          options,
        ),
    ],
  ])("for %s goes out without it", async (_name, ask) => {
    keepToken("a.b.c", USER);
    const { fetch, asked } = fetchOf(json({}));
    await ask({ fetch });
    expect(headersOf(asked).has("Authorization")).toBe(false);
  });

  it("whose token is not accepted gets a new one, once", async () => {
    keepToken("a.b.c", USER);
    const renewToken = vi.fn(async () => keepToken("d.e.f", USER));
    const { fetch, asked } = fetchOf(json({ error: "expired" }, 401));
    await expect(uploadPicture(new Blob(["x"]), { fetch, renewToken })).rejects.toThrow(
      "Upload failed: expired",
    );
    expect(renewToken).toHaveBeenCalledOnce();
    expect(asked.map(({ init }) => new Headers(init?.headers).get("Authorization"))).toEqual([
      "Bearer a.b.c",
      "Bearer d.e.f",
    ]);
  });
});

describe("a refresh", () => {
  it("is a JSON post with cookies, and answers with token and user", async () => {
    const { fetch, asked } = fetchOf(json({ accessToken: "d.e.f", user: USER }));
    expect(await refreshSession({ fetch })).toEqual({ accessToken: "d.e.f", user: USER });
    expect(asked[0]).toMatchObject({
      url: "/api/auth/refresh",
      init: { method: "POST", credentials: "include", headers: { "Content-Type": "application/json" } },
    });
  });

  it("does without a user, or with one that is none", async () => {
    expect(await refreshSession(fetchOf(json({ accessToken: "d.e.f" })))).toEqual({ accessToken: "d.e.f" });
    const odd = await refreshSession(fetchOf(json({ accessToken: "d.e.f", user: { name: 1 } })));
    expect(odd.user).toBeUndefined();
  });

  it.each([
    ["the session is over", json({ error: "ended" }, 401), "refused", "Failed to refresh token"],
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
  ])("says what went wrong where %s", async (_name, answer, problem, message) => {
    const failure = await refreshSession(fetchOf(answer)).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(RefreshError);
    expect(failure).toMatchObject({ problem, message });
  });

  it("after a 429 says when to come back", async () => {
    const failure = await refreshSession(fetchOf(json({ retryAfter: 7 }, 429))).catch((thrown) => thrown);
    expect(failure.retryAfter).toBe(7);
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
    ["an invalid token", json({ valid: false, error: "Invalid access token" }, 401), "over"],
    ["a revoked token", json({ valid: false, error: "The access token was revoked" }, 401), "over"],
    ["a revoked token, said with 200", json({ valid: false, error: "Token revoked" }), "over"],
    ["no connection", offline, "unknown"],
  ])("of %s", async (_name, answer, verdict) => {
    expect(await verifyToken(fetchOf(answer))).toBe(verdict);
  });

  it("sends the token", async () => {
    keepToken("a.b.c", USER);
    const { fetch, asked } = fetchOf(json({ valid: true }));
    await verifyToken({ fetch });
    expect(asked[0]?.url).toBe("/api/auth/verify");
    expect(headersOf(asked).get("Authorization")).toBe("Bearer a.b.c");
  });
});

describe("a logout", () => {
  it("sends the token, and arrives although the page leaves", async () => {
    keepToken("a.b.c", USER);
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
