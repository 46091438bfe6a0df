import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { vehiclePath } from "~/vehicles/inventory";
import { PART_REQUEST_BODY } from "../../support/bodies";
import { retailVehicle } from "../../support/builders";
import { startScript } from "../../support/command";
import { openFile } from "../../support/database";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let sqlite: ReturnType<typeof openFile>;
beforeAll(async () => {
  site = await startSite();
  sqlite = openFile();
});

/** Another process writes, and does not finish: here, the test's own connection. */
const lock = () => sqlite.exec("begin immediate");
const unlock = () => {
  if (sqlite.inTransaction) sqlite.exec("rollback");
};
afterEach(unlock);

/** A session whose extension is worth storing. */
async function signedInAWhileAgo() {
  const staff = await signedIn();
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  sqlite.prepare("update sessions set expiresAt = ? where id = ?").run(expiresAt, staff.session.id);
  return staff;
}

const apiRequest = (name: string) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ ...PART_REQUEST_BODY, customerInfo: { ...PART_REQUEST_BODY.customerInfo, name } }),
});

describe("while another process holds the write lock", () => {
  test("visitors and staff read while a request waits, and the request is stored once the lock is free", async () => {
    const { cookie } = await signedInAWhileAgo();
    const vehicle = await retailVehicle();
    lock();
    let isAnswered = false;
    const sent = site.fetch("/api/part-requests", apiRequest("Ann Waiting")).finally(() => {
      isAnswered = true;
    });
    const pages = ["/inventory?page=1", vehiclePath(vehicle), "/api/retail-vehicles", "/admin"];
    for (const path of pages) {
      expect((await site.fetch(path, { headers: { Cookie: cookie } })).status, path).toBe(200);
    }
    expect(isAnswered).toBe(false);
    unlock();
    expect((await sent).status).toBe(201);
    const stored = sqlite.prepare("select count(*) from partRequests where customerName = 'Ann Waiting'");
    expect(stored.pluck().get()).toBe(1);
  });

  test("a request that waits too long is told so, and staff who log out are logged out", {
    timeout: 30_000,
  }, async () => {
    const { cookie } = await signedInAWhileAgo();
    const { cookie: ofIntegrator } = await signedIn();
    lock();
    const [request, form, loggedOut, api] = await Promise.all([
      site.fetch("/api/part-requests", apiRequest("Bob In-Vain")),
      site.form("/repair", { name: "Bob In-Vain", contactMethod: "phone", phone: "555 555 0101" }),
      site.form("/logout", {}, { cookie }),
      site.fetch("/api/auth/logout", {
        method: "POST",
        headers: { Cookie: ofIntegrator, "Content-Type": "application/json" },
      }),
    ]);
    unlock();
    expect([request.status, request.headers.get("Retry-After"), await request.json()]).toEqual([
      503,
      "5",
      { error: "Something went wrong on our end. Please try again.", retryAfter: 5 },
    ]);
    expect(form.status).toBe(500);
    expect(await textOf(form)).toContain("Failed to submit request. Please try calling us directly");
    expect([loggedOut.status, loggedOut.headers.get("Location")]).toEqual([303, "/login"]);
    expect(loggedOut.headers.get("Set-Cookie")).toMatch(/Max-Age=0/);
    expect(api.status).toBe(503);
    expect(api.headers.get("Set-Cookie")).toMatch(/Max-Age=0/);
    const stored = sqlite.prepare("select count(*) from partRequests where customerName = 'Bob In-Vain'");
    expect(stored.pluck().get()).toBe(0);
  });
});

describe("a start while another process holds the write lock", () => {
  test("comes up at once where it has nothing to write", async () => {
    lock();
    const started = await startSite();
    expect((await started.fetch("/inventory")).status).toBe(200);
  });

  test("waits for it where it has, and says so", async () => {
    const DATA_DIR = mkdtempSync(path.join(tmpdir(), "yard-locked-"));
    const other = new SqliteDatabase(path.join(DATA_DIR, "site.db"));
    other.pragma("journal_mode = WAL");
    other.exec("begin immediate");
    const { says, stop } = startScript("scripts/start.mjs", [], { DATA_DIR, PORT: "0" });
    await says("another process is writing to the database: waiting for it");
    other.exec("rollback");
    await says("is open at");
    expect((await stop()).code).toBe(0);
    other.close();
  });
});

test("on a full disk staff still read their pages, and log out", async () => {
  const { cookie } = await signedInAWhileAgo();
  const refuse = (event: string) =>
    `create trigger refuse_${event} before ${event} on sessions begin select raise(fail, 'database or disk is full'); end;`;
  sqlite.exec(refuse("update") + refuse("delete"));
  try {
    expect((await site.fetch("/admin", { headers: { Cookie: cookie } })).status).toBe(200);
    const loggedOut = await site.form("/logout", {}, { cookie });
    expect([loggedOut.status, loggedOut.headers.get("Location")]).toEqual([303, "/login"]);
    expect(loggedOut.headers.get("Set-Cookie")).toMatch(/Max-Age=0/);
  } finally {
    sqlite.exec("drop trigger refuse_update; drop trigger refuse_delete");
  }
});
