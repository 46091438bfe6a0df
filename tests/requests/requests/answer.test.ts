import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendDueMail } from "~/mail/send.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { addNote, deleteRequest } from "~/requests/work.server";
import { as } from "../../support/act";
import { recordsOf } from "../../support/api";
import { dismantledVehicle } from "../../support/builders";
import { withoutTables } from "../../support/database";
import { PUBLIC_URL, mailServer as server } from "../../support/mail-server";
import { callback, newPartRequest, repairRequest } from "../../support/requests";
import { cookiesOf, type Fields, type Site, startSite, textOf } from "../../support/site";
import { administrator, expireSessions, signedIn } from "../../support/staff";

const PARTS = "/admin/parts-requests";
const REPAIRS = "/admin/repair-requests";

let site: Site;
let cookie: string;
let username: string;
beforeAll(async () => {
  site = await startSite();
  const staff = await signedIn();
  cookie = staff.cookie;
  username = staff.account.username;
});
beforeEach(async () => {
  for (const table of ["outbox", "partRequests", "repairRequests", "idempotencyKeys"] as const) {
    await site.db.deleteFrom(table).execute();
  }
  server.mails.length = 0;
  server.answers = [];
});

const read = async (path: string, jar = cookie) =>
  (await site.fetch(path, { headers: { Cookie: jar } })).text();
const words = (html: string) => textOf(new Response(html));
const unescaped = (html: string) =>
  html.replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<");

/** The form on a page, as a browser without script would send it. */
function formOn(html: string): { subject: string; text: string; key: string; expectedVersion: string } {
  const input = (name: string) => {
    const tag = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
    return unescaped(/value="([^"]*)"/.exec(tag)?.[1] ?? "");
  };
  const text = unescaped(/<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1] ?? "");
  return {
    subject: input("subject"),
    text: text.replace(/^\n/, ""),
    key: input("key"),
    expectedVersion: input("expectedVersion"),
  };
}

async function openForm(path: string) {
  return formOn(await read(path));
}

async function post(path: string, fields: Fields, jar = cookie) {
  const answer = await site.form(path, fields, { cookie: jar });
  const to = answer.headers.get("Location");
  const html = to ? await read(to, cookiesOf(answer, jar)) : await answer.text();
  return { status: answer.status, to, html, said: await words(html) };
}

/** What the mail server has got once everything that was queued is sent. */
async function arrived() {
  await sendDueMail(new Date());
  return server.mails;
}

const storedRequest = async (id: string) =>
  (await recordsOf(site, "part-requests")).find(({ _id }) => _id === id);

