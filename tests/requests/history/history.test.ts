import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COMMAND_LINE } from "~/context.server";
import { addStoreCredit } from "~/sales/complete.server";
import { vehiclePath } from "~/vehicles/inventory";
import { as } from "../../support/act";
import { recordsOf, type StaffApi, staffApi } from "../../support/api";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { linkTo } from "../../support/links";
import { newPartRequest } from "../../support/requests";
import { cookiesOf, type Fields, type Site, startSite, textOf } from "../../support/site";
import { PASSWORD, signedIn } from "../../support/staff";

let site: Site;
let cookie: string;
let username: string;
let accountId: string;
let api: StaffApi;

beforeAll(async () => {
  site = await startSite();
  const staff = await signedIn();
  cookie = staff.cookie;
  username = staff.account.username;
  accountId = staff.account.id;
  api = await staffApi(site);
});
beforeEach(async () => {
  const tables = [
    "changes",
    "retailVehicles",
    "dismantledVehicles",
    "partRequests",
    "repairRequests",
  ] as const;
  for (const table of tables) await site.db.deleteFrom(table).execute();
});

const open = (path: string, jar = cookie) => site.fetch(path, { headers: { Cookie: jar } });
const words = async (path: string) => textOf(await open(path));
/** A form posted without script; the page after it, with its toast. */
async function post(path: string, fields: Fields) {
  const answer = await site.form(path, fields, { cookie });
  const to = answer.headers.get("Location");
  if (answer.status !== 303 || !to) throw new Error(`${answer.status}: ${await textOf(answer)}`);
  const page = await (await open(to, cookiesOf(answer, cookie))).text();
  return { to, page, said: await textOf(new Response(page)) };
}
/** The editor's fields with these changed. */
async function save(id: string, changes: Record<string, string>) {
  const page = await (await open(`/admin/retail-vehicles/${id}/edit`)).text();
  const version = /name="version" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const fields = {
    stockNumber: "R-1",
    vin: "1HGCM82633A004352",
    year: "2003",
    make: "Honda",
    model: "Accord",
  };
  return post(`/admin/retail-vehicles/${id}/edit`, {
    ...fields,
    dateAcquired: "03/02/2026",
    status: "available",
    price: "14995",
    version,
    intent: "save",
    ...changes,
  });
}

describe("the history of a record", () => {
  test("is on a vehicle's own page: what, by whom and from where", async () => {
    const { _id } = await retailVehicle({ stockNumber: "R-1", price: 14_995 });
    await save(_id, {});
    await save(_id, { price: "13500", status: "sold" });
    const said = await words(`/admin/retail-vehicles/${_id}/edit`);
    expect(said).toMatch(
      new RegExp(
        `History Changed Price \\$14,995 → \\$13,500 Status Available → Sold ${username}, .* on the site Changed VIN`,
      ),
    );
    const body = { stockNumber: "R-1", vin: "1HGCM82633A004352", price: 12_000, status: "available" };
    await api.put(`/admin/retail-vehicles/${_id}`, body);
    expect(await words(`/admin/retail-vehicles/${_id}/edit`)).toMatch(
      new RegExp(`Price \\$13,500 → \\$12,000 .*${api.username}, .* through the API Changed`),
    );
  });

  test("is on a request's own page, from the customer's words on", async () => {
    const id = await newPartRequest();
    const path = `/admin/parts-requests/${id}`;
    await post(path, { intent: "status", expectedVersion: "pending", status: "processing" });
    const said = await words(path);
    expect(said).toMatch(new RegExp(`Changed Status Pending → Processing ${username}, .* on the site Added`));
    expect(said).toMatch(/Added \d+ fields Status Pending .* Customer, /);
  });

  test("of one's own account is on the account page, without a password", async () => {
    const { cookie } = await signedIn();
    const newPassword = "new horse battery staple";
    await site.form(
      "/admin/account",
      { currentPassword: PASSWORD, newPassword, repeatedPassword: newPassword },
      { cookie },
    );
    expect(await textOf(await open("/admin/account", cookie))).toMatch(
      /History Password changed staff\d+, .* on the site/,
    );
    // Whatever pages leave out, neither hash may be stored.
    const rows = await site.db
      .selectFrom("changes")
      .selectAll()
      .where("action", "=", "password-changed")
      .execute();
    expect(rows).toMatchObject([{ before: null, after: null }]);
  });
});

