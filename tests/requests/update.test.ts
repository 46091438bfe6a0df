import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startUpdatableSite } from "../../drill/update.mjs";
import { isInstalled } from "../../scripts/installed.mjs";
import { cookiesOf, textOf } from "../support/site";

const PASSWORD = "correct horse battery";

type UpdatableSite = Awaited<ReturnType<typeof startUpdatableSite>>;

// A clone of this project with its packages linked, updated from a repository on the same disk. A slow machine builds for a minute.
describe.skipIf(!isInstalled("git"))("npm run update", { timeout: 240_000 }, () => {
  let site: UpdatableSite;
  let release: string;
  beforeAll(async () => {
    site = await startUpdatableSite({ ADMIN_PASSWORD: PASSWORD });
  }, 180_000);
  afterAll(() => site?.end());

  it("is not needed for npm run staff, which builds nothing beside a running site", async () => {
    const changed = path.join(site.clone, "app", "changed.ts");
    writeFileSync(changed, "");
    const { code, output } = await site.run("scripts/staff.mjs", "list");
    rmSync(changed);
    expect(code).toBe(0);
    expect(output).toMatch(/^admin +Owner, since [-\d]+\n$/m);
  });

  it("finds a release on the page Updates, and puts it in the place of the running one", async () => {
    expect(await site.release()).toBeUndefined();
    const changelog = "# Changelog\n\n## 99.1.0 — 2027-01-01\n\n- A page of its own.\n";
    const program = JSON.parse(readFileSync("package.json", "utf8"));
    const files = { "README.md": "Another version\n", "CHANGELOG.md": changelog };
    release = site.publish(
      { ...files, "package.json": JSON.stringify({ ...program, version: "99.1.0" }) },
      "v99.1.0",
    );
    // Such a branch is not the release, whoever may push one.
    for (const name of ["v99.1.0", "refs/tags/v99.1.0"]) site.publishBranch(name);
    const post = async (path: string, fields: Record<string, string>, cookie = "") =>
      fetch(site.url + path, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: site.url, ...(cookie ? { Cookie: cookie } : {}) },
        body: new URLSearchParams(fields),
      });
    const cookie = cookiesOf(await post("/login", { username: "admin", password: PASSWORD }));
    const updates = "/admin/updates";
    const found = await textOf(await post(updates, { intent: "check" }, cookie));
    expect(found).toMatch(/v99\.1\.0 is out .*Update to v99\.1\.0 .*A page of its own\./);
    expect((await post(updates, { intent: "update", tag: "v99.1.0" }, cookie)).status).toBe(303);
    await expect
      .poll(() => site.release().catch(() => undefined), { timeout: 120_000, interval: 500 })
      .toBe(release);
    const after = async () => textOf(await fetch(site.url + updates, { headers: { Cookie: cookie } }));
    await expect.poll(after, { timeout: 30_000, interval: 500 }).toContain(`${release} runs.`);
    expect(await textOf(await post(updates, { intent: "check" }, cookie))).toMatch(
      /Version 99\.1\.0 runs.*You have the newest release/,
    );
    expect(await (await fetch(`${site.url}/`)).text()).toContain("</html>");
    // By its version and by its commit too, though a branch is called like it.
    site.publishBranch(release);
    for (const to of [[], ["--to", "v99.1.0"], ["--to", release]])
      expect(await site.update(...to)).toMatchObject({
        code: 0,
        output: `${release} already runs: nothing to update.\n`,
      });
  });

  it("leaves the running version alone where the new one can't be built", async () => {
    const pid = site.pid();
    site.publish({ "scripts/bundle.mjs": "throw new Error('no build');\n" });
    const { code, output } = await site.update();
    expect(code).toBe(1);
    expect(output).toMatch(/it couldn't be built\. Nothing has changed\.\n$/);
    expect(site.pid()).toBe(pid);
    expect(await site.release()).toBe(release);
    expect(releases()).toEqual(["current", release].sort());
  });

  it("leaves the running version alone where the new one doesn't start on a copy of the data", async () => {
    const pid = site.pid();
    site.publish({
      "scripts/bundle.mjs": site.readHere("scripts/bundle.mjs"),
      "scripts/serve.mjs": "console.error('Something is missing.');\nprocess.exit(1);\n",
    });
    const { code, output } = await site.update();
    expect(code).toBe(1);
    expect(output).toMatch(/\nSomething is missing\.\nIt exited during startup\. Nothing has changed\.\n$/);
    expect(site.pid()).toBe(pid);
    expect(await site.release()).toBe(release);
    expect(releases()).toEqual(["current", release].sort());
  });

  it("puts the former version back, without waiting longer, where the new one has ended twice", async () => {
    const serve = site.readHere("scripts/serve.mjs");
    site.publish({ "scripts/serve.mjs": `if (process.env.LISTEN_FDS) process.exit(1);\n${serve}` });
    const { code, output } = await site.update();
    expect(code).toBe(1);
    expect(output).toContain("quit every time it was started. Putting back");
    expect(output).toContain(`The update failed, and ${release} runs again`);
    expect(await site.release()).toBe(release);
    expect(releases()).toEqual(["current", release].sort());
  });

  it("names a version that isn't there, and changes nothing", async () => {
    const { code, output } = await site.update("--to", "v99");
    expect(code).toBe(1);
    expect(output).toBe("v99 is no commit, branch or tag of this repository. Nothing has changed.\n");
  });

  const releases = () => readdirSync(path.join(site.clone, "releases")).sort();
});
