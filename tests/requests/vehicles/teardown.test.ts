import { parse } from "node-html-parser";
import { beforeAll, expect, test } from "vitest";
import { business } from "~/business/business.server";
import { recordsOf } from "../../support/api";
import { dismantledVehicle } from "../../support/builders";
import { filePart, MULTIPART, multipart, type RawPart, textPart } from "../../support/multipart";
import { photo } from "../../support/pictures";
import { newPartRequest } from "../../support/requests";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});

const pathOf = ({ _id }: { _id: string }) => `/admin/dismantled-vehicles/${_id}/teardown`;
const open = async (path: string) => site.fetch(path, { headers: { Cookie: cookie } });

/** The form as a browser without script posts it. */
const post = (path: string, parts: RawPart[]) =>
  site.fetch(path, {
    method: "POST",
    headers: { "Content-Type": MULTIPART, Origin: site.url, Cookie: cookie },
    body: new Uint8Array(multipart(parts)),
  });

const ticked = (entryId: string, fields: Record<string, string> = {}) => [
  textPart("take", entryId),
  ...Object.entries(fields).map(([name, value]) => textPart(`${entryId}.${name}`, value)),
];

const partsOf = async (donorId: string) =>
  (await recordsOf(site, "parts"))
    .filter((part) => part.donorId === donorId)
    .sort((one, other) => one.stockNumber.localeCompare(other.stockNumber));

test("without script, many ticked rows are stocked at once, each on the shelf of the row above", async () => {
  const donor = await dismantledVehicle({ stockNumber: "T-40" });
  const answer = await post(pathOf(donor), [
    ...ticked("alternator", { price: "85", location: "A-1" }),
    ...ticked("starter", { price: "60", location: "" }),
    textPart("radiator.price", "99"),
    textPart("intent", "save"),
  ]);
  expect(answer.status).toBe(303);
  const headers = { Cookie: cookiesOf(answer, cookie) };
  const page = await site.fetch(answer.headers.get("Location") ?? "", { headers });
  const text = await textOf(page);
  expect(text).toContain("2 parts stocked");
  expect(text).toContain("Alternator T-40-1 $85 · A-1 Edit Alternator");
  expect(text).toContain("Print 2 Labels");
  const stored = await partsOf(donor._id);
  expect(stored.map(({ entryId, price, location }) => [entryId, price, location])).toEqual([
    ["alternator", 85, "A-1"],
    ["starter", 60, "A-1"],
  ]);
});

test("without script, one warranty is chosen for every ticked row, and stands there for the next ones", async () => {
  const donor = await dismantledVehicle();
  const [, warranty = ""] = business.partWarranties;
  const form = [
    textPart("warranty", warranty),
    ...ticked("alternator", { price: "85", coreCharge: "a lot", weight: "14.5" }),
    ...ticked("starter", { price: "1250", coreCharge: "25" }),
    textPart("intent", "save"),
  ];
  const answer = await post(pathOf(donor), form);
  expect(answer.status).toBe(400);
  const page = parse(await answer.text());
  expect(page.querySelector("#alternator-coreCharge-error")?.textContent).toContain("valid price");
  expect(page.querySelector("#row-alternator details")?.hasAttribute("open")).toBe(true);
  expect(page.querySelector('[name="alternator.weight"]')?.getAttribute("value")).toBe("14.5");
  expect(page.querySelector('[name="warranty"] option[selected]')?.textContent).toBe(warranty);
  const [starter] = await partsOf(donor._id);
  expect([starter.coreCharge, starter.warranty]).toEqual([25, warranty]);

  const again = parse(await (await open(pathOf(donor))).text());
  expect(again.querySelector('[name="warranty"] option[selected]')?.textContent).toBe(warranty);
  const row = again.querySelector("#row-starter");
  expect(row?.textContent).toContain("$1,250");
  const edit = row?.querySelectorAll("a").find(({ textContent }) => textContent.includes("Edit"));
  expect(edit?.getAttribute("href")).toBe(`/admin/parts/${starter._id}/edit`);
});

