import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Site, startSite } from "../../support/site";
import { administrator, PASSWORD } from "../../support/staff";
import { statusesIn, wireTo } from "../../support/wire";

// Before anything reads the environment: one trusted proxy, so that a test can come from any address.
vi.hoisted(() => {
  process.env.TRUST_PROXY = "1";
});

/** Hashing passwords takes a while on a busy machine. */
const MANY = { timeout: 120_000 };
const OWNER_ADDRESS = "192.0.2.1";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

function login(from: string, body: object): Promise<Response> {
  return site.fetch("/api/auth/login", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": from },
    body: JSON.stringify(body),
  });
}

describe("behind one trusted proxy", () => {
  test("the right-most address counts: what stands in front of it is the sender's own word", async () => {
    const { username } = await administrator();
    const from = (round: number) => `198.51.100.${round}, 203.0.113.1`;
    const statuses: number[] = [];
    for (let round = 1; round <= 4; round++) {
      statuses.push((await login(from(round), { username, password: "wrong" })).status);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
    // From elsewhere the owner gets in.
    expect((await login("198.51.100.1", { username, password: PASSWORD })).status).toBe(200);
  });

  test.each([
    ["a whole /64 of IPv6", (round: number) => `2001:db8:1:2:${round}:${round}:${round}:${round}`],
    ["the same, written in full", (round: number) => `2001:0DB8:0001:0003::${round}`],
    ["an address with a port of its own each time", (round: number) => `203.0.113.10:${40_000 + round}`],
    ["whatever is no address", (round: number) => ["unknown", "_hidden", "7", "1.2.3.4.5"][round % 4] ?? ""],
    ["IPv4 within IPv6", (round: number) => (round % 2 ? "203.0.113.9" : "::ffff:203.0.113.9")],
  ])("%s is one address", async (_what, from) => {
    const { username } = await administrator();
    const statuses: number[] = [];
    for (let round = 1; round <= 4; round++) {
      statuses.push((await login(from(round), { username, password: "wrong" })).status);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
  });
});

test("slow forms from one address are counted by the address that the proxy reports", MANY, async () => {
  const slowForm =
    "POST /repair HTTP/1.1\r\nHost: yard\r\nX-Forwarded-For: 203.0.113.40\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\na=";
  const crowd = await Promise.all(Array.from({ length: 260 }, () => wireTo(site)));
  const received = crowd.map(({ closed }) => closed);
  for (const wire of crowd) await wire.send(slowForm);
  const refused = await Promise.race(received);
  expect(statusesIn(refused)).toEqual([429]);
  const asked = (from: string) => site.fetch("/", { headers: { "X-Forwarded-For": from } });
  expect((await asked("203.0.113.40")).status).toBe(429);
  expect((await asked("203.0.113.41")).status).toBe(200);
  for (const { socket } of crowd) socket.destroy();
  await vi.waitFor(async () => expect((await asked("203.0.113.40")).status).toBe(200), { timeout: 30_000 });
});

test(
  "hundreds of addresses guess the owner's password: pages answer, and the owner signs in",
  MANY,
  async () => {
    const { username } = await administrator();
    const pages = ["/", "/inventory", "/login", "/api/retail-vehicles", "/healthz"];
    const told = new Set<number>();
    for (let wave = 0; wave < 3; wave++) {
      const guesses = Array.from({ length: 100 }, (_, at) =>
        login(`10.0.${wave}.${at + 1}`, { username, password: `wrong ${at}` }),
      );
      const visitors = pages.map((path) =>
        site.fetch(path, { headers: { "X-Forwarded-For": "192.0.2.77" } }),
      );
      expect((await Promise.all(visitors)).map(({ status }) => status)).toEqual(pages.map(() => 200));
      for (const { status } of await Promise.all(guesses)) told.add(status);
    }
    // Some are judged; where the line is too long, the rest are asked to come again. Nobody guesses for the others.
    expect([...told].sort()).toEqual([401, 429]);
    const byForm = await site.form(
      "/login",
      { username, password: PASSWORD },
      { headers: { "X-Forwarded-For": OWNER_ADDRESS } },
    );
    expect([byForm.status, byForm.headers.get("Location")]).toEqual([303, "/admin"]);
    expect((await login(OWNER_ADDRESS, { username, password: PASSWORD })).status).toBe(200);
  },
);
