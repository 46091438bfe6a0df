import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "node-html-parser";
import { beforeAll, expect, it, vi } from "vitest";
import { sweepPictures } from "~/pictures/sweep.server";
import { dismantledVehicle } from "../../support/builders";
import { fieldsOf } from "../../support/form-fields";
import { photo } from "../../support/pictures";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

// Before anything reads the environment: this site has photos of its own.
const file = await vi.hoisted(async () => {
  const { readFileSync, writeFileSync } = await import("node:fs");
  const file = `${process.env.DATA_DIR}-business.json`;
  process.env.BUSINESS_FILE = file;
  const shipped = JSON.parse(readFileSync("business.json", "utf8"));
  const photos = [
    { file: "yard.jpg", alt: "Rows of cars in the yard", of: "yard" },
    { file: "gone.jpg", alt: "Nothing", of: "yard" },
    { file: "broken.png", alt: "Nothing", of: "yard" },
    { file: "huge.jpg", alt: "Nothing", of: "yard" },
    { file: "team.jpg", alt: "All seven of us in the shop", of: "team" },
  ];
  writeFileSync(file, JSON.stringify({ ...shipped, photos }));
  return file;
});

let site: Site;
beforeAll(async () => {
  const folder = path.dirname(file);
  await photo(1200, 800).jpeg().toFile(path.join(folder, "yard.jpg"));
  await photo(900, 600, "#aa6633").jpeg().toFile(path.join(folder, "team.jpg"));
  writeFileSync(path.join(folder, "broken.png"), "no picture");
  writeFileSync(path.join(folder, "huge.jpg"), "no picture");
  truncateSync(path.join(folder, "huge.jpg"), 1_000_000_000);
  site = await startSite();
});

const pictures = async (page: string) =>
  parse(await (await site.fetch(page)).text())
    .querySelectorAll("main img")
    .map((image) => ({ alt: image.getAttribute("alt"), src: image.getAttribute("src") ?? "" }));

it("home shows the owner's yard and about the team, resized; a photo that is missing or broken is left out, a huge one unread", async () => {
  const { maxRSS: before } = process.resourceUsage();
  const [yard] = await pictures("/");
  expect(yard).toMatchObject({ alt: "Rows of cars in the yard" });
  const about = await pictures("/about");
  expect(about.map(({ alt }) => alt)).toEqual(["All seven of us in the shop", "Rows of cars in the yard"]);
  for (const { src } of about) {
    const image = await site.fetch(src);
    expect([image.status, image.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
  }
  expect(await (await site.fetch("/")).text()).not.toMatch(/gone\.jpg|broken\.png/);
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(700_000);
});

it("no sweep takes them for unused, and the original stays as it was", async () => {
  const before = readFileSync(path.join(path.dirname(file), "yard.jpg"));
  await dismantledVehicle();
  const later = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000);
  expect(await sweepPictures(later)).toEqual([]);
  const [yard] = await pictures("/");
  expect((await site.fetch(yard?.src ?? "")).status).toBe(200);
  expect(readFileSync(path.join(path.dirname(file), "yard.jpg"))).toEqual(before);
});

it("a form of the look keeps a photo or drops it, and publishes no other picture of the folder by its name", async () => {
  const LOOK = "/admin/settings/look";
  await photo(640, 400)
    .jpeg()
    .toFile(path.join(path.dirname(file), "license scan.jpg"));
  const { cookie } = await signedIn();
  const html = async (page: Response | Promise<Response>) => (await page).text();
  const open = async () =>
    fieldsOf(await html(site.fetch(LOOK, { headers: { Cookie: cookie } })), "settings-form");
  const alts = async (page: string) => (await pictures(page)).map(({ alt }) => alt);

  const forged = { ...(await open()), "photos.0.file": "license scan.jpg", intent: "save" };
  const refused = await site.form(LOOK, forged, { cookie });
  expect([refused.status, await textOf(refused)]).toEqual([
    400,
    expect.stringContaining("Photo must be chosen"),
  ]);
  expect(await alts("/about")).toEqual(["All seven of us in the shop", "Rows of cars in the yard"]);

  const moved = { ...(await open()), "photos.0.file": "team.jpg", "photos.4.file": "yard.jpg" };
  const fewer = { ...moved, "photos.2.file": "", "photos.2.alt": "", intent: "save" };
  expect((await site.form(LOOK, fewer, { cookie })).status).toBe(303);
  expect(Object.entries(await open()).filter(([name]) => name.endsWith(".file"))).toEqual([
    ["photos.0.file", "team.jpg"],
    ["photos.1.file", "gone.jpg"],
    ["photos.2.file", "huge.jpg"],
    ["photos.3.file", "yard.jpg"],
  ]);
});
