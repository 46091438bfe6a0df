import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ZipFile } from "yazl";
import { noteRestore } from "~/backup/journal.server";
import { damageTable } from "../../support/backups";
import { dismantledVehicle } from "../../support/builders";
import { fieldsWithoutForm } from "../../support/form-fields";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { PASSWORD, signedIn } from "../../support/staff";
import { storedImages } from "../../support/stored-images";
import { unzipped } from "../../support/zip";

const folder = vi.hoisted(() => {
  process.env.BACKUP_DIR = `${process.env.DATA_DIR}-backups`;
  return process.env.BACKUP_DIR;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PAGE = "/admin/backups";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
  await dismantledVehicle({ images: await storedImages(1) });
});

const page = async (address = PAGE) => textOf(await site.fetch(address, { headers: { Cookie: cookie } }));
const press = (intent: string, name = "") => site.form(PAGE, { intent, name }, { cookie });
const said = async (response: Response) =>
  textOf(await site.fetch(PAGE, { headers: { Cookie: cookiesOf(response, cookie) } }));
const names = () => readdirSync(folder).filter((name) => name.startsWith("yard-"));

/** What took longer than a page waits goes on by itself, which a busy machine may make of anything. */
async function expectDone(response: Response, words: string | RegExp): Promise<void> {
  const answer = await said(response);
  if (!answer.includes("This takes a while")) expect(answer).toMatch(words);
  await expect.poll(() => page(), { timeout: 60_000 }).not.toContain("A backup is being made or tested");
}

const askToDownload = (name: string, password: string) =>
  site.form(`${PAGE}/${name}/download`, { password }, { cookie });

async function download(name: string): Promise<Buffer> {
  const confirmed = await askToDownload(name, PASSWORD);
  const answer = await site.fetch(confirmed.headers.get("Location") ?? "", { headers: { Cookie: cookie } });
  expect(answer.headers.get("Content-Disposition")).toContain(`filename="${name}.zip"`);
  return Buffer.from(await answer.arrayBuffer());
}

function upload(file: Buffer | string): Promise<Response> {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(Buffer.from(file))]), "backup.zip");
  form.set("intent", "add");
  return site.fetch(PAGE, { method: "POST", body: form, headers: { Cookie: cookie, Origin: site.url } });
}

