// @own-process: its site has everything but the VIN database

import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { atEnd } from "../../support/at-end";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";

const VIN = "1HGCM82633A004352";
const UNAVAILABLE = "Vehicle database service is temporarily unavailable. Please try again later.";

let site: Site;

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "yard-no-vin-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  // Copied, because Node takes a linked file for the one it leads to.
  cpSync("build/server", path.join(folder, "build", "server"), { recursive: true });
  for (const name of ["package.json", "node_modules", "build/client"]) {
    symlinkSync(path.resolve(name), path.join(folder, name));
  }
  site = await startSite(folder);
});

test("the API answers 503 where no method could be asked", async () => {
  const answer = await site.fetch("/api/vin/direct-decode", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ vin: VIN }),
  });
  expect([answer.status, await answer.json()]).toEqual([503, { error: UNAVAILABLE }]);
});

test("the wizard says so, offers to try again, and takes the vehicle as typed", async () => {
  const first = await site.form("/partsrequest", { step: "1", intent: "continue", vin: VIN });
  const cookie = cookiesOf(first);
  expect(first.headers.get("Location")).toBe("/partsrequest");
  const words = await textOf(await site.fetch("/partsrequest", { headers: { Cookie: cookie } }));
  expect(words).toContain(UNAVAILABLE);
  expect(words).toContain("Try again");

  const again = await site.form("/partsrequest", { step: "1", retry: "1", vin: VIN }, { cookie });
  expect(again.headers.get("Location")).toBe("/partsrequest");
  const typed = { vin: VIN, year: "2003", make: "Honda", model: "Accord" };
  const on = await site.form("/partsrequest", { step: "1", intent: "continue", ...typed }, { cookie });
  expect(on.headers.get("Location")).toBe("/partsrequest?step=2");
});
