import { beforeAll, beforeEach, expect, test } from "vitest";
import { retailVehicle } from "../../support/builders";
import { type Fields, type Site, startSite, textOf } from "../../support/site";
import { expireSessions, signedIn } from "../../support/staff";

const CHOOSER = "/admin/retail-vehicles/buyers-guides";
const LIMITED = {
  warranty: "limited",
  laborPercent: "100",
  partsPercent: "50",
  systems: "Engine\nTransmission",
  duration: "60 days or 3,000 miles",
  serviceContract: "yes",
  language: "english",
};

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});
beforeEach(async () => {
  await site.db.deleteFrom("retailVehicles").execute();
});

const page = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
const words = async (path: string) => textOf(await page(path));
const formOf = (id: string) => `/admin/retail-vehicles/${id}/buyers-guide`;
const send = (id: string, fields: Fields) => site.form(formOf(id), fields, { cookie });

/** The value of a form's hidden field. */
function hidden(html: string, name: string): string | undefined {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];
}

test("what is chosen is saved, printed, and printed the same the next time", async () => {
  const { _id, vin } = await retailVehicle();
  expect(await words(formOf(_id))).toMatch(
    /2016 Subaru Outback, stock # .* Nothing is saved for this vehicle/,
  );
  const saved = await send(_id, LIMITED);
  expect(saved.status).toBe(303);
  const sheets = saved.headers.get("Location") ?? "";
  expect(sheets).toBe(`${CHOOSER}/print?id=${_id}&language=english`);
  const printed = await words(sheets);
  expect(printed).toContain(`Subaru MODEL Outback YEAR 2016 VEHICLE IDENTIFICATION NUMBER (VIN) ${vin}`);
  expect(printed).toMatch(/The dealer will pay\s+100\s*% of the labor and\s+50\s*% of the parts/);
  expect(printed).toContain("SYSTEMS COVERED: Engine Transmission DURATION: 60 days or 3,000 miles");
  // The example business is in a state without as-is sales.
  expect(printed).toContain("IMPLIED WARRANTIES ONLY");
  expect(printed).not.toContain("AS IS - NO DEALER WARRANTY");
  expect(printed).toContain("DEALER NAME Millbrook Auto Recyclers");
  expect(printed).toContain(
    "FOR COMPLAINTS AFTER SALE, CONTACT: Luis Ferreira, Operations Manager, (555) 555-0142",
  );
  expect(printed).toContain("Compare the wording with the official form first");
  expect(await words(sheets)).toBe(printed);
  const form = await (await page(formOf(_id))).text();
  expect(form).toMatch(/value="limited"[^>]*checked|checked[^>]*value="limited"/);
  expect(form).toContain("60 days or 3,000 miles");
});

test("the boxes that were chosen are marked, and no others", async () => {
  const { _id } = await retailVehicle();
  await send(_id, LIMITED);
  const html = await (await page(`${CHOOSER}/print?id=${_id}`)).text();
  const boxes = [...html.matchAll(/aria-label="(Marked|Not marked)"/g)].map(
    ([, state]) => state === "Marked",
  );
  // Implied, dealer, full, limited, three of others, service contract.
  expect(boxes).toEqual([false, true, false, true, false, false, false, true]);
});

test("a form that lacks something comes back as typed, with what to do", async () => {
  const { _id } = await retailVehicle();
  const typed = { warranty: "limited", systems: "Power train", duration: "30 days", language: "both" };
  const answer = await send(_id, typed);
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain('<option value="both" selected="">');
  expect(html).toContain("Please enter the percentage of the labor");
  expect(html).toContain("Please list the systems one by one");
  expect(html).toContain("Power train</textarea>");
  expect(html).toContain("30 days</textarea>");
  const asIs = await textOf(await send(_id, { warranty: "as-is" }));
  expect(asIs).toContain("Your settings don't allow as-is sales");
});

test("two people at once lose nothing without being told", async () => {
  const { _id } = await retailVehicle();
  await send(_id, { warranty: "implied" });
  const answer = await send(_id, LIMITED);
  expect(answer.status).toBe(409);
  const html = await answer.text();
  expect(html).toContain("It says “Implied warranties only” now");
  expect(html).toContain("60 days or 3,000 miles</textarea>");
  const version = hidden(html, "version") ?? "";
  expect((await send(_id, { ...LIMITED, version })).status).toBe(303);
});

