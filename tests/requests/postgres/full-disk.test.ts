import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startPostgres } from "../../../scripts/postgres-server.mjs";
import { sendCallback } from "../../support/callback";
import { startCommand } from "../../support/command";
import { textOf } from "../../support/site";
import { canMount, mountSmallDisk } from "../../support/small-disk";

test.skipIf(!canMount)(
  "a full disk of the database leaves what can be read, keeps what was typed, is told by /healthz and by the log, and is over once there is space",
  { timeout: 240_000 },
  async () => {
    const disk = mountSmallDisk("120m");
    const server = await startPostgres({ durable: true, within: disk.folder });
    onTestFinished(server.stop);
    const folder = mkdtempSync(path.join(tmpdir(), "yard-disk-"));
    const site = await startCommand({
      DATABASE_URL: `${server.address}postgres`,
      DATA_DIR: path.join(folder, "data"),
      UPLOADS_DIR: path.join(folder, "uploads"),
      TRUST_PROXY: "1",
    });
    const health = async () => {
      const answer = await fetch(`${site.url}/healthz`);
      return { status: answer.status, body: await answer.json() };
    };
    expect(await health()).toEqual({ status: 200, body: { status: "ok" } });
    expect((await sendCallback(site.url)).status).toBe(303);
    disk.fill();
    await expect
      .poll(health, { timeout: 30_000, interval: 500 })
      .toEqual({ status: 503, body: { status: "unavailable", failed: "write" } });
    // The tables' files may have room for some more.
    let refused = await sendCallback(site.url);
    for (let sent = 0; refused.status === 303 && sent < 500; sent++) refused = await sendCallback(site.url);
    expect(refused.status).toBeGreaterThanOrEqual(500);
    const form = await refused.text();
    expect(form).toContain('value="Ann Lee"');
    expect(await textOf(new Response(form))).toContain(
      "Failed to submit request. Please try calling us directly",
    );
    for (const page of ["/", "/inventory", "/repair", "/login", "/api/retail-vehicles"]) {
      expect((await fetch(site.url + page)).status, page).toBe(200);
    }
    disk.free();
    expect((await sendCallback(site.url)).status).toBe(303);
    await expect
      .poll(health, { timeout: 30_000, interval: 500 })
      .toEqual({ status: 200, body: { status: "ok" } });
    const { code, output, errors } = await site.stop();
    expect([code, errors]).toEqual([0, ""]);
    for (const message of ["storing a callback failed", "health check failed"]) {
      const line = output.split("\n").find((line) => line.includes(`"msg":"${message}"`));
      expect(line, message).toContain("No space left on device");
    }
    expect(output).not.toMatch(/Ann Lee|5555550101/);
  },
);
