import type { Browser } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { partPath } from "~/parts/part";
import { recordsOf } from "../../support/api";
import { openBrowser, visit } from "../../support/browser";
import { shelfPart } from "../../support/builders";
import { photo } from "../../support/pictures";
import { type Site, startSite } from "../../support/site";
import { watchShifts } from "../../support/slow-line";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

/** The address that the form is sent to; the page itself is loaded before. */
const sent = "**/repair";

describe("a callback", () => {
  it("by phone: a slip is named, the words stay, and the second try is stored", async () => {
    const { page, problems } = await visit(browser, { width: 390 });
    await page.goto(`${site.url}/repair`);
    await page.getByLabel("Name", { exact: true }).fill("Pat Phone");
    await page.getByLabel("Phone", { exact: false }).first().fill("555");
    const submit = page.getByRole("button", { name: "Request Callback" });
    await submit.click();
    await page.getByText("Please enter a valid phone number").first().waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Pat Phone");
    await page.getByLabel("Phone", { exact: false }).first().fill("555.555.0199");
    await submit.click();
    await page.getByText("Request Submitted!").first().waitFor();
    const [stored] = await recordsOf(site, "repair-requests");
    expect(stored).toMatchObject({
      customerInfo: { name: "Pat Phone", phone: "(555) 555-0199" },
      contactMethod: "phone",
      isSimplifiedRequest: true,
    });
    expect(problems).toEqual([]);
  });

  it("by e-mail", async () => {
    const { page } = await visit(browser);
    await page.goto(`${site.url}/repair`);
    await page.getByLabel("Name", { exact: true }).fill("Eve Mail");
    await page.getByLabel("Email me").check();
    await page.getByRole("textbox", { name: /e-?mail/i }).fill("eve@example.com");
    await page.getByRole("button", { name: "Request Callback" }).click();
    await page.getByText("Request Submitted!").first().waitFor();
    const [stored] = await recordsOf(site, "repair-requests");
    expect(stored).toMatchObject({
      customerInfo: { name: "Eve Mail", email: "eve@example.com" },
      contactMethod: "email",
    });
  });
});

