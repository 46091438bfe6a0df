import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../../scripts/free-port.mjs";
import { runScript, startCommand } from "../../support/command";
import { cookiesOf, textOf } from "../../support/site";

const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "staple of the new yard";

const folder = mkdtempSync(path.join(tmpdir(), "yard-in-place-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => path.join(folder, name);

test("staff restore a backup in the browser, and go back to what was before", {
  timeout: 180_000,
}, async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...{ PORT: String(port), DATA_DIR: at("data"), UPLOADS_DIR: at("uploads"), BACKUP_DIR: at("backups") },
    ...{ ADMIN_USERNAME: "ann", ADMIN_PASSWORD: PASSWORD },
  };
  const backups = () => readdirSync(at("backups")).filter((name) => name.startsWith("yard-"));
  const site = await startCommand(env);
  // The first one is made by itself.
  await expect.poll(backups, { timeout: 30_000 }).toHaveLength(1);
  const [empty = ""] = backups();
  const first = await signIn(url);
  let cookie = first;
  const read = async (address: string) => textOf(await get(address));
  const get = (address: string) => fetch(url + address, { headers: { Cookie: cookie }, redirect: "manual" });
  const post = (address: string, fields: Record<string, string>) =>
    fetch(url + address, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Cookie: cookie, Origin: url },
      redirect: "manual",
    });
  const added = await post("/admin/customers/new", { name: "Dave Miller", phones: "555-010-4477" });
  expect(added.status).toBe(303);
  expect(await read("/admin/customers")).toContain("Dave Miller");

  await expect.poll(() => read("/admin/backups"), { timeout: 60_000 }).toContain("Restored and checked on");
  expect(await read(`/admin/backups/${empty}`)).toContain("Customers 0 (now 1)");
  const left = await post(`/admin/backups/${empty}`, { confirm: "restore", password: "not mine" });
  expect([left.status, await textOf(left)]).toEqual([
    400,
    expect.stringContaining("That's not your current password"),
  ]);
  const restoring = await post(`/admin/backups/${empty}`, { confirm: "restore", password: PASSWORD });
  expect([restoring.status, restoring.headers.get("Location")]).toEqual([303, "/admin/backups"]);
  const meanwhile = await fetch(`${url}/`);
  expect([meanwhile.status, await textOf(meanwhile)]).toEqual([
    503,
    expect.stringMatching(/back in a minute .* Millbrook Auto Recyclers: \(555\) 555-0142/),
  ]);
  await isBack(url);
  cookie = await signIn(url);
  expect(await read("/admin/customers")).not.toContain("Dave Miller");
  const page = await read("/admin/backups");
  expect(page).toMatch(/Restored on \w+ \d+, \d{4}/);
  expect(page).toContain("Undo the Restore");
  expect(readdirSync(at("data")).filter((name) => name.startsWith("before-restore"))).toEqual([]);

  const [former = ""] = backups().filter((name) => name !== empty);
  const back = await post(`/admin/backups/${former}`, { confirm: "RESTORE", password: PASSWORD });
  expect(back.status).toBe(303);
  await isBack(url);
  // It was signed in when that backup was made.
  cookie = first;
  expect((await get("/admin/customers")).headers.get("Location")).toContain("/login");
  cookie = await signIn(url);
  expect(await read("/admin/customers")).toContain("Dave Miller");

  // He asks for his data to be deleted.
  const [, id] = /\/admin\/customers\/(\w{20,})/.exec(await (await get("/admin/customers")).text()) ?? [];
  const data = `/admin/customers/${id}/data`;
  const [, key = ""] = /name="key" value="([^"]+)"/.exec(await (await get(data)).text()) ?? [];
  expect((await post(data, { key, verified: "yes", password: PASSWORD })).status).toBe(303);
  expect(await read(`/admin/backups/${former}`)).toContain(
    "for someone's privacy since then is deleted again",
  );
  // The password of today signs in afterwards, and not that of the backup.
  const changed = await post("/admin/account", {
    ...{ currentPassword: PASSWORD, newPassword: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD },
  });
  expect(changed.status).toBe(303);
  await post(`/admin/backups/${former}`, { confirm: "RESTORE", password: NEW_PASSWORD });
  await isBack(url);
  expect((await tryToSignIn(url, PASSWORD)).status).toBe(401);
  cookie = await signIn(url, NEW_PASSWORD);
  expect(await read("/admin/backups")).toMatch(/Restored on/);
  expect(await read("/admin/customers")).not.toContain("Dave Miller");

  const ended = await site.stop();
  expect(ended.code).toBe(0);
  expect(await fetch(url).catch(() => "closed")).toBe("closed");
});

test("a restore that fails leaves the site as it was, and says why", { timeout: 120_000 }, async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const places = { DATA_DIR: at("data-2"), UPLOADS_DIR: at("uploads-2"), BACKUP_DIR: at("backups-2") };
  // A restore, or the move of a backup, that was killed has left whole copies.
  const left = [".restoring", ".moving-backup"].map((name) => path.join(at("data-2"), name));
  for (const folder of left) mkdirSync(folder, { recursive: true });
  const site = await startCommand({
    ...{ PORT: String(port), ADMIN_USERNAME: "ann", ADMIN_PASSWORD: PASSWORD },
    ...places,
  });
  const backups = () => readdirSync(at("backups-2")).filter((name) => name.startsWith("yard-"));
  expect(left.filter((folder) => existsSync(folder))).toEqual([]);
  await expect.poll(backups, { timeout: 30_000 }).toHaveLength(1);
  const [name = ""] = backups();
  // Its files are checked only when the site has let go of its data.
  rmSync(path.join(at("backups-2"), name, "session-secret"));
  const cookie = await signIn(url);
  const page = async () => textOf(await fetch(`${url}/admin/backups`, { headers: { Cookie: cookie } }));
  await expect
    .poll(page, { timeout: 60_000 })
    .toMatch(/Restored and checked on|The last test restore failed/);
  await fetch(`${url}/admin/backups/${name}`, {
    method: "POST",
    body: new URLSearchParams({ confirm: "RESTORE", password: PASSWORD }),
    headers: { Cookie: cookie, Origin: url },
    redirect: "manual",
  });
  await isBack(url);
  expect(await page()).toMatch(/The last restore failed .*session-secret is missing.* Nothing has changed\./);
  expect((await site.stop()).code).toBe(0);
  expect((await runScript("scripts/backup.mjs", { env: places })).code).toBe(0);
});

async function signIn(url: string, password = PASSWORD): Promise<string> {
  const answer = await tryToSignIn(url, password);
  expect(answer.status).toBe(303);
  return cookiesOf(answer);
}

function tryToSignIn(url: string, password: string): Promise<Response> {
  return fetch(`${url}/login`, {
    method: "POST",
    body: new URLSearchParams({ username: "ann", password }),
    headers: { Origin: url },
    redirect: "manual",
  });
}

/** Waits for the site to be away, and to answer again. */
async function isBack(url: string): Promise<void> {
  const status = () =>
    fetch(`${url}/healthz`).then(
      (answer) => answer.status,
      () => undefined,
    );
  while ((await status()) === 200) await sleep(50);
  while ((await status()) !== 200) await sleep(100);
}
