import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { runScript, type StartedSite, startCommand } from "../../support/command";
import { photo } from "../../support/pictures";

const PASSWORD = "correct horse battery";
const PICTURES = 4;
const WRITES_PER_SECOND = 50;

const folder = mkdtempSync(path.join(tmpdir(), "yard-drill-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => path.join(folder, name);
const placesOf = (clone: string) => ({ DATA_DIR: at(`${clone}-data`), UPLOADS_DIR: at(`${clone}-uploads`) });
const BACKUP_DIR = at("backups");
const account = { ADMIN_USERNAME: "ann", ADMIN_PASSWORD: PASSWORD };

test("a busy site comes back from its backup with every record and picture", {
  timeout: 120_000,
}, async () => {
  const first = placesOf("first");
  const site = await startCommand({ ...first, ...account });
  const staff = await signIn(site);
  const acknowledged: string[] = [];
  const imageUrls: string[] = [];
  for (let number = 0; number < PICTURES; number++) {
    const imageUrl = await staff.upload(number);
    imageUrls.push(imageUrl);
    acknowledged.push(await staff.add({ imageUrl }));
  }

  const writing = new AbortController();
  const written = (async () => {
    while (!writing.signal.aborted) {
      const [id] = await Promise.all([staff.add({}), sleep(1000 / WRITES_PER_SECOND)]);
      acknowledged.push(id);
    }
  })();
  while (acknowledged.length < 30) await sleep(20);
  const before = [...acknowledged];
  const started = performance.now();
  const backup = await runScript("scripts/backup.mjs", {
    env: { ...first, BACKUP_DIR, NOTIFY_EMAIL: "ann@example.com" },
  });
  const backedUp = performance.now();
  expect(acknowledged.length).toBeGreaterThan(before.length);
  writing.abort();
  await written;
  expect(backup).toMatchObject({ code: 0, errors: "" });
  const made = backup.output.trim().split("\n").at(-1) ?? "";
  expect(readdirSync(BACKUP_DIR)).toEqual([path.basename(made)]);

  const whileRunning = await runScript("scripts/restore.mjs", { args: [made, "--yes"], env: first });
  expect(whileRunning.errors).toMatch(/^The data in .* is in use\. [^\n]*\n$/);
  expect(whileRunning.code).toBe(1);
  await site.stop();
  for (const gone of Object.values(first)) rmSync(gone, { recursive: true });

  const second = placesOf("second");
  const unasked = await runScript("scripts/restore.mjs", { args: [made], env: second });
  expect([unasked.code, unasked.errors]).toEqual([
    1,
    expect.stringMatching(/^There is no terminal .*--yes\.\n$/),
  ]);
  const restoring = performance.now();
  const restored = await runScript("scripts/restore.mjs", { args: [made, "--yes"], env: second });
  const seconds = [backedUp - started, performance.now() - restoring].map((ms) => (ms / 1000).toFixed(1));
  console.log(
    `Drill: backup under writes ${seconds[0]} s, restore ${seconds[1]} s (1 GB: npm run bench:backup)`,
  );
  expect(restored).toMatchObject({ code: 0, errors: "" });
  expect(restored.output).toMatch(/The backup: \d+ vehicles and \d+ pictures/);
  expect(restored.output).toMatch(/It replaces: no database and 0 pictures/);
  expect(restored.output).toMatch(/\nNot in it: environment variables, .* not set here: .*NOTIFY_EMAIL/);

  // With BACKUP_DIR set, the site makes its first backup by itself.
  const again = await startCommand({ ...second, ...account, BACKUP_DIR: at("nightly") });
  expect(again.output()).not.toContain("first account");
  const found = new Set(await (await signIn(again)).list());
  expect(before.filter((id) => !found.has(id))).toEqual([]);
  for (const imageUrl of imageUrls) {
    const picture = await fetch(again.url + imageUrl);
    expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
  }
  await expect
    .poll(() => readdirSync(at("nightly")).filter((name) => name.startsWith("yard-")), { timeout: 60_000 })
    .toHaveLength(1);
  await again.stop();
});

test("BACKUP_HOOK gets the path; its failure is said and leaves the backup", {
  timeout: 60_000,
}, async () => {
  const places = placesOf("hooked");
  await runScript("scripts/staff.mjs", { args: ["add", "ann", "--new"], env: places, input: PASSWORD });
  const hook = at("hook.sh");
  writeFileSync(hook, `echo "$1" >> '${at("hooked")}'; exit $STATUS`);
  const run = (STATUS: string) =>
    runScript("scripts/backup.mjs", {
      env: { ...places, STATUS, BACKUP_DIR: at("hook-backups"), BACKUP_HOOK: `sh '${hook}'` },
    });
  const good = await run("0");
  expect(good).toMatchObject({ code: 0, errors: "" });
  const failed = await run("7");
  expect([failed.code, failed.errors]).toEqual([
    3,
    "The backup is made, but BACKUP_HOOK failed: it ended with 7.\n",
  ]);
  const paths = [good, failed].map(({ output }) => output.trim().split("\n").at(-1) ?? "");
  expect(readFileSync(at("hooked"), "utf8").trim().split("\n")).toEqual(paths);
  expect(readdirSync(at("hook-backups")).map((name) => at(`hook-backups/${name}`))).toEqual(paths);
});

async function signIn({ url }: StartedSite) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "ann", password: PASSWORD }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  const headers = { Authorization: `Bearer ${accessToken}` };
  let added = 0;
  const ok = async <Body>(response: Response): Promise<Body> => {
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  };
  return {
    async upload(number: number): Promise<string> {
      const form = new FormData();
      const bytes = await photo(400 + number, 300)
        .jpeg()
        .toBuffer();
      form.set("image", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "car.jpg");
      const sent = await fetch(`${url}/api/admin/upload`, { method: "POST", headers, body: form });
      return (await ok<{ url: string }>(sent)).url;
    },
    /** Adds a vehicle; its id once that is acknowledged. */
    async add(fields: { imageUrl?: string }): Promise<string> {
      const serial = String(++added).padStart(6, "0");
      const vehicle = { stockNumber: `D${serial}`, vin: `4S4BSANC2G3${serial}`, ...VEHICLE, ...fields };
      const sent = await fetch(`${url}/api/admin/dismantled-vehicles`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify(vehicle),
      });
      return (await ok<{ _id: string }>(sent))._id;
    },
    async list(): Promise<string[]> {
      const vehicles = await ok<{ _id: string }[]>(await fetch(`${url}/api/dismantled-vehicles`));
      return vehicles.map(({ _id }) => _id);
    },
  };
}

const VEHICLE = {
  year: 2012,
  make: "Honda",
  model: "Accord",
  mileage: 142_000,
  dateAcquired: "2026-03-02",
  status: "Parts Available",
};
