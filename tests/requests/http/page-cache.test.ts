// @own-process: other files' visits would fill the cache

import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { redirectWithToast } from "~/http/toast.server";
import { vehiclePath } from "~/vehicles/inventory";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { cookiesOf, type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await site.db.deleteFrom("retailVehicles").execute();
  await site.db.deleteFrom("dismantledVehicles").execute();
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** An answer with its bytes as they came: fetch would unpack them. */
function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(site.url + path, { method, headers }, async (answer) => {
      const pieces: Buffer[] = [];
      for await (const piece of answer) pieces.push(piece as Buffer);
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        bytes: Buffer.concat(pieces),
      });
    });
    sent.once("error", reject);
    sent.end();
  });
}

/** A page that is rendered is sent in chunks; a cached one has a length. */
const isCached = ({ headers }: Answer) => headers["content-length"] !== undefined;

describe("a page that is the same for everyone", () => {
  it.each([
    "/",
    "/about",
    "/contact",
    "/parts",
    "/inventory?sort=price-asc",
    "/privacy-policy",
    "/partsmatrix",
  ])("%s is rendered once and then sent from the cache, byte for byte", async (path) => {
    const rendered = await get(path);
    const again = await get(path);
    expect([rendered.status, isCached(rendered)]).toEqual([200, false]);
    expect([again.status, isCached(again)]).toEqual([200, true]);
    expect(again.bytes.equals(rendered.bytes)).toBe(true);
    for (const name of ["etag", "cache-control", "content-type", "content-security-policy", "vary"]) {
      expect([name, again.headers[name]]).toEqual([name, rendered.headers[name]]);
    }
  });

  it("is the same page whatever parameters it does not read, in whatever order", async () => {
    await get("/about");
    expect(isCached(await get("/about?fbclid=abc&utm_source=mail"))).toBe(true);
    await retailVehicle({ make: "Honda", year: 2015, stockNumber: "CACHED-HONDA" });
    await get("/inventory?make=Honda&yearFrom=2010");
    const same = await get("/inventory?gclid=1&yearFrom=2010&make=Honda");
    expect(isCached(same)).toBe(true);
    expect(same.bytes.toString()).toContain("CACHED-HONDA");
    await get("/api/vehicle-data/batched?list=retail&make=Honda");
    expect(isCached(await get("/api/vehicle-data/batched?make=Honda&fbclid=1&list=retail"))).toBe(true);
  });

  it("is sent compressed as the browser can take it", async () => {
    const { bytes: plain } = await get("/about");
    const sent = async (accepted: string) => {
      const { headers, bytes } = await get("/about", { "Accept-Encoding": accepted });
      expect(headers.vary).toContain("Accept-Encoding");
      expect(Number(headers["content-length"])).toBe(bytes.length);
      return [headers["content-encoding"], bytes] as const;
    };
    // Those who ask at the same time all wait for the compressed copies.
    const all = await Promise.all(["gzip", "br", "br"].map(sent));
    expect(all.map(([encoding]) => encoding)).toEqual(["gzip", "br", "br"]);
    const [brotli, compressed] = await sent("gzip, deflate, br, zstd");
    expect(brotli).toBe("br");
    expect(brotliDecompressSync(compressed).equals(plain)).toBe(true);
    const [gzip, gzipped] = await sent("gzip");
    expect(gzip).toBe("gzip");
    expect(gunzipSync(gzipped).equals(plain)).toBe(true);
    for (const refused of ["identity", "br;q=0, gzip;q=0"]) {
      const [encoding, bytes] = await sent(refused);
      expect([refused, encoding]).toEqual([refused, undefined]);
      expect(bytes.equals(plain)).toBe(true);
    }
  });

  it("is not sent again to whoever has it", async () => {
    const { headers } = await get("/about");
    const etag = String(headers.etag);
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
      const answer = await get("/about", { "If-None-Match": known });
      expect([known, answer.status, answer.bytes.length]).toEqual([known, 304, 0]);
      expect(answer.headers.etag).toBe(etag);
      expect(answer.headers["content-security-policy"]).toContain("script-src 'self'");
    }
    expect((await get("/about", { "If-None-Match": '"other"' })).status).toBe(200);
  });

  it("answers 304 when it is rendered again and is the same", async () => {
    const { headers } = await get("/about");
    await retailVehicle();
    const answer = await get("/about", { "If-None-Match": String(headers.etag) });
    expect([answer.status, answer.bytes.length]).toEqual([304, 0]);
    expect(answer.headers["content-type"]).toBeUndefined();
  });

  it("has a head of its own, without a body", async () => {
    const whole = await get("/about");
    const head = await get("/about", {}, "HEAD");
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers.etag).toBe(whole.headers.etag);
    expect(head.headers["content-length"]).toBe(String((await get("/about")).bytes.length));
  });

  it("is another page with other filters", async () => {
    await retailVehicle({ make: "Honda", stockNumber: "CACHED-HONDA" });
    await retailVehicle({ make: "Subaru", stockNumber: "CACHED-SUBARU" });
    for (const [path, there, absent] of [
      ["/inventory?make=Honda", "CACHED-HONDA", "CACHED-SUBARU"],
      ["/inventory?make=Subaru", "CACHED-SUBARU", "CACHED-HONDA"],
      ["/inventory?make=Honda", "CACHED-HONDA", "CACHED-SUBARU"],
    ] as const) {
      const html = (await get(path)).bytes.toString();
      expect([path, html.includes(there), html.includes(absent)]).toEqual([path, true, false]);
    }
  });
});