async function zipOf(files: Iterable<[string, Buffer]>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(content, name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

it("makes a backup, lists what is in it, and tests it without changing anything", async () => {
  expect(await page()).toContain("There are no backups in this folder yet.");
  await expectDone(await press("make"), "Backed up");
  const [name = ""] = names();
  expect(await page()).toMatch(
    /1 vehicle and 1 picture \([\d.]+ [KM]B\) Checked when it was made; not test-restored yet\./,
  );
  await expectDone(await press("test", name), "The test restore passed");
  expect(await page()).toMatch(/Restored and checked on \w+ \d+, \d{4}/);
  expect(await page("/admin/today")).toMatch(/Restored and checked on \w+ \d+, \d{4}/);
  expect(await page("/admin")).toContain("1 vehicle");
});

it("says which file of a backup is damaged", async () => {
  const [name = ""] = names();
  const database = path.join(folder, name, "site.db");
  const whole = readFileSync(database);
  writeFileSync(database, whole.subarray(0, whole.length - 4096));
  try {
    await expectDone(await press("test", name), /That failed .*site\.db is not what was backed up/);
    const today = await page("/admin/today");
    expect(today).toMatch(/The last test restore failed .*A test on .* found that it can't be restored/);
    expect(today).not.toContain("passed its check");
    expect(await page()).toMatch(/The test restore of .* failed: .*site\.db is not what was backed up/);
  } finally {
    writeFileSync(database, whole);
  }
  expect((await press("test", "yard-20200101-000000Z")).status).toBe(404);
  expect((await press("test", "../uploads")).status).toBe(404);
});

it("shows a damaged backup with nothing but a way to delete it", async () => {
  const damaged = "yard-20200202-020202Z";
  mkdirSync(path.join(folder, damaged));
  writeFileSync(path.join(folder, damaged, "manifest.json"), "{");
  expect(await page()).toMatch(
    /yard-20200202-020202Z It is damaged: what it has can't be read Delete … the backup of yard-20200202-020202Z/,
  );
  expect((await askToDownload(damaged, PASSWORD)).status).toBe(404);
  expect((await site.form(`${PAGE}/${damaged}/delete`, { password: PASSWORD }, { cookie })).status).toBe(303);
  expect(names()).not.toContain(damaged);
});

it("downloads a backup as one file, and takes it back in on another machine", async () => {
  const [name = ""] = names();
  const zip = await download(name);
  const files = unzipped(zip);
  const manifest = JSON.parse(files.get("manifest.json")?.toString() ?? "{}");
  expect([...files.keys()].sort()).toEqual(
    ["manifest.json", ...manifest.files.map((file: { path: string }) => file.path)].sort(),
  );
  expect(await said(await upload(zip))).toContain("This backup is already here");

  rmSync(path.join(folder, name), { recursive: true });
  expect(await page()).toContain("There are no backups in this folder yet.");
  expect(await said(await upload(zip))).toContain("Backup added");
  expect(names()).toEqual([name]);
  await expectDone(await press("test", name), "The test restore passed");
});

it("has forms that send what is typed", async () => {
  const [name = ""] = names();
  for (const address of [`${PAGE}/${name}`, `${PAGE}/${name}/download`]) {
    const html = await (await site.fetch(address, { headers: { Cookie: cookie } })).text();
    expect(html).toContain('type="password"');
    expect(fieldsWithoutForm(html)).toEqual([]);
  }
});

it("gives a backup to whoever has just typed the password, and to nobody with their address", async () => {
  const [name = ""] = names();
  for (const [password, sentence] of [
    ["", "Please enter your current password"],
    ["not mine", "That's not your current password"],
  ] as const) {
    const refused = await askToDownload(name, password);
    expect([refused.status, await textOf(refused)]).toEqual([400, expect.stringContaining(sentence)]);
  }
  const address = (await askToDownload(name, PASSWORD)).headers.get("Location") ?? "";
  const { cookie: another } = await signedIn();
  for (const [to, as] of [
    [`${PAGE}/${name}/zip`, cookie],
    [`${PAGE}/${name}/zip?key=x`, cookie],
    [address, another],
  ] as const) {
    const answer = await site.fetch(to, { headers: { Cookie: as }, redirect: "manual" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${PAGE}/${name}/download`]);
  }
  expect((await site.fetch(address, { headers: { Cookie: cookie } })).headers.get("Content-Type")).toBe(
    "application/zip",
  );
});

it("takes no file that is no whole backup, and leaves nothing of it", async () => {
  const [name = ""] = names();
  const files = unzipped(await download(name));
  const refused = async (content: Buffer | string, why: RegExp) => {
    const answer = await upload(content);
    expect(answer.status).toBe(400);
    expect(await textOf(answer)).toMatch(why);
    expect(readdirSync(folder)).toEqual([name]);
  };
  const NOT_ONE = /This file is not a backup of this site, or it was cut off/;
  await refused("", NOT_ONE);
  await refused("name,price\n", NOT_ONE);
  await refused(await zipOf([["notes.txt", Buffer.from("hi")]]), NOT_ONE);
  await refused(await zipOf([...files].filter(([file]) => file !== "manifest.json")), NOT_ONE);
  await refused(await zipOf([...files, ["site.db", Buffer.from("again")]]), NOT_ONE);
  const withoutPicture = [...files].filter(([file]) => !file.startsWith("uploads/"));
  rmSync(path.join(folder, name), { recursive: true });
  const answer = await upload(await zipOf(withoutPicture));
  expect([answer.status, await textOf(answer)]).toEqual([
    400,
    expect.stringMatching(/is missing, so this backup/),
  ]);
  const changed = [...files].map(([file, content]): [string, Buffer] => [
    file,
    file === "session-secret" ? Buffer.from("x".repeat(content.length)) : content,
  ]);
  if (files.has("session-secret"))
    expect(await textOf(await upload(await zipOf(changed)))).toMatch(/is not what was backed up/);
  const large: [string, Buffer] = ["business.json", Buffer.alloc(10_000_000)];
  expect(await textOf(await upload(await zipOf(new Map([...files, large]))))).toContain(
    "In this backup business.json has 10 MB, more than the 1.0 MB that it may have, so it can't be restored.",
  );
  expect(readdirSync(folder)).toEqual([]);
  await upload(await zipOf(files));
  expect(names()).toEqual([name]);
});

/** A file's record in a manifest. */
const recordOf = (file: string, content: Buffer) => ({
  path: file,
  bytes: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
});

it("takes no backup whose database is none, or has not what its manifest says", async () => {
  const [name = ""] = names();
  const files = unzipped(await download(name));
  const manifest = JSON.parse(files.get("manifest.json")?.toString() ?? "");
  const database = files.get("site.db") ?? Buffer.alloc(0);
  const madeUp = async (claims: object, content = database) => {
    const said = {
      ...{ ...manifest, createdAt: "2026-01-05T03:00:00.000Z", ...claims },
      files: [recordOf("site.db", content)],
    };
    const zip = await zipOf([
      ["manifest.json", Buffer.from(JSON.stringify(said))],
      ["site.db", content],
    ]);
    const answer = await upload(zip);
    expect([answer.status, readdirSync(folder)]).toEqual([400, [name]]);
    return textOf(answer);
  };
  expect(await madeUp({}, Buffer.alloc(8192, "x"))).toMatch(/This backup's database is damaged/);
  expect(await madeUp({ vehicles: 1_000_000_000 })).toContain(
    "Of vehicles, this backup should have 1,000,000,000 records and has 1.",
  );
  expect(await madeUp({ migrations: [...manifest.migrations, "9999-12-31-next"] })).toContain(
    "This backup was made by a newer version of this program",
  );
});

it("deletes a backup for whoever types the password, but not the only one that was made here", async () => {
  const [brought = ""] = names();
  await expectDone(await press("make"), "Backed up");
  const own = names().find((name) => name !== brought) ?? "";
  const warning = "Restore it only if you know who made it";
  expect(await page(`${PAGE}/${brought}`)).toContain(warning);
  expect(await page(`${PAGE}/${own}`)).not.toContain(warning);
  const remove = (name: string, password: string) =>
    site.form(`${PAGE}/${name}/delete`, { password }, { cookie });
  expect(await page()).toMatch(/Delete … the backup of/);
  expect(await page(`${PAGE}/${brought}/delete`)).toMatch(
    /Delete the backup of .* 1 vehicle and 1 picture \([\d.]+ [KM]B\)\. This can't be undone/,
  );
  expect(await page(`${PAGE}/${own}/delete`)).toContain("It is the only one that was made here.");
  const kept = await remove(own, PASSWORD);
  expect(kept.status).toBe(409);
  for (const [password, sentence] of [
    ["", "Please enter your current password"],
    ["not mine", "That's not your current password"],
  ] as const) {
    const refused = await remove(brought, password);
    expect([refused.status, await textOf(refused)]).toEqual([400, expect.stringContaining(sentence)]);
  }
  expect(names()).toEqual([brought, own]);
  expect(await said(await remove(brought, PASSWORD))).toContain("Backup deleted");
  expect(readdirSync(folder)).toEqual([own]);
  expect((await remove(brought, PASSWORD)).status).toBe(404);
});

it("shows what a restore replaces, and asks for the word before it does", async () => {
  const [name = ""] = names();
  await dismantledVehicle();
  const restore = `${PAGE}/${name}`;
  expect(await page(restore)).toContain("Vehicles 1 (now 2)");
  const manifest = path.join(folder, name, "manifest.json");
  const whole = readFileSync(manifest, "utf8");
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(whole), settings: ["DKIM_KEY_FILE"] }));
  expect(await page(restore)).toContain("That site had some that are not set here: DKIM_KEY_FILE.");
  writeFileSync(manifest, whole);
  const unconfirmed = await site.form(restore, { confirm: "yes" }, { cookie });
  expect(unconfirmed.status).toBe(400);
  const html = await unconfirmed.text();
  expect(html).toContain("Please type RESTORE to continue");
  expect(html).toContain('value="yes"');
  expect((await site.fetch(`${PAGE}/yard-20200101-000000Z`, { headers: { Cookie: cookie } })).status).toBe(
    404,
  );
});

it("says what else becomes the backup's, and what stays as it is today", async () => {
  const restore = `${PAGE}/${names()[0]}`;
  expect(await page(restore)).toMatch(
    /Goes back to the backup.* records, .* who is emailed about new requests, the mail server and the private addresses of feeds\. New sales get the numbers of sales made since then, which are already on paper\. Kept as they are today: who can sign in, with their passwords, second factors and roles, API tokens, and whether, where and for how long backups are kept\. Email that was waiting when the backup was made keeps today's state; .* Email that is waiting now and isn't in the backup is replaced/,
  );
  const file = path.join(process.env.DATA_DIR ?? "", "session-secret");
  const secret = readFileSync(file);
  const inBackup = path.join(folder, names()[0] ?? "", "session-secret");
  // More than can be read at once: what the manifest says of it is enough.
  truncateSync(inBackup, 3 * 1024 ** 3);
  try {
    expect(await page(restore)).not.toContain("session secret");
    writeFileSync(file, "changed since: nobody may know it any longer");
    expect(await page(restore)).toContain(
      "The session secret has changed since, and goes back to the backup's",
    );
  } finally {
    writeFileSync(file, secret);
    writeFileSync(inBackup, secret);
  }
});

it("says who only the backup knows, and refuses one with an account that is none", async () => {
  const [name = ""] = names();
  const restore = `${PAGE}/${name}`;
  expect(await page(restore)).not.toContain("Turned off");
  const file = path.join(folder, name, "site.db");
  const whole = readFileSync(file);
  const add = (username: string, key: string, id = key) => {
    const sqlite = new SqliteDatabase(file);
    sqlite
      .prepare(
        `insert into administrators (id, username, usernameKey, passwordHash, role, createdAt, updatedAt)
         select ? || '-account', ?, ?, passwordHash, 'owner', createdAt, updatedAt from administrators limit 1`,
      )
      .run(id, username, key);
    sqlite.close();
  };
  try {
    add("Mallory", "mallory");
    expect(await page(restore)).toContain(
      "Turned off until you turn them on under People, because only the backup has them: Mallory (Owner).",
    );
    // A name that older versions took.
    add("★ Li\u200e", "★ li\u200e", "li");
    expect(await page(restore)).toContain("Mallory (Owner), ★ Li\u200e (Owner)");
    add("Trudy", "ghost");
    const problem = "The account “Trudy” of this backup is not as this program makes it";
    expect(await page(restore)).toContain(problem);
    const refused = await site.form(restore, { confirm: "RESTORE", password: PASSWORD }, { cookie });
    expect([refused.status, await textOf(refused)]).toEqual([409, expect.stringContaining(problem)]);
  } finally {
    writeFileSync(file, whole);
  }
});

it("says that who may sign in comes from the backup, where today's can't be read", async () => {
  const restore = `${PAGE}/${names()[0]}`;
  expect(await page(restore)).not.toContain("can't be read");
  const mend = damageTable("recoveryCodes");
  try {
    expect(await page(restore)).toMatch(
      /Who may sign in comes from the backup, with the passwords, second factors and API tokens from then, because today's can't be read: \S.* \(Owner\)\. People who were removed since may be able to sign in again: check People\./,
    );
  } finally {
    mend();
  }
  expect(await page(restore)).not.toContain("can't be read");
});

it("says of a restore that was cut off that the site may have what the backup had, and of one that failed that nothing has changed", async () => {
  const failed = { at: new Date().toISOString(), backup: names()[0] ?? "", problem: "It ended." };
  noteRestore(failed);
  expect(await page()).toContain("It ended. Nothing has changed.");
  noteRestore({ ...failed, isCutOff: true });
  const cutOff = await page();
  expect(cutOff).toContain(
    "It ended. The site has either everything it had before, or everything in the backup",
  );
  expect(cutOff).not.toContain("Nothing has changed");
});

it("does not restore for an owner who is turned off while the backup is looked into", async () => {
  const other = await signedIn();
  const restoring = site.form(
    `${PAGE}/${names()[0]}`,
    { confirm: "RESTORE", password: PASSWORD },
    { cookie: other.cookie },
  );
  const off = await site.form(
    `/admin/people/${other.account.id}`,
    { intent: "off", password: PASSWORD },
    { cookie },
  );
  expect(off.status).toBe(303);
  const answer = await restoring;
  expect([answer.status, answer.headers.get("Location")]).not.toEqual([303, PAGE]);
  expect(answer.status).not.toBe(409);
  expect((await site.fetch(PAGE, { headers: { Cookie: other.cookie }, redirect: "manual" })).status).toBe(
    303,
  );
});

it("needs a session", async () => {
  const [name = ""] = names();
  for (const end of ["", `/${name}`, `/${name}/download`, `/${name}/delete`, `/${name}/zip`]) {
    const address = PAGE + end;
    expect((await site.fetch(address)).headers.get("Location")).toMatch(/^\/login\?/);
  }
  const made = await site.form(PAGE, { intent: "make" });
  expect(made.headers.get("Location")).toMatch(/^\/login\?/);
  expect(names()).toEqual([name]);
});
