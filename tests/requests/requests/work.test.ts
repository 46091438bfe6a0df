import { parse } from "node-html-parser";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordsOf } from "../../support/api";
import { dismantledVehicle } from "../../support/builders";
import { callback, newPartRequest, partRequest } from "../../support/requests";
import { cookiesOf, type Fields, type Site, startSite, textOf } from "../../support/site";
import { administrator, expireSessions, signedIn } from "../../support/staff";

const PARTS = "/admin/parts-requests";
const REPAIRS = "/admin/repair-requests";

let site: Site;
let cookie: string;
let username: string;
let accountId: string;

beforeAll(async () => {
  site = await startSite();
  const staff = await signedIn();
  cookie = staff.cookie;
  username = staff.account.username;
  accountId = staff.account.id;
});

beforeEach(async () => {
  await site.db.deleteFrom("partRequests").execute();
  await site.db.deleteFrom("repairRequests").execute();
});

const open = (path: string, jar = cookie) => site.fetch(path, { headers: { Cookie: jar } });
const words = async (path: string) => textOf(await open(path));
/** A form posted without script; the page after it, with its toast. */
async function post(
  path: string,
  fields: Fields,
): Promise<{ to: string | null; said: string; page: string }> {
  const answer = await site.form(path, fields, { cookie });
  const to = answer.headers.get("Location");
  if (answer.status !== 303 || !to) throw new Error(`${answer.status}: ${await textOf(answer)}`);
  const page = await (await open(to, cookiesOf(answer, cookie))).text();
  return { to, page, said: await textOf(new Response(page)) };
}
async function refused(
  path: string,
  fields: Fields,
): Promise<{ status: number; said: string; page: string }> {
  const answer = await site.form(path, fields, { cookie });
  const page = await answer.text();
  return { status: answer.status, page, said: await textOf(new Response(page)) };
}

describe.each([
  ["part", PARTS, newPartRequest, "processing", "Processing"],
  ["repair", REPAIRS, callback, "in_progress", "In Progress"],
] as const)("a %s request, from its page and from its open row", (_kind, list, create, status, label) => {
  test("gets another status, and the page comes back with a message", async () => {
    const id = await create();
    const row = await post(`${list}?open=${id}`, {
      id,
      intent: "status",
      expectedVersion: "pending",
      status,
    });
    expect(row.to).toBe(`${list}?open=${id}`);
    expect(row.said).toContain("Status changed");
    expect(row.said).toContain(`is now ${label}.`);
    const page = await post(`${list}/${id}`, {
      intent: "status",
      expectedVersion: status,
      status: "cancelled",
    });
    expect([page.to, page.said.includes("is now Cancelled.")]).toEqual([`${list}/${id}`, true]);
    expect(page.said).toContain(`Last change: ${username}, `);
  });

  test("gets notes, signed by whoever writes them, and an empty one is told of by its field", async () => {
    const id = await create();
    await post(`${list}/${id}`, { intent: "note", content: "Called,\r\nno answer" });
    const { said } = await post(`${list}?open=${id}`, { id, intent: "note", content: "Called again" });
    expect(said).toMatch(new RegExp(`${username} .*Called, no answer.*${username} .*Called again`));
    const empty = await refused(`${list}?open=${id}`, { id, intent: "note", content: " " });
    expect(empty.status).toBe(400);
    expect(empty.said).toContain("Please write the note");
    expect(empty.page).toContain('aria-invalid="true"');
    const long = "x".repeat(5001);
    const tooLong = await refused(`${list}/${id}`, { intent: "note", content: long });
    expect(tooLong.said).toContain("Please use at most 5,000 characters");
    expect(tooLong.page, "what was typed stays").toContain(long);
  });

  test("is assigned to a member of staff and to nobody again", async () => {
    const id = await create();
    const { said } = await post(`${list}/${id}`, {
      intent: "assign",
      expectedVersion: "",
      assignee: accountId,
    });
    expect(said).toContain(`Assigned to ${username}`);
    expect(await words(list)).toContain(`For ${username}`);
    expect(await words(`${list}?assigned=me`)).toContain("Requests 1 request New Request");
    expect(await words(`${list}?assigned=nobody`)).toContain("No requests match these filters.");
    const again = await post(`${list}/${id}`, { intent: "assign", expectedVersion: accountId, assignee: "" });
    expect(again.said).toContain("Assigned to nobody");
    const gone = await refused(`${list}/${id}`, {
      intent: "assign",
      expectedVersion: "",
      assignee: "no-such-account",
    });
    expect([gone.status, gone.said.includes("That account was removed")]).toEqual([400, true]);
  });

  test("is deleted with an Undo, and is in no list but Deleted", async () => {
    const id = await create();
    const { said, page, to } = await post(`${list}?status=pending&open=${id}`, { id, intent: "delete" });
    expect(to).toBe(`${list}?status=pending&open=${id}`);
    expect(said).toContain("Request deleted");
    expect(page).toMatch(/<form method="post" action="[^"]*" class="toast__action">/);
    expect(await words(list)).toContain("requests yet.");
    expect(await words(`${list}?show=deleted`)).toContain("1 request");
    expect(await words(`${list}/${id}`)).toContain("This request is deleted");
    const late = await refused(`${list}/${id}`, { intent: "note", content: "Too late" });
    expect(late.said).toContain("We can't find that request. It may have been deleted.");
    expect(late.said, "what was typed stays").toContain("Too late");
    const undone = await post(to ?? "", { id, intent: "undelete" });
    expect(undone.said).toContain("Request restored");
    expect(await words(list)).toContain("1 request");
  });

  test("is marked as spam and back", async () => {
    const id = await create();
    const { said } = await post(`${list}/${id}`, { intent: "spam" });
    expect(said).toContain("Marked as spam");
    expect(said).toContain("This request is marked as spam");
    expect(await words(list)).toContain("requests yet.");
    expect(await words(`${list}?show=spam`)).toContain("1 request");
    await post(`${list}/${id}`, { intent: "not-spam" });
    expect(await words(list)).toContain("1 request");
  });
});

