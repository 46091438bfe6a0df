import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { backupName } from "~/backup/manifest.server";
import { retailVehicle } from "../../support/builders";
import { runScript } from "../../support/command";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

const folder = vi.hoisted(() => {
  process.env.BACKUP_DIR = `${process.env.DATA_DIR}-backups`;
  return process.env.BACKUP_DIR;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DAY = 24 * 60 * 60 * 1000;
const GONE = "/uploads/0123456789abcdef01234567-320x240-2/320.webp";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});

const today = async () => textOf(await site.fetch("/admin/today", { headers: { Cookie: cookie } }));
const backUp = () => runScript("scripts/backup.mjs");

it("Today says when the last backup was made, and what is wrong with it", async () => {
  expect(await today()).toContain("There is no backup Please tell the person");

  const first = await backUp();
  expect(await today()).toMatch(
    /Last backup: \w+ \d+, \d{4}, [\d:]+ [AP]M, passed its check\. It has 0 vehicles and 0 pictures \([\d.]+ [KM]B\)\./,
  );
  expect(await today()).not.toMatch(/There is no backup|failed|Please tell/);

  makeOlder(first.output.trim().split("\n").at(-1) ?? "");
  expect(await today()).toContain("The last backup is more than two days old Please tell the person");

  const { _id } = await retailVehicle({ stockNumber: "R-LOST" });
  await site.db.updateTable("retailVehicles").set({ imageUrl: GONE }).where("id", "=", _id).execute();
  const failed = await backUp();
  expect([failed.code, failed.output]).toEqual([1, ""]);
  expect(failed.errors).toMatch(
    /^The picture of vehicle R-LOST is missing or damaged on disk, so no backup was made\. [^\n]+\n.*--allow-missing-pictures\n$/,
  );
  expect(await today()).toMatch(/The last backup failed .*The picture of vehicle R-LOST is missing/);
  expect(await today()).not.toContain("npm run");

  await site.db.deleteFrom("retailVehicles").execute();
  await backUp();
  expect(await today()).not.toMatch(/failed|two days old/);
});

function makeOlder(backup: string): void {
  const createdAt = new Date(Date.now() - 3 * DAY);
  const manifest = path.join(backup, "manifest.json");
  const content = { ...JSON.parse(readFileSync(manifest, "utf8")), createdAt: createdAt.toISOString() };
  writeFileSync(manifest, JSON.stringify(content));
  renameSync(backup, path.join(folder, backupName(createdAt)));
}
