import type { Browser, BrowserContextOptions, Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_IMAGE_BYTES } from "~/pictures/upload";
import { vehiclePath } from "~/vehicles/inventory";
import { recordsOf } from "../../support/api";
import { expectAccessibleInEachLook } from "../../support/axe";
import { expectAccessible, openBrowser, type Visit, visit } from "../../support/browser";
import { newVin, retailVehicle } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { HEIC, photo } from "../../support/pictures";
import { type Site, startSite } from "../../support/site";
import { storedImages } from "../../support/stored-images";

const WRONG_TYPE = "Please upload a valid image file (JPG, PNG, or WebP)";
const TOO_LARGE = "File size must be less than 5MB";
const UPLOAD = "**/api/admin/upload";

let site: Site;
let browser: Browser;
let jpeg: { name: string; mimeType: string; buffer: Buffer };
let made = 0;

beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});
beforeEach(async () => {
  made += 1;
  // Each is a picture of its own.
  const buffer = await photo(800 + made, 600)
    .jpeg()
    .toBuffer();
  jpeg = { name: "car.jpg", mimeType: "image/jpeg", buffer };
});

async function newVehicle(options: BrowserContextOptions & { width?: number }): Promise<Visit> {
  const visited = await visitAsStaff(browser, site, options);
  await visited.page.goto(`${site.url}/admin/retail-vehicles/new`);
  return visited;
}

const field = (page: Page) => page.getByLabel("Photos (optional)");
const rows = (page: Page) => page.locator(".picture-row:not(.picture-row--upload)");
const row = (page: Page, number: number) => rows(page).nth(number - 1);
const removal = (page: Page, number: number) =>
  page.getByRole("checkbox", { name: `Remove photo ${number}`, exact: true });
const stored = async (stockNumber: string): Promise<{ imageUrl: string; caption?: string }[]> => {
  const records = await recordsOf(site, "retail-vehicles");
  return records.find((record) => record.stockNumber === stockNumber)?.images;
};
/** The pictures in the form, by the width of each. */
const order = (page: Page) =>
  rows(page).evaluateAll((items) => items.map((item) => item.querySelector("img")?.getAttribute("width")));

async function fillIn(page: Page, stockNumber: string): Promise<void> {
  await page.getByLabel("Stock Number").fill(stockNumber);
  await page.getByLabel("VIN", { exact: true }).fill(newVin());
}

async function jpegs(...widths: number[]) {
  return Promise.all(
    widths.map(async (width) => ({
      name: `IMG_${width}.jpg`,
      mimeType: "image/jpeg",
      buffer: await photo(width, 300).jpeg().toBuffer(),
    })),
  );
}

