import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { makeBackup } from "~/backup/backup.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { pictureStore } from "~/pictures/claims.server";
import { sweepPictures } from "~/pictures/sweep.server";
import { dismantledVehicle } from "../../support/builders";

// Before anything reads the environment: this site's business file names a logo that was uploaded in the browser.
const logo = await vi.hoisted(async () => {
  const { readFileSync, writeFileSync } = await import("node:fs");
  process.env.BUSINESS_FILE = `${process.env.DATA_DIR}-business.json`;
  process.env.BACKUP_DIR = `${process.env.DATA_DIR}-backups`;
  const { openFolderStorage } = await import("~/pictures/folder-storage.server");
  const { openPictureStore } = await import("~/pictures/store.server");
  const { photo } = await import("../../support/pictures");
  const store = openPictureStore(openFolderStorage(process.env.UPLOADS_DIR ?? ""));
  const stored = await store.storePicture(await photo(300, 200).png().toBuffer());
  if (!stored.ok) throw new Error(stored.message);
  const shipped = JSON.parse(readFileSync("business.json", "utf8"));
  writeFileSync(process.env.BUSINESS_FILE, JSON.stringify({ ...shipped, look: { logo: stored.url } }));
  return stored.publicId;
});

it("a logo that the business file names stays when unused pictures go, and is in a backup", async () => {
  await migrate(engine);
  await dismantledVehicle();
  expect(await sweepPictures(new Date(Date.now() + 3 * 24 * 60 * 60 * 1000))).toEqual([]);
  expect((await pictureStore.listPictures()).map(({ publicId }) => publicId)).toEqual([logo]);
  const { path: backup } = await makeBackup();
  expect(existsSync(path.join(backup, "uploads", logo))).toBe(true);
});
