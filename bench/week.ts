// A week at the yard, by phone width and desk, with script and without: two cars bought at the gate, one taken apart, three parts sold
// over the counter (one haggled, one exempt, one with a core), one shipped, one returned under warranty, a car sold with a deposit, the
// day closed and the month's report read. Prints taps, fields and seconds of each step. With `--pictures FOLDER` it also keeps a picture of
// each page and paper, and each paper as it is printed: `npm run bench:week -- --pictures week`.
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright";
import { isValidVin } from "~/vin/validate";
import { SYSTEM_BROWSERS } from "../scripts/browser-paths.mjs";
import { printTable } from "./report";
import { startSite, temporaryFolder } from "./servers";

const { pictures } = parseArgs({ options: { pictures: { type: "string" } } }).values;
const PATIENCE_MS = 30_000;
const NAME = "dana";
const PASSWORD = "a-week-at-the-yard";

/** How the week is worked. Each way sells another car from the lot. */
const WAYS = [
  { name: "phone", width: 390, hasScript: true, car: "P1160" },
  { name: "desk", width: 1280, hasScript: true, car: "P1163" },
  { name: "phone, no script", width: 390, hasScript: false, car: "P1168" },
  { name: "desk, no script", width: 1280, hasScript: false, car: "P1169" },
] as const;
type Way = (typeof WAYS)[number];

/** What is taken off the first car. */
const TAKEN = {
  mirror: { entryId: "side-mirror-left", price: "45" },
  headlight: { entryId: "headlight-left", price: "85" },
  alternator: { entryId: "alternator", price: "65", core: "20" },
  radiator: { entryId: "radiator", price: "60" },
} as const;

type Taken = Record<keyof typeof TAKEN, string>;

interface Step {
  name: string;
  taps: number;
  fields: number;
  seconds: number;
}

let page: Page;
let way: Way = WAYS[0];
let steps: Step[] = [];
let [taps, fields] = [0, 0];
/** A number of its own for each VIN. */
let serial = 10_000;

if (pictures) mkdirSync(pictures, { recursive: true });
const { url } = await startSite(
  {
    ...{ ADMIN_USERNAME: NAME, ADMIN_PASSWORD: PASSWORD, EXAMPLE_SITE: "1" },
    ...{ SMTP_URL: "", DATABASE_URL: "", UPLOADS_URL: "" },
    ...{ BACKUP_DIR: path.join(temporaryFolder, "backups"), BUSINESS_FILE: path.resolve("business.json") },
  },
  { pictures: false },
);
const executablePath = [chromium.executablePath(), ...SYSTEM_BROWSERS].find((file) => existsSync(file)) ?? "";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const weeks = new Map<string, Step[]>();
try {
  for (way of WAYS) {
    const { width, hasScript } = way;
    const isPhone = width < 768;
    const context = await browser.newContext({
      viewport: { width, height: isPhone ? 844 : 900 },
      ...{ javaScriptEnabled: hasScript, hasTouch: isPhone, isMobile: isPhone },
    });
    page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    steps = [];
    await workWeek().catch(async (error: unknown) => {
      await page.screenshot({ path: path.join(pictures ?? tmpdir(), "week-failed.png"), fullPage: true });
      throw error;
    });
    weeks.set(way.name, steps);
    await context.close();
  }
} finally {
  await browser.close();
}
printWeeks();