test("a form sent after the session ended comes back filled in", async () => {
  const { _id } = await retailVehicle();
  const { cookie: other, account } = await signedIn();
  await expireSessions(account);
  const answer = await site.form(formOf(_id), { ...LIMITED, language: "spanish" }, { cookie: other });
  const to = new URL(answer.headers.get("Location") ?? "", site.url).searchParams.get("redirectTo") ?? "";
  expect(to).toMatch(/\?saved=/);
  const typed = "60 days or 3,000 miles</textarea>";
  // Somebody else's saved form is not shown.
  expect(await (await page(to)).text()).not.toContain(typed);
  const again = await site.fetch(to, { headers: { Cookie: (await signedIn(account)).cookie } });
  const html = await again.text();
  expect(html).toContain(typed);
  expect(html).toContain('<option value="spanish" selected="">');
});

test("a batch prints those that are filled in, and names the others first, each with its link", async () => {
  const { _id: done } = await retailVehicle({ make: "Volvo" });
  await send(done, { warranty: "implied" });
  const { _id: open } = await retailVehicle({ make: "Saab" });
  const { _id: nameless } = await retailVehicle({ model: undefined });
  const { _id: sold } = await retailVehicle({ status: "sold", make: "Rover" });
  const chooser = await words(CHOOSER);
  expect(chooser).toContain("Preview All 3");
  expect(chooser).not.toContain("Rover");
  const html = await (await page(`${CHOOSER}/print?all=1&status=available`)).text();
  expect(html).toContain("Not printed: 2");
  expect(html).toContain(`href="${formOf(open)}"`);
  expect(html).toContain(`href="/admin/retail-vehicles/${nameless}/edit"`);
  expect(html.match(/<h2 class="guide__title">/g)).toHaveLength(1);
  expect(html).not.toContain(sold);
  const both = await (await page(`${CHOOSER}/print?id=${done}&id=${sold}&language=both`)).text();
  expect(both.match(/<h2 class="guide__title">[^<]*/g)).toEqual([
    '<h2 class="guide__title">BUYERS GUIDE',
    '<h2 class="guide__title">GUÍA DEL COMPRADOR',
  ]);
});

test("a search narrows the choice, and an empty one leads back to all", async () => {
  await retailVehicle({ make: "Volvo" });
  await retailVehicle({ make: "Saab", status: "sold" });
  expect(await words(`${CHOOSER}?q=volvo&status=`)).toMatch(/1 vehicle .*Volvo/);
  expect(await words(`${CHOOSER}?status=`)).toMatch(/2 vehicles .*Saab/);
  const empty = await words(`${CHOOSER}?q=trabant`);
  expect(empty).toMatch(/No vehicles match this search\. +Show all/);
});

test("nothing chosen, and a vehicle that is not there, are told", async () => {
  expect(await words(`${CHOOSER}/print`)).toContain("No vehicle was chosen.");
  expect(await words(`${CHOOSER}/print?id=nothinglikethis`)).toContain("No vehicle was chosen.");
  const missing = await page(formOf("01ARZ3NDEKTSV4RRFFQ69G5FAV"));
  expect(missing.status).toBe(404);
  expect(await textOf(missing)).toContain("Look in the trash");
  expect((await send("01ARZ3NDEKTSV4RRFFQ69G5FAV", LIMITED)).status).toBe(404);
});

test("the list, its open row and the editor lead to it", async () => {
  const { _id } = await retailVehicle();
  const list = await (await page(`/admin/retail-vehicles?open=${_id}`)).text();
  expect(list).toContain(`href="${formOf(_id)}"`);
  expect(list).toContain(`href="${CHOOSER}"`);
  const editor = await (await page(`/admin/retail-vehicles/${_id}/edit`)).text();
  expect(editor).toContain(`href="${formOf(_id)}"`);
});

test("no visitor's page tells what staff's documents say of the business", async () => {
  for (const path of ["/", "/inventory", "/inventory.data", "/repair"])
    expect(await (await site.fetch(path)).text(), path).not.toMatch(/asIsAllowed|buyersGuide/);
});
