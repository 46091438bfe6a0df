import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { sendDueMail } from "~/mail/send.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { markSpam } from "~/requests/work.server";
import { as } from "../../support/act";
import { apiOf, emptyLists, recordsOf } from "../../support/api";
import { retailVehicle } from "../../support/builders";
import { cookiesOf, type Fields, type Site, startSite } from "../../support/site";
import type { ReceivedMail } from "../../support/smtp";

const server = await vi.hoisted(async () => {
  const { startMailServer } = await import("../../support/smtp");
  const started = await startMailServer();
  process.env.SMTP_URL = started.url;
  process.env.MAIL_FROM = "office@yard.example";
  process.env.NOTIFY_EMAIL = "parts@yard.example, owner@yard.example";
  process.env.ADF_EMAIL = "leads@crm.example";
  process.env.PUBLIC_URL = "http://yard.example";
  return started;
});

const PART_REQUEST = {
  vin: "1HGCM82633A004352",
  vehicleInfo: { year: "2003", make: "Honda", model: "Accord" },
  partDetails: { system: "Exterior", component: "Hood - Hood Latch", additionalInfo: "Silver, please" },
  customerInfo: { name: "José <b>李</b>", phone: "5555550142", email: "jose@example.com" },
};
const CALLBACK = {
  idempotencyKey: "6f0b8f5e-52ce-4d0c-9a38-2cf7b8f1a001",
  name: "Ann Lee",
  contactMethod: "phone",
  phone: "555 555 0101",
  email: "",
  description: "Brakes squeal",
};

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await emptyLists(site);
  for (const table of ["outbox", "idempotencyKeys"] as const) await site.db.deleteFrom(table).execute();
  server.mails.length = 0;
});
afterAll(() => server.stop());