/** Holds every upload until it is let go. */
async function holdUploads(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(UPLOAD, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

describe("pictures, with script", () => {
  it("are chosen together, each with its own progress, and one that fails is named", async () => {
    const { page, problems } = await newVehicle({});
    const letGo = await holdUploads(page);
    const large = { ...jpeg, name: "IMG_BIG.jpg", buffer: Buffer.alloc(MAX_IMAGE_BYTES + 1) };
    await field(page).setInputFiles([
      ...(await jpegs(401, 402)),
      { name: "IMG_1.heic", mimeType: "image/heic", buffer: HEIC },
      large,
    ]);
    for (const name of ["IMG_401.jpg", "IMG_402.jpg"])
      await page.getByRole("progressbar", { name: `Uploading ${name}` }).waitFor();
    await page.locator(".picture-row", { hasText: "IMG_1.heic" }).getByText(WRONG_TYPE).waitFor();
    await expectAccessibleInEachLook(page);
    // A field that is checked while photos are on their way does not send the form.
    await page.getByLabel("Stock Number").fill("PIC-0");
    await page.getByLabel("VIN", { exact: true }).fill(newVin());
    await page.getByLabel("Year").focus();
    letGo();
    await page.locator(".picture-row", { hasText: "IMG_BIG.jpg" }).getByText(TOO_LARGE).waitFor();
    await expect.poll(() => order(page)).toEqual(["401", "402"]);
    expect([await page.getByText("The form will be sent").count(), page.url()]).toEqual([
      0,
      `${site.url}/admin/retail-vehicles/new`,
    ]);
    await page.getByRole("button", { name: "Dismiss IMG_1.heic" }).click();
    await page.getByRole("button", { name: "Dismiss IMG_BIG.jpg" }).click();
    await expect.poll(() => page.locator(".picture-row--upload").count()).toBe(0);

    await page.getByRole("button", { name: "Move photo 2 up" }).click();
    await expect.poll(() => order(page)).toEqual(["402", "401"]);
    // The button that was pressed is gone from this row's place: the one that is left has the focus.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Move photo 1 down");
    await row(page, 2).getByText("Caption and alt text").click();
    await page.getByLabel("Caption of photo 2").fill("The engine");
    await removal(page, 1).check();
    await row(page, 1).getByText("Photo removed").waitFor();
    await expectAccessibleInEachLook(page);
    await removal(page, 1).uncheck();
    await row(page, 1).getByRole("img").waitFor();
    expect(problems).toEqual([]);
  });

  it("are dragged into order, by mouse and by finger, and saved as they stand", async () => {
    const { page, context } = await newVehicle({ width: 390, hasTouch: true });
    await fillIn(page, "PIC-DRAG");
    await field(page).setInputFiles(await jpegs(411, 412, 413));
    await expect.poll(() => order(page)).toEqual(["411", "412", "413"]);
    const middle = async (number: number) => {
      const picture = row(page, number).locator(".picture-row__picture");
      await picture.scrollIntoViewIfNeeded();
      const box = await picture.boundingBox();
      return { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    await page.evaluate(() => document.querySelector("#part-vehicle-image")?.scrollIntoView());
    const [first, third] = [await middle(1), await middle(3)];
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    await page.mouse.move(first.x, third.y + 10, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => order(page)).toEqual(["412", "413", "411"]);

    // The rows may have scrolled, and are not all of one height.
    const [top, bottom] = [await middle(1), await middle(3)];
    const finger = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
      finger.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: y === undefined ? [] : [{ x: bottom.x, y }],
      });
    await touch("touchStart", bottom.y);
    for (const share of [0.3, 0.6, 1]) await touch("touchMove", bottom.y + (top.y - 10 - bottom.y) * share);
    await touch("touchEnd");
    await expect.poll(() => order(page)).toEqual(["411", "412", "413"]);

    await page.getByLabel("Caption of photo 2").evaluate((input: HTMLInputElement) => {
      input.value = "Second";
    });
    await removal(page, 3).evaluate((box: HTMLInputElement) => box.click());
    await page.getByRole("button", { name: "Add Vehicle" }).click();
    await page.waitForURL(/\/admin\/retail-vehicles(\?|$)/);
    const [one, two, ...rest] = await stored("PIC-DRAG");
    expect([one?.imageUrl, two?.imageUrl]).toEqual([
      expect.stringContaining("-411x300"),
      expect.stringContaining("-412x300"),
    ]);
    expect([two?.caption, rest]).toEqual(["Second", []]);
  });

  it("of a phone, sideways and of more than 5 MB, are sent upright and shrunk to 3000 pixels", async () => {
    const { page } = await newVehicle({});
    const large = await photo(3600, 600).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const buffer = Buffer.concat([large, Buffer.alloc(MAX_IMAGE_BYTES)]);
    await field(page).setInputFiles({ ...jpeg, buffer });
    const picture = row(page, 1).getByRole("img");
    await picture.waitFor({ timeout: 60_000 });
    // The server keeps up to 1600 pixels in width, so this was sent at 500 by 3000.
    const [width, height] = ["width", "height"].map((name) => picture.getAttribute(name));
    expect([await width, await height]).toEqual(["500", "3000"]);
  });

  it("that fail on the way say what happened, and go out again with Retry", async () => {
    const { page } = await newVehicle({});
    const answers: [string, { status: number; body: string } | undefined][] = [
      ["Failed to process upload response", { status: 200, body: "{}" }],
      ["Failed to process upload response", { status: 200, body: "fine" }],
      ["Upload failed: Too busy", { status: 429, body: '{"error":"Too busy"}' }],
      ["Failed to upload image", { status: 502, body: "<html>Bad gateway</html>" }],
      ["Failed to upload image", undefined],
    ];
    for (const [number, [sentence, answer]] of answers.entries()) {
      await page.unroute(UPLOAD);
      await page.route(UPLOAD, (route) => (answer ? route.fulfill(answer) : route.abort()));
      if (number === 0) await field(page).setInputFiles(jpeg);
      else await page.getByRole("button", { name: "Retry car.jpg" }).click();
      await page.locator(".picture-row").getByRole("alert").filter({ hasText: sentence }).waitFor();
    }
    // The token may have been lost meanwhile.
    await page.evaluate(() => localStorage.setItem("authToken", "lost"));
    await page.unroute(UPLOAD);
    await page.getByRole("button", { name: "Retry car.jpg" }).click();
    await row(page, 1).getByRole("img").waitFor();
    // What calls itself a JPEG and is none, the server finds out.
    await field(page).setInputFiles({ ...jpeg, buffer: HEIC });
    await page.getByText(`Upload failed: ${WRONG_TYPE}`).waitFor();
  });

  it("past the twentieth are named", async () => {
    const { page } = await newVehicle({});
    await page.route(UPLOAD, (route) => route.abort());
    await field(page).setInputFiles(
      Array.from({ length: 21 }, (_, number) => ({ ...jpeg, name: `${number + 1}.jpg` })),
    );
    await page
      .locator(".picture-row", { hasText: "21.jpg" })
      .getByText("Up to 20 photos can be added")
      .waitFor();
    expect(await page.getByText("Up to 20 photos can be added").count()).toBe(1);
  });

  it("chosen before hydration are uploaded once the page can", async () => {
    const { page: early } = await visitAsStaff(browser, site, { hydrated: false });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await early.route("**/*.js", async (route) => {
      await released;
      await route.continue();
    });
    await early.goto(`${site.url}/admin/retail-vehicles/new`, { waitUntil: "commit" });
    await field(early).setInputFiles(jpeg);
    release();
    await early.waitForFunction(() => {
      dispatchEvent(new Event("pointermove"));
      return "__remixRouter" in window;
    });
    await row(early, 1).getByRole("img").waitFor();
    await fillIn(early, "PIC-5");
    await early.getByRole("button", { name: "Add Vehicle" }).click();
    await early.waitForURL(/\/admin\/retail-vehicles(\?|$)/);
    const [image] = await stored("PIC-5");
    expect((await site.fetch(image?.imageUrl ?? "")).status).toBe(200);
  });

  it("are waited for by a form that is sent meanwhile, and it goes out once", async () => {
    const { page } = await newVehicle({});
    await fillIn(page, "PIC-1");
    const letGo = await holdUploads(page);
    const posted: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/admin/retail-vehicles/new"))
        posted.push(request.postData() ?? "");
    });
    await field(page).setInputFiles([jpeg, ...(await jpegs(421))]);
    await page.getByRole("button", { name: "Add Vehicle" }).click();
    await page.getByText("The form will be sent as soon as the photos are uploaded.").waitFor();
    expect(posted).toEqual([]);
    letGo();
    await page.waitForURL(/\/admin\/retail-vehicles(\?|$)/);
    expect(posted).toHaveLength(1);
    expect(posted[0]).not.toContain("filename=");
    const images = await stored("PIC-1");
    expect(images).toHaveLength(2);
    for (const { imageUrl } of images) expect((await site.fetch(imageUrl)).status).toBe(200);
  });
});

