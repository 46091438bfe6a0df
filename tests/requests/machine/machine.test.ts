import { beforeAll, expect, test } from "vitest";
import { business } from "~/business/business.server";
import { noteError, readErrors } from "~/http/error-journal.server";
import { compareTags, sectionsOf } from "~/machine/changelog";
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
  expect(words).toMatch(/Disk of data[^.]* Fine|Disk of data[^.]* Look at it|Disk of data[^.]* Needs you/);
  expect(words).toContain("Database Fine Can be read and written.");
  expect(words).toContain("A task in the background failed: send mail. The disk is full. 3 times, last on");
  expect(words).not.toContain("could not be answered");
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
    /A page or a call could not be answered\. 2 times, last on .* Something new\. \(Error\) Once, last on /,
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
