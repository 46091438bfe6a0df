import { parse } from "node-html-parser";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordsOf } from "../../support/api";
import { retailVehicle, shelfPart } from "../../support/builders";
import { partRequest } from "../../support/requests";
import { completedSale } from "../../support/sales";
import { cookiesOf, type Fields, type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let cookie: string;

beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await site.db.deleteFrom("retailVehicles").execute();
  await site.db.deleteFrom("partRequests").execute();
  ({ cookie } = await signedIn());
});

const send = (path: string, fields: Fields) => site.form(path, fields, { cookie });
const statuses = async () => (await recordsOf(site, "retail-vehicles")).map(({ status }) => status);

/** What the page says after the form. */
async function afterwards(answer: Response): Promise<string> {
  expect(answer.status).toBe(303);
  const headers = { Cookie: cookiesOf(answer, cookie) };
  return textOf(await site.fetch(answer.headers.get("Location") ?? "", { headers }));
}

/** What the question says that a form has led to, and its own form. */
async function questionOf(asked: Response) {
  const headers = { Cookie: cookiesOf(asked, cookie) };
  const page = parse(await (await site.fetch(asked.headers.get("Location") ?? "", { headers })).text());
  const form = page.querySelector("main form");
  const fields = form?.querySelectorAll("input").map((input): [string, string] => {
    return [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""];
  });
  return {
    text: page.textContent,
    confirm: () => send(form?.getAttribute("action") ?? "", fields ?? []),
  };
}

async function threeVehicles(): Promise<string[]> {
  const make = async (status: string) => (await retailVehicle({ status }))._id;
  return [await make("available"), await make("available"), await make("sold")];
}

describe("the rows that are chosen", () => {
  test("get a status, and the list keeps its filters", async () => {
    const [first = "", , third = ""] = await threeVehicles();
    const answer = await send("/admin/bulk/retail-vehicles?sort=make", [
      ["id", first],
      ["id", third],
      ["intent", "status"],
      ["to", "sold"],
    ]);
    expect(answer.headers.get("Location")).toBe("/admin/retail-vehicles?sort=make");
    const page = await afterwards(answer);
    expect(page).toContain("1 vehicle set to Sold");
    expect(page).toContain("1 vehicle already had that status.");
    expect((await statuses()).sort()).toEqual(["available", "sold", "sold"]);
  });

  test("get a status that they had a moment ago", async () => {
    const [first = ""] = await threeVehicles();
    for (const to of ["sold", "available", "sold"]) {
      await send("/admin/bulk/retail-vehicles", { id: first, intent: "status", to });
      expect((await statuses()).filter((status) => status === "sold")).toHaveLength(to === "sold" ? 2 : 1);
    }
  });

  test("are deleted after a question that counts and names them", async () => {
    const [first = "", second = ""] = await threeVehicles();
    const asked = await send("/admin/bulk/retail-vehicles", [
      ["id", first],
      ["id", second],
      ["intent", "delete"],
    ]);
    const question = await questionOf(asked);
    expect(question.text).toContain("Delete 2 vehicles?");
    expect(question.text).toContain("2016 Subaru Outback, stock #");
    expect(question.text).toContain("They come off the public site, and can be restored");
    expect(await statuses()).toHaveLength(3);
    const done = await question.confirm();
    expect(await afterwards(done)).toContain("2 vehicles deleted");
    expect(await statuses()).toEqual(["sold"]);
    expect((await site.fetch(`/inventory/${first}`)).status).toBe(410);
  });

  test("are said to come off the public site only where they are on it", async () => {
    const [first = "", , sold = ""] = await threeVehicles();
    const asked = async (...ids: string[]) => {
      const fields = [["intent", "delete"], ...ids.map((id) => ["id", id])] as [string, string][];
      return (await questionOf(await send("/admin/bulk/retail-vehicles", fields))).text;
    };
    expect(await asked(first)).toContain("It comes off the public site, and can be restored");
    expect(await asked(sold)).toMatch(/Delete 1 vehicle\?[\s\S]*It can be restored from the trash/);
    expect(await asked(first, sold)).toContain(
      "Those on the public site come off it, and all can be restored",
    );
  });

  test("keep the status that a sale gave them, and that is said", async () => {
    const lines = async () => [{ kind: "part", part: (await shelfPart({ price: 85 }))._id }];
    const by = { username: "marta", role: "owner", now: new Date() } as const;
    const sale = await completedSale({ lines: await lines() }, by);
    const part = sale.lines[0]?.partId ?? "";
    const asked = await send("/admin/bulk/parts", { id: part, intent: "status", to: "Scrapped" });
    const done = await afterwards(asked);
    expect(done).toContain("0 parts set to Scrapped");
    expect(done).toContain("1 part stays as it is: a sale has it.");
  });

  test("are exported", async () => {
    const [first = ""] = await threeVehicles();
    const answer = await send("/admin/bulk/retail-vehicles", { id: first, intent: "export" });
    const file = await site.fetch(answer.headers.get("Location") ?? "", { headers: { Cookie: cookie } });
    expect(file.headers.get("Content-Type")).toContain("text/csv");
    expect((await file.text()).trim().split("\r\n")).toHaveLength(2);
  });

  test("must be some", async () => {
    await threeVehicles();
    const answer = await send("/admin/bulk/retail-vehicles", { intent: "delete" });
    expect(await afterwards(answer)).toContain("No vehicles chosen");
    expect(await statuses()).toHaveLength(3);
  });
});