test("a saved quote offers a message, which staff change and send, and the customer gets it", async () => {
  const id = await newPartRequest({}, { email: "ann@example.com" });
  const reference = `PR-${id.slice(-6)}`;
  const list = `${PARTS}?status=quoted&open=${id}`;
  const quote = {
    id,
    intent: "quote",
    expectedVersion: "",
    price: "120",
    warranty: "90 days",
    validUntil: "2099-12-31",
  };
  const saved = await post(list, quote);
  expect(saved.said).toContain("Quote saved");
  const offer = /<form method="get" action="([^"]+)" class="toast__action">(.*?)<\/form>/.exec(saved.html);
  expect(offer?.[2]).toContain("Tell the customer");
  const fields = [...(offer?.[2] ?? "").matchAll(/name="(\w+)" value="([^"]*)"/g)];
  const query = new URLSearchParams(fields.map(([, name = "", value = ""]) => [name, unescaped(value)]));
  const page = `${offer?.[1]}?${query}`;
  expect(await arrived(), "nothing is sent unread").toHaveLength(0);

  const form = await openForm(page);
  expect(form.subject).toBe(`Our quote for your part request ${reference}`);
  expect(form.text).toBe(
    [
      "Hello Ann Lee,",
      `Thank you for your part request ${reference}: Radiators & Coolers - Radiator, With both hoses, 2003 Honda Accord.`,
      "Price: $120.00\nWarranty: 90 days\nValid until: Dec 31, 2099",
      "If you'd like it, reply to this message, and we'll get it ready for you.",
      "Questions? Reply to this message, or call (555) 555-0142.",
    ].join("\n\n"),
  );
  const sent = await post(page, { ...form, text: `${form.text}\r\n\r\nSee <b>you</b>,\r\nMarta` });
  expect(sent.to).toBe(`${list}#answer-${id}`);
  expect(sent.said).toContain(`Your message is on its way ${reference}: Our quote for your part request`);
  expect(sent.said).toMatch(/Waiting To ann@example\.com: Our quote for .*? Not tried yet\./);

  const [mail, ...others] = await arrived();
  expect(others).toEqual([]);
  expect([mail?.to, mail?.header("reply-to"), mail?.header("subject")]).toEqual([
    "ann@example.com",
    "office@millbrook-auto.example.com",
    form.subject,
  ]);
  expect(mail?.text).toContain("Price: $120.00\nWarranty: 90 days\nValid until: Dec 31, 2099\n\nIf you'd");
  expect(mail?.text).toContain(
    `See <b>you</b>,\nMarta\n\nFollow your request: ${PUBLIC_URL}/your-request?key=PR.`,
  );
  expect(mail?.text).toContain("1480 Quarry Road, Millbrook, NY 12545");
  expect(mail?.html).toContain("<p>Price: $120.00<br/>Warranty: 90 days<br/>Valid until: Dec 31, 2099</p>");
  expect(mail?.html).toContain("See &lt;b&gt;you&lt;/b&gt;,<br/>Marta");
  expect(mail?.html).toMatch(
    /<a href="http:\/\/www\.yard\.example\/your-request\?key=PR\.[^"]+">Follow your request/,
  );

  const { notes, status } = await storedRequest(id);
  expect(status).toBe("quoted");
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatchObject({ author: username });
  expect(notes[0]?.content).toContain(`Emailed to ann@example.com: ${form.subject}\n\nHello Ann Lee,`);
  expect(notes[0]?.content, "the private link is the customer's alone").not.toContain("your-request");
  expect(await words(await read(`${PARTS}/${id}`))).toMatch(
    /Sent To ann@example\.com: Our quote for [^.]*\. Sent /,
  );
});

test("a message answers a request, and leaves its status as it is", async () => {
  const id = await newPartRequest();
  const page = `${PARTS}/${id}/answer`;
  const { to } = await post(page, await openForm(page));
  expect(to).toBe(`${PARTS}/${id}#answer-${id}`);
  const stored = await storedRequest(id);
  expect(stored.status).toBe("pending");
  expect(stored.firstAnsweredAt).toBeTruthy();
  expect(await words(await read(PARTS))).not.toContain("Overdue by");
});

describe("saving a status", () => {
  test.each([
    [PARTS, newPartRequest, "pending", "fulfilled", "Ready for you: your part request PR-"],
    [REPAIRS, repairRequest, "in_progress", "scheduled", "Your appointment: your repair request RR-"],
    [REPAIRS, repairRequest, "in_progress", "completed", "Done: your repair request RR-"],
  ] as const)(
    "of %s offers a message about it: %#",
    async (list, create, expectedVersion, status, subject) => {
      const id = await create();
      const { said, html } = await post(`${list}/${id}`, { intent: "status", expectedVersion, status });
      expect(said).toContain("Tell the customer");
      expect(html).toContain(`/${id}/answer?about=${status}&amp;from=`);
      const form = await openForm(`${list}/${id}/answer?about=${status}`);
      expect(form.subject).toContain(subject);
      expect(form.text).toContain(
        "1480 Quarry Road, Millbrook, NY 12545. We're open Monday to Friday 8am to 5pm.",
      );
    },
  );

  test("that the customer need not hear of, or who gave no address, offers none", async () => {
    const id = await newPartRequest();
    const other = await post(`${PARTS}/${id}`, {
      intent: "status",
      expectedVersion: "pending",
      status: "processing",
    });
    expect(other.said).not.toContain("Tell the customer");
    const phone = await callback();
    const done = await post(`${REPAIRS}/${phone}`, {
      intent: "status",
      expectedVersion: "pending",
      status: "completed",
    });
    expect(done.said).not.toMatch(/Tell the customer|by email/);
    const page = await words(await read(`${REPAIRS}/${phone}/answer`));
    expect(page).toContain(
      "You can't email this customer This customer gave no email address. Call (555) 555-0103",
    );
    expect(page).not.toContain("Subject");
    const typed = { subject: "Hello", text: "Kept as typed", key: "k", expectedVersion: "0" };
    const forced = await post(`${REPAIRS}/${phone}/answer`, typed);
    expect([forced.status, formOn(forced.html).text]).toEqual([409, "Kept as typed"]);
    expect(await arrived()).toEqual([]);
  });
});