test("a row that is wrong comes back as typed, and the others are saved", async () => {
  const donor = await dismantledVehicle();
  const answer = await post(pathOf(donor), [
    ...ticked("alternator", { price: "eighty", location: "B-2" }),
    ...ticked("starter", { price: "60" }),
    textPart("intent", "save"),
  ]);
  expect(answer.status).toBe(400);
  const page = parse(await answer.text());
  expect(page.querySelector(".notice")?.textContent).toContain("1 not saved yet");
  expect(page.querySelector('[name="alternator.price"]')?.getAttribute("value")).toBe("eighty");
  expect(page.querySelector('[name="alternator.location"]')?.getAttribute("value")).toBe("B-2");
  expect(page.querySelector('[name="take"][value="alternator"]')?.hasAttribute("checked")).toBe(true);
  expect(page.querySelector("#alternator-price-error")?.textContent).toContain("Please enter a valid price");
  expect((await partsOf(donor._id)).map(({ entryId }) => entryId)).toEqual(["starter"]);
});

test("photos come with their rows, and empty file fields do no harm", async () => {
  const donor = await dismantledVehicle();
  const answer = await post(pathOf(donor), [
    ...ticked("alternator"),
    filePart(await photo(640, 480).jpeg().toBuffer(), { name: "alternator.image" }),
    filePart("", { name: "starter.image", filename: "" }),
    textPart("intent", "save"),
  ]);
  expect(answer.status).toBe(303);
  const [part] = await partsOf(donor._id);
  expect(part.imageUrl).toMatch(/^\/uploads\//);
});

test("a search adds what the list lacks, and keeps what was typed", async () => {
  const donor = await dismantledVehicle();
  const answer = await post(pathOf(donor), [
    ...ticked("alternator", { price: "85" }),
    textPart("q", "winch"),
    textPart("intent", "search"),
  ]);
  const page = parse(await answer.text());
  expect(page.querySelector("#row-winch")).not.toBeNull();
  expect(page.querySelector('[name="alternator.price"]')?.getAttribute("value")).toBe("85");
  expect(await partsOf(donor._id)).toEqual([]);
});

test("one row is stored by itself, once, and says so as JSON", async () => {
  const donor = await dismantledVehicle();
  const send = (fields: Record<string, string>) =>
    site.form(`${pathOf(donor)}/alternator`, fields, { cookie });
  const fields = { "alternator.price": "85", "alternator.location": "", "alternator.damage": "" };
  const [first, again] = [await (await send(fields)).json(), await (await send(fields)).json()];
  expect(first).toMatchObject({ outcome: "saved", part: { price: "85" } });
  expect(again).toEqual(first);
  const other = await send({ ...fields, "alternator.price": "90" });
  expect([other.status, (await other.json()).outcome]).toEqual([409, "taken"]);
  const back = await send({ version: first.part.version });
  expect(await back.json()).toEqual({ outcome: "removed" });
});

test("a car that is not there has no list", async () => {
  expect((await open("/admin/dismantled-vehicles/01M00000000000000000000000/teardown")).status).toBe(404);
});

test("a row says how many open requests ask for it from such a car: of its year or its generation", async () => {
  await site.db.deleteFrom("partRequests").execute();
  await newPartRequest();
  await newPartRequest();
  const done = await newPartRequest();
  await site.db.updateTable("partRequests").set({ status: "fulfilled" }).where("id", "=", done).execute();
  const said = async (year: number) =>
    textOf(await open(pathOf(await dismantledVehicle({ year, make: "Honda", model: "Accord" }))));
  for (const year of [2003, 2005]) expect(await said(year)).toContain("Asked for: 2 people want this");
  expect(await said(2010)).not.toContain("Asked for");
});