async function workWeek(): Promise<void> {
  await page.goto(`${url}/login`);
  await fill("username", NAME);
  await fill("password", PASSWORD);
  await tap("button", "Login");
  await page.waitForURL("**/admin**");

  const civic = await step("a car bought at the gate", () =>
    buyCar("1HGFA165_6L0", { price: "450", odometer: "171204" }),
  );
  const purchase = page.url();
  await step("its bill of sale and label", async () => {
    await follow("Bill of Sale");
    if (way.hasScript) await sign();
    await keepPaper("bill-of-sale-of-a-car-bought");
    await page.goto(purchase);
    await follow("Windshield Label");
    await keepPaper("windshield-label");
  });
  await step("a second car", () => buyCar("1G1ZC5E0_CF1", { price: "1100", odometer: "139870" }));
  const parts = await step("the first one torn down, four parts", async () => {
    await page.goto(purchase);
    await follow("Teardown");
    return stockParts(civic);
  });
  await step("a part sold, haggled", () =>
    sell(parts.mirror, async () => {
      await fill("lines[0].price", "40");
      await choose("payments[0].method", "cash");
      await fill("payments[0].amount", "60");
    }),
  );
  await step("its receipt, letter and roll", async () => {
    await follow("Receipt");
    await keepPaper("receipt");
    await tap("link", "80 mm Roll");
    await page.waitForURL("**paper=roll");
    await keepPaper("receipt-roll");
  });
  await step("a part sold, exempt", () =>
    sell(parts.headlight, async () => {
      await fill("customerName", "Stissing Fire Company");
      await fill("taxExemptNumber", "EX-218406");
      await choose("payments[0].method", "card");
    }),
  );
  const headlight = page.url();
  await step("a part sold, with a core", () =>
    sell(parts.alternator, async () => {
      await choose("payments[0].method", "cash");
      await fill("payments[0].amount", "100");
    }),
  );
  await step("a part shipped", () =>
    sell(parts.radiator, async () => {
      await addLine("shipping", "18.50");
      await fill("customerName", "Kyle Brandvold");
      await fill("customerAddress", "3307 Detroit Avenue\nLakewood, OH 44107");
      await choose("taxPlace", "No tax");
      await choose("payments[0].method", "card");
      const fold = page.locator("main details", { hasText: "Shipping and notes" });
      if ((await fold.getAttribute("open")) === null) await press(fold.locator("summary"));
      await choose("delivery", "ship");
      await fill("carrier", "UPS Ground");
      await fill("tracking", "1Z999AA10123456784");
      await fill("weight", "14");
    }),
  );
  await step("a part returned under warranty", async () => {
    await page.goto(headlight);
    await follow("Return Items");
    await keepPicture("return");
    await press(page.locator('main label.checkbox:has([name="lines.0.take"])'));
    await choose("lines.0.reason", "does-not-work");
    await choose("lines.0.goesTo", "check");
    await choose("method", "card");
    await tap("button", "Return Items");
    await page.waitForURL("**/credit-notes/**");
    await keepPaper("credit-note");
  });
  await step("a deposit for a car", async () => {
    await page.goto(`${url}/admin/retail-vehicles?q=${way.car}`);
    taps += 1;
    const record = await page
      .locator(`main a[href*="/admin/retail-vehicles/0"]`)
      .first()
      .getAttribute("href");
    await page.goto(`${url}${record?.replace(/(\/edit)?([?#].*)?$/, "")}`);
    await tap("link", "Sell This Car");
    await page.waitForURL("**/sales/deal?**");
    await keepPicture("new-deal");
    await fill("customerName", "Angela Ferraro");
    await fill("customerAddress", "41 Church Street\nPine Plains, NY 12567");
    await fill("fees.title.amount", "50");
    await fill("fees.document.amount", "75");
    await choose("depositMethod", "cash");
    await fill("depositAmount", "500");
    await tap("button", "Take Deposit");
    await page.waitForURL("**/deposit");
    await keepPaper("deposit");
    await follow(/Back to the deal/);
  });
  await step("the rest paid, the car delivered", async () => {
    await choose("payments.0.method", "check");
    await fill("payments.0.reference", "88-2207");
    await keepPicture("deal");
    await tap("button", "Complete Deal");
    await follow(/Bill of sale/);
    await keepPaper("bill-of-sale-of-a-car-sold");
  });
  await step("the day closed", async () => {
    await page.goto(`${url}/admin/reports/day-close`);
    taps += 2;
    const facts = await page.locator("main dl").first().innerText();
    const together = /Together[^$]*?(-?)\$([\d,]+)\.(\d\d)/.exec(facts);
    if (!together) throw new Error(`No sum of the day: ${facts}`);
    const [, sign = "", dollars = "", cents = ""] = together;
    const moved = Number(`${sign}${dollars.replaceAll(",", "")}${cents}`);
    // The cars at the gate are paid from it.
    await fill("opening", "10000");
    await fill("counted", ((10_000_00 + moved) / 100).toFixed(2));
    await tap("button", /^Close (the Day|Again)$/);
    await page.getByText("Matches").first().waitFor();
    await keepPaper("day-close");
  });
  await step("the month's report", async () => {
    await page.goto(`${url}/admin/reports`);
    taps += 1;
    await tap("link", "Sold");
    await page.waitForURL("**/reports/sold**");
    await keepPaper("report-of-the-month");
  });
}