test("a part request by the API tells each of the staff and the customer", async () => {
  const answer = await apiOf(site).post("/part-requests", PART_REQUEST);
  expect(answer.status).toBe(201);
  const { _id } = (await answer.json()) as { _id: string };
  const reference = `PR-${_id.slice(-6)}`;
  const [first, second, customer] = await arrived(3);
  expect([first?.to, second?.to, customer?.to]).toEqual([
    "parts@yard.example",
    "owner@yard.example",
    "jose@example.com",
  ]);
  expect(first?.header("subject")).toBe(`New part request ${reference}`);
  expect(first?.header("reply-to")).toBe("jose@example.com");
  expect(first?.text).toContain(`http://yard.example/admin/parts-requests/${_id}`);
  for (const word of ["José <b>李</b>", "(555) 555-0142", "Hood Latch", "Silver, please"]) {
    expect(first?.text).toContain(word);
  }
  expect(first?.html).toContain("José &lt;b&gt;李&lt;/b&gt;");

  expect(customer?.header("subject")).toBe(`We received your part request ${reference}`);
  expect(customer?.header("reply-to")).toBe("office@millbrook-auto.example.com");
  for (const words of [
    reference,
    "2003 Honda Accord",
    "Hood Latch",
    "within 24 business hours",
    "(555) 555-0142",
  ]) {
    expect(customer?.text).toContain(words);
  }
  // Anyone can type anyone's address, so no free text goes there.
  expect(customer?.raw).not.toMatch(/Silver|admin\//);
  const ids = [first, second, customer].map((mail) => mail?.header("message-id"));
  expect(new Set(ids).size).toBe(3);
});

test("the wizard tells them once, however often it is sent", async () => {
  let cookie = "";
  const post = async (step: number, fields: Fields) => {
    const entries = Object.entries(fields);
    const all: [string, string][] = [...entries, ["step", String(step)], ["intent", "continue"]];
    const answer = await site.form(`/partsrequest?step=${step}`, all, { cookie });
    cookie = cookiesOf(answer, cookie);
    return answer.status;
  };
  await post(1, { vin: "1HGCM82633A004352" });
  await post(2, { categoryId: "exterior", subcategoryId: "hood", partId: "hood-latch" });
  await post(3, { name: "Jane Doe", phone: "5555550142", email: "jane@example.com" });
  const review = await (await site.fetch("/partsrequest?step=4", { headers: { Cookie: cookie } })).text();
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(review)?.[1] ?? "";
  const fields = { idempotencyKey: hidden("idempotencyKey"), reviewed: hidden("reviewed") };
  expect(await Promise.all([post(4, fields), post(4, fields)])).toEqual([303, 303]);
  expect(recipients(await arrived(3))).toEqual([
    "parts@yard.example",
    "owner@yard.example",
    "jane@example.com",
  ]);
});

test("a callback without an email address tells staff and the lead system, once", async () => {
  await Promise.all([site.form("/repair", CALLBACK), site.form("/repair", CALLBACK)]);
  const [mail, ...others] = await arrived(3);
  expect(recipients(others)).toEqual(["owner@yard.example", "leads@crm.example"]);
  expect(mail?.header("subject")).toMatch(/^New callback request RR-\w{6}$/);
  expect(mail?.header("reply-to")).toBeUndefined();
  expect(mail?.text).toContain("Brakes squeal");
  expect(mail?.text).toContain("(555) 555-0101");
  expect(mail?.text).toMatch(/http:\/\/yard\.example\/admin\/repair-requests\/\w+/);
});

test("a callback by email and a repair request of the API tell the customer too", async () => {
  await site.form("/repair", { ...CALLBACK, contactMethod: "email", email: "ann@example.com" });
  const answer = await apiOf(site).post(
    "/repair-requests",
    {
      contactMethod: "email",
      customerInfo: { name: "Stan Wu", email: "stan@example.com" },
      vehicleInfo: { year: 2016, make: "Honda", model: "CR-V" },
      serviceInfo: { serviceType: "Brakes" },
    },
    { "Idempotency-Key": "only-once" },
  );
  expect(answer.status).toBe(201);
  const mails = (await arrived(8)).filter(({ to }) => to !== "leads@crm.example");
  expect(recipients(mails).filter((to) => to.endsWith("@example.com"))).toEqual([
    "ann@example.com",
    "stan@example.com",
  ]);
  expect(mails.at(-1)?.header("subject")).toMatch(/^We received your repair request RR-\w{6}$/);
  expect(mails.at(-1)?.text).toContain("2016 Honda CR-V");
});

describe("a customer's private link", () => {
  const postPart = async () => {
    const answer = await apiOf(site).post("/part-requests", PART_REQUEST);
    const { _id } = (await answer.json()) as { _id: string };
    const customer = (await arrived(3)).at(-1);
    const link =
      /http:\/\/yard\.example(\/your-request\?key=PR\.[\w.-]+)/.exec(customer?.text ?? "")?.[1] ?? "";
    expect(customer?.html).toContain(`<a href="http://yard.example${link}">`);
    server.mails.length = 0;
    return { _id, link, reference: `PR-${_id.slice(-6)}` };
  };

  test("is in the mail, and staff hear of what they write and that they withdraw, once", async () => {
    const { _id, link, reference } = await postPart();
    const words = { intent: "message", idempotencyKey: "1", content: "Go to www.spam.example\nplease" };
    await Promise.all([site.form(link, words), site.form(link, words)]);
    const [first, second] = await arrived(2);
    expect(recipients([first, second] as ReceivedMail[])).toEqual([
      "parts@yard.example",
      "owner@yard.example",
    ]);
    expect(first?.header("subject")).toBe(`New message from the customer: ${reference}`);
    expect(first?.header("reply-to")).toBe("jose@example.com");
    expect(first?.text).toContain("New message: Go to www. spam. example\n  please");
    expect(first?.text).toContain(`http://yard.example/admin/parts-requests/${_id}`);
    expect(first?.raw).not.toContain("your-request");

    await Promise.all([site.form(link, { intent: "withdraw" }), site.form(link, { intent: "withdraw" })]);
    const withdrawn = (await arrived(4)).at(-1);
    expect(withdrawn?.header("subject")).toBe(`Withdrawn by the customer: ${reference}`);
    expect(withdrawn?.text).toContain("Its status is now Cancelled.");
  });

  test("sends staff no mail about what they took for spam", async () => {
    const { _id, link } = await postPart();
    await as({ username: "marta", now: new Date() }, () => markSpam(PART_REQUESTS, _id, true));
    await site.form(link, { intent: "message", idempotencyKey: "2", content: "Buy now" });
    await site.form(link, { intent: "withdraw" });
    await arrived(0);
  });
});

test("an inquiry by form and by API tells staff, the customer and the lead system", async () => {
  const { _id: vehicleId, stockNumber } = await retailVehicle({ trim: "Limited" });
  const form = await site.form(`/inventory/${vehicleId}`, {
    "inquiry.about": "test-drive",
    "customerInfo.name": "Zoë <李>",
    "customerInfo.email": "zoe@example.com",
    "inquiry.message": "Friday?",
  });
  const id = /sent=VI\.(\w+)/.exec(form.headers.get("Location") ?? "")?.[1] ?? "";
  const answer = await apiOf(site).post("/vehicle-inquiries", {
    vehicleId,
    customerInfo: { name: "Ann Lee", phone: "5555550101" },
    inquiry: { about: "question", message: "Still there?" },
  });
  expect(answer.status).toBe(201);
  const [first, second, customer, lead, ...rest] = await arrived(7);
  expect([first?.to, second?.to, customer?.to, lead?.to]).toEqual([
    "parts@yard.example",
    "owner@yard.example",
    "zoe@example.com",
    "leads@crm.example",
  ]);
  const reference = `VI-${id.slice(-6)}`;
  expect(first?.header("subject")).toBe(`New vehicle inquiry ${reference}`);
  expect(first?.header("reply-to")).toBe("zoe@example.com");
  for (const words of [
    "Zoë <李>",
    "Friday?",
    "About: Test drive",
    "2016 Subaru Outback Limited",
    `Stock #: ${stockNumber}`,
    "Price: $12,995",
    `http://yard.example/admin/vehicle-inquiries/${id}`,
  ]) {
    expect(first?.text).toContain(words);
  }
  expect(customer?.header("subject")).toBe(`We received your vehicle inquiry ${reference}`);
  expect(customer?.text).toContain("within 24 business hours");
  expect(customer?.raw).not.toMatch(/Friday\?|admin\//);

  // A lead system reads a message of plain text, and nothing else.
  expect(lead?.header("subject")).toBe(`ADF lead ${reference}`);
  expect(lead?.header("content-type")).toMatch(/^text\/plain; charset=utf-8/);
  expect(lead?.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<\?adf version="1.0"\?>\n<adf>/);
  expect(lead?.text).toContain('<name part="full" type="individual">Zoë &lt;李&gt;</name>');
  expect(lead?.text).toContain(`<stock>${stockNumber}</stock>`);
  expect(recipients(rest)).toEqual(["parts@yard.example", "owner@yard.example", "leads@crm.example"]);
});

test("a stranger's address gets five confirmations a day, whatever is asked; each request is stored and staff are told", async () => {
  const { _id: vehicleId } = await retailVehicle();
  const email = "stranger@example.com";
  for (let sent = 0; sent < 3; sent++) {
    const answers = [
      await apiOf(site).post("/part-requests", {
        ...PART_REQUEST,
        customerInfo: { ...PART_REQUEST.customerInfo, email },
      }),
      await site.form(`/inventory/${vehicleId}`, {
        "inquiry.about": "question",
        "customerInfo.name": "Zoë",
        "customerInfo.email": email.toUpperCase(),
        "inquiry.message": `Question ${sent}`,
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 303]);
  }
  // Two to staff for each, and a lead for each inquiry.
  const toStranger = (await arrived(6 * 2 + 3 + 5)).filter(({ to }) => to.toLowerCase() === email);
  expect(toStranger).toHaveLength(5);
  expect(await recordsOf(site, "part-requests")).toHaveLength(3);
  expect(await recordsOf(site, "vehicle-inquiries")).toHaveLength(3);
  // A day later it is told again.
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();
  await site.db.updateTable("outbox").set({ createdAt: yesterday }).execute();
  await site.form("/repair", { ...CALLBACK, contactMethod: "email", email });
  expect((await arrived(24)).filter(({ to }) => to.toLowerCase() === email)).toHaveLength(6);
});

test("a rejected request and a robot's send nothing", async () => {
  await site.form("/repair", { ...CALLBACK, name: "" });
  await site.form("/repair", { ...CALLBACK, [HONEYPOT_NAME]: "spam" });
  await apiOf(site).post("/part-requests", { ...PART_REQUEST, customerInfo: {} });
  await site.form(`/inventory/${(await retailVehicle())._id}`, { "inquiry.about": "question" });
  await arrived(0);
});

/** What the server has got when everything that was queued is sent, which must be this many messages. */
async function arrived(count: number): Promise<ReceivedMail[]> {
  await sendDueMail(new Date());
  expect(server.mails).toHaveLength(count);
  return server.mails;
}

function recipients(mails: ReceivedMail[]): string[] {
  return mails.map(({ to }) => to);
}
