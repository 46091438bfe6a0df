import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import type { BuyersGuide } from "~/documents/buyers-guide";
import { saveBuyersGuide } from "~/documents/buyers-guide.server";
import { openBrowser } from "../../support/browser";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { PUBLIC_URL } from "../../support/mail-server";
import { sheetsOf } from "../../support/pdf";
import { readCode } from "../../support/qr-code";
import { type Site, startSite } from "../../support/site";

const LETTER = [612, 792];
const LONGEST: BuyersGuide = {
  warranty: "limited",
  laborPercent: 100,
  partsPercent: 100,
  systems: "ENGINE, TRANSMISSION AND DRIVE AXLE SEALS\n".repeat(10).trim(),
  duration: "60 DAYS OR 3,000 MILES, WHICHEVER IS LESS\n".repeat(10).trim(),
  systemsSpanish: "MOTOR, TRANSMISIÓN Y JUNTAS DEL EJE MOTOR\n".repeat(10).trim(),
  durationSpanish: "60 DÍAS O 3,000 MILLAS, LO QUE SEA MENOR\n".repeat(10).trim(),
  manufacturerWarranty: true,
  manufacturerUsedWarranty: true,
  otherUsedWarranty: true,
  serviceContract: true,
};

let made = 0;
let site: Site;
let page: Page;
beforeAll(async () => {
  site = await startSite();
  ({ page } = await visitAsStaff(await openBrowser(), site, { script: false }));
});

async function open(path: string): Promise<Page> {
  await page.emulateMedia({ media: null });
  await page.goto(site.url + path);
  return page;
}

const printed = async (page: Page) => sheetsOf(await page.pdf({ preferCSSPageSize: true }));

describe("the Buyers Guide", () => {
  it("prints front and back of each language on letter paper, however much stands on it", async () => {
    const ids: string[] = [];
    for (const guide of [LONGEST, { ...LONGEST, warranty: "implied" as const }]) {
      const { _id } = await retailVehicle({
        make: "Mercedes-Benz",
        model: "Sprinter 3500 Extended Crew Van",
      });
      await saveBuyersGuide(_id, guide, { now: new Date(), version: undefined });
      ids.push(_id);
    }
    const query = ids.map((id) => `id=${id}`).join("&");
    const page = await open(`/admin/retail-vehicles/buyers-guides/print?${query}&language=both`);
    const sheets = await printed(page);
    expect(sheets.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual(
      Array(8).fill(LETTER),
    );
    const texts = sheets.map(({ lines }) => lines.join(" ").replace(/\s+/g, " "));
    expect(texts.map((text) => text.slice(0, 12))).toEqual(
      Array(2).fill(["BUYERS GUIDE", "Here is a li", "GUÍA DEL COM", "Esta es una "]).flat(),
    );
    for (const front of [texts[0], texts[4]])
      expect(front).toContain("una copia de la Guía del Comprador en español.");
    for (const back of [texts[1], texts[5]]) expect(back).toContain("violates federal law (16 C.F.R. 455).");
    // Nothing of the screen, and nothing cut off at a page's end.
    expect(texts.join(" ")).not.toMatch(/Choose different ones|Logout|Compare the wording|Privacy/);
    await page.emulateMedia({ media: "print" });
    const cutOff = await page
      .locator(".guide")
      .evaluateAll((guides) => guides.map((guide) => guide.scrollHeight - guide.clientHeight));
    expect(Math.max(...cutOff)).toBeLessThanOrEqual(0);
    const overflown = await page
      .locator(".guide__coverage")
      .evaluateAll((boxes) => boxes.map((box) => box.scrollHeight - box.clientHeight));
    expect(Math.max(...overflown)).toBeLessThanOrEqual(0);
  });
});

describe("stock labels", () => {
  it.each([
    ["4x6", 288, 432, 1],
    ["2.25x1.25", 162, 90, 1],
    ["avery-5163", 612, 792, 10],
    ["avery-5160", 612, 792, 30],
  ] as const)("of %s print %i by %i points, %i a page", async (size, width, height, perSheet) => {
    const stock: string[] = [];
    for (let number = 0; number < Math.min(perSheet + 1, 12); number += 1) {
      const longest = {
        model: "Silverado 3500HD Crew Cab ".repeat(4).trim(),
        stockNumber: `LONG-STOCK-NUMBER-${++made}`,
      };
      stock.push((await dismantledVehicle(longest))._id);
    }
    const query = stock.map((id) => `id=${id}`).join("&");
    // So that the second sheet begins in the test of thirty, too.
    const skip = Math.max(0, perSheet - 11);
    const page = await open(`/admin/labels/print?kind=dismantled&size=${size}&skip=${skip}&${query}`);
    const sheets = await printed(page);
    expect(sheets.map((sheet) => [Math.round(sheet.width), Math.round(sheet.height)])).toEqual(
      Array(2).fill([width, height]),
    );
    const counts = sheets.map(({ lines }) => lines.join(" ").match(/LONG/g)?.length);
    expect(counts).toEqual([Math.min(perSheet, 11), 1]);
  });

  it("have a code that reads as the page for buyers, or for staff", async () => {
    const { _id: retail } = await retailVehicle();
    const { _id: dismantled } = await dismantledVehicle();
    for (const [kind, id, path] of [
      ["retail", retail, `/inventory/${retail}`],
      ["dismantled", dismantled, `/admin/dismantled-vehicles/${dismantled}/edit`],
    ]) {
      const page = await open(`/admin/labels/print?kind=${kind}&id=${id}&size=avery-5160`);
      await page.emulateMedia({ media: "print" });
      const code = page.locator(".stock-label__code");
      expect((await code.boundingBox())?.width).toBeGreaterThan(80);
      expect(await readCode(await code.evaluate((svg) => svg.outerHTML))).toBe(`${PUBLIC_URL}${path}`);
    }
  });
});
