import { beforeAll, expect, test } from "vitest";
import { business } from "~/business/business.server";
import { noteError, readErrors } from "~/http/error-journal.server";
import { blocksOf, compareTags, runsOf, sectionsOf } from "~/machine/changelog";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

test("the machine says how it is, and what failed in plain words, without personal data in the text to copy", async () => {
  const at = Date.now();
  for (const late of [0, 2000, 4000]) noteError({ what: "job failed: send mail", code: "ENOSPC" }, at + late);
  noteError({ what: "request failed", code: "TypeError" }, at - 25 * 3600 * 1000);
  const { cookie } = await signedIn();
  const answer = await site.fetch("/admin/machine", { headers: { Cookie: cookie } });
  const html = await answer.clone().text();
  const words = await textOf(answer);
  expect(words).toMatch(
    /Disk of data[^.]* Fine|Disk of data[^.]* Needs attention|Disk of data[^.]* Needs action/,
  );
  expect(words).toContain("Database Fine Can be read and written.");
  expect(words).toContain("A task in the background failed: send mail. The disk is full. 3 times, last on");
  expect(words).not.toContain("API call failed");
  const support = /<textarea[^>]*id="support"[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1] ?? "";
  expect(support).toContain("3 × A task in the background failed: send mail.");
  for (const personal of [business.name, business.phone, business.email, process.cwd(), "staff"])
    expect(support).not.toContain(personal);
});

test("errors of the last day are counted by what they are, the most frequent first", async () => {
  const at = Date.now();
  noteError({ what: "something new", code: "Error" }, at);
  for (const late of [0, 2000]) noteError({ what: "request failed" }, at + late);
  const { cookie } = await signedIn();
  const words = await textOf(await site.fetch("/admin/machine", { headers: { Cookie: cookie } }));
  expect(words).toMatch(
    /A page or an API call failed\. 2 times, last on .* Something new\. \(Error\) Once, last on /,
  );
  expect(readErrors(new Date(at + 3 * 24 * 3600 * 1000))).toEqual([]);
});

test("Updates says which version runs, asks nobody by itself, and says what is missing", async () => {
  const { cookie } = await signedIn();
  const words = await textOf(await site.fetch("/admin/updates", { headers: { Cookie: cookie } }));
  expect(words).toMatch(/Version \d+\.\d+\.\d+ runs/);
  expect(words).toContain("only when you press this button");
  expect(words).toMatch(/An update can't be started from this page\. .*npm run update/);
  const refused = await site.form("/admin/updates", { intent: "update", tag: "--upload-pack=x" }, { cookie });
  expect([refused.status, refused.headers.get("Location")]).toEqual([303, "/admin/updates"]);
});

test("Updates shows what the version that runs changes as a page, and the other versions on demand", async () => {
  const { cookie } = await signedIn();
  const html = await (await site.fetch("/admin/updates", { headers: { Cookie: cookie } })).text();
  const page = html.slice(0, html.indexOf("<footer"));
  const [shown = "", others = ""] = page.slice(page.indexOf("In this version")).split("<details");
  expect(shown).toContain(
    "<li>Without <code>SMTP_URL</code> no mail is sent, without <code>PUBLIC_URL</code> there are no feeds, arrival alerts or links",
  );
  expect(shown).toMatch(/<p>The first start upgrades the database of 1\.0\.0\./);
  expect(others).toMatch(/<h2>Not released yet<\/h2>[\s\S]*<h3>For visitors<\/h3>[\s\S]*<h2>1\.0\.0<\/h2>/);
  expect(page).not.toMatch(/###|`|Unreleased|\]\(/);
});

test("a changelog's text is headings, paragraphs and lists, and nothing in it is markup", () => {
  expect(blocksOf("One\n  two.\n\n### New\n\n- First\n  line\n- Second\n\nEnd")).toEqual([
    { kind: "paragraph", texts: ["One two."] },
    { kind: "heading", texts: ["New"] },
    { kind: "list", texts: ["First line", "Second"] },
    { kind: "paragraph", texts: ["End"] },
  ]);
  expect(runsOf("See [the docs](docs/api.md), **now**, or run `npm <b>`.")).toEqual([
    { kind: "plain", text: "See the docs, " },
    { kind: "bold", text: "now" },
    { kind: "plain", text: ", or run " },
    { kind: "code", text: "npm <b>" },
    { kind: "plain", text: "." },
  ]);
});

test("versions are compared by number, and a changelog falls into its releases", () => {
  expect(["1.10.0", "v1.9.9", "1.2.0"].sort(compareTags)).toEqual(["1.2.0", "v1.9.9", "1.10.0"]);
  expect(sectionsOf("# Changelog\n\n## Unreleased\n\nA\n\n## 1.1.0 - 2026-11-01\n\nB\n")).toEqual([
    { version: "Unreleased", text: "A" },
    { version: "1.1.0", text: "B" },
  ]);
});

test("security.txt names whom to tell, and llms.txt what the site is", async () => {
  const security = await site.fetch("/.well-known/security.txt");
  const text = await security.text();
  expect([security.status, security.headers.get("Content-Type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toContain(`Contact: mailto:${business.privacyEmail}`);
  const expires = Date.parse(/Expires: (\S+)/.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now() + 100 * 24 * 3600 * 1000);
  expect(expires).toBeLessThan(Date.now() + 366 * 24 * 3600 * 1000);
  const llms = await (await site.fetch("/llms.txt")).text();
  expect(llms).toMatch(new RegExp(`^# ${business.name}\\n`));
  expect(llms).toContain(business.phone);
});
