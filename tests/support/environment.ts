import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, inject } from "vitest";
import { bucketEnvironment } from "../../scripts/swift.mjs";
import { endAll } from "./at-end";
import { TEMPLATE } from "./postgres-template";
import { SQLITE_ONLY } from "./sqlite-only";

const OF_THE_SITE = [
  "UPLOADS_URL",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "PUBLIC_URL",
  "TRUST_PROXY",
  "VIN_ONLINE",
  "BUSINESS_FILE",
  "BACKUP_DIR",
  "BACKUP_KEEP",
  "BACKUP_HOOK",
  "SESSION_SECRET",
  "PORT",
  "HOST",
  "ADMIN_USERNAME",
  "ADMIN_PASSWORD",
  "SMTP_URL",
  "MAIL_FROM",
  "NOTIFY_EMAIL",
  "DKIM_KEY_FILE",
  "DKIM_SELECTOR",
  "DATABASE_URL",
];

// Test files that share a process (vitest.config.ts) share its site, which begins each file without records.
if (process.env.TEST_SITE) {
  const { removeRecords } = await import("./records");
  await removeRecords();
  if (process.env.TEST_MAIL) await forgetMail();
} else {
  await setUp();
}

afterAll(endAll);

if (process.env.TEST_POSTGRES) {
  beforeEach(({ task, skip }) => {
    const listed = SQLITE_ONLY.find(
      ({ file, test }) => task.file.name.includes(file) && test?.test(task.name),
    );
    skip(listed !== undefined, listed?.why);
  });
}

/** A site of this process's own: database, uploads and secret. Set before anything reads the environment. */
async function setUp(): Promise<void> {
  const folder = mkdtempSync(path.join(inject("folder"), "site-"));
  for (const name of OF_THE_SITE) delete process.env[name];
  process.env.TEST_SITE = folder;
  process.env.EXAMPLE_SITE = "1";
  process.env.DATA_DIR = path.join(folder, "data");
  process.env.UPLOADS_DIR = path.join(folder, "uploads");
  const { TEST_BUCKET, TEST_MAIL, TEST_POSTGRES } = process.env;
  if (TEST_MAIL) await sendMail();
  if (TEST_BUCKET) Object.assign(process.env, bucketEnvironment(TEST_BUCKET, randomUUID()));
  if (TEST_POSTGRES) process.env.DATABASE_URL = await copyTemplate(TEST_POSTGRES);
}

/** With mail on, and an address that its mail, its papers and its shared links give. */
async function sendMail(): Promise<void> {
  const { mailServer, PUBLIC_URL } = await import("./mail-server");
  Object.assign(process.env, { SMTP_URL: mailServer.url, MAIL_FROM: "office@yard.example", PUBLIC_URL });
}

async function forgetMail(): Promise<void> {
  const { mailServer } = await import("./mail-server");
  mailServer.mails.length = 0;
  mailServer.answers = [];
}

async function copyTemplate(server: string): Promise<string> {
  const { default: pg } = await import("pg");
  const client = new pg.Client(`${server}postgres`);
  await client.connect();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // Half the work of the default, where nothing is synced.
  await client
    .query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
    .finally(() => client.end());
  return server + name;
}
