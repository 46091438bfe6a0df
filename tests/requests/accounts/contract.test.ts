import { beforeAll, describe, expect, test } from "vitest";
import { type Api, apiOf } from "../../support/api";
import { cookiesOf, type Site, startSite } from "../../support/site";
import { administrator, PASSWORD } from "../../support/staff";

let site: Site;
let anyone: Api;

beforeAll(async () => {
  site = await startSite();
  anyone = apiOf(site);
});

const answerOf = async (answer: Response) => [answer.status, await answer.json()];

/** Somebody who has just signed in by the API. */
async function signIn() {
  const { id, username } = await administrator();
  const answer = await anyone.post("/auth/login", { username, password: PASSWORD });
  return {
    user: { _id: id, username },
    answer,
    cookie: cookiesOf(answer),
    body: await answer.clone().json(),
  };
}

describe("POST /api/auth/login", () => {
  test("answers with the token, whose it is, and the session's cookie", async () => {
    const { user, answer, body } = await signIn();
    expect([answer.status, body]).toEqual([
      200,
      { accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/), user },
    ]);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^session=.*; HttpOnly; SameSite=Lax/);
  });

  test.each([
    ["nothing", {}],
    ["no password", { username: "ann" }],
    ["an empty password", { username: "ann", password: "" }],
    ["a list", []],
  ])("with %s answers 400", async (_name, body) => {
    expect(await answerOf(await anyone.post("/auth/login", body))).toEqual([
      400,
      { error: "Please enter both username and password" },
    ]);
  });

  test("answers an unknown user and a wrong password alike with 401, and 429 once locked", async () => {
    const { username } = await administrator();
    const login = (name: string) => anyone.post("/auth/login", { username: name, password: "wrong" });
    const wrong = [401, { error: "Invalid username or password" }];
    expect(await answerOf(await login("nobody"))).toEqual(wrong);
    expect(await answerOf(await login(username))).toEqual(wrong);
    await login(username);
    const locked = await login(username);
    expect(await answerOf(locked)).toEqual([
      429,
      { error: "Too many failed attempts. Account locked for 1 minute.", retryAfter: 60 },
    ]);
    expect(locked.headers.get("Retry-After")).toBe("60");
  });
});

describe("GET /api/auth/verify", () => {
  test("answers 200 with whose token it is", async () => {
    const { body, user } = await signIn();
    const headers = { Authorization: `Bearer ${body.accessToken}` };
    expect(await answerOf(await anyone.get("/auth/verify", headers))).toEqual([200, { valid: true, user }]);
  });

  test("answers 401 to no token and to a bad one, and never looks at the cookie", async () => {
    const { cookie } = await signIn();
    for (const headers of [{}, { Cookie: cookie }, { Authorization: "Bearer a.b.c" }]) {
      const answer = await anyone.get("/auth/verify", headers as Record<string, string>);
      expect(await answerOf(answer)).toEqual([401, { valid: false, error: expect.any(String) }]);
    }
  });
});

describe("POST /api/auth/refresh", () => {
  test("answers the cookie with a new token and whose it is", async () => {
    const { cookie, user } = await signIn();
    const answer = await anyone.post("/auth/refresh", {}, { Cookie: cookie });
    expect(await answerOf(answer)).toEqual([200, { accessToken: expect.any(String), user }]);
  });

  test("answers 401 without one, and takes a dead one back", async () => {
    const ended = [401, { error: "Your session has ended. Please sign in again." }];
    expect(await answerOf(await anyone.post("/auth/refresh", {}))).toEqual(ended);
    const { cookie, body } = await signIn();
    await anyone.post("/auth/logout", {}, { Authorization: `Bearer ${body.accessToken}` });
    const answer = await anyone.post("/auth/refresh", {}, { Cookie: cookie });
    expect(await answerOf(answer)).toEqual(ended);
    expect(cookiesOf(answer, cookie)).not.toContain("session=");
  });
});

describe("POST /api/auth/logout", () => {
  test.each([
    ["the token", (token: string, _cookie: string) => ({ Authorization: `Bearer ${token}` })],
    ["the cookie", (_token: string, cookie: string) => ({ Cookie: cookie })],
  ])("ends the session by %s, for both", async (_name, headersFor) => {
    const { cookie, body } = await signIn();
    const headers: Record<string, string> = headersFor(body.accessToken, cookie);
    const answer = await anyone.post("/auth/logout", {}, headers);
    expect(await answerOf(answer)).toEqual([200, { success: true }]);
    expect(cookiesOf(answer, cookie)).not.toContain("session=");
    expect((await anyone.post("/auth/refresh", {}, { Cookie: cookie })).status).toBe(401);
    const verified = await anyone.get("/auth/verify", { Authorization: `Bearer ${body.accessToken}` });
    expect(await answerOf(verified)).toEqual([401, { valid: false, error: "The access token was revoked" }]);
  });

  test("answers 401 where there is no session to end", async () => {
    expect(await answerOf(await anyone.post("/auth/logout", {}))).toEqual([
      401,
      { error: expect.any(String) },
    ]);
  });
});
