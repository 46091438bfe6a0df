// An owner's first day on a phone, without a terminal: set-up link, business, hours, look, mail against a test server, two people with
// roles, a passkey and a code, a car, a backup, everything deleted, the backup restored, and signed in with the code and with the
// passkey. Prints seconds and taps of each step, and the memory of the first start:
// `npm run bench:first-day`.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Secret, TOTP } from "otpauth";
import { chromium, type Page } from "playwright";
import { SYSTEM_BROWSERS } from "../scripts/browser-paths.mjs";
import { freePort } from "../scripts/free-port.mjs";
import { startMailServer } from "../tests/support/smtp";
import { printTable } from "./report";
import { siteEnvironment, temporaryFolder } from "./servers";

const PASSWORD = "first-day-on-a-phone";
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20"><path d="M0 0h80v20H0z" fill="#114f8e"/></svg>`;
const ROLES = { marta: "Counter", joe: "Yard" } as const;
const PEOPLE = ["marta", "joe"] as const;
const PATIENCE_MS = 60_000;

interface Step {
  name: string;
  seconds: number;
  taps: number;
}

const steps: Step[] = [];
let taps = 0;
let totp: TOTP | undefined;
let usedCode = "";

const mail = await startMailServer();
const port = await freePort();
// Browsers take passkeys of a name, not of a number.
const origin = `http://localhost:${port}`;
const { link, pid, stop } = await startSite();
const executablePath = [chromium.executablePath(), ...SYSTEM_BROWSERS].find((file) => existsSync(file)) ?? "";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
page.setDefaultTimeout(PATIENCE_MS);
const memory = megabytes(pid);
try {
  await walk();
} catch (error) {
  await page.screenshot({ path: path.join(tmpdir(), "first-day-failed.png"), fullPage: true });
  throw error;
} finally {
  await browser.close();
  await mail.stop();
  stop();
}

printTable(
  ["step", "seconds", "taps"],
  [
    ...steps.map(({ name, seconds, taps: count }) => [name, seconds.toFixed(1), String(count)]),
    [
      "all",
      steps.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1),
      String(steps.reduce((sum, step) => sum + step.taps, 0)),
    ],
  ],
);
console.log(`Memory of the process that serves, after its first start: ${memory} MB`);