describe("a quote", () => {
  test("is saved with its price, warranty and last day, and makes the request quoted", async () => {
    const id = await newPartRequest();
    const fields = {
      intent: "quote",
      expectedVersion: "",
      price: "$1,250.50",
      warranty: "90 days",
      validUntil: "2099-12-31",
    };
    const { said, page } = await post(`${PARTS}/${id}`, fields);
    expect(said).toContain("Quote saved");
    expect(said).toContain("$1,250.50");
    expect(page).toContain('value="1250.50"');
    expect(page).toContain('value="2099-12-31"');
    expect(await words(`${PARTS}?status=quoted`)).toContain("Requests 1 request New Request");
  });

  test("keeps what was typed where a field is wrong, and says so by that field", async () => {
    const id = await newPartRequest();
    const fields = {
      id,
      intent: "quote",
      expectedVersion: "",
      price: "12.345",
      warranty: "Six <b>months</b>",
      validUntil: "2020-01-01",
    };
    const { status, said, page } = await refused(`${PARTS}?open=${id}`, fields);
    expect(status).toBe(400);
    expect(said).toContain("Please enter a price, such as 120 or 89.50");
    expect(said).toContain("Please enter today or a later day");
    for (const typed of ["12.345", "Six &lt;b&gt;months&lt;/b&gt;", "2020-01-01"])
      expect(page).toContain(`value="${typed}"`);
  });

  test("is for parts alone", async () => {
    const answer = await site.form(
      `${REPAIRS}/${await callback()}`,
      { intent: "quote", price: "5" },
      { cookie },
    );
    expect(answer.status).toBe(400);
  });
});

