import { parse } from "node-html-parser";
import { beforeAll, expect, test } from "vitest";
import { retailVehicle } from "../../support/builders";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let cookie: string;

beforeAll(async () => {
  site = await startSite();
  cookie = (await signedIn()).cookie;
});

test.each([
  "/repair",
  "/inventory/:id",
  "/partsmatrix",
  "/partsrequest",
  "/admin/account",
  "/admin/dismantled-vehicles/new",
  "/admin/retail-vehicles/new",
  "/login",
])("%s: a field is required or says that it is optional, and the messages are ours", async (path) => {
  const init = path === "/login" ? {} : { headers: { Cookie: cookie } };
  const { _id } = await retailVehicle();
  const page = parse(await (await site.fetch(path.replace(":id", _id), init)).text());
  const labels = page.querySelectorAll("form .field > label[for]");
  expect(labels.length).toBeGreaterThan(0);
  for (const label of labels) {
    const control = page.getElementById(label.getAttribute("for") ?? "");
    // Which of the two is needed depends on how the visitor wants to be contacted, or on what they ask for.
    const depends = /Required for|one is enough/.test(label.parentNode?.textContent ?? "");
    const isOptional = /\(optional\)/.test(label.textContent) || depends;
    expect(control?.hasAttribute("required"), label.textContent).toBe(!isOptional);
  }
  for (const field of page.querySelectorAll("form [required]"))
    expect(field.closest("form")?.hasAttribute("novalidate"), field.outerHTML).toBe(true);
});

test("a work screen ends in a line that leads to the privacy policy, not in the public footer", async () => {
  const page = parse(await (await site.fetch("/admin", { headers: { Cookie: cookie } })).text());
  const links = page.querySelectorAll("footer a").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/", "/privacy-policy"]);
  const home = parse(await (await site.fetch("/")).text());
  expect(home.querySelectorAll("footer a").length).toBeGreaterThan(8);
});
