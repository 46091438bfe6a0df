import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { partPath } from "~/parts/part";
import { storeUpload } from "~/pictures/claims.server";
import { vehiclePath } from "~/vehicles/inventory";
import { expectFocus, openBrowser, type Visit, visit } from "../../support/browser";
import { retailVehicle, shelfPart } from "../../support/builders";
import { PUBLIC_URL } from "../../support/mail-server";
import { sheetsOf } from "../../support/pdf";
import { photo } from "../../support/pictures";
import { readCode } from "../../support/qr-code";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let imageUrl: string;
/** What is printed comes from one page, without script. */
let paper: Visit;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  paper = await visit(browser, { script: false, width: PAPER_WIDTH });
  const kept = await storeUpload({
    bytes: await photo(1600, 1200).jpeg().toBuffer(),
    tooLarge: false,
  });
  if (!kept.ok) throw new Error(kept.message);
  imageUrl = kept.url;
});

const SHORT = {};
const LONGEST = {
  make: "Mercedes-Benz",
  model: "Sprinter 3500 High Roof Extended Crew Van with 170 Inch Wheelbase ".repeat(3).trim(),
  trim: "Anniversary Edition with the Premium Plus Package ".repeat(4).trim(),
  engineType: "3.0L V6 turbocharged diesel ".repeat(7).trim(),
  transmission: "automated-manual",
  driveType: "4wd",
  fuelType: "plugin-hybrid",
  condition: "very-good",
  exteriorColor: "Brilliant Silver Metallic ".repeat(7).trim(),
  interiorColor: "Anthracite leather ".repeat(10).trim(),
  mileage: 2_000_000,
  price: 5_000_000,
  features: Array.from({ length: 60 }, (_, number) => `Feature number ${number} with a long name`),
  description: "A sentence of the usual length about this car.\n".repeat(110).slice(0, 4_990),
};
const UNBROKEN = {
  ...LONGEST,
  make: "W".repeat(200),
  model: "m".repeat(200),
  features: Array.from({ length: 100 }, (_, number) => `${number}${"F".repeat(190)}`),
  description: "D".repeat(5_000),
};

describe.each([
  ["short", SHORT],
  ["the longest of everything", LONGEST],
  ["words without a space in them", UNBROKEN],
])("a vehicle that is %s", (_name, words) => {
  it.each([
    ["with a picture", "available", true],
    ["without a picture", "available", false],
    ["with a picture, its sale pending", "pending", true],
    ["with a picture, sold", "sold", true],
    ["without a picture, sold", "sold", false],
  ])("%s prints on one sheet, all that must stand there on it", async (_case, status, pictured) => {
    const { page, problems } = paper;
    const vehicle = await retailVehicle({ ...words, status, ...(pictured ? { imageUrl } : {}) });
    await page.goto(site.url + vehiclePath(vehicle));
    for (const [format, height] of [
      ["Letter", 792],
      ["A4", 842],
    ] as const) {
      const sheets = sheetsOf(await page.pdf({ format }));
      expect(sheets, format).toHaveLength(1);
      expect(Math.abs((sheets[0]?.height ?? 0) - height)).toBeLessThan(2);
      const printed = sheets[0]?.lines.join("\n").replace(/\s+/g, " ") ?? "";
      expect(printed).toContain(vehicle.vin);
      expect(printed).toContain(vehicle.stockNumber);
      expect(printed).toContain("(555) 555-0142");
      expect(printed).toContain("Scan ");
      expect(printed).not.toMatch(/Schedule Test Drive|Privacy Policy|Open now|Closed,|Print/);
      expect(printed.includes("SOLD"), "marked as sold").toBe(status === "sold");
      expect(printed.includes("Sale Pending")).toBe(status === "pending");
      // A price on the paper of a sold car would only be asked for.
      expect(printed.includes("$")).toBe(status !== "sold");
    }
    await page.emulateMedia({ media: "print" });
    expect(await cutOff(page)).toEqual([]);
    await page.emulateMedia({ media: null });
    expect(problems).toEqual([]);
  });
});

/** What A4 leaves between its margins, in pixels: the narrower of the two papers. */
const PAPER_WIDTH = 718;

