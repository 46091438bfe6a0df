import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Ended, runScript, startCommand } from "../../support/command";
import { filesIn } from "../../support/files";
import { cookiesOf } from "../../support/site";

const PRINTED = /Its password, shown only once: (\S+)/;
const PASSWORD = "correct horse battery";

describe("the first start", { timeout: 60_000 }, () => {
  test("makes admin with a password that it shows once and keeps nowhere; lockouts outlive a restart", async () => {
    const DATA_DIR = folder();
    const first = await startCommand({ DATA_DIR });
    const password = PRINTED.exec(first.output())?.[1] ?? "";
    expect(password).toMatch(/^([a-z2-9]{5}-){2}[a-z2-9]{5}$/);
    expect(first.output()).toContain("Created the first account: admin\n");
    expect(first.output()).toContain(`Staff sign in at ${first.url}/login`);
    const answer = await signIn(first.url, "admin", password);
    expect(answer.status).toBe(200);
    const { accessToken } = (await answer.json()) as { accessToken: string };
    for (let time = 0; time < 3; time++) await signIn(first.url, "ghost", "wrong");
    const { code, output, errors } = await first.stop();
    expect([code, errors]).toEqual([0, ""]);
    const log = output.split("\n").filter((line) => line.startsWith("{"));
    expect(log.length).toBeGreaterThan(3);
    for (const secret of [password, accessToken, cookiesOf(answer), "argon2", "ghost"]) {
      expect(log.join("\n")).not.toContain(secret);
    }
    for (const file of filesIn(DATA_DIR)) {
      expect(readFileSync(file).includes(password), file).toBe(false);
      if (path.basename(file) === "site.db") expect(statSync(file).mode & 0o077).toBe(0);
    }

    const second = await startCommand({ DATA_DIR, ADMIN_USERNAME: "late", ADMIN_PASSWORD: PASSWORD });
    expect(second.output()).not.toMatch(/first account|password/);
    expect((await signIn(second.url, "admin", password)).status).toBe(200);
    expect((await signIn(second.url, "late", PASSWORD)).status).toBe(401);
    const locked = await signIn(second.url, "ghost", "wrong");
    expect(locked.status).toBe(429);
    expect(await locked.json()).toMatchObject({
      error: "Too many failed attempts. Please try again in 1 minute(s).",
    });
    await second.stop();
  });

  test("takes name and password from the environment, says the name alone, and keeps cookies to https", async () => {
    const site = await startCommand({
      DATA_DIR: folder(),
      ADMIN_USERNAME: "Ann Lee",
      ADMIN_PASSWORD: PASSWORD,
      PUBLIC_URL: "https://yard.example",
    });
    expect(site.output()).toContain("Created the first account: Ann Lee\n");
    expect(site.output()).toContain("Staff sign in at https://yard.example/login");
    expect(site.output()).not.toContain(PASSWORD);
    const answer = await signIn(site.url, "ann lee", PASSWORD);
    expect(answer.status).toBe(200);
    const cookies = answer.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split("=", 1)[0])).toEqual(["__Host-session"]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).toMatch(/; SameSite=Lax/);
      expect(cookie).toMatch(/; Path=\/;/);
      expect(cookie).not.toMatch(/Domain/i);
    }
    await site.stop();
  });

  test("takes a password alone for admin, and makes one up for a name alone", async () => {
    const [named, given] = await Promise.all([
      startCommand({ DATA_DIR: folder(), ADMIN_USERNAME: "ann" }),
      startCommand({ DATA_DIR: folder(), ADMIN_PASSWORD: PASSWORD }),
    ]);
    const password = PRINTED.exec(named.output())?.[1] ?? "";
    expect((await signIn(named.url, "ann", password)).status).toBe(200);
    expect(given.output()).not.toMatch(PRINTED);
    expect((await signIn(given.url, "admin", PASSWORD)).status).toBe(200);
    await Promise.all([named.stop(), given.stop()]);
  });

  test.each([
    ["ADMIN_PASSWORD", "too short", "A password needs at least 10 characters."],
    ["ADMIN_USERNAME", " ", "A username needs at least one letter or digit."],
  ])("is stopped by %s=%s with one sentence, and makes nothing", async (name, value, sentence) => {
    const DATA_DIR = folder();
    const { code, errors } = await runScript("scripts/start.mjs", { env: { DATA_DIR, [name]: value } });
    expect([code, errors]).toEqual([1, `Environment: ${name}: ${sentence}\n`]);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  test("of two processes at once makes one account, whose password was shown", async () => {
    const DATA_DIR = folder();
    const sites = await Promise.all([startCommand({ DATA_DIR }), startCommand({ DATA_DIR })]);
    const shown = sites.flatMap((site) => PRINTED.exec(site.output())?.[1] ?? []);
    expect(shown).toHaveLength(1);
    for (const site of sites) expect((await signIn(site.url, "admin", shown[0] ?? "")).status).toBe(200);
    await Promise.all(sites.map((site) => site.stop()));
  });
});