test("what is wrong is said by its field, and what was typed stays", async () => {
  const id = await newPartRequest();
  const page = `${PARTS}/${id}/answer`;
  const form = await openForm(page);
  const long = "x".repeat(4001);
  const refused = await post(page, { ...form, subject: " ", text: long });
  expect(refused.status).toBe(400);
  expect(refused.said).toContain("There is a problem Please enter a subject");
  expect(refused.said).toContain("Please use at most 4,000 characters");
  expect(formOn(refused.html).text).toBe(long);
  const empty = await post(page, { ...form, text: "" });
  expect(empty.said).toContain("Please write the message");
});

test("a line break in the subject adds no header", async () => {
  const id = await newPartRequest();
  const page = `${PARTS}/${id}/answer`;
  const form = await openForm(page);
  await post(page, { ...form, subject: "Hello\r\nBcc: eve@example.com" });
  const [mail] = await arrived();
  expect(mail?.header("subject")).toBe("Hello Bcc: eve@example.com");
  expect(mail?.header("bcc")).toBeUndefined();
});

test("a message that is sent twice goes once; one that was changed after Back is another", async () => {
  const id = await newPartRequest();
  const page = `${PARTS}/${id}/answer`;
  const form = await openForm(page);
  const answers = await Promise.all([post(page, form), post(page, form), post(page, form)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await arrived()).toHaveLength(1);
  const changed = await post(page, { ...form, text: "Another text" });
  expect(changed.said, "the note of the first is news to it").toContain("There's a new note");
});

test("who writes while somebody else answers is shown that first, and can still send", async () => {
  const id = await newPartRequest();
  const page = `${PARTS}/${id}/answer`;
  const form = await openForm(page);
  await as({ username: "bob", now: new Date() }, () => addNote(PART_REQUESTS, id, "Called, he'll come by"));
  const second = await post(page, { ...form, text: "Mine" });
  expect(second.status).toBe(409);
  expect(second.said).toMatch(/There's a new note .* bob .* Called, he'll come by Your message isn't sent\./);
  expect(await arrived()).toEqual([]);
  const again = formOn(second.html);
  expect(again.text).toBe("Mine");
  expect((await post(page, again)).status).toBe(303);
  expect(await arrived()).toHaveLength(1);
});

describe("a donor", () => {
  test("is one tap from the message about it", async () => {
    const donor = await dismantledVehicle({
      make: "Honda",
      model: "Accord",
      year: 2002,
      trim: "LX",
      mileage: 84210,
    });
    await dismantledVehicle({ make: "Honda", model: "Accord", year: 2003, status: "Scrapped" });
    const id = await newPartRequest();
    const html = await read(`${PARTS}/${id}`);
    const links = [...html.matchAll(/href="([^"]*about=donor[^"]*)"/g)].map(([, link = ""]) =>
      unescaped(link),
    );
    expect(links).toEqual([
      `${PARTS}/${id}/answer?about=donor&vehicle=${donor._id}&from=${encodeURIComponent(`${PARTS}/${id}`)}`,
    ]);
    const form = await openForm(links[0] ?? "");
    expect(form.text).toContain(
      `We have a 2002 Honda Accord LX, stock number ${donor.stockNumber}, 84,210 miles. It may have what you need.`,
    );
    expect(form.text).not.toContain("$");
  });

  test("that is gone by then is said before and while the message is written", async () => {
    const donor = await dismantledVehicle({ make: "Honda", model: "Accord", year: 2002 });
    const id = await newPartRequest();
    const page = `${PARTS}/${id}/answer?about=donor&vehicle=${donor._id}`;
    const form = await openForm(page);
    await site.db
      .updateTable("dismantledVehicles")
      .set({ status: "Scrapped" })
      .where("id", "=", donor._id)
      .execute();
    const late = await post(page, { ...form, text: "Mine" });
    expect(late.status).toBe(409);
    expect(late.said).toContain("The vehicle you're writing about has been scrapped or removed.");
    expect(formOn(late.html).text).toBe("Mine");
    const fresh = await words(await read(page));
    expect(fresh).toContain("That vehicle is gone It has been scrapped or removed.");
    expect(fresh).not.toContain("Subject");
    expect((await post(page, formOn(late.html))).status, "sent anyway").toBe(303);
  });
});

test("a message to a request that was deleted meanwhile comes back as typed", async () => {
  const id = await newPartRequest();
  const page = `${PARTS}/${id}/answer`;
  const form = await openForm(page);
  await as({ username: "bob", now: new Date() }, () => deleteRequest(PART_REQUESTS, id));
  const late = await post(page, { ...form, text: "Half an hour's work" });
  expect(late.status).toBe(409);
  expect(late.said).toContain("We can't find that request. It may have been deleted.");
  expect(formOn(late.html).text).toBe("Half an hour's work");
  expect(await words(await read(page))).toContain("This request is deleted");
  expect((await site.fetch(`${PARTS}/nosuchrequest/answer`, { headers: { Cookie: cookie } })).status).toBe(
    404,
  );
});

test("a message that cannot be queued comes back as typed, and no note says that it was mailed", async () => {
  const id = await newPartRequest();
  const page = `${PARTS}/${id}/answer`;
  const form = { ...(await openForm(page)), text: "Mine" };
  const failed = await withoutTables(["outbox"], () => post(page, form));
  expect(failed.status).toBe(500);
  expect(failed.said).toContain("The message isn't sent, because something went wrong on our end.");
  expect(formOn(failed.html)).toEqual(form);
  expect((await storedRequest(id)).notes).toEqual([]);
  expect((await post(page, form)).status).toBe(303);
  expect(await arrived()).toHaveLength(1);
});

test("a message posted after the session ended is back once its writer has signed in, and gone once it is sent", async () => {
  const account = await administrator();
  const ended = await signedIn(account);
  const id = await newPartRequest();
  const page = `${PARTS}/${id}/answer?about=fulfilled`;
  const form = formOn(await read(page, ended.cookie));
  await expireSessions(account);
  const answer = await site.form(page, { ...form, text: "Typed for long" }, { cookie: ended.cookie });
  const login = new URL(answer.headers.get("Location") ?? "", site.url);
  const back = login.searchParams.get("redirectTo") ?? "";
  const again = await signedIn(account);
  const html = await read(back, again.cookie);
  expect(await words(html)).toContain("Your message is back");
  expect(formOn(html).text).toBe("Typed for long");
  expect((await post(back, formOn(html), again.cookie)).to).toBe(`${PARTS}/${id}#answer-${id}`);
  expect(await arrived()).toHaveLength(1);
  expect(await words(await read(back, again.cookie))).not.toContain("Your message is back");
});

test("a message that failed says so on its request's page, with the way to send it again", async () => {
  const id = await newPartRequest({}, { email: "ann@example.com" });
  const page = `${PARTS}/${id}/answer`;
  await post(page, await openForm(page));
  server.answers = [550];
  await arrived();
  const said = await words(await read(`${PARTS}?open=${id}`));
  expect(said).toMatch(/Failed To ann@example\.com: .*? Given up after 1 attempt\. .*?550 No, thank you/);
  expect(said).toContain("Send again on the Email page");
});

test("only this site's pages of the request are returned to", async () => {
  const id = await newPartRequest();
  for (const from of [
    "//evil.example",
    "/admin/account",
    `${PARTS}/another-request`,
    "https://evil.example",
  ]) {
    const html = await read(`${PARTS}/${id}/answer?${new URLSearchParams({ from })}`);
    expect(/aria-label="Back"><a [^>]*href="([^"]*)"/.exec(html)?.[1], from).toBe(`${PARTS}/${id}`);
  }
});