describe("a vehicle's gallery", () => {
  it("is swiped, stepped through by keys and thumbnails, and opens as large as the screen", async () => {
    const path = vehiclePath(await retailVehicle({ images: await storedImages(4) }));
    const { page, problems } = await visit(browser, { width: 390 });
    await page.goto(site.url + path);
    const list = page.getByRole("list", { name: /^Photos of 2016 Subaru Outback/ });
    // Between two pictures, as while it slides, it is no whole number.
    const inPlace = (box: HTMLElement | SVGElement) =>
      Number((box.scrollLeft / box.clientWidth + 1).toFixed(1));
    const shown = () => list.evaluate(inPlace);
    await list.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(shown).toBe(2);
    await page.getByRole("link", { name: "Photo 4" }).click();
    await expect.poll(shown).toBe(4);
    const fourth = page.getByRole("link", { name: "Photo 4" });
    await expect.poll(() => fourth.getAttribute("aria-current")).toBe("true");
    expect(new URL(page.url()).hash).toBe("");
    await expectAccessible(page);

    await page.getByRole("link", { name: "Photo 2" }).click();
    await expect.poll(shown).toBe(2);
    await page.getByRole("link", { name: "The dash" }).dblclick();
    const dialog = page.getByRole("dialog");
    const large = dialog.getByRole("list");
    const shownLarge = () => large.evaluate(inPlace);
    await expect.poll(shownLarge).toBe(2);
    await dialog.getByText("Everything works").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("ArrowRight");
    await expect.poll(shownLarge).toBe(3);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(shown).toBe(3);
    expect(problems).toEqual([]);
  });
});