/** Buys a car for parts, with what the law asks of its seller; returns its stock number. */
async function buyCar(
  pattern: string,
  { price, odometer }: { price: string; odometer: string },
): Promise<string> {
  await openNew("/admin/purchases/new");
  await fill("vin", nextVin(pattern));
  await tap("button", "Decode VIN");
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("[name=make]")?.value);
  await fill("odometer", odometer);
  await fill("sellerName", "Marvin Decker");
  await fill("sellerStreet", "88 Oak Hill Road");
  await fill("sellerCity", "Stanfordville");
  await fill("sellerZip", "12581");
  await choose("idKind", "license");
  await fill("idNumber", "518 224 907");
  await choose("titleKind", "title");
  await fill("titleNumber", "71482206C");
  await fill("price", price);
  await choose("paidBy", "cash");
  await keepPicture("buy-a-car");
  const stockNumber = await page.locator("main [name=stockNumber]").inputValue();
  await tap("button", "Buy Car");
  await page.waitForURL(/\/admin\/purchases\/(?!new)\w+/);
  return stockNumber;
}

async function sign(): Promise<void> {
  await hydrated();
  const canvas = page.getByLabel("Box for the seller's signature");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error("There is nowhere to sign.");
  await page.mouse.move(box.x + 20, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 20, { steps: 5 });
  await page.mouse.move(box.x + 200, box.y + 70, { steps: 5 });
  await page.mouse.up();
  taps += 1;
  await tap("button", "Save Signature");
  await page.getByAltText(/^Signature of/).waitFor();
}

/** Stocks four parts with a warranty; returns their stock numbers. */
async function stockParts(stockNumber: string): Promise<Taken> {
  await hydrated();
  await choose("warranty", { label: "90-day parts warranty" });
  for (const part of Object.values(TAKEN)) {
    const row = page.locator(`#row-${part.entryId}`);
    await press(row.locator("label.stock-row__tick"));
    if (way.hasScript) await row.getByText(new RegExp(`${stockNumber}-\\d`)).waitFor();
    await fill(`${part.entryId}.price`, part.price);
    if (!("core" in part)) continue;
    await press(row.locator("summary"));
    await fill(`${part.entryId}.coreCharge`, part.core);
  }
  await keepPicture("teardown");
  if (way.hasScript) {
    await page
      .getByText(/^4 stocked/)
      .first()
      .waitFor();
  } else {
    await tap("button", "Stock Checked Parts");
    await page.getByText("4 parts stocked").first().waitFor();
  }
  // What is typed is stored a moment later.
  if (way.hasScript) await page.waitForTimeout(1500);
  await page.reload();
  const numbers: Partial<Taken> = {};
  for (const [name, { entryId }] of Object.entries(TAKEN)) {
    const text = await page.locator(`#row-${entryId}`).innerText();
    const number = new RegExp(`${stockNumber}-\\d+`).exec(text)?.[0];
    if (!number) throw new Error(`No ${entryId} was stocked: ${text}`);
    numbers[name as keyof Taken] = number;
  }
  return numbers as Taken;
}

/** Sells a part that is found by its stock number; `pay` fills in the rest. */
async function sell(stockNumber: string, pay: () => Promise<void>): Promise<void> {
  await openNew("/admin/sales/new");
  await fill("find", stockNumber);
  await press(page.locator("button[name=intent][value=find]"));
  await press(page.locator("button[name=add]").first());
  await page.waitForURL(/\/admin\/sales\/\w+\/edit$/);
  // The address comes a moment before the page, whose form replaces the one before.
  await page.locator(`main [name="lines[0].item"][value="${stockNumber}"]`).waitFor();
  await pay();
  await keepPicture("sale");
  await tap("button", "Complete Sale");
  await page.getByText("Completed", { exact: true }).first().waitFor();
}

