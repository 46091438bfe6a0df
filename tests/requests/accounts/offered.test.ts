import { type HTMLElement, parse } from "node-html-parser";
import { beforeAll, expect, test } from "vitest";
import { mayOpen, ROLES, type Role } from "~/accounts/roles";
import { type Samples, STAFF_STATES, storeSamples } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";
import { administrator, signedIn } from "../../support/staff";

let site: Site;
let samples: Samples;
beforeAll(async () => {
  site = await startSite();
  samples = await storeSamples(site);
});

/** Every other page that has something to press. */
const MORE = ["/admin/sales/cores", "/admin/nmvtis", "/admin/reports/bookkeeping", "/admin/labels"];

test.each(ROLES.filter((role) => role !== "owner"))(
  "no page offers a %s what would be refused",
  { timeout: 120_000 },
  async (role: Role) => {
    const { cookie } = await signedIn(await administrator(`an offered ${role}`, role));
    const pages = [...STAFF_STATES.map(([, path]) => path(samples)), ...MORE];
    const refused: string[] = [];
    for (const page of pages.filter((path) => mayOpen(role, path))) {
      const answer = await site.fetch(page, { headers: { Cookie: cookie } });
      // Another role's page, as labels of retail vehicles are.
      if (answer.status !== 200) continue;
      const found = offered(parse(await answer.text()), page).filter(
        ({ path, method }) => !mayOpen(role, path, method),
      );
      refused.push(...found.map(({ path, method }) => `${page}: ${method} ${path}`));
    }
    expect([...new Set(refused)]).toEqual([]);
  },
);

/** Where the links, forms and buttons of a page lead, below `/admin`. */
function offered(html: HTMLElement, page: string): { path: string; method: string }[] {
  const at = (path: string | undefined) => new URL(path || page, new URL(page, "http://yard")).pathname;
  const links = html
    .querySelectorAll("a[href]")
    .map((link) => ({ path: at(link.getAttribute("href")), method: "GET" }));
  const forms = html.querySelectorAll("form").map((form) => ({
    path: at(form.getAttribute("action")),
    method: (form.getAttribute("method") ?? "get").toUpperCase(),
  }));
  const buttons = html
    .querySelectorAll("button[formaction]")
    .map((button) => ({ path: at(button.getAttribute("formaction")), method: "POST" }));
  return [...links, ...forms, ...buttons].filter(({ path }) => /^\/admin(\/|$)/.test(path));
}
