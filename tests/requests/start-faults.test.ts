import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { runScript, startCommand } from "../support/command";

const NOBODY = 65_534;
/** Whether this user may run a command as another one. */
const isRoot = process.getuid?.() === 0;

/** A folder that everyone may enter, for a site of this test's own. */
function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), "yard-start-"));
  chmodSync(made, 0o777);
  return made;
}

const start = (env: Record<string, string>, uid?: number) =>
  runScript("scripts/start.mjs", {
    env: { PORT: "0", UPLOADS_DIR: folder(), ...env },
    ...(uid ? { uid } : {}),
  });

describe("npm start says in one sentence, and stops, where", () => {
  test("DATA_DIR is a file", async () => {
    const DATA_DIR = path.join(folder(), "data");
    writeFileSync(DATA_DIR, "");
    expect(await start({ DATA_DIR })).toMatchObject({
      code: 1,
      errors: `DATA_DIR: ${DATA_DIR} is not a folder. Set a different one.\n`,
    });
  });

  test("the database is no database, and leaves it as it is", async () => {
    const DATA_DIR = folder();
    writeFileSync(path.join(DATA_DIR, "site.db"), "no database at all".repeat(500));
    const { code, errors } = await start({ DATA_DIR });
    expect(code).toBe(1);
    expect(errors).toMatch(/^The database in DATA_DIR can't be used: file is not a database\. [^\n]+\n$/);
  });

  test("the session secret is empty, as after a power cut", async () => {
    const DATA_DIR = folder();
    writeFileSync(path.join(DATA_DIR, "session-secret"), "");
    const { code, errors } = await start({ DATA_DIR });
    expect(code).toBe(1);
    expect(errors).toMatch(/^The file \S+session-secret is shorter than 32 characters[^\n]+\n$/);
  });

  test.runIf(isRoot)("the folder of the data or of the pictures may not be written", async () => {
    const closed = folder();
    chmodSync(closed, 0o755);
    for (const name of ["DATA_DIR", "UPLOADS_DIR"]) {
      expect(await start({ DATA_DIR: folder(), [name]: closed }, NOBODY)).toMatchObject({
        code: 1,
        errors: `${name}: this user may not write to ${closed}. Give it to this user with: sudo chown -R ${NOBODY} ${closed}\n`,
      });
    }
  });

  test.runIf(isRoot)("the database or a file beside it belongs to root", async () => {
    for (const name of ["site.db", "site.db-wal", "limits.db", "session-secret"]) {
      const DATA_DIR = folder();
      chownSync(DATA_DIR, NOBODY, NOBODY);
      const file = path.join(DATA_DIR, name);
      writeFileSync(file, "x".repeat(64), { mode: 0o600 });
      expect(await start({ DATA_DIR }, NOBODY)).toMatchObject({
        code: 1,
        errors: `DATA_DIR: ${file} belongs to another user (uid 0). Give it to this user with: sudo chown -R ${NOBODY} ${DATA_DIR}\n`,
      });
    }
  });

  test.runIf(isRoot)("the business file may not be read", async () => {
    const BUSINESS_FILE = path.join(folder(), "business.json");
    writeFileSync(BUSINESS_FILE, "{}", { mode: 0o600 });
    expect(await start({ BUSINESS_FILE, DATA_DIR: folder() }, NOBODY)).toMatchObject({
      code: 1,
      errors: `Business file ${BUSINESS_FILE} cannot be read. Set BUSINESS_FILE to one that can.\n`,
    });
  });
});

test("a broken limits.db is set aside at the start, and a file that breaks later turns nobody away", async () => {
  const DATA_DIR = path.join(folder(), "data");
  mkdirSync(DATA_DIR);
  const limits = path.join(DATA_DIR, "limits.db");
  const garbage = "no database at all".repeat(5_000);
  writeFileSync(limits, garbage);
  const site = await startCommand({ DATA_DIR, UPLOADS_DIR: folder() });
  expect(readdirSync(DATA_DIR).filter((name) => name.startsWith("limits.db.broken-2"))).toHaveLength(1);
  const decode = () =>
    fetch(`${site.url}/api/vin/direct-decode`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ vin: "1HGCM82633A004352" }),
    });
  expect((await decode()).status).toBe(200);
  for (const part of ["", "-wal", "-shm"]) writeFileSync(limits + part, garbage);
  const statuses = [];
  for (let time = 0; time < 61; time++) statuses.push((await decode()).status);
  expect(statuses.slice(0, 50)).toEqual(Array(50).fill(200));
  expect(statuses.at(-1)).toBe(429);
  const { code, output, errors } = await site.stop();
  expect([code, errors]).toEqual([0, ""]);
  expect(output).toContain("broken rate limits set aside");
});
