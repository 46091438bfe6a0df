import { parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { business } from "~/business/business.server";
import { donorPath, vehiclePath } from "~/vehicles/inventory";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { type Site, startSite, textOf } from "../../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

async function page(id: string) {
  const answer = await site.fetch(`/inventory/${id}`, { redirect: "follow" });
  const html = await answer.clone().text();
  return { status: answer.status, html, words: await textOf(answer) };
}

describe("a vehicle's page", () => {
  it("shows what is known of it", async () => {
    const { _id, vin } = await retailVehicle({
      stockNumber: "P-1044",
      year: 2014,
      make: "BMW",
      model: "X5",
      trim: "sDrive35i",
      transmission: "automated-manual",
      fuelType: "plugin-hybrid",
      driveType: "rwd",
      condition: "very-good",
      features: ["Heated seats"],
      notes: "Bought for 4,000",
    });
    const { html, words } = await page(_id);
    expect(html).toContain("<title>2014 BMW X5 sDrive35i for Sale in Millbrook, NY</title>");
    for (const part of [
      "2014 BMW X5",
      "$12,995",
      "P-1044",
      "84,210 miles",
      "Overview",
      "Specifications",
      "Automated Manual",
      "Plug-in Hybrid",
      "Rear Wheel Drive (RWD)",
      "Very Good",
      "Heated seats",
      vin,
      "Added Mar 2, 2026",
      "Back to Inventory",
    ]) {
      expect(words).toContain(part);
    }
    const shown = parse(html);
    for (const [label, about] of [
      ["Contact About This Vehicle", "question"],
      ["Schedule Test Drive", "test-drive"],
    ] as const) {
      const link = shown.querySelectorAll("a").find(({ text }) => text === label);
      const address = link?.getAttribute("href") ?? "";
      expect(address).toMatch(/#inquiry$/);
      const form = parse((await page(address.slice("/inventory/".length))).html);
      expect(form.querySelector("#inquiry [type=radio][checked]")?.getAttribute("value")).toBe(about);
    }
    expect(shown.querySelector(".vehicle-bar")?.text).toBe(` Call ${business.phone} Ask about this vehicle`);
    expect(html).not.toContain("Bought for");
  });

  it("says first what is asked first", async () => {
    const { _id } = await retailVehicle({ transmission: "manual", fuelType: "diesel", driveType: "4wd" });
    const { html } = await page(_id);
    const glance = html.match(/<ul class="[^"]*vehicle__glance">.*?<\/ul>/)?.[0] ?? "";
    for (const part of ["84,210 miles", "Manual", "4WD", "Diesel"]) expect(glance).toContain(part);
  });

  it("leaves out what is not known", async () => {
    const { _id } = await retailVehicle({ price: "", mileage: "" });
    const { status, html, words } = await page(_id);
    expect(status).toBe(200);
    expect(words).toContain("Call for price");
    expect(html).not.toContain("vehicle__glance");
    for (const part of ["undefined", "NaN", "Mileage", "Features", "Description"]) {
      expect(words).not.toContain(part);
    }
  });

  it("shows a description as text, its lines kept", async () => {
    const { _id } = await retailVehicle({ description: "One owner.\n<b>Two</b> keys." });
    expect((await page(_id)).html).toContain("One owner.\n&lt;b&gt;Two&lt;/b&gt; keys.");
  });

  it("has no NUL where a letter of several bytes meets the end of React's buffer", async () => {
    const features = Array.from({ length: 100 }, (_, number) => `${number} ${"€".repeat(90)}`);
    const { _id } = await retailVehicle({ features });
    expect((await page(_id)).html).not.toContain("\0");
  });

  it("of a sold vehicle says so and offers others instead of a test drive", async () => {
    const { _id } = await retailVehicle({ status: "sold", make: "Kia", price: 8_765 });
    for (const model of ["Rio", "Soul", "Forte", "Niro"]) await retailVehicle({ make: "Kia", model });
    await retailVehicle({ make: "Kia", model: "Stinger", status: "sold" });
    const { status, html, words } = await page(_id);
    expect(status).toBe(200);
    expect(words).toContain("This vehicle is sold.");
    expect(html).not.toContain("8,765");
    expect(await textOf(await site.fetch(`/contact?vehicle=${_id}`))).not.toContain("8,765");
    expect(words).toContain("We have 4 other Kia for sale.");
    expect(words).not.toContain("Schedule Test Drive");
    expect(html).toContain('href="/inventory?make=Kia"');
    expect(html).toContain(`href="/contact?vehicle=${_id}&amp;about=inquiry"`);
    expect(html.match(/<article class="[^"]*vehicle-card"/g)).toHaveLength(3);
    expect(words).not.toContain("Stinger");
  });

  it("of a sold vehicle whose make is not for sale leads to all the others, never to an empty list", async () => {
    for (const make of ["Yugo"]) {
      const { _id } = await retailVehicle({ status: "sold", make });
      const { html, words } = await page(_id);
      expect(words).toContain("tell us what you're looking for");
      expect(html).not.toContain("/inventory?make=");
      expect(html).toContain('href="/inventory"');
      expect(html).not.toContain("vehicle-card");
    }
  });

  it("offers no others on the page of one that is for sale", async () => {
    const { _id } = await retailVehicle({ make: "Kia" });
    expect((await page(_id)).html).not.toContain("similar-vehicles");
  });

  it("marks a pending sale", async () => {
    const { _id } = await retailVehicle({ status: "pending" });
    const { words } = await page(_id);
    expect(words).toContain("Sale Pending");
    expect(words).toContain("Contact About This Vehicle");
  });
});

describe("a window sticker", () => {
  it("is in the page, unseen: the business, and the numbers that name the car", async () => {
    const { _id, vin, stockNumber } = await retailVehicle();
    const { html } = await page(_id);
    const sticker = parse(html).querySelectorAll(".sticker-head[hidden], .sticker-foot[hidden]").join("");
    for (const part of [
      business.name,
      business.phone,
      business.address.street,
      business.email,
      business.warranty.newParts,
      vin,
      stockNumber,
    ]) {
      expect(sticker).toContain(part);
    }
  });

  it("says how many features the paper has no room for", async () => {
    const features = (count: number) => Array.from({ length: count }, (_, number) => `Feature ${number}`);
    const { _id } = await retailVehicle({ features: features(43) });
    const { html, words } = await page(_id);
    expect(words).toContain("and 3 more on this vehicle's page");
    expect(parse(html).querySelectorAll(".vehicle__more[hidden]")).toHaveLength(1);
    expect(parse(html).querySelectorAll("li.vehicle__feature--not-printed")).toHaveLength(3);
    const { _id: fewer } = await retailVehicle({ features: features(40) });
    expect((await page(fewer)).html).not.toContain("vehicle__more");
  });

  it("has no code and no email where nobody said what the address is from outside", async () => {
    const { _id } = await retailVehicle();
    const { html } = await page(_id);
    expect(html).not.toContain("sticker-code");
    expect(html).not.toContain("mailto:?");
  });
});

it.each([
  ["a short id", "123456789", 400, "Invalid vehicle ID format"],
  ["a malformed id", "not%20an%20id%21%21", 400, "Invalid vehicle ID format"],
  ["an unknown id", "01M7Z3E77NJMPRGAMC72R7QZV8", 404, "Vehicle not found"],
])("%s gets its sentence and the way back", async (_name, id, expected, sentence) => {
  const { status, html, words } = await page(id);
  expect(status).toBe(expected);
  expect(words).toContain("Error loading vehicle");
  expect(words).toContain(sentence);
  expect(words).toContain("Return to Inventory");
  expect(html).toContain('href="/inventory"');
});

describe.each([
  ["a vehicle for sale", retailVehicle, vehiclePath, "2016 Subaru Outback"],
  ["a dismantled vehicle", dismantledVehicle, donorPath, "2012 Honda Accord"],
] as const)("the gallery of %s", (_kind, build, pathOf, name) => {
  const url = (digit: number) => `/uploads/${String(digit).repeat(24)}-1600x1200-2/1600.webp`;
  const gallery = async (images: object[]) => {
    return parse(await (await site.fetch(pathOf(await build({ images })))).text());
  };

  it("loads the first at once and the rest as they are scrolled to, each in its own place", async () => {
    const shown = await gallery([
      { imageUrl: url(1) },
      { imageUrl: url(2), alt: "The dash", caption: "No cracks" },
      { imageUrl: url(3) },
    ]);
    const pictures = shown.querySelectorAll(".gallery__pictures img");
    expect(pictures.map((picture) => picture.getAttribute("alt"))).toEqual([
      `${name}, picture 1 of 3`,
      "The dash",
      `${name}, picture 3 of 3`,
    ]);
    expect(pictures.map((picture) => picture.getAttribute("loading"))).toEqual(["eager", "lazy", "lazy"]);
    expect(shown.querySelectorAll("[fetchpriority=high]")).toHaveLength(1);
    for (const picture of shown.querySelectorAll(".vehicle__gallery img"))
      expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["1600", "1200"]);
    expect(shown.querySelector("figcaption")?.text).toBe("No cracks");
    expect(shown.querySelector(".gallery__large")?.getAttribute("href")).toBe(url(1));
    for (const link of shown.querySelectorAll(".vehicle__gallery a[href^='#']"))
      expect(shown.querySelector(link.getAttribute("href") ?? "")).not.toBeNull();
    expect(shown.querySelectorAll(".gallery__thumbnails a")).toHaveLength(3);
    // What the page is of comes first, and no picture's place is said twice.
    const main = shown.querySelector("main");
    expect(main?.outerHTML.indexOf("<h1")).toBeLessThan(main?.outerHTML.indexOf("<vehicle-gallery") ?? 0);
    expect(main?.querySelector(".gallery__pictures")?.text).not.toContain("3");
  });

  it("of one picture has no thumbnails, and of none the placeholder", async () => {
    const one = await gallery([{ imageUrl: url(4) }]);
    expect(one.querySelectorAll(".vehicle__gallery img")).toHaveLength(1);
    expect(one.querySelector(".gallery__large")?.getAttribute("href")).toBe(url(4));
    const none = await gallery([]);
    expect(none.querySelector(".vehicle__gallery img")?.getAttribute("alt")).toBe(`${name}, no photo yet`);
    expect(none.querySelector(".vehicle__gallery a")).toBeNull();
  });
});

describe("a dismantled vehicle's page", () => {
  it("is gone once the vehicle is scrapped, and shows nothing of the staff's", async () => {
    const vehicle = await dismantledVehicle({ notes: "Bought for 400" });
    const answer = await site.fetch(donorPath(vehicle));
    expect([answer.status, (await answer.text()).includes("Bought for")]).toEqual([200, false]);
    const scrapped = await dismantledVehicle({ status: "Scrapped" });
    expect((await site.fetch(`/parts/${scrapped._id}`)).status).toBe(404);
    expect((await site.fetch("/parts/short")).status).toBe(400);
  });
});
