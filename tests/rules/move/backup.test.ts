import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { makeBackup } from "~/backup/backup.server";
import { config } from "~/config.server";
import { openBackupSource } from "~/move/backup.server";
import { storeData } from "../../support/backups";

const folder = vi.hoisted(() => {
  process.env.BACKUP_DIR = `${process.env.DATA_DIR}-backups`;
  return process.env.BACKUP_DIR;
});

const NOW = "2026-03-02T15:04:00.000Z";
const token = (id: string) =>
  `insert into apiTokens (id, name, role, hash, createdAt) values ('${id}', '${id}', 'owner', '${id}', '${NOW}')`;
const mail = (messageId: string) =>
  `insert into outbox (messageId, createdAt, "to", subject, text, html, causeKind, causeId, nextAttemptAt)
   values ('${messageId}', '${NOW}', 'dave@example.com', '', '', '', 'account', '', '${NOW}')`;

let stored: Awaited<ReturnType<typeof storeData>>;
let backup: string;
beforeEach(async () => {
  for (const old of [folder, config.DATA_DIR, config.UPLOADS_DIR])
    rmSync(old, { recursive: true, force: true });
  stored = await storeData(["red"]);
  stored.sqlite.exec(`${token("kept")}; ${token("revoked since")}; ${mail("sent since")}; ${mail("still waits here")};
    insert into passwordLinks (id, administratorId, expiresAt) values ('used', 'ann-account', '2099-01-01T00:00:00.000Z')`);
  backup = (await makeBackup()).path;
  return () => stored.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a backup that is copied lets nobody in by what has ended since, and sends no mail", async () => {
  stored.sqlite.exec(`update apiTokens set revokedAt = '${NOW}' where id = 'revoked since';
    delete from passwordLinks; update outbox set status = 'sent', sentAt = '${NOW}' where messageId = 'sent since'`);
  const source = await openBackupSource(backup);
  const { db } = source;
  const open = await db.selectFrom("apiTokens").select("id").where("revokedAt", "is", null).execute();
  const waiting = await db.selectFrom("outbox").select("id").where("status", "=", "waiting").execute();
  const links = await db.selectFrom("passwordLinks").select("id").execute();
  expect({ open, waiting, links }).toEqual({ open: [{ id: "kept" }], waiting: [], links: [] });
  expect(await source.readSecret()).toBe("secret".repeat(8));
  await source.close();
  expect(readdirSync(config.DATA_DIR)).not.toContain(".moving-backup");
  // The site's own goes on.
  expect(
    stored.sqlite.prepare("select messageId from outbox where status = 'waiting'").pluck().all(),
  ).toEqual(["still waits here"]);
});

test("a backup that a restore refuses is not copied", async () => {
  const file = path.join(backup, "manifest.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const refused = async (change: object, why: string) => {
    writeFileSync(file, JSON.stringify({ ...manifest, ...change }));
    await expect(openBackupSource(backup)).rejects.toThrow(why);
  };
  await refused({ vehicles: 2 }, "Of vehicles, this backup should have 2 records and has 1.");
  await refused({ migrations: [...manifest.migrations, "9999-12-31-next"] }, "made by a newer version");
  await refused({ files: [] }, "has no database");
});
