import type { Browser, Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { barcode } from "../../support/barcodes";
import { openBrowser, visit } from "../../support/browser";
import { visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

const VIN = "1HGCM82633A004352";
const BUY = "/admin/purchases/new";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

/** Gives the page a camera that sees this picture, or one that refuses with this error. */
async function giveCamera(page: Page, seen: Buffer | string): Promise<void> {
  const given =
    typeof seen === "string"
      ? { error: seen }
      : { picture: `data:image/png;base64,${seen.toString("base64")}` };
  await page.addInitScript(({ picture, error }: { picture?: string; error?: string }) => {
    Object.defineProperty(navigator, "mediaDevices", {
      value: {
        getUserMedia: async () => {
          if (error !== undefined) throw new DOMException("", error);
          const image = new Image();
          image.src = picture ?? "";
          await image.decode();
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [1280, 720];
          const context = canvas.getContext("2d");
          const draw = () => {
            if (!context) return;
            context.fillStyle = "#ddd";
            context.fillRect(0, 0, 1280, 720);
            context.drawImage(image, 100, 200);
          };
          draw();
          setInterval(draw, 50);
          return canvas.captureStream();
        },
      },
    });
  }, given);
}

it("Buy a Car reads the VIN's barcode with the camera, and decodes it", async () => {
  const { page, problems } = await visitAsStaff(browser, site, { width: 390 });
  await giveCamera(page, await barcode(`I${VIN}`, "Code39"));
  // From another page, whose document may not use the camera.
  await page.goto(`${site.url}/admin/purchases`);
  await page.locator(`main a[href="${BUY}"]`).first().click();
  await page.waitForURL(`**${BUY}`);
  const wasm: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".wasm")) wasm.push(request.url());
  });
  const scan = page.getByRole("button", { name: "Scan the VIN" });
  await scan.waitFor();
  expect(wasm).toEqual([]);
  await scan.click();
  await page.getByText("VIN read. Please check it.").waitFor();
  expect(await page.getByLabel("VIN", { exact: true }).inputValue()).toBe(VIN);
  expect(wasm.map((url) => new URL(url).origin)).toEqual([site.url]);
  await expect.poll(() => page.getByLabel("Make").inputValue()).toBe("Honda");
  // The camera is off.
  expect(await page.locator("video").count()).toBe(0);
  expect(problems).toEqual([]);
});

it.each([
  ["NotAllowedError", "The camera is blocked for this page. Allow it in your browser, or type the VIN."],
  ["NotFoundError", "We can't find a camera on this device. Please type the VIN."],
  ["NotReadableError", "The camera can't be used right now."],
])("says what is wrong where the camera answers %s, and the VIN can be typed", async (error, sentence) => {
  const { page } = await visit(browser, { width: 390 });
  await giveCamera(page, error);
  await page.goto(`${site.url}/sell-your-car`);
  await page.getByRole("button", { name: "Scan the VIN" }).click();
  await page.getByText(sentence).waitFor();
  const input = page.getByLabel("VIN", { exact: true });
  await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type("1hgcm");
  expect(await input.inputValue()).toBe("1HGCM");
});

it("says so of a VIN whose check digit doesn't match, and where there is no camera offers none", async () => {
  const { page } = await visit(browser);
  await giveCamera(page, await barcode("WVWZZZ1JZXW000001", "DataMatrix", 8));
  await page.goto(`${site.url}/sell-your-car`);
  await page.getByRole("button", { name: "Scan the VIN" }).click();
  await page.getByText("VIN read, but its check digit doesn't match: compare it with the car.").waitFor();
  expect(await page.getByLabel("VIN", { exact: true }).inputValue()).toBe("WVWZZZ1JZXW000001");

  const other = await visit(browser);
  await other.page.addInitScript(() =>
    Object.defineProperty(navigator, "mediaDevices", { value: undefined }),
  );
  await other.page.goto(`${site.url}/sell-your-car`);
  await other.page.getByLabel("VIN", { exact: true }).waitFor();
  expect(await other.page.getByRole("button", { name: "Scan the VIN" }).count()).toBe(0);
});
