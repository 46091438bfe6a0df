import { beforeAll, beforeEach, expect, test } from "vitest";
import { staffApi } from "../../support/api";
import { dismantledVehicle } from "../../support/builders";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});
beforeEach(async () => {
  await site.db.deleteFrom("dismantledVehicles").execute();
});

const page = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
const words = async (path: string) => textOf(await page(path));

test("a month names what is missing, each vehicle with its form, before the file", async () => {
  const { _id, stockNumber } = await dismantledVehicle({ dateAcquired: "2026-11-05" });
  const html = await (await page("/admin/nmvtis?month=2026-11")).text();
  expect(html).toContain(`href="/admin/dismantled-vehicles/${_id}/edit#part-nmvtis-report"`);
  expect(html.indexOf(stockNumber)).toBeLessThan(html.indexOf("Download CSV"));
  const text = await words("/admin/nmvtis?month=2026-11");
  expect(text).toContain("November 2026: 1 obtained, 0 disposed of");
  expect(text).toMatch(/1 vehicle is missing something .*: obtained from/);
  expect(text).toContain("Your reporting ID is missing");
});

test("what the editor stores is what the file has, and nothing is missing then", async () => {
  const { _id, vin } = await dismantledVehicle({ dateAcquired: "2026-11-05" });
  const editor = `/admin/dismantled-vehicles/${_id}/edit`;
  const version = /name="version" value="([^"]*)"/.exec(await (await page(editor)).text())?.[1] ?? "";
  const answer = await site.form(
    editor,
    {
      version,
      stockNumber: "D-77",
      vin,
      year: "2012",
      make: "Honda",
      model: "Accord",
      mileage: "142000",
      dateAcquired: "11/05/2026",
      status: "Scrapped",
      obtainedFrom: "José Núñez",
      disposition: "Crushed",
      dispositionDate: "11/28/26",
      disposedTo: "",
      intendedForExport: "false",
    },
    { cookie },
  );
  expect(answer.status).toBe(303);
  const form = await (await page(editor)).text();
  expect(form).toContain('value="11/28/2026"');
  expect(form).toMatch(/<option value="false" selected="">No/);
  expect(await words("/admin/nmvtis?month=2026-11")).toContain("Nothing is missing");
  const csv = await page("/admin/nmvtis/report.csv?month=2026-11");
  expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(csv.headers.get("Content-Disposition")).toBe('attachment; filename="nmvtis-2026-11.csv"');
  expect(csv.headers.get("Cache-Control")).toBe("no-store");
  const [, row] = (await csv.text()).split("\r\n");
  expect(row).toContain(`${vin},D-77,2012,Honda,Accord,2026-11-05,José Núñez,Crushed,2026-11-28,,No`);
  const list = await words(`/admin?open=${_id}`);
  expect(list).toContain("Obtained from José Núñez Disposition Crushed Disposition date Nov 28, 2026");
});

test("a date that is none comes back as typed", async () => {
  const { _id } = await dismantledVehicle();
  const answer = await site.form(
    `/admin/dismantled-vehicles/${_id}/edit`,
    { dispositionDate: "next week", obtainedFrom: "Ann Lee" },
    { cookie },
  );
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain("Disposition Date: Please enter a valid date");
  expect(html).toContain('value="next week"');
  expect(html).toContain('value="Ann Lee"');
});

test("a month without vehicles says so, and one that is none is the last whole one", async () => {
  expect(await words("/admin/nmvtis?month=2026-01")).toContain("January 2026: 0 obtained, 0 disposed of");
  const text = await words("/admin/nmvtis?month=soon");
  expect(text).toMatch(/\w+ 20\d\d: 0 obtained/);
  expect(text).not.toContain("soon");
});

test("the list and the dashboard lead to it", async () => {
  const html = await (await page("/admin")).text();
  expect(html.match(/href="\/admin\/nmvtis"/g)).toHaveLength(2);
});

test("the staff API stores the facts and returns them; the public one has none of them", async () => {
  const { _id, createdAt, updatedAt, ...fields } = await dismantledVehicle();
  const facts = {
    obtainedFrom: "Ann Lee",
    disposition: "Sold",
    dispositionDate: "2026-11-28T00:00:00.000Z",
    disposedTo: "Hudson Metals LLC",
    intendedForExport: false,
  };
  const api = await staffApi(site);
  const stored = await api.put(`/admin/dismantled-vehicles/${_id}`, { ...fields, ...facts });
  const { updatedAt: changedAt, ...record } = await stored.json();
  expect(record).toEqual({ _id, createdAt, ...fields, ...facts });
  expect(changedAt > updatedAt).toBe(true);
  const shown = await (await site.fetch(`/api/dismantled-vehicles/${_id}`)).json();
  expect(shown).toEqual({ _id, createdAt, ...fields });
});