it("an empty callback is not sent, and says at once what is wrong", async () => {
  const { page } = await visit(browser);
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  await page.goto(`${site.url}/repair`);
  const loaded = page.waitForResponse(/callback-checks/);
  await page.getByLabel("Name", { exact: true }).click();
  await (await loaded).finished();
  await page.getByRole("button", { name: "Request Callback" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
  await summary.getByRole("link", { name: "Please enter your phone number" }).click();
  await page.keyboard.type("5555550123");
  await expect.poll(() => page.getByText("Please enter your phone number").count()).toBe(1);
  expect(await page.getByText("Please enter your name").count()).toBe(2);
  expect(posts).toEqual([]);
});

it("an offered car says what is wrong once a field is left and when it is sent, and its photos get smaller", async () => {
  const { page, problems } = await visit(browser, { width: 390 });
  await page.goto(`${site.url}/sell-your-car`);
  const vin = page.getByLabel("VIN", { exact: true });
  const vehicleMissing = page.locator(".field__error", {
    hasText: "Please enter the VIN, or the year, make and model",
  });
  await vin.fill("1hg-cm826");
  expect(await vin.inputValue()).toBe("1HGCM826");
  await vin.fill("");
  await vin.press("Tab");
  await vehicleMissing.waitFor();
  await page.getByLabel("Year").fill("2012");
  await page.getByLabel("Make").fill("Honda");
  await page.getByLabel("Model").fill("Accord");
  await vehicleMissing.waitFor({ state: "detached" });
  const large = await photo(4000, 3000).png().toBuffer();
  await page.getByLabel("Photos").setInputFiles({ name: "side.png", mimeType: "image/png", buffer: large });
  const type = () =>
    page.getByLabel("Photos").evaluate((input: HTMLInputElement) => input.files?.[0]?.type ?? "");
  await expect.poll(type).toBe("image/jpeg");
  const send = page.getByRole("button", { name: "Get an Offer" });
  await send.click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await summary.getByRole("link").allInnerTexts()).toEqual([
    "Please enter where the car is",
    "Please choose whether it runs",
    "Please choose whether you have the title",
    "Please enter your name",
    "Please enter your phone number",
  ]);
  await page.getByLabel("Where is the car?").fill("Millbrook");
  await page.getByLabel("Runs and drives").check();
  await page.getByLabel("I have the title").check();
  await page.getByLabel("Name").fill("Olive Reyes");
  await page.getByLabel("Phone").fill("5555550105");
  expect(await page.getByLabel("Phone").inputValue()).toBe("(555) 555-0105");
  await expect.poll(() => page.locator(".field__error").count()).toBe(0);
  await send.click();
  await page.getByRole("heading", { name: "We got your car's details" }).waitFor();
  const [stored] = await recordsOf(site, "offered-cars");
  expect(stored).toMatchObject({ photoCount: 1, vehicleInfo: { make: "Honda" } });
  expect(problems).toEqual([]);
});

it("on a slow line what is wrong with an empty callback moves nothing, and what is typed next is sent", async () => {
  const { page } = await visit(browser, { width: 390, height: 844 });
  const distance = await watchShifts(page);
  await page.route("**/assets/callback-checks-*.js", (route) => route.abort());
  await page.route(sent, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto(`${site.url}/repair`);
  await page.getByLabel("What does the vehicle need?").fill("Brakes squeal");
  await page.getByRole("button", { name: "Request Callback" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await summary.waitFor();
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await page.getByLabel("What does the vehicle need?").inputValue()).toBe("Brakes squeal");
  expect(await distance()).toBeLessThan(0.05);
  await page.getByLabel("Name", { exact: true }).fill("Slow Line");
  await page.getByLabel("Phone", { exact: false }).first().fill("5555550196");
  await page.getByRole("button", { name: "Request Callback" }).click();
  await page.getByText("Request Submitted!").first().waitFor();
});

it("the form is back after five seconds, empty, under the confirmation", async () => {
  const { page } = await visit(browser);
  await page.clock.install();
  await page.goto(`${site.url}/repair`);
  await page.getByLabel("Name", { exact: true }).fill("Sam Soon");
  await page.getByLabel("Phone", { exact: false }).first().fill("5555550198");
  await expect
    .poll(() => page.getByLabel("Phone", { exact: false }).first().inputValue())
    .toBe("(555) 555-0198");
  await page.getByRole("button", { name: "Request Callback" }).click();
  await page.getByText("Request Submitted!").first().waitFor();
  await page.getByLabel("Name", { exact: true }).waitFor({ state: "hidden" });
  await page.clock.fastForward(5_100);
  await page.getByLabel("Name", { exact: true }).waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("");
  await page.getByText(/RR-[0-9A-Z]{6}/).waitFor();
  await page.getByLabel("Email me").check();
  await page.getByLabel("Phone", { exact: true }).waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Request Callback" }).click();
  await page.waitForURL(`${site.url}/repair#callback`);
});

it("after Back, also where the browser has thrown the page away, a callback shows what was chosen and typed", async () => {
  const { page } = await visit(browser);
  await page.goto(`${site.url}/repair`);
  await page.getByLabel("Email me").check();
  await page.getByRole("textbox", { name: /e-?mail/i }).fill("eve@example.com");
  await page.goto(`${site.url}/about`);
  await page.goBack();
  await expect
    .poll(() => page.getByRole("textbox", { name: /e-?mail/i }).inputValue())
    .toBe("eve@example.com");
  await page.getByLabel("Phone", { exact: true }).waitFor({ state: "hidden" });
});

it("an offered car that can't be sent without a connection stays as typed, also after Back", async () => {
  const { page, context } = await visit(browser);
  await page.goto(`${site.url}/sell-your-car`);
  const year = page.getByLabel("Year");
  await year.fill("2012");
  for (const [label, text] of [
    ["Make", "Honda"],
    ["Model", "Accord"],
    ["Where is the car?", "Millbrook"],
    ["Name", "Olive Reyes"],
    ["Phone", "5555550105"],
  ] as const)
    await page.getByLabel(label).fill(text);
  await page.getByLabel("Runs and drives").check();
  await page.getByLabel("I have the title").check();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Get an Offer" }).click();
  await page.getByRole("alert").getByText("Failed to submit request.").waitFor();
  expect(await year.inputValue()).toBe("2012");
  await context.setOffline(false);
  await page.goto(`${site.url}/about`);
  await page.goBack();
  await expect.poll(() => year.inputValue()).toBe("2012");
  expect(await page.getByLabel("Where is the car?").inputValue()).toBe("Millbrook");
});

it("a part that is asked for with a slip is as typed after Back, its note in sight", async () => {
  const { page } = await visit(browser);
  await page.goto(site.url + partPath(await shelfPart()));
  await page.getByLabel("Name", { exact: true }).fill("Ann Lee");
  await page.getByText("Add a note, or your car's VIN").click();
  await page.getByLabel("Note").fill("The one with the clip");
  await page.getByRole("button", { name: "Send Request" }).click();
  await page.locator(".error-summary").waitFor();
  await page.goto(`${site.url}/about`);
  await page.goBack();
  await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ann Lee");
  await page.getByLabel("Note").waitFor();
  expect(await page.getByLabel("Note").inputValue()).toBe("The one with the clip");
});

it("a callback that gets no answer keeps every word and says what to do after 15 seconds", async () => {
  const { page } = await visit(browser);
  await page.goto(`${site.url}/repair`);
  await page.getByLabel("Name", { exact: true }).fill("Lost Words");
  await page.getByLabel("Phone", { exact: false }).first().fill("5555550197");
  await page.clock.install();
  await page.route(sent, () => {});
  await page.getByRole("button", { name: "Request Callback" }).click();
  await page.getByRole("button", { name: "Sending Request..." }).waitFor();
  await page.clock.fastForward(15_100);
  await page
    .getByText("Failed to submit request. Please try calling us directly at (555) 555-0142.")
    .first()
    .waitFor();
  await page.getByText("Submission Failed").waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Lost Words");
  const stored = await recordsOf(site, "repair-requests");
  expect(stored.some(({ customerInfo }) => customerInfo.name === "Lost Words")).toBe(false);
});
