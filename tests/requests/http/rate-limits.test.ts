import { beforeAll, describe, expect, test } from "vitest";
import { makePasswordLink } from "~/accounts/people.server";
import { as } from "../../support/act";
import { recordsOf, staffApi } from "../../support/api";
import { filePart, MULTIPART, multipart, sendRaw } from "../../support/multipart";
import { pictureSender, UPLOAD } from "../../support/picture-sender";
import { photo, SVG } from "../../support/pictures";
import { type Site, startSite } from "../../support/site";
import { administrator, PASSWORD, signedIn } from "../../support/staff";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

let sent = 0;

/** Another visitor with each request, as far as the sender can tell: headers, cookies, ids. */
function disguise(): Record<string, string> {
  sent += 1;
  const address = `198.51.100.${sent % 250}`;
  return {
    "X-Forwarded-For": `${address}, 203.0.113.${sent % 250}`,
    "X-Real-IP": address,
    "X-Client-IP": address,
    "X-Originating-IP": address,
    "X-Cluster-Client-IP": address,
    "True-Client-IP": address,
    "CF-Connecting-IP": address,
    Forwarded: `for=${address};proto=https`,
    Cookie: `session=${sent}; toast=${sent}`,
    "User-Agent": `visitor ${sent}`,
    "Accept-Language": `x-${sent}`,
  };
}

/** Sends until it is told to stop; how many got through. */
async function countUntilRefused(send: () => Promise<Response>): Promise<number> {
  for (let count = 0; count < 400; count++) {
    const answer = await send();
    await answer.arrayBuffer();
    if (answer.status === 429) {
      expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
      return count;
    }
  }
  return Number.POSITIVE_INFINITY;
}

