import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach } from "vitest";
import { bucketEnvironment } from "../../scripts/swift.mjs";
import { TEMPLATE } from "./postgres-template";
import { SQLITE_ONLY } from "./sqlite-only";

// Each test file has a site of its own: database, uploads and secret in a folder that goes with it. Set before
// anything reads the environment.
const folder = mkdtempSync(path.join(tmpdir(), "yard-test-"));
process.env.DATA_DIR = path.join(folder, "data");
process.env.UPLOADS_DIR = path.join(folder, "uploads");
for (const name of [
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
]) {
  delete process.env[name];
}

const { TEST_BUCKET } = process.env;
if (TEST_BUCKET) Object.assign(process.env, bucketEnvironment(TEST_BUCKET, randomUUID()));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const server = process.env.TEST_POSTGRES;
if (server) {
  const { default: pg } = await import("pg");
  const run = async (statement: string) => {
    const client = new pg.Client(`${server}postgres`);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // Half the work of the default, where nothing is synced.
  await run(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  process.env.DATABASE_URL = server + name;
  afterAll(() => run(`drop database ${name} with (force)`));
  beforeEach(({ task, skip }) => {
    const listed = SQLITE_ONLY.find(
      ({ file, test }) => task.file.name.includes(file) && test?.test(task.name),
    );
    skip(listed !== undefined, listed?.why);
  });
}
