import type { Browser, BrowserContextOptions, Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_IMAGE_BYTES } from "~/pictures/upload";
import { expectAccessible, openBrowser, type Visit, visit } from "../../support/browser";
import { HEIC, photo } from "../../support/pictures";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

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

async function newVehicle(
  options: BrowserContextOptions & { script?: boolean; width?: number },
): Promise<Visit> {
  const { cookie } = await signedIn();
  const visited = await visit(browser, options);
  const cookies = cookie.split("; ").map((pair) => {
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    return { name, value, url: site.url };
  });
  await visited.context.addCookies(cookies);
  await visited.page.goto(`${site.url}/admin/retail-vehicles/new`);
  return visited;
}

const field = (page: Page) => page.getByLabel("Photo (optional)");
const present = (page: Page) => page.getByAltText("The vehicle as the site shows it");
const stored = (stockNumber: string) =>
  site.db.selectFrom("retailVehicles").select("imageUrl").where("stockNumber", "=", stockNumber).execute();

async function fillIn(page: Page, stockNumber: string): Promise<void> {
  await page.getByLabel("Stock Number").fill(stockNumber);
  await page.getByLabel("VIN", { exact: true }).fill("4S4BSANC1G3000001");
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

describe("a picture, with script", () => {
  it.each([
    ["a phone in daylight", { width: 390, colorScheme: "light" as const }],
    ["a desk in the dark", { width: 1280, colorScheme: "dark" as const }],
  ])("on %s is checked, uploaded, shown and taken away again", async (_name, options) => {
    const { page, problems } = await newVehicle(options);
    await field(page).setInputFiles({ name: "car.heic", mimeType: "image/heic", buffer: HEIC });
    await page.getByRole("alert").filter({ hasText: WRONG_TYPE }).waitFor();
    await expectAccessible(page);
    const buffer = Buffer.alloc(MAX_IMAGE_BYTES + 1);
    await field(page).setInputFiles({ name: "car.jpg", mimeType: "image/jpeg", buffer });
    await page.getByRole("alert").filter({ hasText: TOO_LARGE }).waitFor();

    const letGo = await holdUploads(page);
    await field(page).setInputFiles(jpeg);
    await page.getByRole("progressbar", { name: "Uploading the photo" }).waitFor();
    expect(await page.getByText(TOO_LARGE).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Cancel upload" }).click();
    expect([await page.getByRole("progressbar").count(), await present(page).count()]).toEqual([0, 0]);

    letGo();
    await field(page).setInputFiles(jpeg);
    await present(page).waitFor();
    expect(await present(page).getAttribute("srcset")).toMatch(/320w, .*640w, /);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Remove picture" }).click();
    expect(await present(page).count()).toBe(0);
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  });

  it("of a phone, sideways and of more than 5 MB, is sent upright and shrunk to 3000 pixels", async () => {
    const { page } = await newVehicle({});
    const large = await photo(3600, 600).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const buffer = Buffer.concat([large, Buffer.alloc(MAX_IMAGE_BYTES)]);
    await field(page).setInputFiles({ ...jpeg, buffer });
    await present(page).waitFor({ timeout: 60_000 });
    // The server keeps up to 1600 pixels in width, so this was sent at 500 by 3000.
    const [width, height] = ["width", "height"].map((name) => present(page).getAttribute(name));
    expect([await width, await height]).toEqual(["500", "3000"]);
  });

  it("that fails leaves the one that was there, and says what happened", async () => {
    const { page } = await newVehicle({});
    await field(page).setInputFiles(jpeg);
    const before = await present(page).getAttribute("src");
    const answers: [string, { status: number; body: string } | undefined][] = [
      ["Failed to process upload response", { status: 200, body: "{}" }],
      ["Failed to process upload response", { status: 200, body: "fine" }],
      ["Upload failed: Too busy", { status: 429, body: '{"error":"Too busy"}' }],
      ["Failed to upload image", { status: 502, body: "<html>Bad gateway</html>" }],
      ["Failed to upload image", undefined],
    ];
    for (const [sentence, answer] of answers) {
      await page.unroute(UPLOAD);
      await page.route(UPLOAD, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await field(page).setInputFiles(jpeg);
      await page.locator(".picture-field").getByRole("alert").filter({ hasText: sentence }).waitFor();
      expect(await present(page).getAttribute("src")).toBe(before);
    }
    // What calls itself a JPEG and is none, the server finds out.
    await page.unroute(UPLOAD);
    await field(page).setInputFiles({ ...jpeg, buffer: HEIC });
    await page.getByText(`Upload failed: ${WRONG_TYPE}`).waitFor();
    expect(await present(page).getAttribute("src")).toBe(before);
  });

  it("chosen before hydration is posted with the form, and not uploaded as well", async () => {
    const { page } = await newVehicle({ script: false });
    const { page: early, context } = await visit(browser, { hydrated: false });
    await context.addCookies(await page.context().cookies());
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await early.route("**/*.js", async (route) => {
      await released;
      await route.continue();
    });
    const uploads: string[] = [];
    early.on("request", (request) => {
      if (request.url().includes("/api/admin/upload")) uploads.push(request.url());
    });
    await early.goto(`${site.url}/admin/retail-vehicles/new`, { waitUntil: "commit" });
    await field(early).setInputFiles(jpeg);
    release();
    await early.waitForFunction(() => {
      dispatchEvent(new Event("pointermove"));
      return "__remixRouter" in window;
    });
    await fillIn(early, "PIC-5");
    await early.getByRole("button", { name: "Add Vehicle" }).click();
    await early.waitForURL(/\/admin\/retail-vehicles(\?|$)/);
    const [vehicle] = await stored("PIC-5");
    expect((await site.fetch(vehicle?.imageUrl ?? "")).status).toBe(200);
    expect(uploads).toEqual([]);
  });

  it("is uploaded although the token was lost", async () => {
    const { page } = await newVehicle({});
    await page.evaluate(() => localStorage.setItem("authToken", "lost"));
    await field(page).setInputFiles(jpeg);
    await present(page).waitFor();
  });

  it("is waited for by a form that is sent meanwhile, and goes out once", async () => {
    const { page } = await newVehicle({});
    await fillIn(page, "PIC-1");
    const letGo = await holdUploads(page);
    const posted: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/admin/retail-vehicles/new"))
        posted.push(request.postData() ?? "");
    });
    await field(page).setInputFiles(jpeg);
    await page.getByRole("button", { name: "Add Vehicle" }).click();
    await page.getByText("The form will be sent as soon as the photo is uploaded.").waitFor();
    expect(posted).toEqual([]);
    letGo();
    await page.waitForURL(/\/admin\/retail-vehicles(\?|$)/);
    expect(posted).toHaveLength(1);
    expect(posted[0]).not.toContain("filename=");
    const [vehicle] = await stored("PIC-1");
    expect((await site.fetch(vehicle?.imageUrl ?? "")).status).toBe(200);
  });
});

describe("a picture, without script", () => {
  it("comes with the form; a bad one loses no word, and a good one stays through errors", async () => {
    const { page } = await newVehicle({ script: false, width: 390 });
    await page.getByLabel("Stock Number").fill("PIC-2");
    await field(page).setInputFiles({ name: "car.jpg", mimeType: "image/jpeg", buffer: HEIC });
    await page.getByRole("button", { name: "Add Vehicle" }).click();
    await page.locator(".picture-field").getByText(WRONG_TYPE).waitFor();
    expect(await page.getByLabel("Stock Number").inputValue()).toBe("PIC-2");

    // Still without a VIN: the picture is kept, and the file field could not be filled again.
    await field(page).setInputFiles(jpeg);
    await page.getByRole("button", { name: "Add Vehicle" }).click();
    await present(page).waitFor();
    await fillIn(page, "PIC-2");
    await page.getByRole("button", { name: "Add Vehicle" }).click();
    await page.waitForURL(/\/admin\/retail-vehicles(\?|$)/);
    const [vehicle] = await stored("PIC-2");
    expect((await site.fetch(vehicle?.imageUrl ?? "")).status).toBe(200);
  });

  it("is taken away by ticking a box", async () => {
    const { page } = await newVehicle({ script: false });
    await fillIn(page, "PIC-3");
    await field(page).setInputFiles(jpeg);
    await page.getByRole("button", { name: "Add Vehicle" }).click();
    await page.waitForURL(/\/admin\/retail-vehicles(\?|$)/);
    const { id } = await site.db
      .selectFrom("retailVehicles")
      .select("id")
      .where("stockNumber", "=", "PIC-3")
      .executeTakeFirstOrThrow();
    await page.goto(`${site.url}/admin/retail-vehicles/${id}/edit`);
    await present(page).waitFor();
    await page.getByLabel("Remove this photo").check();
    await page.getByRole("button", { name: "Update Vehicle" }).click();
    await page.waitForURL(/\/admin\/retail-vehicles(\?|$)/);
    expect(await stored("PIC-3")).toEqual([{ imageUrl: null }]);
  });

  it("of more than 5 MB is refused with every word kept", async () => {
    const { page } = await newVehicle({ script: false });
    await page.getByLabel("Stock Number").fill("PIC-4");
    const buffer = Buffer.concat([jpeg.buffer, Buffer.alloc(9_000_000)]);
    await field(page).setInputFiles({ ...jpeg, buffer });
    await page.getByRole("button", { name: "Add Vehicle" }).click();
    await page.locator(".picture-field").getByText(TOO_LARGE).waitFor();
    expect(await page.getByLabel("Stock Number").inputValue()).toBe("PIC-4");
  });
});
