import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removeAdministrator, setEmail } from "~/accounts/administrator.server";
import { queueMail } from "~/mail/outbox.server";
import { sendDueMail } from "~/mail/send.server";
import { as } from "../../support/act";
import { apiOf } from "../../support/api";
import { fieldsOf } from "../../support/form-fields";
import { mailServer as server } from "../../support/mail-server";
import { newPartRequest } from "../../support/requests";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { administrator, PASSWORD, signedIn } from "../../support/staff";

const NOW = new Date("2026-03-02T15:04:00Z");

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});
beforeEach(async () => {
  await site.db.deleteFrom("outbox").execute();
  server.mails.length = 0;
});

test("the page tells what was sent, what waits and what failed and why, newest first", async () => {
  for (const name of ["first", "second", "third", "fourth"]) await queue(name);
  server.answers = [undefined, 451, 550];
  await sendDueMail(NOW);
  await queue("fifth");
  const words = await textOf(await page());
  const order = ["fifth", "fourth", "third", "second", "first"].map((name) =>
    words.indexOf(`${name} Subject`),
  );
  expect(order).toEqual([...order].sort((one, other) => one - other));
  expect(words).toContain("To first@example.com, Mar 2, 2026, 10:04 AM Sent Mar 2, 2026, 10:04 AM.");
  expect(words).toMatch(
    /second@example\.com, [^@]* 1 attempt so far\. Next attempt Mar 2, 2026, 10:05 AM\. [^@]*451 No, thank you/,
  );
  expect(words).toMatch(/third@example\.com, [^@]* Given up after 1 attempt\. [^@]*550 No, thank you/);
  expect(words).toMatch(/fifth@example\.com, [^@]* Not tried yet\./);
  expect(words).toContain("To have new requests emailed to staff, say who gets them in Settings");
});

test("a failed message is sent again, and Today says that there is one", async () => {
  await queue("again");
  server.answers = [550];
  await sendDueMail(NOW);
  expect(await textOf(await page("/admin/today"))).toContain("Email 1 failed");
  const answer = await site.form("/admin/mail", { id: await failedId() }, { cookie });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin/mail"]);
  await sendDueMail(new Date());
  expect(server.mails.map(({ to }) => to)).toEqual(["again@example.com"]);
  const html = await (await page()).text();
  expect(html).not.toContain("Send again");
  expect(await textOf(await page("/admin/today"))).not.toContain("1 failed");
});

test("a failed message that can't arrive is dismissed: it counts as failed no longer, and can be sent again", async () => {
  await queue("typo");
  server.answers = [550];
  await sendDueMail(NOW);
  const id = await failedId();
  const dismiss = (which: string) => site.form("/admin/mail", { id: which, intent: "dismiss" }, { cookie });
  const html = await (await page("/admin/mail", cookiesOf(await dismiss(id), cookie))).text();
  expect(html).toContain("Dismissed. The message can still be sent again");
  expect(html).toMatch(/Not sent.*typo@example\.com/s);
  expect(html).not.toContain('value="dismiss"');
  expect(await textOf(await page("/admin/today"))).not.toContain("1 failed");
  for (const which of [id, "x"]) {
    const again = await page("/admin/mail", cookiesOf(await dismiss(which), cookie));
    expect(await textOf(again)).toContain("There is nothing to dismiss");
  }
  await site.form("/admin/mail", { id: await failedId() }, { cookie });
  await sendDueMail(new Date());
  expect(server.mails.map(({ to }) => to)).toEqual(["typo@example.com"]);
});

test("Send again for a message that was sent, or for nonsense, sends nothing", async () => {
  await queue("once");
  server.answers = [550];
  await sendDueMail(NOW);
  const id = await failedId();
  await site.form("/admin/mail", { id }, { cookie });
  await sendDueMail(new Date());
  expect(server.mails).toHaveLength(1);
  // Its number too: after a restore of an older backup another message has it.
  for (const wrong of [id, "1", "x", ""]) {
    expect((await site.form("/admin/mail", { id: wrong }, { cookie })).status).toBe(303);
  }
  await sendDueMail(new Date());
  expect(server.mails).toHaveLength(1);
});

test("what is sent to accounts is there for owners alone, failed or not, and goes with the account", async () => {
  const una = await administrator();
  const setTo = (email: string) => as({ now: new Date() }, () => setEmail(una.id, email));
  await setTo("una@home.example");
  await setTo("una@yard.example");
  const request = `/admin/parts-requests/${await newPartRequest()}`;
  await site.form(request, { intent: "assign", expectedVersion: "", assignee: una.id }, { cookie });
  await queue("customer");
  server.answers = [550, 550];
  await sendDueMail(new Date());
  const counter = (await signedIn(await administrator(undefined, "counter"))).cookie;
  const bothPages = async (by: string) =>
    `${await textOf(await page("/admin/mail", by))} ${await textOf(await page("/admin/today", by))}`;
  const [ofOwner, ofCounter] = [await bothPages(cookie), await bothPages(counter)];
  for (const address of ["una@home.example", "una@yard.example"]) {
    expect(ofOwner).toContain(address);
    expect(ofCounter).not.toContain(address);
  }
  expect(ofOwner).toContain("Email 2 failed");
  expect(ofCounter).not.toContain("failed");
  expect(ofCounter).toContain("customer@example.com");
  const again = await site.form("/admin/mail", { id: await failedId() }, { cookie: counter });
  const said = await page("/admin/mail", cookiesOf(again, counter));
  expect(await textOf(said)).toContain("There is nothing to send again");

  await as({ now: new Date() }, () => removeAdministrator(una.username));
  const left = await bothPages(cookie);
  expect(left).toContain("customer@example.com");
  expect(left).not.toMatch(/una@|failed/);
});

