import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { business } from "~/business/business.server";
import { openBrowser, visit } from "../../support/browser";
import { retailVehicle, shelfPart } from "../../support/builders";
import { type Site, startSite } from "../../support/site";

// What a visitor on a phone has to do from the home page. A tap is a press on a link, a button, a summary or a choice; a field is one
// that something is typed into. Scrolling counts as nothing.

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  await shelfPart({ year: 2012, make: "Toyota", model: "Camry", price: 85 });
  await retailVehicle({ year: 2016, make: "Honda", model: "Fit", price: 9_000 });
});

describe.each([
  ["with script", true],
  ["without script", false],
])("%s, at 390 px", (_how, script) => {
  it("the price of a part is known after one tap, and the part is asked for after three", async () => {
    const visitor = await arrive(script);
    await visitor.type("Find a part or a car", "2012 camry alternator");
    await visitor.tap("button", "Search Parts");
    await visitor.page.locator(".vehicle-card", { hasText: "$85" }).waitFor();
    expect(visitor.did).toEqual({ taps: 1, fields: 1 });
    await visitor.tap("link", "Ask for This Part");
    await visitor.type("Name", visitor.name);
    await visitor.type("Phone", visitor.phone);
    await visitor.tap("button", "Send Request");
    await visitor.isDone();
    expect(visitor.did).toEqual({ taps: 3, fields: 3 });
  });

  it("a part that is not in stock is requested after six taps", async () => {
    const visitor = await arrive(script);
    await visitor.type("Find a part or a car", "2004 saab 9-3 alternator");
    await visitor.tap("button", "Search Parts");
    await visitor.tap("link", "Request This Part");
    await visitor.tap("button", "Continue");
    await visitor.tap("button", "Continue");
    await visitor.type("Name", visitor.name);
    await visitor.type("Phone", visitor.phone);
    await visitor.type("Email", `${visitor.name}@example.com`);
    await visitor.tap("button", "Continue");
    await visitor.tap("button", "Submit Request");
    await visitor.isDone();
    expect(visitor.did).toEqual({ taps: 6, fields: 4 });
  });

  it("a repair is asked for after three taps", async () => {
    const visitor = await arrive(script);
    await visitor.tap("link", "Book a Service Appointment");
    await visitor.tap("link", "Request Callback");
    await visitor.type("Name", visitor.name);
    await visitor.type("Phone", visitor.phone);
    await visitor.tap("button", "Request Callback");
    await visitor.isDone();
    expect(visitor.did).toEqual({ taps: 3, fields: 2 });
  });

  it("a car is asked about after three taps", async () => {
    const visitor = await arrive(script);
    await visitor.tap("link", "2016 Honda Fit");
    await visitor.tap("link", "Contact About This Vehicle");
    await visitor.type("Name", visitor.name);
    await visitor.type("Phone", visitor.phone);
    await visitor.type("Message", "Still there?");
    await visitor.tap("button", "Send Inquiry");
    await visitor.isDone();
    expect(visitor.did).toEqual({ taps: 3, fields: 3 });
  });

  it("where and when stands on the first screen", async () => {
    const { page } = await arrive(script);
    for (const text of [business.address.street, "Monday to Friday 8am to 5pm"]) {
      const box = await page.locator("main").getByText(text).first().boundingBox();
      expect([text, box && box.y + box.height <= 844]).toEqual([text, true]);
    }
  });
});

/** A visitor on the home page, and what they did so far. */
async function arrive(script: boolean) {
  const { page } = await visit(browser, { width: 390, height: 844, script });
  const did = { taps: 0, fields: 0 };
  await page.goto(site.url);
  return {
    page,
    did,
    // Two people, since one who asks again for the same is told less.
    ...(script ? { name: "Ann", phone: "5555550142" } : { name: "Bea", phone: "5555550143" }),
    tap: async (role: "link" | "button", name: string) => {
      did.taps++;
      await page.locator("main").getByRole(role, { name }).first().click();
    },
    type: async (label: string, text: string) => {
      did.fields++;
      await page.getByLabel(label, { exact: true }).fill(text);
    },
    isDone: () => isConfirmed(page),
  };
}

function isConfirmed(page: Page): Promise<void> {
  return page.getByRole("heading", { name: "What Happens Next" }).waitFor();
}