describe("all of a filter", () => {
  test("get a status", async () => {
    await threeVehicles();
    const answer = await send("/admin/bulk/retail-vehicles?status=available", {
      all: "1",
      intent: "status",
      to: "pending",
    });
    expect(await afterwards(answer)).toContain("2 vehicles set to Sale Pending");
    expect((await statuses()).sort()).toEqual(["pending", "pending", "sold"]);
  });

  test("are not deleted if they are others by now, or one of them has changed", async () => {
    const [first = ""] = await threeVehicles();
    const path = "/admin/bulk/retail-vehicles?status=available";
    const question = await questionOf(await send(path, { all: "1", intent: "delete" }));
    expect(question.text).toContain("Delete 2 vehicles?");
    // As many as before.
    await send("/admin/bulk/retail-vehicles", { id: first, intent: "status", to: "sold" });
    await retailVehicle({ status: "available" });
    const again = await questionOf(await question.confirm());
    expect(again.text).toContain("Nothing changed yet");
    expect(again.text).toContain("Delete 2 vehicles?");
    expect(await statuses()).toHaveLength(4);
    expect(await afterwards(await again.confirm())).toContain("2 vehicles deleted");
  });

  test("of the requests are deleted, and found under Show: Deleted", async () => {
    await partRequest();
    await partRequest();
    const asked = await send("/admin/bulk/parts-requests", { all: "1", intent: "delete" });
    expect(await afterwards(await (await questionOf(asked)).confirm())).toContain("2 requests deleted");
    const deleted = await site.fetch("/admin/parts-requests?show=deleted", { headers: { Cookie: cookie } });
    expect(await textOf(deleted)).toContain("2 requests");
  });
});