describe("a limit counts the address that the request comes from, whatever the request says", () => {
  const json = (path: string, body: () => object) => () =>
    site.fetch(path, {
      method: "POST",
      headers: { ...disguise(), "Content-Type": "application/json" },
      body: JSON.stringify(body()),
    });

  test("part requests, with other names, numbers and letters each time", async () => {
    const send = json("/api/part-requests", () => ({
      vin: sent % 2 ? "1hgcm82633a004352" : "1HGCM82633A004352",
      partDetails: { system: "Exterior", component: `Hood ${sent}` },
      customerInfo: { name: `Ann ${sent}`, phone: "5555550101", email: `ann${sent}@example.com` },
      clientIp: `198.51.100.${sent}`,
      ip: `${sent}`,
    }));
    expect(await countUntilRefused(send)).toBe(20);
    const keyed = () =>
      site.fetch("/api/part-requests", {
        method: "POST",
        headers: { ...disguise(), "Content-Type": "application/json", "Idempotency-Key": `key-${sent}` },
        body: JSON.stringify({
          vin: "1HGCM82633A004352",
          partDetails: { system: "Exterior", component: "Hood" },
          customerInfo: { name: "Ann", phone: "5555550101", email: "ann@example.com" },
        }),
      });
    expect(await countUntilRefused(keyed)).toBe(0);
  });

  test("repair requests, by the page and the API as one", async () => {
    let page = false;
    const form = () =>
      site.form(
        sent % 3 ? "/repair" : "/REPAIR.data",
        { contactMethod: "phone", name: `Ann ${sent}`, phone: "5555550101" },
        { headers: { ...disguise(), Origin: site.url } },
      );
    const call = json("/api/repair-requests", () => ({
      contactMethod: "phone",
      isSimplifiedRequest: true,
      customerInfo: { name: `Ann ${sent}`, phone: "5555550101" },
    }));
    const send = () => {
      page = !page;
      return page ? form() : call();
    };
    expect(await countUntilRefused(send)).toBe(20);
    expect((await form()).status).toBe(429);
    expect((await call()).status).toBe(429);
  });

  test("VIN decoding, by the wizard and the API as one", async () => {
    const call = json("/api/vin/direct-decode", () => ({ vin: "1HGCM82633A004352" }));
    expect(await countUntilRefused(call)).toBe(60);
    const wizard = await site.form(
      "/partsrequest",
      { step: "1", vin: "1HGCM82633A004352" },
      { headers: { ...disguise(), Origin: site.url } },
    );
    expect(wizard.status).toBe(429);
    // A car is offered all the same, with the VIN as it was typed.
    const offered = await site.form(
      "/sell-your-car",
      {
        ...{ vin: "1HGCM82633A004352", "customerInfo.name": "Olive Reyes" },
        ...{ "customerInfo.phone": "555 555 0105", "carInfo.location": "Millbrook" },
        ...{ "carInfo.runs": "starts", "carInfo.title": "yes" },
      },
      { headers: { ...disguise(), Origin: site.url } },
    );
    expect(offered.status).toBe(303);
    expect(await recordsOf(site, "offered-cars")).toMatchObject([
      { vin: "1HGCM82633A004352", vehicleInfo: expect.not.objectContaining({ make: "Honda" }) },
    ]);
  });

  test("VIN decoding by staff at an address that visitors have used up, by account", async () => {
    const vin = "1HGCM82633A004352";
    const visitor = json("/api/vin/direct-decode", () => ({ vin }));
    expect(await countUntilRefused(visitor)).toBe(0);
    // A scanner's app sends the API's token alone.
    const scanner = await staffApi(site);
    expect((await scanner.post("/vin/direct-decode", { vin })).status).toBe(200);
    const { cookie } = await signedIn();
    const decode = (path: string) => site.form(path, { vin, intent: "decode", what: "car" }, { cookie });
    for (const path of ["/admin/dismantled-vehicles/new", "/admin/purchases/new"]) {
      const answer = await decode(path);
      expect([path, answer.status, await answer.text()]).toEqual([
        path,
        200,
        expect.stringContaining('value="Honda"'),
      ]);
    }
    const byScript = () =>
      site.fetch("/api/vin/direct-decode", {
        method: "POST",
        headers: { ...disguise(), Cookie: cookie, "Content-Type": "application/json" },
        body: JSON.stringify({ vin }),
      });
    expect(await countUntilRefused(byScript)).toBe(58);
    expect((await decode("/admin/purchases/new")).status).toBe(429);
    expect((await byScript().then((answer) => answer.json())).error).toMatch(
      /^Too many requests from your account\. Please try again in \d+ minutes?\.$/,
    );
  });

  test("uploads, 600 an hour; another address is still served", async () => {
    const { bearer } = await pictureSender(site);
    const send = () => {
      const body = new FormData();
      body.set("image", new Blob([SVG], { type: "image/jpeg" }), "car.jpg");
      const headers = { ...disguise(), Origin: site.url, Authorization: bearer };
      return site.fetch(UPLOAD, { method: "POST", headers, body });
    };
    const statuses: number[] = [];
    for (let round = 0; round < 60; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, send));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status !== 415)).toEqual([]);
    expect(await countUntilRefused(send)).toBe(0);
    const body = multipart([filePart(await photo(64, 48).png().toBuffer())]);
    const headers = {
      Authorization: bearer,
      "Content-Type": MULTIPART,
      "Content-Length": String(Buffer.byteLength(body)),
    };
    const { status } = await sendRaw(site.url + UPLOAD, { headers, body, from: "127.0.0.2" }).answer;
    expect(status).toBe(201);
  });

  test("refreshing, whatever cookie it brings; whoever is signed in there goes on, as often as their session may", async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    expect(await countUntilRefused(json("/api/auth/refresh", () => ({})))).toBe(120);
    const refreshed = (cookie: string) => () =>
      site.fetch("/api/auth/refresh", {
        method: "POST",
        headers: { ...disguise(), Cookie: cookie, "Content-Type": "application/json" },
      });
    expect(await countUntilRefused(refreshed(one.cookie))).toBe(120);
    expect((await refreshed(other.cookie)()).status).toBe(200);
  });

  test("what tries no password, with no secret and no name: asking for a passkey, and a link that is made up", async () => {
    const post = (path: string, fields: () => Record<string, string>) => () =>
      site.form(path, fields(), { headers: { ...disguise(), Origin: site.url } });
    expect(await countUntilRefused(post("/login/passkey", () => ({ json: "{}" })))).toBe(300);
    const chosen = { newPassword: "four words of mine", repeatedPassword: "four words of mine" };
    expect(await countUntilRefused(post("/choose-password?key=made-up", () => chosen))).toBe(300);
    // Neither keeps anybody out who has a password, or a link.
    const account = await administrator();
    const { username } = account;
    expect((await post("/login", () => ({ username, password: PASSWORD }))()).status).toBe(303);
    const { secret } = await as({ accountId: account.id, now: new Date() }, () => makePasswordLink(account));
    expect((await post(`/choose-password?key=${secret}`, () => chosen)()).status).toBe(303);
  });

  test("signing in: three slips lock a name, however it is written and wherever they seem to come from", async () => {
    const { username } = await administrator();
    const spellings = [username, username.toUpperCase(), ` ${username} `, `${username}\u3000`];
    const statuses: number[] = [];
    for (const name of spellings) {
      const answer = await json("/api/auth/login", () => ({ username: name, password: "wrong", n: sent }))();
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
    const form = await site.form(
      "/login?redirectTo=%2Fadmin",
      { username, password: PASSWORD },
      { headers: { ...disguise(), Origin: site.url } },
    );
    expect(form.status).toBe(429);
  });

  test("signing in: fifty guesses of any name, and the address has to wait", async () => {
    const guess = json("/api/auth/login", () => ({ username: `nobody${sent}`, password: `wrong${sent}` }));
    // The test above had its share of the fifty.
    expect(await countUntilRefused(guess)).toBeLessThanOrEqual(50);
    const { username } = await administrator();
    expect((await json("/api/auth/login", () => ({ username, password: PASSWORD }))()).status).toBe(429);
  });

  test("signing in keeps nobody at that address who is signed in from confirming their password", async () => {
    const { cookie, account } = await signedIn();
    const { username } = account;
    for (let slip = 0; slip < 4; slip++)
      expect((await json("/api/auth/login", () => ({ username, password: "wrong" }))()).status).toBe(429);
    const form = { intent: "email", email: "ann@example.com", password: PASSWORD };
    expect((await site.form("/admin/account", form, { cookie })).status).toBe(303);
  });
});

test("a limit on one thing leaves the others and every page open", async () => {
  for (const path of ["/", "/repair", "/partsrequest", "/login", "/api/retail-vehicles", "/healthz"]) {
    expect((await site.fetch(path, { headers: disguise() })).status, path).toBe(200);
  }
});