describe("the history of everything", () => {
  test("names each record with a link, and filters by form", async () => {
    const { _id } = await retailVehicle({ stockNumber: "R-1" });
    await dismantledVehicle({ stockNumber: "D-1" });
    await save(_id, { price: "13500" });
    const page = await (await open("/admin/history")).text();
    expect(await textOf(new Response(page))).toContain("3 changes");
    expect(linkTo(page, "2003 Honda Accord, stock # R-1")).toBe(`/admin/retail-vehicles/${_id}/edit`);
    const filtered = await words(
      `/admin/history?who=${accountId}&kind=retailVehicle&action=changed&source=page`,
    );
    expect(filtered).toContain("1 of 3 changes");
    expect(filtered).toContain("Clear filters");
    expect(await words("/admin/history?q=d-1")).toContain("1 of 3 changes");
    expect(await words("/admin/history?from=2099-01-01")).toContain("No changes match these filters.");
    const sent = await open(`/admin/history?q=&kind=account&who=&action=&source=&from=&to=`);
    expect([sent.status, sent.headers.get("Location")]).toEqual([302, "/admin/history?kind=account"]);
  });

  test("says that nothing has changed yet, and turns pages", async () => {
    expect(await words("/admin/history")).toContain("Nothing has changed yet.");
    for (let number = 0; number < 26; number++) await retailVehicle();
    expect(await words("/admin/history?page=2&kind=retailVehicle")).toContain("26 changes, page 2 of 2");
    const page = await (await open("/admin/history?kind=retailVehicle")).text();
    expect(linkTo(page, "Next")).toBe("/admin/history?kind=retailVehicle&page=2");
  });
});

