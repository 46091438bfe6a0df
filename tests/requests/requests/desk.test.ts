import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Administrator, removeAdministrator, setEmail } from "~/accounts/administrator.server";
import { changeRole, turnOff } from "~/accounts/people.server";
import { sendDueMail } from "~/mail/send.server";
import { formatReference } from "~/values/id";
import { as } from "../../support/act";
import { recordsOf, staffApi } from "../../support/api";
import { retailVehicle, shelfPart } from "../../support/builders";
import { mailServer as server } from "../../support/mail-server";
import { newPartRequest } from "../../support/requests";
import { cookiesOf, type Fields, type Site, startSite, textOf } from "../../support/site";
import { administrator, signedIn } from "../../support/staff";

/*
 * A request as work: taken down on the phone, followed up, closed, folded, several at once.
 */

const PARTS = "/admin/parts-requests";
const NEW = "/admin/requests/new";

let site: Site;
let cookie: string;
let accountId: string;
beforeAll(async () => {
  site = await startSite();
  const staff = await signedIn();
  cookie = staff.cookie;
  accountId = staff.account.id;
});
beforeEach(async () => {
  for (const table of [
    "outbox",
    "partRequests",
    "repairRequests",
    "vehicleInquiries",
    "offeredCars",
    "retailVehicles",
    "idempotencyKeys",
    "bulkChanges",
  ] as const)
    await site.db.deleteFrom(table).execute();
  server.mails.length = 0;
});

const open = (path: string, jar = cookie) => site.fetch(path, { headers: { Cookie: jar } });
const words = async (path: string) => textOf(await open(path));
async function post(path: string, fields: Fields) {
  const answer = await site.form(path, fields, { cookie });
  const to = answer.headers.get("Location") ?? "";
  const page = to ? await (await open(to, cookiesOf(answer, cookie))).text() : await answer.text();
  return { status: answer.status, to, page, said: await textOf(new Response(page)) };
}

