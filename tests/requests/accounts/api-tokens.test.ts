import { beforeAll, expect, test } from "vitest";
import { apiOf } from "../../support/api";
import { dismantledVehicle } from "../../support/builders";
import { type Site, startSite, textOf } from "../../support/site";
import { administrator, PASSWORD, signedIn } from "../../support/staff";

const PAGE = "/admin/people/tokens";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});

const page = async () => textOf(await site.fetch(PAGE, { headers: { Cookie: cookie } }));
const post = (fields: Record<string, string>) => site.form(PAGE, fields, { cookie });

async function make(name: string, role: string): Promise<string> {
  const html = await (await post({ name, role, password: PASSWORD })).text();
  return /<textarea[^>]*>(yard_[\w-]{43})</.exec(html)?.[1] ?? "";
}

const apiWith = (token: string) => apiOf(site, { Authorization: `Bearer ${token}` });

test("a token is made, shown once, used by its role, and revoked", async () => {
  await dismantledVehicle({ stockNumber: "T-1" });
  const token = await make("Price list", "yard");
  expect(token).not.toBe("");
  expect(await page()).toMatch(/Price list Yard Made .* Never used\./);
  expect(await page()).not.toContain(token);

  const api = apiWith(token);
  const listed = await api.get("/admin/dismantled-vehicles");
  expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining("T-1")]);
  expect(await page()).toMatch(/Price list Yard .* Last used /);
  const refused = await api.get("/admin/customers");
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { error: "Your role, Yard, doesn't include this. If you need it, ask an owner of the site." },
  ]);
  // It opens no page, and is no session.
  expect((await site.fetch("/admin", { headers: { Authorization: `Bearer ${token}` } })).status).toBe(303);
  expect((await api.get("/auth/verify")).status).toBe(401);

  const account = async () => textOf(await site.fetch("/admin/account", { headers: { Cookie: cookie } }));
  expect(await account()).toContain("API tokens that you made go on working");
  const id = /name="id" value="(\w+)"/.exec(
    await (await site.fetch(PAGE, { headers: { Cookie: cookie } })).text(),
  )?.[1];
  expect((await post({ intent: "revoke", id: id ?? "" })).status).toBe(303);
  const revoked = await api.get("/admin/dismantled-vehicles");
  expect([revoked.status, await revoked.json()]).toEqual([401, { error: "The access token was revoked" }]);
  expect(await page()).toContain("There are no tokens.");
  expect(await account()).not.toContain("API tokens that you made");
});

test("a session that was left open makes no token without the password", async () => {
  for (const password of ["", "not this one"]) {
    const refused = await post({ name: "Left open", role: "owner", password });
    const html = await refused.text();
    expect(refused.status).toBe(400);
    expect(html).toContain(
      password ? "That&#x27;s not your current password" : "Please enter your current password",
    );
    expect(html).toContain('value="Left open"');
    expect(html).not.toContain(password || "yard_");
  }
  const both = await textOf(await post({ name: "", role: "owner", password: "" }));
  expect(both).toContain("Please enter a name");
  expect(both).toContain("Please enter your current password");
  expect(await page()).toContain("There are no tokens.");
});

test("what a program changes is in the history under its name", async () => {
  const api = apiWith(await make("Scanner", "counter"));
  const made = await api.post("/admin/customers", { name: "Dave Miller" });
  expect(made.status).toBe(201);
  const history = await textOf(await site.fetch("/admin/history", { headers: { Cookie: cookie } }));
  expect(history).toContain("Scanner (API token)");
  expect(history).not.toMatch(/yard_[\w-]{43}/);
});

test.each([
  ["turned off", { intent: "off", password: PASSWORD }],
  ["made something else than an owner", { intent: "role", role: "counter", password: PASSWORD }],
])("a token ends when the owner who made it is %s", async (_what, fields) => {
  const maker = await administrator();
  const { cookie: theirs } = await signedIn(maker);
  const html = await (
    await site.form(PAGE, { name: "Theirs", role: "yard", password: PASSWORD }, { cookie: theirs })
  ).text();
  const api = apiWith(/<textarea[^>]*>(yard_[\w-]{43})</.exec(html)?.[1] ?? "");
  expect((await api.get("/admin/parts")).status).toBe(200);
  expect((await site.form(`/admin/people/${maker.id}`, fields, { cookie })).status).toBe(303);
  expect((await api.get("/admin/parts")).status).toBe(401);
  expect(await page()).not.toContain("Theirs");
  expect(await page()).toContain(
    "ends when the person who made it is turned off, removed, or no longer an owner",
  );
});

test("thirty are made an hour at most, for each is mailed, and what was typed stays", async () => {
  const { cookie: theirs } = await signedIn();
  const send = (fields: Record<string, string>) =>
    site.form(PAGE, { name: "Often", role: "yard", ...fields }, { cookie: theirs });
  expect((await send({ password: "not this one" })).status).toBe(400);
  for (let made = 1; made <= 30; made++)
    expect([made, (await send({ password: PASSWORD })).status]).toEqual([made, 201]);
  const refused = await send({ name: "One more", password: PASSWORD });
  expect([refused.status, Number(refused.headers.get("Retry-After"))]).toEqual([429, expect.any(Number)]);
  const html = await refused.clone().text();
  expect(await textOf(refused)).toMatch(
    /Too many requests from your account\. Please try again in (59|60) minutes\./,
  );
  expect(html).toContain('value="One more"');
  expect(await make("Another owner's", "yard")).not.toBe("");
});

test("one that was made up, or cut off, is none", async () => {
  for (const token of [`yard_${"a".repeat(43)}`, "yard_short", "yard_"]) {
    const answer = await apiWith(token).get("/admin/parts");
    expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
  }
});

test("a token needs a name and a role, and nothing typed is lost", async () => {
  const answer = await post({ name: " ", role: "king" });
  const html = await answer.text();
  expect(answer.status).toBe(400);
  expect(html).toContain("Please enter a name");
  expect(html).toContain("Please choose a role");
  expect(await (await post({ name: "Kept", role: "" })).text()).toContain('value="Kept"');
});
