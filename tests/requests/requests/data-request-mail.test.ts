import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { sendDueMail } from "~/mail/send.server";
import { newPartRequest } from "../../support/requests";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

const server = await vi.hoisted(async () => {
  const { startMailServer } = await import("../../support/smtp");
  const started = await startMailServer();
  process.env.SMTP_URL = started.url;
  process.env.MAIL_FROM = "office@yard.example";
  process.env.NOTIFY_EMAIL = "parts@yard.example";
  return started;
});

const FORM = {
  customerEmail: "ann@example.com",
  customerName: "Ann <b>Lee</b>",
  requestType: "access",
  ebayUserId: "annlee",
  transactionId: "T-77",
  additionalInfo: "All of it,\nsee www.evil.example",
};
const PRIVACY = "privacy@millbrook-auto.example.com";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  for (const table of ["outbox", "idempotencyKeys"] as const) await site.db.deleteFrom(table).execute();
  server.mails.length = 0;
});
afterAll(() => server.stop());

test("a data request goes to the privacy address with all that was typed, and is confirmed to the person", async () => {
  const answer = await site.form("/partsmatrix", FORM);
  expect(answer.status).toBe(200);
  expect(await textOf(answer)).toContain("Request Submitted Successfully");
  await sendDueMail(new Date());
  expect(server.mails.map(({ to }) => to)).toEqual([PRIVACY, FORM.customerEmail]);
  const [toPrivacy, toPerson] = server.mails;
  expect(toPrivacy?.header("subject")).toBe("Data request: Access My Data");
  expect(toPrivacy?.header("reply-to")).toBe(FORM.customerEmail);
  for (const words of ["Ann <b>Lee</b>", "eBay user ID: annlee", "T-77", "All of it,", "within 30 days"])
    expect(toPrivacy?.text).toContain(words);
  expect(toPrivacy?.html).toContain("Ann &lt;b&gt;Lee&lt;/b&gt;");
  expect(toPrivacy?.text).not.toContain("www.evil.example");

  expect(toPerson?.header("subject")).toBe("We received your data request");
  expect(toPerson?.header("reply-to")).toBe(PRIVACY);
  expect(toPerson?.text).toContain("Access My Data");
  expect(toPerson?.text).toContain("within 30 days");
  // Anyone can type anyone's address, so no free text goes there.
  expect(toPerson?.raw).not.toMatch(/Ann|annlee|T-77|All of it|evil/);
});

test("the privacy address is told whether a customer has the address", async () => {
  await site.form("/partsmatrix", FORM);
  await newPartRequest({}, { email: "Cem@Example.com" });
  await site.form("/partsmatrix", { ...FORM, customerEmail: "cem@example.com" });
  await sendDueMail(new Date());
  const [unknown, known] = server.mails.filter(({ to }) => to === PRIVACY);
  expect(unknown?.text).toContain("No customer has this address.");
  expect(known?.text).toContain("This address belongs to a customer.");
});

test("a form that is sent twice is one request, and another one by the same person is another", async () => {
  await Promise.all([site.form("/partsmatrix", FORM), site.form("/partsmatrix", FORM)]);
  expect(await sent()).toBe(2);
  await site.form("/partsmatrix", { ...FORM, requestType: "deletion" });
  expect(await sent()).toBe(4);
});

test("a rejected form and a robot's send nothing", async () => {
  await site.form("/partsmatrix", { ...FORM, customerName: "" });
  await site.form("/partsmatrix", { ...FORM, [HONEYPOT_NAME]: "spam" });
  expect(await sent()).toBe(0);
});

test("staff see in the list of mail that it went, and no page that there is not", async () => {
  await site.form("/partsmatrix", { ...FORM, customerEmail: "cem@example.com" });
  const { cookie } = await signedIn();
  const words = await textOf(await site.fetch("/admin/mail", { headers: { Cookie: cookie } }));
  expect(words).toContain("Data request: Access My Data");
  expect(words).not.toContain("Open the request");
});

test("what cannot be sent is said, and nothing typed is lost", async () => {
  await site.db.schema.alterTable("outbox").renameTo("lost").execute();
  const answer = await site.form("/partsmatrix", { ...FORM, customerEmail: "bob@example.com" });
  await site.db.schema.alterTable("lost").renameTo("outbox").execute();
  expect(answer.status).toBe(500);
  expect(await answer.clone().text()).toContain('value="annlee"');
  expect(await textOf(answer)).toContain(`Your request wasn't sent. Please try again, or email ${PRIVACY}.`);
});

test("nobody's address is flooded with confirmations, and every request arrives", async () => {
  for (let sent = 0; sent < 7; sent++) {
    const fields = { ...FORM, customerEmail: sent % 2 ? "dee@example.com" : "DEE@example.com" };
    const answer = await site.form("/partsmatrix", { ...fields, transactionId: `T-${sent}` });
    expect(answer.status).toBe(200);
  }
  await sendDueMail(new Date());
  const toPerson = server.mails.filter(({ to }) => to.toLowerCase() === "dee@example.com");
  const toPrivacy = server.mails.filter(({ to }) => to === PRIVACY);
  expect([toPerson.length, toPrivacy.length]).toEqual([5, 7]);
});

/** How many messages have gone out when all that is due was sent. */
async function sent(): Promise<number> {
  await sendDueMail(new Date());
  return server.mails.length;
}
