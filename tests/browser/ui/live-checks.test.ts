import type { Browser, Locator, Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { apiOf } from "../../support/api";
import { nextFrame, openBrowser, visit } from "../../support/browser";
import { visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

const VIN = "1HGCM82633A004352";
const LONG = { line: "x".repeat(201), text: "x".repeat(501), notes: "x".repeat(5001) };
const TOO_LONG = {
  line: "Please use at most 200 characters",
  text: "Please use at most 500 characters",
  notes: "Please use at most 5,000 characters",
};

/** What is typed into a field before it is left, and what the page then says of it; nothing if it is right. */
type Slip = [name: string, typed: string, says?: string];

const STEP_1: Slip[] = [
  ["vin", VIN.slice(1), "Please enter a valid 17-character VIN"],
  ["vin", "", "VIN is required"],
  ["year", "1850", "Please enter a valid year"],
  ["make", "", "Make is required"],
  ["model", "", "Model is required"],
  ["trim", LONG.text, TOO_LONG.text],
  ["engineSize", LONG.text, TOO_LONG.text],
];
const STEP_2: Slip[] = [
  ["categoryId", "", "Please select a category"],
  ["categoryId", "exterior"],
  ["subcategoryId", "", "Please select a subcategory"],
  ["subcategoryId", "hood"],
  ["partId", "", "Please complete your part selection"],
];
const STEP_3: Slip[] = [
  ["name", "", "Name is required"],
  ["phone", "555 01", "Please enter a valid 10-digit phone number"],
  ["email", "nora@", "Please enter a valid email address"],
  ["additionalInfo", LONG.notes, "Please use at most 4,500 characters"],
];
const CALLBACK: Slip[] = [
  ["name", "", "Please enter your name"],
  ["phone", "555 01", "Please enter a valid phone number"],
  ["description", LONG.notes, TOO_LONG.notes],
  ["contactMethod", "email"],
  ["email", "eve@", "Please enter a valid email address"],
];
const DATA_REQUEST: Slip[] = [
  ["customerEmail", "ann@", "Please enter a valid email address"],
  ["customerName", "", "Please enter your name"],
  ["requestType", "access"],
  ["ebayUserId", LONG.line, TOO_LONG.line],
  ["transactionId", LONG.line, TOO_LONG.line],
  ["additionalInfo", LONG.notes, TOO_LONG.notes],
];
const ALERT: Slip[] = [
  ["make", "", "Please enter the make"],
  ["model", "", "Please enter the model"],
  ["yearFrom", "1850", "Please enter a valid year"],
  ["yearTo", "soon", "Please enter a valid year"],
  ["email", "ann", "Please enter a valid email address"],
];
/** The fields that both vehicle forms have; one of them is enough to tell of. */
const VEHICLE: Slip[] = [
  ["stockNumber", "", "Stock number is required"],
  ["vin", "1HG", "Please enter the 5 to 17 letters and numbers of the VIN"],
  ["year", "1850", "Please enter a valid year"],
  ["trim", LONG.text, TOO_LONG.text],
  ["mileage", "far", "Please enter a valid mileage"],
  ["dateAcquired", "13/45/2020", "Please enter a valid date"],
  ["exteriorColor", LONG.line, TOO_LONG.line],
  ["interiorColor", LONG.line, TOO_LONG.line],
  ["engineType", LONG.text, TOO_LONG.text],
  ["notes", LONG.notes, TOO_LONG.notes],
];

const PART: Slip[] = [
  ["entryId", "", "Please choose a part from the catalog"],
  ["stockNumber", "x".repeat(41), "Please use at most 40 characters"],
  ["location", LONG.line, TOO_LONG.line],
  ["donor", "x".repeat(41), "Please use at most 40 characters"],
  ["year", "1850", "Please enter a valid year"],
  ["make", LONG.line, TOO_LONG.line],
  ["model", LONG.line, TOO_LONG.line],
  ["mileage", "far", "Please enter a valid mileage"],
  ["fits", "Honda", "Please write each line like 2008-2012 Honda Accord"],
  ["interchange", LONG.line, TOO_LONG.line],
  ["damage", "dent", "Please enter damage codes such as 2D1, or 000 for none"],
  ["damageNotes", LONG.line, TOO_LONG.line],
  ["price", "a lot", "Please enter a valid price"],
  ["coreCharge", "a lot", "Please enter a valid price"],
  ["heldFor", LONG.line, TOO_LONG.line],
  ["soldTo", LONG.line, TOO_LONG.line],
  ["soldPrice", "a lot", "Please enter a valid price"],
  ["dateAcquired", "13/45/2020", "Please enter a valid date"],
  ["description", LONG.notes, TOO_LONG.notes],
  ["weight", "heavy", "Please enter a weight in pounds"],
  ["notes", LONG.notes, TOO_LONG.notes],
];

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

it("each step of the wizard says what is wrong with a field once it is left, and goes on saying it", async () => {
  const { page, problems } = await visit(browser);
  const form = page.locator("#part-request");
  const next = page.getByRole("button", { name: "Continue" });
  await page.goto(`${site.url}/partsrequest`);
  // What is pressed gets the press, though the field that it leaves has something to say above it.
  await form.locator("[name=vin]").fill(VIN.slice(1));
  await press(page, page.getByText("I don't have the VIN", { exact: true }));
  await page.getByLabel("Make", { exact: true }).waitFor();
  await expect.poll(() => saysOf(form, "vin")).toBe("Please enter a valid 17-character VIN");
  await expectLiveChecks(page, form, STEP_1);
  await form.locator("[name=vin]").fill(VIN);
  await next.click();
  await form.locator("[name=categoryId]").waitFor();
  await expectLiveChecks(page, form, STEP_2);
  await form.locator("[name=partId]").selectOption("hood-latch");
  await next.click();
  await form.locator("[name=phone]").waitFor();
  await expectLiveChecks(page, form, STEP_3);
  expect(problems).toEqual([]);
});

it("a part that the search picks takes the sentences of the menus away", async () => {
  const { page } = await visit(browser);
  const form = page.locator("#part-request");
  await page.goto(`${site.url}/partsrequest`);
  await form.locator("[name=vin]").fill(VIN);
  await page.getByRole("button", { name: "Continue" }).click();
  await leave(form, ["categoryId", "", "Please select a category"]);
  await page.getByRole("combobox", { name: "Search for a part" }).fill("hood latch");
  await page.getByRole("listbox").getByRole("option").first().click();
  await expect.poll(() => saysOf(form, "categoryId")).toBeUndefined();
});

it.each([
  ["a callback", "/repair", "#callback-form", CALLBACK],
  ["a data request", "/partsmatrix", "#data-request-form", DATA_REQUEST],
  ["an alert", "/alerts", "#alert-form", ALERT],
])(
  "%s says what is wrong with a field once it is left, and goes on saying it",
  async (_what, path, id, slips) => {
    const { page, problems } = await visit(browser);
    await page.goto(site.url + path);
    await expectLiveChecks(page, page.locator(id), slips);
    expect(problems).toEqual([]);
  },
);

it("a message to us that is left empty is no slip", async () => {
  const answer = await apiOf(site).post("/part-requests", {
    vin: VIN,
    partDetails: { system: "Exterior", component: "Hood" },
    customerInfo: { name: "Nora", phone: "5555550123", email: "nora@example.com" },
  });
  const { customerUrl } = (await answer.json()) as { customerUrl: string };
  const { page } = await visit(browser);
  await page.goto(site.url + new URL(customerUrl).pathname + new URL(customerUrl).search);
  await expectLiveChecks(page, page.locator("#message-form"), [["content", ""]]);
});

it.each([
  [
    "retail-vehicles",
    [
      ...VEHICLE,
      ["make", LONG.line, TOO_LONG.line],
      ["model", LONG.line, TOO_LONG.line],
      ["price", "a lot", "Please enter a valid price"],
      ["description", LONG.notes, TOO_LONG.notes],
    ] satisfies Slip[],
  ],
  [
    "dismantled-vehicles",
    [
      ["make", "", "Make is required"],
      ["model", "", "Model is required"],
      ["obtainedFrom", LONG.line, TOO_LONG.line],
      ["dispositionDate", "13/45/2020", "Please enter a valid date"],
      ["disposedTo", LONG.line, TOO_LONG.line],
    ] satisfies Slip[],
  ],
  ["parts", PART],
])("staff's form of %s says what is wrong with a field once it is left", async (path, slips) => {
  const { page, problems } = await visitAsStaff(browser, site);
  await page.goto(`${site.url}/admin/${path}/new`);
  const form = page.locator("#record-form");
  for (const slip of slips) await leave(form, slip);
  expect(problems).toEqual([]);
});

/** Leaves each field as said, which are all that the form has, then types in the last: what the others say stays. */
async function expectLiveChecks(page: Page, form: Locator, slips: Slip[]): Promise<void> {
  const names = new Set(await namesIn(form));
  for (const slip of slips) {
    await leave(form, slip);
    for (const name of await namesIn(form)) names.add(name);
  }
  expect([...names].sort()).toEqual([...new Set(slips.map(([name]) => name))].sort());
  const last = slips.at(-1)?.[0] ?? "";
  const others = async () =>
    Promise.all([...names].filter((name) => name !== last).map((name) => saysOf(form, name)));
  const before = await others();
  await form.locator(`[name=${last}]`).focus();
  await page.keyboard.press("a");
  expect(await others()).toEqual(before);
}

async function leave(form: Locator, [name, typed, says]: Slip): Promise<void> {
  const field = form.locator(`[name=${name}]`).first();
  const kind = await field.evaluate((element: HTMLInputElement) => element.type);
  if (kind === "radio") await form.locator(`[name=${name}][value=${typed}]`).check();
  else if (kind === "select-one") await field.selectOption(typed);
  else await field.fill(typed);
  await field.press("Tab");
  await expect.poll(() => saysOf(form, name), { message: name }).toBe(says);
}

/** The sentence at a field, if there is one. */
async function saysOf(form: Locator, name: string): Promise<string | undefined> {
  const field = form.locator(`[name=${name}]`).first();
  const says = await field.evaluate(
    (element) => element.closest(".field")?.querySelector(".field__error")?.textContent,
  );
  return says?.trim();
}

/** The fields that can be filled in now; the search of parts is none of the form's. */
async function namesIn(form: Locator): Promise<string[]> {
  const names = await form
    .locator("input:visible, select:visible, textarea:visible")
    .evaluateAll((fields) => fields.map((field) => field.getAttribute("name") ?? ""));
  return names.filter((name) => name !== HONEYPOT_NAME && name !== "q");
}

/** A press as long as a person's: what moves away meanwhile is not clicked. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await page.mouse.down();
  await nextFrame(page);
  await page.mouse.up();
}