test("who comes second is told what is stored now and by whom, keeps the choice, and can save it then", async () => {
  const id = await newPartRequest();
  const fields = { intent: "status", expectedVersion: "pending", status: "processing" };
  await post(`${PARTS}/${id}`, fields);
  const { status, said, page } = await refused(`${PARTS}/${id}`, { ...fields, status: "fulfilled" });
  expect(status).toBe(409);
  expect(said).toContain("Someone else changed this");
  expect(said).toContain(`Its status is now Processing. Last change: ${username}, `);
  expect(page).toContain('<option value="fulfilled" selected="">');
  expect(page).toContain('<input type="hidden" name="expectedVersion" value="processing"/>');
  await post(`${PARTS}/${id}`, { ...fields, expectedVersion: "processing", status: "fulfilled" });
  expect(await words(`${PARTS}?status=fulfilled`)).toContain("Requests 1 request New Request");
});

test("a status or an assignee that nobody touched does not take back somebody else's", async () => {
  const id = await newPartRequest();
  const status = { intent: "status", expectedVersion: "pending" };
  await post(`${PARTS}/${id}`, { ...status, status: "processing" });
  expect((await post(`${PARTS}/${id}`, { ...status, status: "pending" })).said).toContain(
    "is now Processing",
  );
  const assign = { intent: "assign", expectedVersion: "" };
  await post(`${PARTS}/${id}`, { ...assign, assignee: accountId });
  expect((await post(`${PARTS}/${id}`, { ...assign, assignee: "" })).said).toContain(
    `Assigned to ${username}`,
  );
  expect(await recordsOf(site, "part-requests")).toMatchObject([
    { status: "processing", assigneeId: accountId },
  ]);
});

describe("of two people who quote one request", () => {
  const opened = async (id: string) => {
    const page = await (await open(`${PARTS}/${id}`)).text();
    return quoteFormIn(page);
  };
  /** The fields of the form on a page, as a browser would send them. */
  function quoteFormIn(page: string): Fields {
    const [, form = ""] = /<form[^>]* id="quote-[^"]*"[^>]*>(.*?)<\/form>/s.exec(page) ?? [];
    const inputs = parse(form).querySelectorAll("input");
    return Object.fromEntries(
      inputs.map((input) => [input.getAttribute("name"), input.getAttribute("value") ?? ""]),
    );
  }
  const stored = async () => (await recordsOf(site, "part-requests"))[0].quote;

  async function quoted() {
    const id = await newPartRequest();
    const empty = await opened(id);
    await post(`${PARTS}/${id}`, { ...empty, price: "120", warranty: "30 days" });
    return { address: `${PARTS}/${id}`, mine: await opened(id), theirs: await opened(id) };
  }

  test("each changes only the fields they touched", async () => {
    const { address, mine, theirs } = await quoted();
    await post(address, { ...theirs, price: "150" });
    const { said } = await post(address, { ...mine, warranty: "90 days" });
    expect(said).toContain("$150");
    expect(said).toContain("Kept what someone else changed.");
    expect(await stored()).toMatchObject({ price: 150, warranty: "90 days" });
    // Sent twice, and untouched.
    await post(address, { ...mine, warranty: "90 days" });
    expect((await post(address, mine)).said).toContain("Quote saved");
    expect(await stored()).toMatchObject({ price: 150, warranty: "90 days" });
  });

  test("the second is shown both values where both changed one, keeps what was typed, and decides", async () => {
    const { address, mine, theirs } = await quoted();
    await post(address, { ...theirs, price: "150", warranty: "60 days" });
    const { status, said, page } = await refused(address, { ...mine, warranty: "90 days" });
    expect(status).toBe(409);
    expect(said).toContain("The warranty is now 60 days; yours is 90 days.");
    expect(said).not.toContain("The price is now");
    const again = quoteFormIn(page);
    expect(again).toMatchObject({ price: "150.00", warranty: "90 days" });
    expect(await stored()).toMatchObject({ price: 150, warranty: "60 days" });
    // A mistake in between takes nothing back, and neither does a third person.
    const wrong = await refused(address, { ...again, validUntil: "2020-01-01" });
    expect(wrong.status).toBe(400);
    expect(quoteFormIn(wrong.page)).toMatchObject({ ...again, validUntil: "2020-01-01" });
    await post(address, { ...(await opened(address.slice(PARTS.length + 1))), price: "175" });
    await post(address, again);
    expect(await stored()).toMatchObject({ price: 175, warranty: "90 days" });
  });
});