async function walk(): Promise<void> {
  await step("set-up link, name and password", async () => {
    await page.goto(link);
    await fill("Your Name", "dana");
    await fill("Password", PASSWORD, true);
    await fill("Password Again", PASSWORD);
    await tap("button", "Save and Sign In");
    await page.waitForURL("**/admin/set-up");
  });
  await step("business", async () => {
    await tap("link", /^Open ?: Your yard/);
    await fill("Name", "Harlow Salvage", true);
    await fill("Phone", "555 555 0177", true);
    await save("Save Business", "Harlow Salvage · Call (555) 555-0177");
  });
  await step("hours, two spans on a Saturday", async () => {
    await backToSetUp(/^Open ?: Opening hours/);
    await fill("Saturday", "8am to noon, 1pm to 3pm");
    // The example's say that it is closed then.
    await fill("On weekends", "");
    await fill("On weekends, short", "");
    await save("Save Hours", "Saturday 8am to 12pm and 1pm to 3pm");
  });
  await step("look: logo and color", async () => {
    await open("Settings");
    await tap("link", "Look");
    await page.waitForURL("**/look");
    await page
      .getByLabel("Logo", { exact: false })
      .first()
      .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(LOGO) });
    taps += 2;
    await fill("Accent color", "#114f8e");
    await save("Save Look", "#114f8e");
  });
  await step("mail, with a test", async () => {
    await backToSetUp(/^Open ?: Email/);
    await fill("Mail server", "127.0.0.1");
    await fill("Port", new URL(mail.url).port);
    await fill("Who gets new requests", "dana@yard.example");
    await save("Save Email");
    await tap("link", "Send a test");
    await tap("button", "Send a Test");
    await page.getByText("The server took the message").waitFor();
  });
  await step("two people with roles", async () => {
    for (const name of PEOPLE) {
      await open("People");
      await fill("Name", name, true);
      await page.locator("#person-form label", { hasText: ROLES[name] }).first().click();
      taps += 1;
      // One is invited by email, the other is handed a link.
      if (name === "marta") await fill("Email", "marta@yard.example");
      await tap("button", "Add and Invite");
      const invitation = name === "marta" ? await readInvitation() : await page.locator("#link").inputValue();
      await choosePassword(invitation, name);
    }
  });
  await step("a passkey", async () => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    await tap("link", /^Your account/);
    await tap("link", "Set Up a Second Factor");
    const passkeys = page.getByRole("region", { name: "Passkeys" });
    await passkeys.getByLabel("Name of a New Passkey").fill("Dana's phone");
    await passkeys.getByLabel("Current Password").fill(PASSWORD);
    await passkeys.getByRole("button", { name: "Add a Passkey" }).click();
    await passkeys.locator("strong", { hasText: "Dana's phone" }).waitFor();
    taps += 3;
  });
  await step("codes of an app", async () => {
    const app = page.getByRole("region", { name: "Authenticator App" });
    await app.getByLabel("Current Password").fill(PASSWORD);
    await app.getByRole("button", { name: "Set Up an App" }).click();
    const key = (await app.locator("code").first().innerText()).replaceAll(" ", "");
    totp = new TOTP({ secret: Secret.fromBase32(key) });
    usedCode = totp.generate();
    await app.getByLabel("Code", { exact: true }).fill(usedCode);
    await app.getByRole("button", { name: "Turn On" }).click();
    await app.getByRole("button", { name: "Turn It Off" }).waitFor();
    taps += 4;
  });
  await step("a car for sale", async () => {
    await open("Retail vehicle", "New");
    await fill("Stock Number", "FIRST-1");
    await fill("VIN", "4S4BSANC1G3000001", true);
    for (const [name, value] of [
      ["year", "2016"],
      ["make", "Subaru"],
      ["model", "Outback"],
    ] as const) {
      await page.locator(`main [name=${name}]`).fill(value);
      taps += 1;
    }
    await tap("button", "Add Vehicle");
    await page.waitForURL(/\/admin\/retail-vehicles(\?|$)/);
  });
  await step("a backup", async () => {
    await open("Backups");
    // The first start makes one too, at low priority.
    await backupsEnd();
    await tap("button", "Back Up Now");
    await page
      .getByText(/^(Backed up|This takes a while)$/)
      .first()
      .waitFor();
    await backupsEnd();
  });
  await step("everything deleted: car, trash, people, settings", async () => {
    await open("Retail vehicles");
    await page
      .getByRole("link", { name: /^Delete/ })
      .first()
      .click();
    await page.locator("dialog[open]").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No retail vehicles found").first().waitFor();
    await open("Trash");
    await tap("link", /^Empty trash/);
    await fill("Your Current Password", PASSWORD);
    await tap("button", "Empty trash");
    await page.getByText("The trash is empty.").waitFor();
    taps += 2;
    for (const name of PEOPLE) {
      await open("People");
      await tap("link", name);
      await tap("button", "Turn Off");
      await page.getByRole("button", { name: "Turn On" }).waitFor();
    }
    await open("Settings");
    await tap("link", "Look");
    await page.getByText("Remove the logo", { exact: true }).click();
    taps += 1;
    await save("Save Look");
    await open("Settings");
    await tap("link", "Business");
    await page.waitForURL("**/settings/business");
    await fill("Name", "Gone Salvage", true);
    await save("Save Business", "Gone Salvage · ");
  });
  await step("restore, until one can sign in again", async () => {
    await open("Backups");
    await tap("link", /^Restore/);
    await fill("to confirm", "RESTORE");
    await fill("Current Password", PASSWORD);
    await tap("button", "Restore");
    await page.getByLabel("Username").waitFor();
  });
  await step("signed in with a code, and everything is back", async () => {
    await fill("Username", "dana");
    await fill("Password", PASSWORD, true);
    await tap("button", "Login");
    await page.getByLabel("Code").waitFor();
    // The code that turned it on is used up.
    while (totp?.generate() === usedCode) await page.waitForTimeout(1000);
    await fill("Code", totp?.generate() ?? "");
    await page.getByLabel("Code").press("Enter");
    await page.waitForURL("**/admin**");
    for (const name of PEOPLE) {
      await open("People");
      await tap("link", name);
      // Who may sign in stays as it was today.
      await tap("button", "Turn On");
      await page.getByRole("button", { name: "Turn Off" }).waitFor();
    }
    await page.goto(at("/inventory"));
    await page.locator("main").getByRole("link", { name: "2016 Subaru Outback" }).waitFor();
    await page.locator("header .logo img").first().waitFor();
    if (!(await page.title()).includes("Harlow Salvage")) throw new Error("The settings are not back.");
  });
  await step("signed in with the passkey alone", async () => {
    await page.context().clearCookies();
    await page.goto(at("/login"));
    await tap("button", "Sign In with a Passkey");
    await page.waitForURL("**/admin**");
  });
}