describe("Undo", () => {
  /** Follows the form of the message's Undo button. */
  async function undo(done: Response): Promise<string> {
    const headers = { Cookie: cookiesOf(done, cookie) };
    const html = await (await site.fetch(done.headers.get("Location") ?? "", { headers })).text();
    const form = parse(html).querySelector("form.toast__action");
    expect(form?.querySelector("button")?.text).toBe("Undo");
    const fields = form?.querySelectorAll("input").map((input): [string, string] => {
      return [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""];
    });
    return afterwards(await send(form?.getAttribute("action") ?? "", fields ?? []));
  }

  test("gives vehicles the statuses they had, and names one that was changed since", async () => {
    await threeVehicles();
    const other = (await retailVehicle({ status: "available", stockNumber: "KEEP-1" }))._id;
    const vehicles = () => recordsOf(site, "retail-vehicles");
    const before = await vehicles();
    const fields = { all: "1", intent: "status", to: "pending" };
    const done = await send("/admin/bulk/retail-vehicles?sort=make", fields);
    await send("/admin/bulk/retail-vehicles", { id: other, intent: "status", to: "sold" });
    const page = await undo(done);
    expect(page).toContain("Undone: 3 vehicles as before");
    expect(page).toContain("Not undone");
    expect(page).toContain("stock # KEEP-1.");
    const stored = (await vehicles()).map(({ updatedAt, ...vehicle }) => vehicle);
    expect(stored).toEqual(
      before.map(({ updatedAt, ...vehicle }) =>
        vehicle._id === other ? { ...vehicle, status: "sold" } : vehicle,
      ),
    );
    // Sent twice, it says the same.
    expect(await undo(done)).toContain("Undone: 3 vehicles as before");
  });

  test("brings deleted vehicles back, and leaves one whose stock number is taken", async () => {
    const [first = ""] = await threeVehicles();
    await retailVehicle({ status: "pending", stockNumber: "TAKEN-1" });
    const stored = async () =>
      (await recordsOf(site, "retail-vehicles")).find(({ _id }: { _id: string }) => _id === first);
    const before = await stored();
    const asked = await send("/admin/bulk/retail-vehicles", { all: "1", intent: "delete" });
    const done = await (await questionOf(asked)).confirm();
    await retailVehicle({ status: "sold", stockNumber: "taken-1" });
    const page = await undo(done);
    expect(page).toContain("Undone: 3 vehicles as before");
    expect(page).toContain("stock # TAKEN-1.");
    expect((await statuses()).sort()).toEqual(["available", "available", "sold", "sold"]);
    expect(await stored()).toEqual(before);
    expect((await site.fetch(`/inventory/${first}`, { redirect: "follow" })).status).toBe(200);
  });

  test("of requests takes back their answer too, and a delete", async () => {
    const id = await partRequest();
    await partRequest();
    const requests = () => recordsOf(site, "part-requests");
    const before = await requests();
    const set = { all: "1", intent: "status", to: "fulfilled" };
    expect(await undo(await send("/admin/bulk/parts-requests", set))).toContain(
      "Undone: 2 requests as before",
    );
    const remove = await send("/admin/bulk/parts-requests", { id, intent: "delete" });
    expect(await undo(await (await questionOf(remove)).confirm())).toContain("Undone: 1 request as before");
    // Who changed it last, and when, is true of the Undo.
    const unsigned = (await requests()).map(({ updatedAt, updatedBy, ...request }) => request);
    expect(unsigned).toEqual(before.map(({ updatedAt, updatedBy, ...request }) => request));
  });

  test("stands in the history, for all of the staff", async () => {
    await threeVehicles();
    await send("/admin/bulk/retail-vehicles", { all: "1", intent: "status", to: "pending" });
    ({ cookie } = await signedIn());
    const history = parse(await (await site.fetch("/admin/history", { headers: { Cookie: cookie } })).text());
    const form = history.querySelector('form[action="/admin/bulk/retail-vehicles"]');
    expect(form?.parentNode?.text).toContain("3 vehicles set to Sale Pending");
    const fields = form?.querySelectorAll("input").map((input): [string, string] => {
      return [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""];
    });
    // A role that may change the other list alone undoes nothing of this one.
    expect(await afterwards(await send("/admin/bulk/parts", fields ?? []))).toContain("Nothing was undone");
    const answer = await send("/admin/bulk/retail-vehicles", fields ?? []);
    expect(answer.headers.get("Location")).toBe("/admin/history");
    expect(await afterwards(answer)).toContain("Undone: 3 vehicles as before");
    expect((await statuses()).sort()).toEqual(["available", "available", "sold"]);
    const unknown = await send("/admin/bulk/retail-vehicles", { intent: "undo", change: "01JNOTHING00" });
    expect(await afterwards(unknown)).toContain("Nothing was undone");
  });
});

test("a list is exported as its page shows it, to staff alone", async () => {
  await threeVehicles();
  const page = await site.fetch("/admin/retail-vehicles?status=sold", { headers: { Cookie: cookie } });
  expect(await page.text()).toContain('href="/admin/export/retail-vehicles.csv?status=sold"');
  const path = "/admin/export/retail-vehicles.json?status=sold";
  const file = await site.fetch(path, { headers: { Cookie: cookie } });
  expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename="retail-vehicles-\d{4}-/);
  expect(await file.json()).toMatchObject([{ status: "sold" }]);
  expect((await site.fetch(path)).headers.get("Location")).toContain("/login");
});

test.each(["bicycles.csv", "retail-vehicles.xlsx", "retail-vehicles"])(
  "there is no export %s",
  async (file) => {
    expect((await site.fetch(`/admin/export/${file}`, { headers: { Cookie: cookie } })).status).toBe(404);
  },
);
