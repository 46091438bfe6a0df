import { setTimeout } from "node:timers/promises";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { listPicturesInUse } from "~/pictures/in-use.server";
import { refreshSettings } from "~/settings/store.server";
import { fieldsOf } from "../../support/form-fields";
import { photo } from "../../support/pictures";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

const LOOK = "/admin/settings/look";
const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20"><script>alert(1)</script><path d="M0 0h80v20H0z" fill="#123456"/></svg>',
);

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  ({ cookie } = await signedIn());
  await site.db.deleteFrom("settings").execute();
  await refreshSettings();
});

const html = async (path: string) => (await site.fetch(path, { headers: { Cookie: cookie } })).text();

/** Sends the form as a browser does, with these fields typed anew and these files chosen. */
async function save(typed: Record<string, string>, ...files: [name: string, bytes: Buffer, type: string][]) {
  const body = new FormData();
  const fields = { ...fieldsOf(await html(LOOK), "settings-form"), intent: "save", ...typed };
  for (const [name, value] of Object.entries(fields)) if (!name.endsWith(".image")) body.set(name, value);
  for (const [name, bytes, type] of files)
    body.append(`${name}.image`, new Blob([new Uint8Array(bytes)], { type }), "logo");
  return site.fetch(LOOK, { method: "POST", body, headers: { Origin: site.url, Cookie: cookie } });
}

test("a logo is drawn, shown in the header of every page, kept as long as it is used, and taken away", async () => {
  expect((await save({}, ["look.logo", LOGO, "image/svg+xml"])).status).toBe(303);
  const home = await (await site.fetch("/")).text();
  const src =
    /<picture class="logo logo--plain"><img src="(\/uploads\/[^"]+)" width="1000" height="250"/.exec(
      home,
    )?.[1] ?? "";
  const settings = await html(LOOK);
  for (const ground of ["light", "dark settings__ground--plate"])
    expect(settings).toMatch(new RegExp(`settings__ground--${ground}"><img src="${src}"`));
  const picture = await site.fetch(src);
  expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
  expect((await listPicturesInUse(site.db)).has(src.split("/")[2] ?? "")).toBe(true);
  expect((await save({ "look.logo.remove": "yes" })).status).toBe(303);
  expect(await (await site.fetch("/")).text()).not.toMatch(/class="logo[ "]/);
});

test("what is no logo gets its sentence beside it, and nothing that was typed is lost", async () => {
  const text = Buffer.from(LOGO.toString().replace("<path", "<text>Yard</text><path"));
  for (const [bytes, type, words] of [
    [text, "image/svg+xml", "text turned into outlines"],
    [
      Buffer.from("MZ not a picture"),
      "image/png",
      "Please upload a valid image file (SVG, PNG, JPG, or WebP)",
    ],
    [
      Buffer.from("<html><script>alert(1)</script></html>"),
      "image/svg+xml",
      "Please upload a valid image file",
    ],
  ] as const) {
    const answer = await save({ "look.accent": "#123456" }, ["look.logo", bytes, type]);
    const page = await answer.text();
    expect([answer.status, page.includes(words)]).toEqual([400, true]);
    expect(fieldsOf(page, "settings-form")).toMatchObject({ "look.accent": "#123456" });
  }
  const forged = await save({ "look.logo": "https://attacker.example/logo.png" });
  expect(await textOf(forged)).toContain("Logo must be a picture that was uploaded here");
  const gone = await save({ "look.logo": "/uploads/0123456789abcdef01234567-100x100/100.webp" });
  expect(await textOf(gone)).toContain("That photo is no longer available");
});

test("logos that take too long or too much memory are refused, and the site answers others meanwhile", async () => {
  const drawing = (inside: string) => Buffer.from(LOGO.toString().replace("<path", `${inside}<path`));
  // The time that a style like this one takes to read grows with the square of its length.
  const words = `<style>a{b:${"x ".repeat(90_000)}important}g{opacity:.5}</style>`;
  const slow = drawing(words + '<g><g><g><path d="M0 0h80v20z"/></g></g></g>'.repeat(1200));
  const large = drawing(`${'<g opacity=".5">'.repeat(900)}<path d="M0 0h80v20z"/>${"</g>".repeat(900)}`);
  const saved = save({}, ["look.logo", slow, "image/svg+xml"], ["look.logoDark", large, "image/svg+xml"]);
  let slowest = 0;
  for (let isSaved = false; !isSaved; ) {
    const start = performance.now();
    expect((await site.fetch("/healthz")).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - start);
    isSaved = await Promise.race([saved.then(() => true), setTimeout(100, false)]);
  }
  expect(slowest).toBeLessThan(2000);
  expect((await saved).status).toBe(400);
  const page = await textOf(await saved);
  expect(page).toContain("The drawing takes too long to draw. Save it as a PNG instead.");
  expect(page).toContain("The drawing takes too much memory to draw. Save it as a PNG instead.");
});

test("a form has one picture for each logo", async () => {
  const twice = await save({}, ["look.logo", LOGO, "image/svg+xml"], ["look.logo", LOGO, "image/svg+xml"]);
  expect([twice.status, await textOf(twice)]).toEqual([
    400,
    expect.stringContaining("Send one picture for each logo"),
  ]);
});

test("an accent color is previewed, checked against both schemes, and a style sheet of its own", async () => {
  expect((await site.fetch("/look.css")).status).toBe(404);
  const faint = await save({ "look.accent": "ffb81c" });
  expect(await textOf(faint)).toMatch(
    /Accent color must stand out from the light pages: its contrast is 1\.4 to 1/,
  );
  const preview = await textOf(await save({ "look.accent": "#114f8e", intent: "preview" }));
  expect(preview).toMatch(
    /How it will look, once it's saved In the header of every page .* Accent color on light pages/,
  );
  expect(await (await site.fetch("/contact")).text()).not.toContain("look.css");
  expect((await save({ "look.accent": "#114f8e" })).status).toBe(303);
  const href = /<link rel="stylesheet" href="(\/look\.css\?v=[0-9a-f]+)"/.exec(
    await (await site.fetch("/contact")).text(),
  );
  const css = await site.fetch(href?.[1] ?? "");
  expect([css.headers.get("Content-Type"), await css.text()]).toEqual([
    "text/css; charset=utf-8",
    expect.stringContaining("--color-link: #114f8e"),
  ]);
});

test("a photo of the yard is uploaded in the browser and stands on the first screen", async () => {
  const added = await (await save({ intent: "add" })).text();
  expect(added).toContain('name="photos.0.picture.image"');
  const bytes = await photo(800, 600).jpeg().toBuffer();
  const typed = { "photos.0.picture": "", "photos.0.alt": "Rows of cars", "photos.0.of": "yard" };
  expect(await textOf(await save(typed))).toContain("Photo must be chosen");
  expect((await save(typed, ["photos.0.picture", bytes, "image/jpeg"])).status).toBe(303);
  expect(await (await site.fetch("/")).text()).toContain('alt="Rows of cars"');
});
