import { closeSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { sendCallback } from "../support/callback";
import { runScript, startCommand, startCommandInto } from "../support/command";
import { canMount, mountSmallDisk } from "../support/small-disk";

describe.skipIf(!canMount)("a full disk", () => {
  test("at the start is one sentence, for the data and for the pictures", async () => {
    const { folder, fill } = mountSmallDisk("64k");
    fill();
    const DATA_DIR = path.join(folder, "data");
    expect(await runScript("scripts/start.mjs", { env: { DATA_DIR } })).toMatchObject({
      code: 1,
      errors: `DATA_DIR: the disk of ${DATA_DIR} is full. Free some space and start again.\n`,
    });
    const UPLOADS_DIR = path.join(folder, "uploads");
    expect(
      await runScript("scripts/start.mjs", { env: { UPLOADS_DIR, DATA_DIR: elsewhere() } }),
    ).toMatchObject({
      code: 1,
      errors: `UPLOADS_DIR: the disk of ${UPLOADS_DIR} is full. Free some space and start again.\n`,
    });
  });

  test("that can only be read is one sentence at the start", async () => {
    const { folder, makeReadOnly } = mountSmallDisk("64k");
    makeReadOnly();
    for (const DATA_DIR of [folder, path.join(folder, "data")]) {
      expect(await runScript("scripts/start.mjs", { env: { DATA_DIR } })).toMatchObject({
        code: 1,
        errors: `DATA_DIR: ${DATA_DIR} is on a read-only file system. Make it writable and start again.\n`,
      });
    }
  });

  test("leaves what can be read, is told by /healthz and by the log, and is over once there is space", async () => {
    const disk = mountSmallDisk("8m");
    const site = await startCommand({
      DATA_DIR: path.join(disk.folder, "data"),
      UPLOADS_DIR: elsewhere(),
      TRUST_PROXY: "1",
    });
    const health = async () => {
      const answer = await fetch(`${site.url}/healthz`);
      return { status: answer.status, body: await answer.json() };
    };
    const order = async () => (await sendCallback(site.url)).status;
    expect(await health()).toEqual({ status: 200, body: { status: "ok" } });
    expect(await order()).toBe(303);
    disk.fill();
    await expect
      .poll(health, { interval: 500 })
      .toEqual({ status: 503, body: { status: "unavailable", failed: "write" } });
    // The database's files may have room for some more.
    await expect.poll(order, { interval: 10 }).toBe(500);
    for (const page of ["/", "/inventory", "/repair", "/login"]) {
      expect((await fetch(site.url + page)).status, page).toBe(200);
    }
    disk.free();
    expect(await order()).toBe(303);
    await expect.poll(health, { interval: 500 }).toEqual({ status: 200, body: { status: "ok" } });
    const { code, output, errors } = await site.stop();
    expect([code, errors]).toEqual([0, ""]);
    const lines = output
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { msg?: string; error?: unknown });
    for (const msg of ["storing a callback failed", "health check failed"]) {
      const said = lines.find((line) => line.msg === msg)?.error;
      expect(said, msg).toMatchObject({
        message: expect.stringContaining("full"),
        stack: expect.any(String),
      });
    }
    expect(output).toContain('"code":"SQLITE_FULL"');
    expect(output).not.toMatch(/cannot rollback|Ann Lee|5555550101/);
  });

  test("that the log is written to stops neither the site nor its end, and the log goes on once there is space", async () => {
    const disk = mountSmallDisk("64k");
    const file = path.join(disk.folder, "log");
    disk.fill();
    const log = openSync(file, "a");
    const site = await startCommandInto(log, { DATA_DIR: elsewhere() });
    closeSync(log);
    const ask = async () => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(`${site.url}/healthz`)));
      return new Set(answers.map(({ status }) => status));
    };
    for (let time = 0; time < 5; time++) expect(await ask()).toEqual(new Set([200]));
    disk.free();
    await expect.poll(() => readFileSync(file, "utf8")).toContain('"/healthz"');
    disk.fill();
    expect(await ask()).toEqual(new Set([200]));
    expect((await site.stop()).code).toBe(0);
  });
});

const elsewhere = () => mkdtempSync(path.join(tmpdir(), "yard-disk-"));