describe("npm run staff", { timeout: 90_000 }, () => {
  test("works before the first start, adds, lists and removes, and the start then makes nothing", async () => {
    const DATA_DIR = folder();
    for (const args of [["list"], ["add", "ann"], ["remove", "ann"]]) {
      const { code, errors } = await staff(DATA_DIR, args, PASSWORD);
      expect([code, errors]).toEqual([
        1,
        expect.stringMatching(/^There is no site database yet at .* --new\n$/),
      ]);
    }
    expect(readdirSync(DATA_DIR)).toEqual([]);
    expect(await staff(DATA_DIR, ["add", "ann", "--new"], `${PASSWORD}\n`)).toMatchObject({
      code: 0,
      output: "ann can sign in now.\n",
      errors: expect.stringMatching(/^Database: .*(site\.db|\/data_\w+)\n$/),
    });
    expect(await staff(DATA_DIR, ["add", "Zed"], PASSWORD)).toMatchObject({ code: 0 });
    const { output } = await staff(DATA_DIR, ["list"]);
    expect(output).toMatch(/^ann {2}Owner, since \d{4}-\d\d-\d\d\nZed {2}Owner, since \d{4}-\d\d-\d\d\n$/);
    const taken = await staff(DATA_DIR, ["add", "ANN"], PASSWORD);
    expect([taken.code, taken.errors]).toEqual([
      1,
      expect.stringMatching(/^The account ANN already exists\./m),
    ]);
    expect(await staff(DATA_DIR, ["remove", "zed"])).toMatchObject({ code: 0 });
    const last = await staff(DATA_DIR, ["remove", "ann"]);
    expect([last.code, last.errors]).toEqual([1, expect.stringMatching(/^ann is the last account/m)]);
    const site = await startCommand({ DATA_DIR });
    expect(site.output()).not.toContain("Created the first account");
    expect((await signIn(site.url, "ann", PASSWORD)).status).toBe(200);
    await site.stop();
    expect(await staff(DATA_DIR, ["remove", "ann", "--yes"])).toMatchObject({ code: 0 });
  });

  test("ends sessions and tokens at once while the site runs, by a reset and by a removal", async () => {
    const DATA_DIR = folder();
    const site = await startCommand({ DATA_DIR, ADMIN_PASSWORD: PASSWORD });
    const before = await opened(site.url, PASSWORD);
    expect(await before.statuses()).toEqual([200, 200]);
    expect(await staff(DATA_DIR, ["reset", "ADMIN"], "another good one\n")).toMatchObject({
      code: 0,
      output: "admin has a new password and is signed out everywhere.\n",
    });
    expect(await before.statuses()).toEqual([303, 401]);
    expect((await signIn(site.url, "admin", PASSWORD)).status).toBe(401);
    const after = await opened(site.url, "another good one");
    expect(await after.statuses()).toEqual([200, 200]);
    expect(await staff(DATA_DIR, ["add", "ann"], PASSWORD)).toMatchObject({ code: 0 });
    expect(await staff(DATA_DIR, ["remove", "admin"])).toMatchObject({ code: 0 });
    expect(await after.statuses()).toEqual([303, 401]);
    expect((await signIn(site.url, "admin", "another good one")).status).toBe(401);
    await site.stop();
  });

  test("takes no password as an argument, and says why", async () => {
    const DATA_DIR = folder();
    for (const args of [
      ["add", "ann", PASSWORD],
      ["add", "ann", `--password=${PASSWORD}`],
      ["reset", "ann", "-p", PASSWORD],
    ]) {
      const { code, errors } = await staff(DATA_DIR, args, `${PASSWORD}\n`);
      expect([code, errors]).toEqual([2, expect.stringMatching(/^Don't type the password in the command/)]);
    }
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  test("says in a sentence what is wrong, and changes nothing", async () => {
    const DATA_DIR = folder();
    await staff(DATA_DIR, ["add", "zed", "--new"], PASSWORD);
    const refused: [string[], string, number, RegExp][] = [
      [["add", "ann"], "too short\n", 1, /^A password needs at least 10 characters\.\n$/m],
      [["add", "ann"], "qwertyuiop\n", 1, /^That's one of the most common/m],
      [["add", "ann"], "", 1, /^No password came from standard input\.\n$/m],
      [["add", "ann"], "first line here\nsecond line here\n", 1, /^A password can't contain/m],
      [["add", "  "], PASSWORD, 1, /^A username needs at least one letter/m],
      [["reset", "nobody"], PASSWORD, 1, /^There is no account nobody in .*(site\.db|\/data_\w+)\.\n$/m],
      [["remove", "nobody"], "", 1, /^There is no account nobody/m],
      [["remove", "zed", "--yes", "--to", "ann"], "", 1, /^There is no account ann/m],
      [["remove", "zed", "--yes", "--to", "ZED"], "", 1, /^zed can't take over from zed\.$/m],
      [["list", "--to", "zed"], "", 2, /npm run staff -- add <name>/],
      [["add"], "", 2, /^Name the account: npm run staff -- add <name>\n$/],
      [["promote", "ann"], "", 2, /npm run staff -- add <name>/],
    ];
    const answers = await Promise.all(refused.map(([args, input]) => staff(DATA_DIR, args, input)));
    answers.forEach(({ code, errors }, index) => {
      const [, , status, sentence] = refused[index] ?? [];
      expect([code, errors]).toEqual([status, expect.stringMatching(sentence ?? "")]);
    });
    expect((await staff(DATA_DIR, ["list"])).output).toMatch(/^zed {2}Owner, since \S+\n$/);
    expect(await staff(DATA_DIR, [])).toMatchObject({
      code: 0,
      output: expect.stringContaining("staff -- reset"),
    });
  });
});

function folder(): string {
  return mkdtempSync(path.join(tmpdir(), "yard-accounts-"));
}

function staff(DATA_DIR: string, args: string[], input = ""): Promise<Ended> {
  return runScript("scripts/staff.mjs", { args, env: { DATA_DIR }, input });
}

function signIn(url: string, username: string, password: string): Promise<Response> {
  return fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
}

/** Somebody signed in as admin, and what the page's door and the API's say to them. */
async function opened(url: string, password: string) {
  const answer = await signIn(url, "admin", password);
  const Cookie = cookiesOf(answer);
  const { accessToken } = (await answer.json()) as { accessToken: string };
  const statuses = async () => {
    const page = await fetch(`${url}/admin`, { redirect: "manual", headers: { Cookie } });
    const api = await fetch(`${url}/api/auth/verify`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    return [page.status, api.status];
  };
  return { statuses };
}
