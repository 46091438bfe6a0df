import { beforeAll, describe, expect, test } from "vitest";
import { type RawAnswer, rawRequest } from "../../support/built-routes";
import { type Site, startSite } from "../../support/site";
import { administrator, PASSWORD } from "../../support/staff";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

// No proxy, no name, no https: the address that the start prints, opened from a phone in the same house.
describe.each([
  ["by IP address and port", "192.168.1.20:4303"],
  ["by IP address alone", "192.168.1.20"],
  ["by IPv6 and port", "[fd00::20]:4303"],
  ["by IPv6 alone", "[fd00:1234::20]"],
  ["by its own name", "yard.local:4303"],
  ["by a name in capitals", "YARD.local:4303"],
  ["as localhost", "localhost:4303"],
])("at home, %s", (_how, host) => {
  const origin = `http://${host.toLowerCase()}`;
  const post = (address: string, body: string, headers: Record<string, string>): Promise<RawAnswer> =>
    rawRequest(
      site,
      "POST",
      address,
      { Host: host, "Content-Type": "application/x-www-form-urlencoded", ...headers },
      body,
    );

  test("our own forms work without script: a visitor's, and signing in and out", async () => {
    const wizard = await post("/partsrequest", "step=1&vin=short", { Origin: origin });
    expect(wizard.status).toBe(400);
    const { username } = await administrator();
    const fields = new URLSearchParams({ username, password: PASSWORD }).toString();
    const signedIn = await post("/login", fields, { Origin: origin });
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, "/admin"]);
    const cookies = [signedIn.headers["set-cookie"] ?? []].flat();
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly; SameSite=Lax$/);
    const Cookie = cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
    expect((await rawRequest(site, "GET", "/admin", { Host: host, Cookie })).status).toBe(200);
    const out = await post("/logout", "", { Origin: origin, Cookie });
    expect([out.status, out.headers.location]).toEqual([303, "/login"]);
  });

  test("another site's do not", async () => {
    for (const evil of [
      "http://evil.example",
      "null",
      "http://192.168.1.66:4303",
      `${origin}.evil.example`,
    ]) {
      expect((await post("/login", "a=b", { Origin: evil })).status).toBe(403);
    }
  });
});

test("a page never repeats the host that it was asked for by", async () => {
  for (const address of ["/", "/inventory", "/login", "/nowhere", "/api/openapi.json", "/inventory.data"]) {
    const answer = await rawRequest(site, "GET", address, { Host: "evil.example" });
    expect(`${JSON.stringify(answer.headers)}${answer.body}`, address).not.toContain("evil.example");
  }
});
