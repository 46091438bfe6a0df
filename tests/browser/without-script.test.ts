import type { Browser, Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { redirectWithToast } from "~/http/toast.server";
import { donorPath, vehiclePath } from "~/vehicles/inventory";
import { openBrowser, toast, visit } from "../support/browser";
import { dismantledVehicle, retailVehicle } from "../support/builders";
import { visitAsStaff } from "../support/every-page";
import { HEIC, photo } from "../support/pictures";
import { cookiesOf, type Site, startSite } from "../support/site";
import { administrator, PASSWORD } from "../support/staff";
import { storedImages } from "../support/stored-images";

// What the server answers to a form without script is told in tests/requests; here it is that a browser can send them all.
let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

it("without script a visitor goes from page to page and sends the forms on them", async () => {
  const car = await retailVehicle({ make: "Honda", model: "Fit", year: 2018 });
  await retailVehicle();
  const donor = await dismantledVehicle({ images: await storedImages(3), stockNumber: "D-77" });
  const { page, problems } = await visit(browser, { width: 390, script: false });

  await page.goto(site.url);
  await page.getByText("Monday to Friday 8am to 5pm").filter({ visible: true }).first().waitFor();
  expect(await page.locator(".open-now:visible").count(), "an empty place beside the hours").toBe(0);
  const menu = page.getByRole("dialog", { name: "Menu" });
  await press(page, "Menu");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await press(page, "Menu");
  await menu.getByRole("button", { name: "Close menu" }).click();
  await menu.waitFor({ state: "hidden" });
  await press(page, "Menu");
  await menu.getByRole("link", { name: "Pre-Owned Vehicles" }).click();
  await page.waitForURL(`${site.url}/inventory`);

  await page.getByLabel("Search vehicles").fill("honda");
  await page.getByLabel("Search vehicles").press("Enter");
  await page.waitForURL(/q=honda/);
  await page
    .locator(`.vehicle-card a[href="${vehiclePath(car)}"]`)
    .first()
    .click();
  await page.waitForURL(site.url + vehiclePath(car));
  expect(await page.getByRole("link", { name: "Send by email" }).getAttribute("href")).toMatch(/^mailto:\?/);
  for (const name of ["Print Window Sticker", "Copy Link", "Share"])
    expect(await page.getByRole("button", { name }).count(), name).toBe(0);
  await page.getByLabel("Name").fill("Ivy Quist");
  await page.getByLabel("Email").fill("ivy@example.com");
  await page.getByLabel("I'd like a test drive").check();
  await press(page, "Send Inquiry");
  await page.getByRole("heading", { name: "We got your request" }).waitFor();

  // A gallery has anchors, and links to the large pictures.
  await page.goto(site.url + donorPath(donor));
  await page.getByRole("link", { name: "Photo 3" }).click();
  const left = async (selector: string) => Math.round((await page.locator(selector).boundingBox())?.x ?? -1);
  await expect.poll(async () => (await left("#photo-3")) - (await left(".gallery__pictures"))).toBe(0);
  await page.goto(site.url + donorPath(donor));
  await page.locator("#photo-1 .gallery__large").click();
  await page.waitForURL(/\/uploads\/[^/]+\/\d+\.webp$/);

  await page.goto(`${site.url}/repair`);
  const title = await page.title();
  await press(page, "Request Callback");
  await page.locator(".error-summary").waitFor();
  expect(await page.title()).toBe(`Error: ${title}`);
  await page.getByLabel("Name", { exact: true }).fill("Eve Mail");
  await page.getByLabel("Email me").check();
  await page.getByRole("textbox", { name: /e-?mail/i }).fill("eve@example.com");
  await press(page, "Request Callback");
  await page.getByText("Request Submitted!").first().waitFor();
  expect(problems).toEqual([]);
});

it("without script a visitor asks for a part of a car in the yard", async () => {
  const donor = await dismantledVehicle();
  const { page, problems } = await visit(browser, { width: 390, script: false });
  await page.goto(`${site.url}/partsrequest?vehicle=${donor._id}`);
  await page.getByText("Part from this vehicle").first().waitFor();
  await page.getByLabel("Vehicle Identification Number (VIN)").fill("1HGCM82633A004352");
  await press(page, "Continue");
  await page
    .getByLabel(/search/i)
    .first()
    .fill("ac compressor");
  await press(page, "Search");
  await page.locator(".search-results").getByRole("button").first().click();
  await expect.poll(() => page.getByLabel("Category", { exact: true }).inputValue()).not.toBe("");
  await page.getByLabel("Category", { exact: true }).selectOption({ label: "Exterior" });
  await press(page, "Show Subcategories");
  await page.getByLabel("Subcategory").selectOption({ label: "Bumpers & Parts" });
  await press(page, "Show Parts");
  await page.getByLabel("Part", { exact: true }).selectOption({ label: "Bumper Cover, Front" });
  await press(page, "Continue");
  await page.getByLabel("Name", { exact: true }).fill("Nora Needs");
  await page.getByLabel("Phone", { exact: true }).fill("555 555 0123");
  await page.getByLabel(/^E-?mail/i).fill("nora@example.com");
  await press(page, "Continue");
  await page.getByRole("link", { name: /change.*name/i }).click();
  await page.getByLabel("Name", { exact: true }).fill("Nora Newname");
  await press(page, "Continue");
  await page.getByRole("heading", { name: "Review", level: 2 }).waitFor();
  expect(await page.locator("main").textContent()).toContain("Nora Newname");
  await press(page, "Submit Request");
  await page.getByText("Part request submitted successfully!").first().waitFor();
  expect(problems).toEqual([]);
});

it("without script a message for the next page stands before that page's own words, and nothing announces it", async () => {
  const { page, context } = await visit(browser, { script: false });
  const answer = await redirectWithToast("/about", { title: "Only for one", variant: "destructive" });
  const [name = "", value = ""] = cookiesOf(answer).split(/=(.*)/s);
  await context.addCookies([{ name, value, url: site.url }]);
  await page.goto(`${site.url}/about`);
  const message = page.getByRole("region", { name: "Message" });
  expect([await message.innerText(), await message.isVisible()]).toEqual(["Only for one", true]);
  const announced = page.locator("[role=status], [role=alert], [aria-live]");
  expect((await announced.allInnerTexts()).join("")).toBe("");
  const [first] = await page.locator("[aria-label=Message], header, main").all();
  expect(await first?.getAttribute("aria-label")).toBe("Message");
  await page.goto(`${site.url}/about`);
  expect(await message.count()).toBe(0);
});

it("without script staff sign in and add a vehicle with its photos", async () => {
  const { username } = await administrator();
  const { page, context, problems } = await visit(browser, { script: false });
  await page.goto(`${site.url}/admin/retail-vehicles/new`);
  for (const password of ["wrong", PASSWORD]) {
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password").fill(password);
    await press(page, "Login");
  }
  await page.waitForURL(`${site.url}/admin/retail-vehicles/new`);
  await page.getByText("Session ends at ").waitFor();

  // The session is extended beside a form that is being filled in, not in its place.
  await page.getByLabel("Stock Number").fill("R-77");
  const opened = context.waitForEvent("page");
  await press(page, "Refresh session (opens a new tab)");
  await (await opened).waitForURL(`${site.url}/admin`);
  expect(await page.getByLabel("Stock Number").inputValue()).toBe("R-77");

  await page.getByLabel("VIN", { exact: true }).fill("1HGCM82633A004352");
  await press(page, "Decode VIN");
  await expect.poll(() => page.getByLabel("Year").inputValue()).toBe("2003");
  const pictures = [431, 432].map(async (width) => ({
    name: `IMG_${width}.jpg`,
    mimeType: "image/jpeg",
    buffer: await photo(width, 300).jpeg().toBuffer(),
  }));
  const heic = { name: "IMG_9.jpg", mimeType: "image/jpeg", buffer: HEIC };
  await page.getByLabel("Photos (optional)").setInputFiles([...(await Promise.all(pictures)), heic]);
  await press(page, "Upload Photos");
  await page.locator(".pictures-field").getByText("IMG_9.jpg: Please upload a valid image file").waitFor();
  expect(new URL(page.url()).hash).toBe("#part-vehicle-image");
  await press(page, "Move photo 2 up");
  const rows = page.locator(".picture-row:not(.picture-row--upload)");
  await expect.poll(() => rows.first().locator("img").getAttribute("width")).toBe("432");
  // A box takes a photo away, and brings it back.
  const removal = (number: number) =>
    page.getByRole("checkbox", { name: `Remove photo ${number}`, exact: true });
  await removal(1).check();
  await rows.first().getByText("Photo removed").waitFor();
  await removal(1).uncheck();
  await rows.first().getByRole("img").waitFor();
  await removal(2).check();
  await press(page, "Add Vehicle");
  await toast(page, "Vehicle added").waitFor();
  // Chromium reports the wrong password and the file that is no photo itself.
  expect(problems.filter((problem) => !/status of (40[01]|415)/.test(problem))).toEqual([]);
});

it("without script staff find a vehicle, delete it and sign out", async () => {
  await retailVehicle({ stockNumber: "D-1", notes: "First note" });
  await retailVehicle({ stockNumber: "D-2", notes: "Second note" });
  const { page, problems } = await visitAsStaff(browser, site, { script: false });
  await page.goto(`${site.url}/admin/retail-vehicles`);
  await page.getByLabel("Status").selectOption("available");
  await page.getByRole("form", { name: "Filters" }).getByRole("button", { name: "Search" }).click();
  for (const number of ["D-1", "D-2"])
    await page.getByRole("link", { name: new RegExp(`^Show details of .* stock # ${number}$`) }).click();
  await page.getByText("First note").waitFor();
  await page.getByText("Second note").waitFor();
  await page.getByRole("link", { name: /^Delete .* stock # D-1$/ }).click();
  await page.getByRole("heading", { name: "Are you sure you want to delete this retail vehicle?" }).waitFor();
  await press(page, "Delete");
  await toast(page, "Vehicle deleted").waitFor();
  await page.getByText("Second note").waitFor();
  await press(page, "Refresh session");
  await page.getByText("Session ends at ").waitFor();
  await press(page, "Logout");
  await page.waitForURL(`${site.url}/login`);
  expect(problems).toEqual([]);
});
