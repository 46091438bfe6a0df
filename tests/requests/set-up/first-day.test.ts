import { mkdtempSync, rmSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runScript, startCommand } from "../../support/command";
import { fieldsOf } from "../../support/form-fields";
import { cookiesOf, textOf } from "../../support/site";

const NOTICE = "These are the example details of a new site";
const PASSWORD = "four words of mine";

const folder = mkdtempSync(path.join(tmpdir(), "yard-first-day-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const placesOf = (name: string) => ({
  DATA_DIR: path.join(folder, `${name}-data`),
  UPLOADS_DIR: path.join(folder, `${name}-uploads`),
});

test("a first start leads from its link to a site with the owner's own details", {
  timeout: 120_000,
}, async () => {
  const site = await startCommand({ ...placesOf("new"), EXAMPLE_SITE: "" });
  const output = site.output();
  const password = /Its password, shown only once: (\S+)/.exec(output)?.[1] ?? "";
  const link =
    /Set it up in a browser, within 72 hours: (http:\/\/localhost:\d+\/set-up\?key=[\w-]{43})/.exec(
      output,
    )?.[1] ?? "";
  const port = new URL(site.url).port;
  const others = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal);
  for (const { address } of others) expect(output).toContain(`On your network: http://${address}:${port}`);
  const [phone] = others;
  if (phone)
    expect(output).toContain(
      `Or from a phone on your network: http://${phone.address}:${port}/set-up?${link.split("?")[1]}`,
    );

  const home = await fetch(site.url);
  expect(home.headers.get("X-Robots-Tag")).toContain("noindex");
  expect(await home.text()).toContain(NOTICE);
  expect(await (await fetch(`${site.url}/partsmatrix`)).text()).toContain(NOTICE);

  const post = (address: string, fields: Record<string, string>, cookie = "") =>
    fetch(new URL(address, site.url), {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(fields),
      headers: { Origin: site.url, ...(cookie ? { Cookie: cookie } : {}) },
    });
  const opened = await fetch(link);
  expect(opened.headers.get("Cache-Control")).toContain("no-store");
  expect(await textOf(opened)).toContain("Your Name");
  const nameless = await post(link, { username: " ", newPassword: PASSWORD, repeatedPassword: PASSWORD });
  expect([nameless.status, await textOf(nameless)]).toEqual([
    400,
    expect.stringContaining("A username needs at least one letter or digit."),
  ]);
  const chosen = await post(link, { username: "dana", newPassword: PASSWORD, repeatedPassword: PASSWORD });
  expect([chosen.status, chosen.headers.get("Location")]).toEqual([303, "/admin/set-up"]);
  const cookie = cookiesOf(chosen);
  // The printed password was the account's until then.
  expect((await post("/login", { username: "admin", password })).status).toBe(401);
  const used = await fetch(link);
  const usedPage = await used.text();
  expect([used.status, usedPage]).toEqual([404, expect.stringContaining('href="/login">Sign in</a>')]);
  // There may be no owner to ask for another.
  expect(usedPage).toContain("on the machine: npm run staff -- reset");
  expect(usedPage).not.toContain("Ask an owner");

  const read = async (address: string) =>
    textOf(await fetch(site.url + address, { headers: { Cookie: cookie } }));
  expect(await read("/admin/set-up")).toMatch(
    /Set Up Your Yard .*Your yard's name, phone and address .*Opening hours .*Your people .*Email .*Backups .*Your cars and parts/,
  );
  expect(await read("/admin/today")).toMatch(/Set up your yard Your yard's name, phone and address/);
  await post("/admin/set-up", { step: "people" }, cookie);
  expect(await read("/admin/set-up")).toMatch(/Your people Skipped/);
  expect(await read("/admin/today")).not.toContain("Your people");

  const form = await (
    await fetch(`${site.url}/admin/settings/business`, { headers: { Cookie: cookie } })
  ).text();
  expect(form).toContain("Back to Set Up Your Yard");
  for (const address of ["people", "mail/test", "backups", "import"])
    expect(await read(`/admin/${address}`)).toContain("Back to Set Up Your Yard");
  const fields = fieldsOf(form, "settings-form");
  const business = "/admin/settings/business";
  const named = await post(business, { ...fields, name: "Hudson Auto Parts" }, cookie);
  expect(named.status).toBe(303);
  // Its Call buttons would still dial the example's number.
  expect(await (await fetch(site.url)).text()).toContain(NOTICE);
  expect(await read("/admin/today")).toMatch(/Set up your yard Your yard's name, phone and address/);
  const renamed = await (await fetch(site.url + business, { headers: { Cookie: cookie } })).text();
  const dialed = { ...fieldsOf(renamed, "settings-form"), phone: "(845) 555-0199" };
  expect((await post(business, dialed, cookie)).status).toBe(303);
  expect(await read("/admin/settings")).toMatch(/Business .{0,60}Still the example's/);
  const own = await fetch(site.url);
  expect(own.headers.get("X-Robots-Tag")).toBeNull();
  const html = await own.text();
  expect(html).toContain("Hudson Auto Parts");
  expect(html).not.toContain(NOTICE);
  expect(await read("/admin/set-up")).toMatch(/name, phone and address Done/);
  // What else the example says is a step of its own, until it is somebody's own, or was saved as it is.
  expect(await read("/admin/set-up")).toMatch(
    /Team, history, promises, sales tax and store Your site .* Team Milestones Warranties, Returns and Shipping Sales and Tax Store and Feeds Documents and Labels Leave Them Out Skip/,
  );
  for (const [section, change] of [
    ["team", { "team.0.name": "Sam Lee" }],
    ["documents", {}],
  ] as const) {
    const address = `/admin/settings/${section}`;
    const page = await (await fetch(site.url + address, { headers: { Cookie: cookie } })).text();
    const answer = await post(address, { ...fieldsOf(page, "settings-form"), ...change }, cookie);
    expect(answer.status).toBe(303);
  }
  expect(await read("/admin/set-up")).toMatch(
    /leave it out\. Milestones Warranties, Returns and Shipping Sales and Tax Store and Feeds Leave Them Out Skip/,
  );
  expect(await read("/admin/settings")).toMatch(/Milestones .* Still the example's/);
  await post("/admin/set-up", { intent: "leave-out" }, cookie);
  // A warranty is a promise that every yard has to make, or not.
  expect(await read("/admin/set-up")).toMatch(/leave it out\. Warranties, Returns and Shipping Skip/);
  const about = await read("/about");
  expect(about).toContain("Sam Lee");
  expect(about).not.toMatch(/Renee Alvarado|Quarry Road, selling/);
  await post("/admin/set-up", { intent: "dismiss" }, cookie);
  expect(await read("/admin/today")).not.toContain("Set up your yard");
  expect(await read("/admin/settings/business")).toContain("Back to Settings");
  expect(await read("/admin/set-up")).toContain("Only the steps you skipped are left.");
  // What was skipped is still found.
  expect(await read("/admin/settings")).toContain("What's left to set up");
  for (const address of ["people", "mail/test", "backups", "import"])
    expect(await read(`/admin/${address}`)).not.toContain("Back to Set Up Your Yard");
  expect((await site.stop()).code).toBe(0);

  const second = await startCommand({ ...placesOf("new"), EXAMPLE_SITE: "" });
  expect(second.output()).not.toMatch(/Set it up|On your network|shown only once/);
  await second.stop();
});

test("the first start's link ends once somebody else has a password, at whatever address it is looked up", {
  timeout: 120_000,
}, async () => {
  const places = placesOf("others");
  const site = await startCommand({ ...places, EXAMPLE_SITE: "" });
  const password = /Its password, shown only once: (\S+)/.exec(site.output())?.[1] ?? "";
  const key = /\/set-up\?key=([\w-]{43})/.exec(site.output())?.[1] ?? "";
  const post = (address: string, fields: Record<string, string>, cookie = "") =>
    fetch(site.url + address, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(fields),
      headers: { Origin: site.url, Cookie: cookie },
    });
  const addresses = [`/set-up?key=${key}`, `/choose-password?key=${key}`];
  const statuses = () =>
    Promise.all(addresses.map(async (address) => (await fetch(site.url + address)).status));

  const cookie = cookiesOf(await post("/login", { username: "admin", password }));
  const invited = await post("/admin/people", { username: "carla", role: "counter" }, cookie);
  expect(await invited.text()).toContain("/choose-password?key=");
  expect(await statuses()).toEqual([200, 200]);
  const taken = { username: "Carla", newPassword: `${PASSWORD}s`, repeatedPassword: `${PASSWORD}s` };
  const refused = await post(`/set-up?key=${key}`, taken);
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining("There is already an account with that name"),
  ]);

  await runScript("scripts/staff.mjs", { args: ["add", "ann"], env: places, input: PASSWORD });
  expect(await statuses()).toEqual([404, 404]);
  const chosen = { username: "mallory", newPassword: `${PASSWORD}s`, repeatedPassword: `${PASSWORD}s` };
  for (const address of addresses) expect((await post(address, chosen)).status).toBe(404);
  expect((await post("/login", { username: "admin", password })).status).toBe(303);
  await site.stop();
});

test("no link is made where the first account's password is given, or there is an account", async () => {
  const given = { ADMIN_USERNAME: "ann", ADMIN_PASSWORD: PASSWORD };
  const site = await startCommand({ ...placesOf("given"), ...given });
  expect(site.output()).not.toContain("/set-up");
  await site.stop();
  const added = placesOf("added");
  await runScript("scripts/staff.mjs", { args: ["add", "ann", "--new"], env: added, input: PASSWORD });
  const other = await startCommand(added);
  expect(other.output()).not.toContain("/set-up");
  await other.stop();
});