describe("mail about a request, which waits for an address that is taken out of Settings,", () => {
  const LISTS = { "mail.notify": "parts@yard.example", "mail.leads": "leads@yard.example" };

  test.each(Object.entries(LISTS))("is not sent there by %s, and to the others it is", async (list, gone) => {
    await queueRequest();
    server.answers = [451, 451];
    await sendDueMail(new Date());
    await saveLists({ [list]: "" });
    await sendDueMail(new Date(Date.now() + 5 * 60_000));
    expect(server.mails.map(({ to }) => to)).toEqual(Object.values(LISTS).filter((to) => to !== gone));
    expect(await textOf(await page())).not.toContain(gone);
  });

  test.each(Object.entries(LISTS))("is not sent there again by %s", async (list, gone) => {
    await queueRequest();
    server.answers = gone === LISTS["mail.notify"] ? [550] : [undefined, 550];
    await sendDueMail(new Date());
    const id = await failedId();
    server.mails.length = 0;
    await saveLists({ [list]: "" });
    const again = await site.form("/admin/mail", { id }, { cookie });
    const said = await textOf(await page("/admin/mail", cookiesOf(again, cookie)));
    expect(said).toContain("There is nothing to send again");
    await sendDueMail(new Date());
    expect(server.mails).toEqual([]);
    expect(said).not.toContain(gone);
  });

  async function queueRequest() {
    await saveLists(LISTS);
    const answer = await apiOf(site).post("/repair-requests", {
      contactMethod: "phone",
      customerInfo: { name: "Zora Quill", phone: "5555550142" },
      vehicleInfo: { year: 2016, make: "Honda", model: "CR-V" },
      serviceInfo: { serviceType: "Brakes" },
    });
    expect(answer.status).toBe(201);
  }

  async function saveLists(lists: Record<string, string>) {
    const shown = fieldsOf(await (await page("/admin/settings/mail")).text(), "settings-form");
    const typed = { ...shown, ...lists, ownPassword: PASSWORD };
    expect((await site.form("/admin/settings/mail", typed, { cookie })).status).toBe(303);
  }
});

test("the page has pages, and no cache keeps it", async () => {
  for (let number = 1; number <= 30; number += 1) await queue(`mail${number}`);
  const first = await page();
  expect(first.headers.get("Cache-Control")).toBe("no-store");
  expect(await textOf(first)).toMatch(/mail30@(?!.*mail5@)/);
  expect(await textOf(await page("/admin/mail?page=2"))).toMatch(/mail5@.*mail1@/);
});

test("what environment variables say is locked in the settings, and a save leaves it alone", async () => {
  const shown = await textOf(await page("/admin/settings/mail"));
  expect(shown).toContain("the environment variable SMTP_URL, which takes precedence");
  const html = await (await page("/admin/settings/mail")).text();
  expect(html).toMatch(/<input[^>]*name="mail\.server"[^>]*disabled=""[^>]*value="127\.0\.0\.1"/);
  const saved = await site.form(
    "/admin/settings/mail",
    {
      ...fieldsOf(html, "settings-form"),
      "mail.server": "smtp.attacker.example",
      "mail.notify": "ann@yard.example",
      ownPassword: PASSWORD,
    },
    { cookie },
  );
  expect(saved.status).toBe(303);
  // The page shows what the variable says, so the table alone tells that nothing was stored under it.
  const row = await site.db
    .selectFrom("settings")
    .select("value")
    .where("section", "=", "mail")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(row.value).mail).toMatchObject({ notify: ["ann@yard.example"] });
  expect(row.value).not.toContain("attacker");
});

/** What Send again of the one message that failed posts. */
async function failedId(): Promise<string> {
  const id = /name="id" value="&lt;([^"]+)&gt;"/.exec(await (await page()).text())?.[1];
  expect(id).toBeDefined();
  return `<${id}>`;
}

function page(path = "/admin/mail", by = cookie): Promise<Response> {
  return site.fetch(path, { headers: { Cookie: by } });
}

async function queue(name: string): Promise<void> {
  await queueMail(
    {
      to: `${name}@example.com`,
      subject: `${name} Subject`,
      text: "Hello",
      html: "<p>Hello</p>",
      cause: { kind: "partRequest", id: "01JABCDEFGHJKMNPQRSTVWXYZ0" },
    },
    NOW,
  );
}
