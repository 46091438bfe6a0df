import { writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { issueToken } from "~/accounts/access-token.server";
import { missingBrowsers } from "../../scripts/browser-paths.mjs";
import { newVin, retailVehicle } from "./builders";
import type { Tab } from "./other-browsers";
import { photo } from "./pictures";
import { type Site, startSite } from "./site";
import { administrator, PASSWORD, signedIn } from "./staff";
import { storedImages } from "./stored-images";

const VIN = "1HGCM82633A004352";
/** Enough for a machine with two busy cores. */
const TIMEOUT_MS = 240_000;

let site: Site;
let made = 0;

/**
 * What a visitor and a member of staff do most, in one browser: Chromium runs everything else.
 * @param open opens a tab, or answers undefined where the browser is there but does not start, which skips the journeys
 */
export function describeJourneys(name: string, open: () => Promise<Tab | undefined>): void {
  describe.skipIf(missingBrowsers().includes(name))(`in ${name}`, () => journeys(name, open));
}

function journeys(name: string, open: () => Promise<Tab | undefined>): void {
  let tab: Tab;
  let isOpen = false;

  beforeAll(async () => {
    site = await startSite();
    const opened = await open();
    if (opened) tab = opened;
    isOpen = opened !== undefined;
  }, TIMEOUT_MS);
  afterAll(() => (isOpen ? tab.close() : undefined), TIMEOUT_MS);

  const journey = (title: string, run: () => Promise<void>) =>
    it(
      title,
      async ({ skip }: TestContext) => {
        skip(!isOpen, `${name} did not start`);
        await run();
      },
      TIMEOUT_MS,
    );

  journey("a visitor asks for a part", async () => {
    await tab.goto(`${site.url}/partsrequest`);
    await tab.fill("Vehicle Identification Number (VIN)", VIN);
    await tab.press("Continue");
    await tab.choose("Category", "Exterior");
    await tab.choose("Subcategory", "Bumpers & Parts");
    await tab.choose("Part", "Bumper Cover, Front");
    await tab.press("Continue");
    await tab.fill("Name", `${name} Fan`);
    await tab.fill("Phone", "5555550123");
    await tab.fill("Email", "fan@example.com");
    await tab.press("Continue");
    await tab.see("(555) 555-0123");
    await tab.press("Submit Request");
    await tab.see("Part request submitted successfully!");
    expect(await customers("partRequests")).toContain(`${name} Fan`);
  });

  journey("a visitor asks to be called back", async () => {
    await tab.goto(`${site.url}/repair`);
    await tab.fill("Name", `${name} Caller`);
    await tab.fill("Phone", "5555550124");
    await tab.press("Request Callback");
    await tab.see("Request Submitted!");
    expect(await customers("repairRequests")).toContain(`${name} Caller`);
  });

  journey("a visitor filters the inventory, looks at a car's photos and asks about it", async () => {
    await retailVehicle({
      stockNumber: `${name}-${++made}`,
      make: "Honda",
      model: "Fit",
      price: 9_000,
      images: await storedImages(2),
    });
    await retailVehicle({ stockNumber: `${name}-${++made}`, make: "Ford", model: "Ranger", price: 19_000 });
    await tab.goto(`${site.url}/inventory`);
    await tab.see("Ford Ranger");
    await tab.fill("Max price", "10000");
    await tab.press("Show Vehicles");
    await tab.miss("Ford Ranger");
    await tab.press("2016 Honda Fit");
    await tab.see("Ask About This Vehicle");
    await tab.press("Next photo");
    // In its place, so at rest: a click while it still moves may land on a picture.
    const offset = `Math.round(document.querySelector("#photo-2").getBoundingClientRect().left -
      document.querySelector(".gallery__pictures").getBoundingClientRect().left)`;
    await expect.poll(() => tab.evaluate(offset), { timeout: 60_000 }).toBe(0);
    await tab.fill("Name", `${name} Driver`);
    await tab.fill("Phone", "5555550125");
    await tab.fill("Message", "Is it still there?");
    await tab.press("Send Inquiry");
    await tab.see("We got your question");
    expect(await customers("vehicleInquiries")).toContain(`${name} Driver`);
  });

  journey("staff sign in and add a car with its picture", async () => {
    const picture = path.join(await mkdtemp(path.join(tmpdir(), "journey-")), "car.jpg");
    writeFileSync(picture, await photo(900, 675, "#aa5522").jpeg().toBuffer());
    const { username } = await administrator();
    await tab.goto(`${site.url}/login?redirectTo=%2Fadmin%2Fretail-vehicles%2Fnew`);
    await tab.fill("Username", username);
    await tab.fill("Password", PASSWORD);
    await tab.press("Login");
    await tab.see("Add New Retail Vehicle");
    await tab.attach("Photos", picture);
    await tab.see("Add Photos");
    // A second try of a test must not meet the first one's vehicle.
    const stockNumber = `${name}-${++made}`;
    await tab.fill("Stock Number", stockNumber);
    await tab.fill("VIN", newVin());
    await tab.press("Add Vehicle");
    await tab.see("Vehicle added");
    const { imageUrl } = await site.db
      .selectFrom("retailVehicles")
      .select("imageUrl")
      .where("stockNumber", "=", stockNumber)
      .executeTakeFirstOrThrow();
    expect((await site.fetch(imageUrl ?? "")).status).toBe(200);
    await tab.press("Logout");
    await tab.see("Admin Login");
  });

  journey("staff are warned before their session ends, and go on", async () => {
    const { account } = await signedIn();
    await tab.goto(`${site.url}/login`);
    await tab.fill("Username", account.username);
    await tab.fill("Password", PASSWORD);
    await tab.press("Login");
    // The countdown runs once the page has stored its first token, which would replace the one below.
    await tab.see("Session countdown");
    // A token that ends in ten minutes, as after twenty minutes at another desk.
    const { id: sid, ...session } = await newestSession(account.id);
    const token = await issueToken(
      {
        id: sid,
        user: { _id: account.id, username: account.username },
        role: "owner",
        hasSecondFactor: false,
        ...session,
      },
      new Date(),
    );
    await tab.evaluate(`localStorage.setItem("authToken", ${JSON.stringify(token)})`);
    await tab.goto(`${site.url}/admin`);
    await tab.see("Session Timeout Warning");
    await tab.press("Continue Session");
    await tab.miss("Session Timeout Warning");
  });
}

async function customers(table: "partRequests" | "repairRequests" | "vehicleInquiries"): Promise<string[]> {
  const rows = await site.db.selectFrom(table).select("customerName").execute();
  return rows.map(({ customerName }) => customerName);
}

async function newestSession(administratorId: string) {
  const { id } = await site.db
    .selectFrom("sessions")
    .select("id")
    .where("administratorId", "=", administratorId)
    .orderBy("createdAt", "desc")
    .executeTakeFirstOrThrow();
  const inTenMinutes = new Date(Date.now() + 10 * 60_000);
  return { id, expiresAt: inTenMinutes, endsAt: inTenMinutes };
}