describe("the trash, without script", () => {
  test("takes a deleted vehicle, and Undo brings it back to the list as it was", async () => {
    const vehicle = await retailVehicle({ stockNumber: "R-1" });
    const { _id } = vehicle;
    const from = "/admin/retail-vehicles?q=subaru";
    const deleted = await post(`/admin/retail-vehicles/${_id}/delete?from=${encodeURIComponent(from)}`, {});
    expect(deleted.said).toContain("Vehicle deleted 2016 Subaru Outback, stock # R-1 Undo");
    expect((await site.fetch(vehiclePath(vehicle))).status).toBe(410);
    const form = /<form method="post" action="(\/admin\/trash)" class="toast__action">(.*?)<\/form>/s.exec(
      deleted.page,
    );
    const fields = [...(form?.[2] ?? "").matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    const undone = await post(form?.[1] ?? "", fields as [string, string][]);
    expect(undone.to).toBe(from);
    expect(undone.said).toContain("Restored 2016 Subaru Outback, stock # R-1");
    expect(undone.said).toContain("1 vehicle");
    expect((await site.fetch(vehiclePath(vehicle))).status).toBe(200);
  });

  test("lists who deleted what, when and until when; each is restored by its button", async () => {
    const { _id } = await dismantledVehicle({ stockNumber: "D-1" });
    const request = await newPartRequest();
    await post(`/admin/dismantled-vehicles/${_id}/delete`, {});
    await post(`/admin/parts-requests/${request}`, { intent: "delete" });
    const said = await words("/admin/trash");
    expect(said).toContain("2 records");
    expect(said).toMatch(
      new RegExp(
        `2012 Honda Accord, stock # D-1 Dismantled vehicle\\. Deleted by ${username}, .* permanently deleted on .*20\\d\\d`,
      ),
    );
    expect(said).toMatch(/PR-\w{6} of Ann Lee Part request\. Deleted by/);
    expect((await post("/admin/trash", { kind: "partRequest", id: request })).said).toContain("Restored PR-");
    expect((await post("/admin/trash", { kind: "dismantledVehicle", id: _id })).said).toContain(
      "The trash is empty.",
    );
    expect(await words("/admin")).toContain("D-1");
  });

  test("says who has the stock number by now", async () => {
    const { _id } = await retailVehicle({ stockNumber: "R-1" });
    await api.delete(`/admin/retail-vehicles/${_id}`);
    await retailVehicle({ stockNumber: "r-1", make: "Ford", model: "Focus" });
    const answer = await site.form("/admin/trash", { kind: "retailVehicle", id: _id }, { cookie });
    expect(answer.status).toBe(409);
    expect(await textOf(answer)).toContain(
      "Not restored 2016 Subaru Outback, stock # R-1: its stock number belongs to 2016 Ford Focus, stock # r-1 now. Give that one another number first.",
    );
  });

  test("names no day for a customer with store credit, and doesn't offer to remove them, until it is used", async () => {
    const added = await api.post("/admin/customers", { name: "Cy Mott" });
    const { _id } = (await added.json()) as { _id: string };
    const credit = (cents: number) =>
      as({ ...COMMAND_LINE, now: new Date() }, () => addStoreCredit(_id, cents, {}));
    await credit(700);
    await api.delete(`/admin/customers/${_id}`);
    const said = await words("/admin/trash");
    expect(said).toContain("It isn't permanently deleted while they have store credit.");
    expect(said).not.toMatch(/Delete permanently|permanently deleted on/);
    expect(said).not.toContain("Empty trash");
    const everything = `/admin/trash/remove?until=${new Date().toISOString()}`;
    expect((await open(everything)).headers.get("Location")).toBe("/admin/trash");
    expect((await post(everything, { password: PASSWORD })).said).toContain("Nothing was deleted");
    const other = await retailVehicle({ stockNumber: "R-9" });
    await api.delete(`/admin/retail-vehicles/${other._id}`);
    const later = linkTo(await (await open("/admin/trash")).text(), "Empty trash") ?? "";
    expect(await words(later)).toContain("1 record will be permanently deleted. What must be kept stays.");
    expect((await post(later, { password: PASSWORD })).said).toContain("1 record was permanently deleted.");
    await credit(-700);
    expect(await words("/admin/trash")).toMatch(
      /permanently deleted on .*20\d\d\. Restore .*Delete permanently Cy Mott/,
    );
    await post(linkTo(await (await open("/admin/trash")).text(), "Delete permanently Cy Mott") ?? "", {
      password: PASSWORD,
    });
  });

  test("asks before one record or everything is removed for good", async () => {
    const [one, two] = [
      await retailVehicle({ stockNumber: "R-1" }),
      await retailVehicle({ stockNumber: "R-2" }),
    ];
    for (const { _id } of [one, two]) await api.delete(`/admin/retail-vehicles/${_id}`);
    const trash = await (await open("/admin/trash")).text();
    const question = linkTo(trash, "Delete permanently 2016 Subaru Outback, stock # R-1") ?? "";
    const asked = await words(question);
    expect(asked).toContain("Delete it permanently? 2016 Subaru Outback, stock # R-1");
    expect(asked).toContain("This can't be undone.");
    // A page that was left open is not enough.
    for (const [password, said] of [
      ["", "Please enter your current password"],
      ["not mine", "That's not your current password"],
    ] as const) {
      const refused = await site.form(question, { password }, { cookie });
      expect([refused.status, await textOf(refused)]).toEqual([400, expect.stringContaining(said)]);
    }
    expect(await words("/admin/trash")).toContain("stock # R-1");
    expect((await post(question, { password: PASSWORD })).said).toContain("Permanently deleted");
    expect((await open(question)).status).toBe(404);

    const everything = linkTo(await (await open("/admin/trash")).text(), "Empty trash") ?? "";
    expect(await words(everything)).toContain("Empty the trash? 1 record will be permanently deleted.");
    const emptied = await post(everything, { password: PASSWORD });
    expect(emptied.said).toContain("1 record was permanently deleted.");
    expect(emptied.said).toContain("The trash is empty.");
    expect((await open(everything)).headers.get("Location")).toBe("/admin/trash");
    expect(await recordsOf(site, "retail-vehicles")).toEqual([]);
    expect((await site.fetch(vehiclePath(one))).status, "as before").toBe(410);
  });

  test("is still found at its former address", async () => {
    const answer = await open("/admin/bin/remove?until=yesterday");
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      301,
      "/admin/trash/remove?until=yesterday",
    ]);
    expect((await open("/admin/bin")).headers.get("Location")).toBe("/admin/trash");
  });

  test("turns away what is no record", async () => {
    const wrong: Fields[] = [{}, { kind: "account", id: "short" }, { kind: "toString", id: "01JNOBODY000" }];
    for (const fields of wrong) {
      expect((await site.form("/admin/trash", fields, { cookie })).status).toBe(400);
    }
    expect((await open("/admin/trash/remove?until=yesterday")).status).toBe(404);
    const account = { kind: "account", id: accountId };
    expect((await site.form("/admin/trash", account, { cookie })).status).toBe(409);
  });

  test("takes what the API deletes, and the number is free at once", async () => {
    const { _id, ...vehicle } = await retailVehicle({ stockNumber: "R-1" });
    expect((await api.delete(`/admin/retail-vehicles/${_id}`)).status).toBe(204);
    expect((await api.delete(`/admin/retail-vehicles/${_id}`)).status).toBe(404);
    expect((await api.put(`/admin/retail-vehicles/${_id}`, vehicle)).status).toBe(404);
    expect((await site.fetch(`/api/retail-vehicles/${_id}`)).status).toBe(404);
    expect(await (await api.get("/admin/retail-vehicles")).json()).toEqual([]);
    expect((await api.post("/admin/retail-vehicles", vehicle)).status).toBe(201);
    expect(await words("/admin/trash")).toContain(`Deleted by ${api.username}`);
  });
});