/** What stands outside the sticker's border, or over what comes next in it. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const sticker = document.querySelector(".vehicle-sticker")?.getBoundingClientRect();
    const rows = [
      ".sticker-head",
      "h1",
      ".vehicle__section--specifications",
      ".vehicle__section--features",
      ".sticker-foot",
    ]
      .flatMap((row) => document.querySelector(`.vehicle-sticker ${row}`) ?? [])
      .map((row) => ({ row: row.className || row.tagName, ...row.getBoundingClientRect().toJSON() }));
    return rows
      .filter(({ bottom, left, right }, position) => {
        const limit = rows[position + 1]?.top ?? sticker?.bottom ?? 0;
        return bottom > limit + 1 || left < (sticker?.left ?? 0) || right > (sticker?.right ?? 0);
      })
      .map(({ row }) => row);
  });
}

it("the code is drawn large and dark, reads as the page's address, and stands on paper alone", async () => {
  const { page } = await visit(browser, { colorScheme: "dark" });
  const vehicle = await retailVehicle();
  await page.goto(site.url + vehiclePath(vehicle));
  const code = page.locator(".sticker-code > svg");
  expect(await code.isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  const box = await code.boundingBox();
  expect(box?.width).toBeGreaterThan(110);
  const shot = await page.screenshot({ clip: box ?? undefined, scale: "css" });
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="400" height="400"><image width="9" height="9" href="data:image/png;base64,${shot.toString("base64")}"/></svg>`;
  expect(await readCode(image)).toBe(`${PUBLIC_URL}/inventory/${vehicle._id}`);
});

describe("taking a vehicle along", () => {
  const path = async () => vehiclePath(await retailVehicle({ trim: "Limited" }));

  it("prints", async () => {
    const { page } = await visit(browser);
    await page.addInitScript(() => {
      window.print = () => Object.assign(window, { printed: true });
    });
    await page.goto(site.url + (await path()));
    await page.getByRole("button", { name: "Print Window Sticker" }).click();
    await expect.poll(() => page.evaluate(() => "printed" in window)).toBe(true);
  });

  it("shares where the browser can, and says nothing where the visitor thinks better of it", async () => {
    const { page, problems } = await visit(browser);
    await page.addInitScript(() => {
      Object.assign(navigator, {
        share: (what: ShareData) => {
          Object.assign(window, { shared: what });
          return Promise.reject(new DOMException("closed", "AbortError"));
        },
      });
    });
    const where = await path();
    await page.goto(`${site.url}${where}?from=mail`);
    await page.getByRole("button", { name: "Share" }).click();
    await expect
      .poll(() => page.evaluate(() => (window as { shared?: ShareData }).shared))
      .toEqual({ title: "2016 Subaru Outback Limited", url: PUBLIC_URL + where });
    expect(await page.getByText("Link copied").count()).toBe(0);
    expect(await page.getByLabel("Copy this link").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("copies the link, and says so", async () => {
    const { page, context } = await visit(browser);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const where = await path();
    await page.goto(site.url + where);
    await page.getByRole("button", { name: "Copy Link" }).click();
    await page.getByRole("status").getByText("Link copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PUBLIC_URL + where);
  });

  it("where there is no clipboard, as on plain http, the link stands there to be copied by hand", async () => {
    const { page, problems } = await visit(browser, { width: 390 });
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, "clipboard", { get: () => undefined }),
    );
    const where = await path();
    await page.goto(site.url + where);
    await page.getByRole("button", { name: "Copy Link" }).click();
    const field = page.getByLabel("Copy this link");
    await expectFocus(field);
    const selected = () =>
      field.evaluate((input: HTMLInputElement) =>
        input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
      );
    await expect.poll(selected).toBe(PUBLIC_URL + where);
    expect(problems).toEqual([]);
  });

  it("comes along too where a list's card led to the vehicle", async () => {
    const { page } = await visit(browser);
    const where = await path();
    await page.goto(`${site.url}/inventory`);
    await page.locator(`a[href="${where}"]`).first().click();
    await page.waitForURL(site.url + where);
    await page.getByRole("link", { name: "Send by email" }).waitFor();
    await page.emulateMedia({ media: "print" });
    await page.locator(".sticker-code > svg").waitFor();
  });

  it("nothing moves while script starts", async () => {
    const where = await path();
    for (const width of [390, 1280]) {
      const asleep = await visit(browser, { width });
      await asleep.page.route("**/*.js", (route) => route.abort());
      await asleep.page.goto(site.url + where);
      const { page } = await visit(browser, { width });
      await page.goto(site.url + where);
      await page.getByRole("button", { name: "Copy Link" }).waitFor();
      const unmoved = await places(asleep.page);
      await expect.poll(() => places(page), { message: `${width}` }).toEqual(unmoved);
    }
  });
});

/** Where the ways to take a vehicle along lie, and what comes after them. */
async function places(page: Page): Promise<string[]> {
  await page.evaluate(async () => void (await document.fonts.ready));
  return page.locator(".vehicle__share > *, .vehicle__sections").evaluateAll((all) =>
    all.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [x, y, width, height].join(" ");
    }),
  );
}

it("a part prints on one sheet, with its photo, whose it is and what it fits", async () => {
  const part = await shelfPart({
    year: 2010,
    make: "Dodge",
    model: "Grand Caravan",
    description: "Cleaned and tested.\n".repeat(8).trim(),
    damageNotes: "A scratch below the connector",
    images: [{ imageUrl }],
  });
  const { page } = paper;
  await page.goto(site.url + partPath(part));
  for (const format of ["Letter", "A4"]) {
    const sheets = sheetsOf(await page.pdf({ format }));
    expect([format, sheets.length]).toEqual([format, 1]);
    const said = sheets[0]?.lines.join(" ");
    for (const words of ["(555) 555-0142", "$85", part.stockNumber, "Likely to Fit"])
      expect(said).toContain(words);
  }
});

it("in a printed list of parts nothing stands on a name, no card is at another, and none has room for a drawing that isn't there", async () => {
  await shelfPart();
  await shelfPart({ status: "On hold" });
  await shelfPart({ images: [{ imageUrl }] });
  const { page } = paper;
  await page.goto(`${site.url}/parts/find?q=alternator`);
  // As wide as Chromium makes a sheet of letter paper.
  await page.setViewportSize({ width: 816, height: 1056 });
  await page.emulateMedia({ media: "print" });
  const boxOf = async (selector: string, at = 0) => {
    const box = await page.locator(selector).nth(at).boundingBox();
    if (!box) throw new Error(`${selector} is not printed`);
    return { top: box.y, bottom: box.y + box.height, height: box.height };
  };
  const held = ".vehicle-card:has(.vehicle-card__badge)";
  expect((await boxOf(`${held} .badge`)).bottom).toBeLessThanOrEqual((await boxOf(`${held} h3`)).top);
  expect((await boxOf(".cards")).bottom).toBeLessThan((await boxOf("main aside")).top);
  const [drawn, pictured] = [".vehicle-card:not(:has(img))", ".vehicle-card:has(img)"];
  expect((await boxOf(drawn)).height).toBeLessThan((await boxOf(pictured)).height / 1.5);
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: PAPER_WIDTH, height: 900 });
});