describe("a call is taken down as a request", () => {
  test("for a part, by the phone number alone, and nobody is mailed", async () => {
    const taken = await post(NEW, { kind: "part", phone: "555.555.0177", need: "alternator" });
    expect(taken.to).toMatch(/^\/admin\/parts-requests\/\w{26}$/);
    expect(taken.said).toContain("Request added");
    expect(taken.said).toContain("(555) 555-0177");
    expect(taken.page).toContain("sms:+15555550177?&amp;body=");
    const [request] = await recordsOf(site, "part-requests");
    expect(request).toMatchObject({ customerInfo: { name: "" }, status: "pending" });
    expect(request.partDetails.component).toContain("Alternator");
    await sendDueMail(new Date());
    expect(server.mails).toEqual([]);
    expect(await words(PARTS)).toContain("(555) 555-0177");
  });

  test("with the car in the same words, and either side of what they ask for on the shelf", async () => {
    const car = { year: 2012, make: "Honda", model: "Accord" };
    for (const [entryId, stockNumber] of [
      ["headlight-left", "D-9-1"],
      ["headlight-right", "D-9-2"],
    ] as const)
      await shelfPart({ ...car, entryId, stockNumber, price: 85 });
    const taken = await post(NEW, { kind: "part", name: "Dave", need: "2012 accord headlight asap" });
    expect(await recordsOf(site, "part-requests")).toMatchObject([
      {
        vehicleInfo: { year: "2012", make: "Honda", model: "Accord" },
        partDetails: { component: "Headlight", additionalInfo: "2012 accord headlight asap" },
      },
    ]);
    for (const number of ["D-9-1", "D-9-2"]) expect(taken.said).toContain(number);
  });

  test("for a part that the catalog has not, in the words of staff", async () => {
    await post(NEW, {
      kind: "part",
      name: "Dave",
      need: "left thing off the dash",
      year: "2003",
      make: "Honda",
    });
    expect(await recordsOf(site, "part-requests")).toMatchObject([
      { partDetails: { system: "Other", component: "left thing off the dash" } },
    ]);
  });

  test("for a repair and about a car for sale", async () => {
    const repair = await post(NEW, { kind: "repair", name: "Dave", need: "Brakes", notes: "It squeals." });
    expect(repair.to).toMatch(/^\/admin\/repair-requests\//);
    expect(repair.said).toContain("Service type Brakes");
    await retailVehicle({ stockNumber: "R-900" });
    const inquiry = await post(NEW, { kind: "inquiry", name: "Dave", stockNumber: "r-900" });
    expect(inquiry.to).toMatch(/^\/admin\/vehicle-inquiries\//);
    expect(inquiry.said).toContain("R-900");
  });

  test("about a car that is added while its stock number is rejected, by the same form", async () => {
    const fields = { key: "early", kind: "inquiry", name: "Dave", stockNumber: "R-901" };
    expect((await post(NEW, fields)).page).toContain("We have no car for sale with that stock number");
    await retailVehicle({ stockNumber: "R-901" });
    expect((await post(NEW, fields)).to).toMatch(/^\/admin\/vehicle-inquiries\//);
  });

  test("once, however often it is sent", async () => {
    const fields = { key: "once", kind: "part", name: "Dave", need: "radiator" };
    const [first, second] = [await post(NEW, fields), await post(NEW, fields)];
    expect(second.to).toBe(first.to);
  });

  test.each([
    [{ kind: "part", need: "radiator" }, "Please enter a name or a phone number"],
    [{ kind: "part", name: "Dave" }, "Please enter the part they need"],
    [{ kind: "part", name: "Dave", need: "radiator", phone: "555" }, "Please enter a valid 10-digit phone"],
    [{ kind: "inquiry", name: "Dave" }, "Please enter the car's stock number"],
    [
      { kind: "inquiry", name: "Dave", stockNumber: "NONE" },
      "We have no car for sale with that stock number",
    ],
    [{ kind: "pizza", name: "Dave" }, "Please choose what it's about"],
  ] as [Fields, string][])("and what is missing is said by its field: %o", async (fields, sentence) => {
    const refused = await post(NEW, fields);
    expect(refused.status).toBe(400);
    expect(refused.said).toContain(sentence);
  });

  test("from its list, with the kind chosen", async () => {
    expect(await (await open(PARTS)).text()).toContain(`href="${NEW}?kind=part"`);
    const page = await (await open(`${NEW}?kind=repair`)).text();
    expect(page).toMatch(/checked[^>]*value="repair"|value="repair"[^>]*checked/);
  });
});

describe("from its page", () => {
  test("a request is followed up on a day, and Today says so when it comes", async () => {
    const id = await newPartRequest();
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date());
    const saved = await post(`${PARTS}/${id}`, { intent: "follow-up", expectedVersion: "", followUpOn: day });
    expect(saved.said).toContain("Follow up today");
    expect(await words("/admin/today")).toContain("1 to follow up");
    expect(await words(`${PARTS}?show=follow-up`)).toContain("1 request");
    const past = { intent: "follow-up", expectedVersion: day, followUpOn: "2020-01-01" };
    expect((await post(`${PARTS}/${id}`, past)).said).toContain("Please enter today or a later day");
    const none = { intent: "follow-up", expectedVersion: day, followUpOn: "" };
    expect((await post(`${PARTS}/${id}`, none)).said).toContain("No follow-up");
    expect(await words("/admin/today")).not.toContain("to follow up");
  });

  test("and a program of the staff does the same: follows up, and closes with a reason", async () => {
    const [id, api] = [await newPartRequest(), await staffApi(site)];
    const put = async (body: object) => {
      const answer = await api.put(`/admin/part-requests/${id}`, body);
      return [answer.status, await answer.json()];
    };
    expect(await put({ followUpOn: "2030-03-02" })).toEqual([
      200,
      expect.objectContaining({ followUpOn: "2030-03-02", status: "pending" }),
    ]);
    // What is left out stays.
    expect(await put({ status: "cancelled", lostReason: "price" })).toEqual([
      200,
      expect.objectContaining({ followUpOn: "2030-03-02", lostReason: "price" }),
    ]);
    expect(await put({ followUpOn: null })).toEqual([
      200,
      expect.not.objectContaining({ followUpOn: "2030-03-02" }),
    ]);
    for (const [body, field] of [
      [{ followUpOn: "soon" }, "followUpOn"],
      [{ status: "cancelled", lostReason: "too blue" }, "lostReason"],
      [{ lostReason: "price" }, "lostReason"],
      [{ status: "fulfilled", lostReason: "price" }, "lostReason"],
    ] as const) {
      const [status, answer] = await put(body);
      expect([status, Object.keys(answer.fields)]).toEqual([400, [field]]);
    }
    expect(await words(`${PARTS}/${id}`)).toContain("Lost: price");
  });

  test("one is closed as won, another as lost with its reason, which is in list, export and API", async () => {
    const [won, lost] = [await newPartRequest(), await newPartRequest()];
    const closing = { expectedVersion: "pending" };
    expect((await post(`${PARTS}/${won}`, { intent: "won", ...closing })).said).toContain("Closed as won");
    const unsaid = await post(`${PARTS}/${lost}`, { intent: "lost", ...closing, reason: "" });
    expect([unsaid.status, unsaid.said.includes("Please choose a reason")]).toEqual([400, true]);
    const closed = await post(`${PARTS}/${lost}`, { intent: "lost", ...closing, reason: "bought-elsewhere" });
    expect(closed.said).toContain("Closed as lost: bought elsewhere");
    expect(await words(`${PARTS}?closed=bought-elsewhere`)).toContain("1 of 2 requests");
    expect(await (await open("/admin/export/parts-requests.csv")).text()).toContain("Bought elsewhere");
    expect(await (await open("/admin/export/parts-requests.json")).text()).toContain(
      '"lostReason":"bought-elsewhere"',
    );
  });

  test("one that was sent twice says so, is folded into the first, and comes back by Undo", async () => {
    const first = await newPartRequest();
    const second = await newPartRequest();
    const reference = `PR-${first.slice(-6).toUpperCase()}`;
    expect(await words(PARTS)).toContain(`Sent twice? See ${reference}`);
    const folded = await post(`${PARTS}/${second}`, { intent: "fold" });
    expect(folded.to).toBe(`${PARTS}/${first}`);
    expect(folded.said).toContain(`Folded into ${reference}`);
    expect(folded.said).toContain("Folded in: PR-");
    expect(await words(PARTS)).toContain("1 request");
    expect(await words(`${PARTS}/${second}`)).toContain(`It was folded into ${reference}`);
    await post(PARTS, { id: second, intent: "undelete" });
    expect(await words(PARTS)).toContain("2 requests");
  });

  test("whoever is assigned is told by mail, but not by their own doing", async () => {
    const colleague = await administrator();
    await as({ now: new Date() }, () => setEmail(colleague.id, "tom@yard.example"));
    await as({ now: new Date() }, () => setEmail(accountId, "me@yard.example"));
    const id = await newPartRequest();
    await post(`${PARTS}/${id}`, { intent: "assign", expectedVersion: "", assignee: accountId });
    await post(`${PARTS}/${id}`, { intent: "assign", expectedVersion: accountId, assignee: colleague.id });
    await sendDueMail(new Date());
    expect(server.mails.map(({ to }) => to)).toEqual(["tom@yard.example"]);
  });
});

describe("mail to whoever is assigned, which waits,", () => {
  test.each([
    ["was turned off", ({ id }) => turnOff(id, null)],
    ["was removed", ({ username }) => removeAdministrator(username)],
    ["has a role without requests", ({ id }) => changeRole(id, "yard", null)],
    ["took its address away", ({ id }) => setEmail(id, "tom@home.example")],
  ] satisfies [string, (colleague: Administrator) => Promise<unknown>][])(
    "is not sent to an account that %s meanwhile",
    async (_what, end) => {
      const colleague = await assignToColleague();
      expect(await words("/admin/mail")).toContain("Assigned to you");
      await as({ now: new Date() }, () => end(colleague));
      await sendDueMail(new Date());
      expect(server.mails.map(({ header }) => header("subject")).join()).not.toContain("Assigned to you");
      expect(await words("/admin/mail")).not.toContain("Assigned to you");
    },
  );

  test("is not sent again to an account that was turned off", async () => {
    const colleague = await assignToColleague();
    server.answers = [550];
    await sendDueMail(new Date());
    const [, id = ""] = /name="id" value="(\d+)"/.exec(await (await open("/admin/mail")).text()) ?? [];
    await as({ now: new Date() }, () => turnOff(colleague.id, null));
    expect((await post("/admin/mail", { id })).said).toContain("There is nothing to send again");
    await sendDueMail(new Date());
    expect(server.mails.map(({ header }) => header("subject")).join()).not.toContain("Assigned to you");
  });

  async function assignToColleague(): Promise<Administrator> {
    const colleague = await administrator(undefined, "counter");
    await as({ now: new Date() }, () => setEmail(colleague.id, "tom@yard.example"));
    const id = await newPartRequest();
    await post(`${PARTS}/${id}`, { intent: "assign", expectedVersion: "", assignee: colleague.id });
    return colleague;
  }
});

describe("several at once", () => {
  const chosen = (ids: string[]): [string, string][] => ids.map((id) => ["id", id]);
  /** Presses Undo on the page that came after a change. */
  const undo = async ({ page }: { page: string }) => {
    const change = /name="change" value="(\w+)"/.exec(page)?.[1] ?? "";
    return post("/admin/bulk/parts-requests", { intent: "undo", change });
  };

  test("are closed with a reason, and open again by Undo", async () => {
    const ids = [await newPartRequest(), await newPartRequest()];
    const closed = await post("/admin/bulk/parts-requests", [
      ...chosen(ids),
      ["intent", "close"],
      ["close", "no-answer"],
    ]);
    expect(closed.said).toContain("2 requests closed as lost: no answer");
    expect(await words(`${PARTS}?closed=no-answer`)).toContain("2 requests");
    expect((await undo(closed)).said).toContain("Undone: 2 requests as before");
    expect(await words(`${PARTS}?closed=open`)).toContain("2 requests");
    for (const request of await recordsOf(site, "part-requests")) {
      expect(request).not.toHaveProperty("lostReason");
      expect(request).not.toHaveProperty("firstAnsweredAt");
    }
  });

  test("are assigned, which is one mail, and unassigned by Undo", async () => {
    const colleague = await administrator();
    await as({ now: new Date() }, () => setEmail(colleague.id, "tom@yard.example"));
    const ids = [await newPartRequest(), await newPartRequest()];
    const assigned = await post("/admin/bulk/parts-requests", [
      ...chosen(ids),
      ["intent", "assign"],
      ["assign", colleague.username],
    ]);
    expect(assigned.said).toContain(`2 requests assigned to ${colleague.username}`);
    await sendDueMail(new Date());
    expect(server.mails.map(({ header }) => header("subject"))).toEqual(["Assigned to you: 2 part requests"]);
    const [text = ""] = server.mails.map(({ text }) => text);
    for (const id of ids) expect(text).toContain(formatReference("PR", id));
    // It goes with the first one: what the others ask for must not stay with it.
    expect(text).not.toContain("Accord");
    await undo(assigned);
    expect(await words(`${PARTS}?assigned=nobody`)).toContain("2 requests");
  });

  test("stay with whoever has them where an account was turned off or removed since the list was opened", async () => {
    const colleague = await administrator();
    await as({ now: new Date() }, () => turnOff(colleague.id, null));
    const id = await newPartRequest();
    for (const username of [colleague.username, "nobody here"]) {
      const sent = await post("/admin/bulk/parts-requests", [
        ...chosen([id]),
        ["intent", "assign"],
        ["assign", username],
      ]);
      expect(sent.said).toContain(
        "No requests were assigned That account was removed, turned off, or has another role now.",
      );
    }
    expect(await words(`${PARTS}?assigned=nobody`)).toContain("1 request");
  });

  test("are marked as spam, and back in the list by Undo", async () => {
    const ids = [await newPartRequest(), await newPartRequest()];
    const marked = await post("/admin/bulk/parts-requests", [...chosen(ids), ["intent", "spam"]]);
    expect(marked.said).toContain("2 requests marked as spam");
    expect(await words(`${PARTS}?show=spam`)).toContain("2 requests");
    await undo(marked);
    expect(await words(PARTS)).toContain("2 requests");
  });

  test("are closed in no way that they don't know", async () => {
    const closed = await post("/admin/bulk/parts-requests", [
      ...chosen([await newPartRequest()]),
      ["intent", "close"],
      ["close", "pizza"],
    ]);
    expect(closed.status).toBe(400);
  });

  test("cars for sale are nobody's work", async () => {
    const { _id } = await retailVehicle({});
    const refused = await post("/admin/bulk/retail-vehicles", [
      ["id", _id],
      ["intent", "spam"],
    ]);
    expect(refused.status).toBe(400);
  });
});
