import { parse } from "node-html-parser";
import { beforeAll, expect, test } from "vitest";
import { vehiclePath } from "~/vehicles/inventory";
import { retailVehicle } from "../../support/builders";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let cookie: string;
let vehicle: string;

beforeAll(async () => {
  site = await startSite();
  vehicle = vehiclePath(await retailVehicle());
  cookie = (await signedIn()).cookie;
});

test.each([
  "/repair",
  "a vehicle",
  "/partsmatrix",
  "/partsrequest",
  "/admin/account",
  "/admin/dismantled-vehicles/new",
  "/admin/retail-vehicles/new",
  "/login",
])("%s: a field is required or says that it is optional, and the messages are ours", async (path) => {
  const init = path === "/login" ? {} : { headers: { Cookie: cookie } };
  const page = parse(await (await site.fetch(path === "a vehicle" ? vehicle : path, init)).text());
  const labels = page.querySelectorAll("form .field > label[for]");
  expect(labels.length).toBeGreaterThan(0);
  for (const label of labels) {
    const control = page.getElementById(label.getAttribute("for") ?? "");
    // Which of the two is needed depends on how the visitor wants to be contacted, or on what they ask for.
    const depends = /Required for|one is enough/.test(label.parentNode?.textContent ?? "");
    const isOptional = /\(optional\)/.test(label.textContent) || depends;
    const isFilled = control?.tagName === "SELECT" && !control.querySelector('option[value=""]');
    expect(control?.hasAttribute("required"), label.textContent).toBe(!isOptional && !isFilled);
  }
  for (const field of page.querySelectorAll("form [required]"))
    expect(field.closest("form")?.hasAttribute("novalidate"), field.outerHTML).toBe(true);
});

test("a work screen ends in a line that leads to the privacy policy, not in the public footer", async () => {
  const page = parse(await (await site.fetch("/admin", { headers: { Cookie: cookie } })).text());
  const links = page.querySelectorAll("footer a").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/privacy-policy"]);
  const home = parse(await (await site.fetch("/")).text());
  expect(home.querySelectorAll("footer a").length).toBeGreaterThan(8);
});