async function addLine(kind: string, price: string): Promise<void> {
  await tap("button", "Add a line");
  await page.locator(`main [name="lines[1].kind"]`).waitFor();
  await choose("lines[1].kind", kind);
  await fill("lines[1].price", price);
}

async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  [taps, fields] = [0, 0];
  const result = await run();
  steps.push({ name, taps, fields, seconds: (performance.now() - started) / 1000 });
  return result;
}

/** `+ New` and its entry: two taps on any page of the staff's. */
async function openNew(address: string): Promise<void> {
  await page.goto(`${url}${address}`);
  taps += 2;
}

async function fill(name: string, text: string): Promise<void> {
  await hydrated();
  await page.locator(`:is(main, form) [name="${name}"]:not([type=hidden])`).first().fill(text);
  fields += 1;
}

async function choose(name: string, option: string | { label: string }): Promise<void> {
  await hydrated();
  await page.locator(`main select[name="${name}"]`).first().selectOption(option);
  fields += 1;
}

async function tap(role: "button" | "link", name: string | RegExp): Promise<void> {
  const found = page
    .locator("main")
    .getByRole(role, typeof name === "string" ? { name, exact: true } : { name });
  await press(found.first());
}

/** Taps a link of the page and waits for where it leads. */
async function follow(name: string | RegExp): Promise<void> {
  const from = page.url();
  await tap("link", name);
  await page.waitForURL((address) => address.href !== from);
}

async function press(control: ReturnType<Page["locator"]>): Promise<void> {
  await hydrated();
  await (way.width < 768 ? control.tap() : control.click());
  taps += 1;
}

/** Waits until the page does with script what it is to do; its time counts, as it does for whoever waits. */
async function hydrated(): Promise<void> {
  if (!way.hasScript) return;
  await page.waitForFunction(
    () =>
      "hydrated" in document.documentElement.dataset || !document.querySelector("script[type=module][nonce]"),
  );
}

async function keepPicture(name: string): Promise<void> {
  if (!pictures) return;
  await hydrated();
  const file = path.join(pictures, `${name}, ${way.name}.png`);
  await page.screenshot({ path: file, fullPage: true });
}

/** A page that is printed: its picture, and the print. */
async function keepPaper(name: string): Promise<void> {
  await page.waitForLoadState("load");
  await keepPicture(name);
  if (pictures && way === WAYS[0])
    await page.pdf({
      path: path.join(pictures, `${name}.pdf`),
      preferCSSPageSize: true,
      ...(name.endsWith("roll") ? { width: "80mm", height: "200mm" } : { format: "Letter" }),
    });
}

/** A VIN that nobody has yet. @param pattern with `_` for the check digit, and room for five more digits */
function nextVin(pattern: string): string {
  serial += 1;
  const vin = [..."0123456789X"]
    .map((digit) => `${pattern.replace("_", digit)}${serial}`)
    .find((candidate) => isValidVin(candidate));
  if (!vin) throw new Error(`No VIN follows ${pattern}.`);
  return vin;
}

function printWeeks(): void {
  const names = weeks.get("phone")?.map(({ name }) => name) ?? [];
  const cell = (week: string, at: number | undefined, read: (step: Step) => number, digits = 0) => {
    const all = weeks.get(week) ?? [];
    const chosen = at === undefined ? all : all.slice(at, at + 1);
    return chosen.reduce((sum, one) => sum + read(one), 0).toFixed(digits);
  };
  const row = (name: string, at?: number) => [
    name,
    cell("phone", at, (step) => step.taps),
    cell("phone, no script", at, (step) => step.taps),
    cell("phone", at, (step) => step.fields),
    ...WAYS.map((one) => cell(one.name, at, (step) => step.seconds, 1)),
  ];
  printTable(
    ["step", "taps", "no script", "fields", ...WAYS.map(({ name }) => `s, ${name}`)],
    [...names.map((name, at) => row(name, at)), row("all")],
  );
}