test("a form posted after the session ended comes back as typed once its writer has signed in", async () => {
  const account = await administrator();
  const ended = await signedIn(account);
  await expireSessions(account);
  const id = await newPartRequest();
  const list = `${PARTS}?open=${id}`;
  const answer = await site.form(
    list,
    { id, intent: "note", content: "Half an hour's work" },
    { cookie: ended.cookie },
  );
  const login = new URL(answer.headers.get("Location") ?? "", site.url);
  const back = login.searchParams.get("redirectTo") ?? "";
  const again = await signedIn(account);
  const page = await (await open(back, again.cookie)).text();
  expect(page).toContain("Half an hour&#x27;s work");
  expect(page).toContain("Your session had ended when you sent this.");
});

test("each request that waits for an answer says when it is due, and the overdue ones come first", async () => {
  const late = await newPartRequest({}, { name: "Late" });
  await newPartRequest({}, { name: "New" }, new Date());
  await partRequest({}, { name: "Answered" });
  const said = await words(PARTS);
  expect(said).toMatch(/Late .*Overdue by \d+ days.*|Overdue by \d+ days.* Late /);
  expect(said.indexOf(" of Late")).toBeLessThan(said.indexOf(" of New"));
  expect(said).toMatch(/Due by \w{3}/);
  expect(await words(`${PARTS}?show=overdue`)).toContain("1 of 3 requests");
  await post(`${PARTS}/${late}`, { intent: "note", content: "Called" });
  expect(await words(PARTS)).not.toContain("Overdue by");
});

test("Today says what needs doing, each number a link to that list, and the tabs and the frame count what is overdue", async () => {
  expect(await words("/admin/today")).toContain("No requests are waiting for an answer.");
  await newPartRequest({}, { name: "Late" });
  await newPartRequest({}, { name: "New" }, new Date());
  await partRequest({}, { name: "Quoted" });
  await callback();
  const today = await (await open("/admin/today")).text();
  expect(await textOf(new Response(today))).toContain(
    "1 overdue in Parts Requests 1 overdue in Repair Requests 1 new in Parts Requests 1 quoted, waiting in Parts Requests",
  );
  for (const query of ["show=overdue", "show=new", "status=quoted"])
    expect(today).toContain(`href="${PARTS}?${query}"`);
  for (const path of ["/admin", "/admin/retail-vehicles", PARTS]) {
    const said = await words(path);
    expect(said).toContain("Today 2 waiting");
    expect(said).toContain("Parts Requests 1 overdue Repair Requests 1 overdue");
  }
  expect(await words(`${PARTS}?show=new`)).toContain("1 of 3 requests");
});

test("a part request names our dismantled vehicles that could give the part, the nearest years first", async () => {
  const make = (details: Record<string, unknown>) =>
    dismantledVehicle({ make: "honda", model: "ACCORD", ...details });
  const scrapped = await make({ year: 2003, status: "Scrapped" });
  const far = await make({ year: 2006 });
  const near = await make({ year: 2002 });
  await make({ year: 2007 });
  await make({ year: 2003, model: "Civic" });
  const id = await newPartRequest();
  const page = await (await open(`${PARTS}/${id}`)).text();
  const said = await textOf(new Response(page));
  const yard = said.slice(said.indexOf("In our yard"), said.indexOf("Work on"));
  const stockNumbers = [near, far, scrapped].map(({ stockNumber }) => stockNumber);
  expect([...new Set(yard.match(/\bD\d{6}\b/g))]).toEqual(stockNumbers);
  expect(page).toContain(`href="/admin?q=${near.stockNumber}&amp;open=${near._id}"`);
  const unknown = await newPartRequest();
  await site.db.updateTable("partRequests").set({ vehicleMake: null }).where("id", "=", unknown).execute();
  expect(await words(`${PARTS}/${unknown}`)).not.toContain("In our yard");
});