describe("a cached page is never stale", () => {
  it("a vehicle that was added, changed or removed is so on the next view", async () => {
    const shows = async (path: string, words: string) => (await get(path)).bytes.toString().includes(words);
    await get("/inventory");
    const vehicle = await retailVehicle({ stockNumber: "NEW-1", price: 9500 });
    const { _id } = vehicle;
    const path = vehiclePath(vehicle);
    expect(await shows("/inventory", "NEW-1")).toBe(true);
    expect(await shows("/inventory", "$9,500")).toBe(true);
    await site.db.updateTable("retailVehicles").set({ priceCents: 880_000 }).where("id", "=", _id).execute();
    expect(await shows("/inventory", "$8,800")).toBe(true);
    expect(await shows(path, "$8,800")).toBe(true);
    await site.db.updateTable("retailVehicles").set({ status: "sold" }).where("id", "=", _id).execute();
    expect(await shows("/inventory", "NEW-1")).toBe(false);
    expect(await shows(path, "Sold")).toBe(true);

    await get("/parts");
    const donor = await dismantledVehicle({ stockNumber: "NEW-2" });
    expect(await shows("/parts", "NEW-2")).toBe(true);
    await site.db.deleteFrom("dismantledVehicles").where("id", "=", donor._id).execute();
    expect(await shows("/parts", "NEW-2")).toBe(false);
  });

  it("nothing else empties the cache: not a sign-in, not a visitor's draft", async () => {
    await get("/inventory");
    await signedIn();
    await site.form("/partsrequest", { step: "1", intent: "choose", vin: "1HGCM" });
    expect(isCached(await get("/inventory"))).toBe(true);
  });
});

describe("what belongs to one visitor is never cached", () => {
  it("each visitor has a callback form of their own", async () => {
    const id = async () =>
      /name="idempotencyKey" value="([^"]+)"/.exec((await get("/repair")).bytes.toString())?.[1];
    const [first, second] = [await id(), await id()];
    expect(first).toMatch(/^[\w-]{36}$/);
    expect(second).not.toBe(first);
  });

  it("a toast is seen by the one it is for, on a page that is cached for all", async () => {
    await get("/about");
    const toast = await redirectWithToast("/about", { title: "Only for one" });
    const shown = await get("/about", { Cookie: cookiesOf(toast) });
    expect(shown.bytes.toString()).toContain("Only for one");
    expect(shown.headers["cache-control"]).toBe("private, no-cache");
    expect((await get("/about")).bytes.toString()).not.toContain("Only for one");
  });

  it("a page that failed or redirected is not cached", async () => {
    for (const path of [
      "/inventory/01ARZ3NDEKTSV4RRFFQ69G5FAV",
      "/inventory/short",
      "/inventory?make=",
      "/nowhere",
    ]) {
      const [first, second] = [await get(path), await get(path)];
      expect([path, first.status === 200, isCached(second)]).toEqual([path, false, false]);
    }
  });
});