async function step(name: string, run: () => Promise<void>): Promise<void> {
  const started = performance.now();
  taps = 0;
  await run();
  steps.push({ name, seconds: (performance.now() - started) / 1000, taps });
}

/** Waits on the page of backups until none is being made. */
async function backupsEnd(): Promise<void> {
  const running = page.getByText("A backup is being made or tested");
  while (await running.isVisible()) {
    await page.waitForTimeout(1000);
    await page.reload();
  }
}

/** The link of the invitation that arrives. */
async function readInvitation(): Promise<string> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 200) {
    const link = mail.mails
      .map(({ text }) => /\S+\/choose-password\?key=[\w-]+/.exec(text)?.[0])
      .find(Boolean);
    if (link) return link;
    await page.waitForTimeout(200);
  }
  throw new Error("No invitation arrived.");
}

/** Somebody who was invited opens the link on a phone of their own. */
async function choosePassword(invitation: string, name: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const own = await context.newPage();
  await own.goto(invitation);
  await hydrated(own);
  await own.getByLabel("Password", { exact: true }).fill(`${name}-${PASSWORD}`);
  await own.getByLabel("Password Again").fill(`${name}-${PASSWORD}`);
  await own.locator("main button[type=submit]").click();
  await own.waitForURL("**/admin**");
  await context.close();
  taps += 4;
}

/** A field is tapped before it is typed in. */
async function fill(label: string, text: string, exact = false): Promise<void> {
  await page.getByLabel(label, { exact }).first().fill(text);
  taps += 1;
}

async function tap(role: "button" | "link", name: string | RegExp): Promise<void> {
  await hydrated();
  await page
    .getByRole(role, typeof name === "string" ? { name, exact: true } : { name })
    .first()
    .click();
  taps += 1;
}

/** A page of the staff's menu, or of what New opens, from the bar under the thumb. */
async function open(label: string, menu: "More" | "New" = "More"): Promise<void> {
  await hydrated();
  await page
    .getByRole("navigation", { name: "Shortcuts" })
    .getByRole("button", { name: menu, exact: true })
    .click();
  const link = page.locator("nav:popover-open").getByRole("link", { name: label, exact: true }).first();
  const to = await link.getAttribute("href");
  await link.click();
  await page.waitForURL(`**${to}`);
  await hydrated();
  taps += 2;
}

async function save(button: string, shows?: string): Promise<void> {
  if (await page.getByLabel("Your Current Password").first().isVisible())
    await fill("Your Current Password", PASSWORD);
  await tap("button", button);
  await page
    .getByText(/ saved$/)
    .first()
    .waitFor();
  if (shows) await page.getByText(shows, { exact: false }).first().waitFor();
}

async function backToSetUp(link: RegExp): Promise<void> {
  await page.goto(at("/admin/set-up"));
  taps += 1;
  await tap("link", link);
  await page.waitForURL("**/admin/settings/**");
}

async function hydrated(of: Page = page): Promise<void> {
  await of.waitForFunction(
    () =>
      "hydrated" in document.documentElement.dataset || !document.querySelector("script[type=module][nonce]"),
  );
}

function at(pathname: string): string {
  return `${origin}${pathname}`;
}

/** Starts the site as `npm start` does, on data of its own, and reads the link that it prints. */
async function startSite(): Promise<{ link: string; pid: number; stop: () => void }> {
  const site = spawn(process.execPath, ["scripts/start.mjs"], {
    env: {
      ...process.env,
      ...siteEnvironment,
      ...{ PORT: String(port), HOST: "127.0.0.1", NODE_ENV: "production" },
      ...{
        SMTP_URL: "",
        BACKUP_DIR: path.join(temporaryFolder, "backups"),
        PUBLIC_URL: origin,
        DATABASE_URL: "",
        UPLOADS_URL: "",
      },
      BUSINESS_FILE: path.resolve("business.json"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = () => {
    if (site.exitCode === null) site.kill("SIGTERM");
  };
  process.once("exit", stop);
  const link = await new Promise<string>((resolve, reject) => {
    let output = "";
    site.stdout.on("data", (chunk) => {
      output += chunk;
      const found = /within 72 hours: \S+?(\/set-up\S*)/.exec(output)?.[1];
      if (found) resolve(at(found));
    });
    site.once("exit", () => reject(new Error(`The site did not start: ${output}`)));
  });
  return { link, pid: site.pid ?? 0, stop };
}

/** What a process has in memory, in megabytes. */
function megabytes(of: number): number {
  const status = existsSync(`/proc/${of}/status`) ? readFileSync(`/proc/${of}/status`, "utf8") : "";
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
