import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, test, vi } from "vitest";
import { MAX_USERNAME_LENGTH } from "~/accounts/administrator";
import { newTotp } from "~/accounts/second-factor.server";
import { business, businessSource } from "~/business/business.server";
import { hoursInSentences } from "~/business/links";
import { config } from "~/config.server";
import { inventoryVersion } from "~/db/changes.server";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { loadRecordHistory } from "~/history/view.server";
import { log } from "~/http/log.server";
import { pictureStore, storeUpload } from "~/pictures/claims.server";
import { IMAGE_MISSING_MESSAGE, IMAGE_UNCHECKED_MESSAGE } from "~/pictures/upload";
import { renderQrCode } from "~/seo/qr-code.server";
import { previewOf } from "~/settings/preview.server";
import { loadedHashes } from "~/settings/rebase.server";
import { findSection, historyId, SECTIONS, SETTINGS_KIND, type SectionId } from "~/settings/sections";
import { importSettings, readSection, saveSection, undoChange } from "~/settings/settings.server";
import { refreshSettings } from "~/settings/store.server";
import { fieldNames, toTyped, withoutRow } from "~/settings/values";
import { as } from "../../support/act";
import { photo } from "../../support/pictures";

const SHIPPED = JSON.parse(readFileSync("business.json", "utf8"));
const NOW = new Date("2026-11-24T15:00:00Z");

const GONE = "/uploads/0123456789abcdef01234567-800x600-2/800.webp";

beforeAll(async () => {
  await migrate(engine);
});
beforeEach(async () => {
  await db.deleteFrom("settings").execute();
  await db.deleteFrom("changes").execute();
  await refreshSettings();
});

function section(id: SectionId) {
  const found = findSection(id);
  if (!found) throw new Error(`There is no section ${id}.`);
  return found;
}

/** A section's form as it is now. */
async function open(id: SectionId) {
  const { value } = await readSection(section(id));
  return { typed: toTyped(section(id), value), loaded: loadedHashes(section(id), value) };
}

/** Saves a section as its form does, with some fields typed anew. */
async function save(id: SectionId, changes: Record<string, string>, form?: Awaited<ReturnType<typeof open>>) {
  const { typed, loaded } = form ?? (await open(id));
  return as({ username: "marta", now: NOW }, () =>
    saveSection(section(id), { ...typed, ...changes }, loaded),
  );
}

async function undoLast(id: SectionId) {
  const { changes } = await loadRecordHistory(SETTINGS_KIND, historyId(section(id)));
  return as({ username: "tom", now: NOW }, () => undoChange(section(id), changes[0]?.id ?? 0));
}

describe("the business", () => {
  it("is the file's until a section is saved, and then that section is the saved one", async () => {
    expect(business).toMatchObject({ name: SHIPPED.name, phone: SHIPPED.phone });
    expect(await save("business", { name: "Harlow Salvage" })).toEqual({ outcome: "saved" });
    expect(business).toMatchObject({ name: "Harlow Salvage", phone: SHIPPED.phone });
    expect(business.hours).toMatchObject(SHIPPED.hours);
    expect(businessSource).toEqual({ ...SHIPPED, name: "Harlow Salvage" });
  });

  it("may have the longest name that is, and an app for codes still has its QR code", async () => {
    expect(await save("business", { name: "語".repeat(200) })).toEqual({ outcome: "saved" });
    const { uri } = newTotp("語".repeat(MAX_USERNAME_LENGTH));
    expect(new URL(uri).searchParams.get("issuer")).toMatch(/^語{20,40}…$/);
    expect(renderQrCode(uri).size).toBeGreaterThan(100);
  });

  it("changes the version that cached pages have", async () => {
    const before = inventoryVersion();
    await save("hours", { "hours.week.monday": "8am to 6pm" });
    expect(inventoryVersion()).toBeGreaterThan(before);
    expect(business.hours.week[1]).toEqual([{ opens: "8am", closes: "6pm", opensAt: 480, closesAt: 1080 }]);
    expect(business.hours.text).toBe("Monday 8am to 6pm, Tuesday to Friday 8am to 5pm");
  });

  it("takes of a section what is its own, whatever else its row says", async () => {
    const stored = { section: "templates", version: 1, updatedAt: NOW.toISOString(), updatedBy: null };
    await db
      .insertInto("settings")
      .values({ ...stored, value: '{"signIn":{"secondFactorForAll":true},"name":"Elsewhere"}' })
      .execute();
    await refreshSettings();
    expect(business.signIn.secondFactorForAll).toBe(false);
    expect(business.name).toBe(SHIPPED.name);
  });

  it("drops what is not valid of what no page sets, and nothing else", async () => {
    const stored = { version: 1, updatedAt: NOW.toISOString(), updatedBy: null };
    await db
      .insertInto("settings")
      .values([
        { ...stored, section: "other", value: '{"hours":5,"team":5,"services":5,"unknown":1}' },
        { ...stored, section: "sign-in", value: '{"signIn":{"secondFactorForAll":true}}' },
      ])
      .execute();
    await refreshSettings();
    expect(business.signIn.secondFactorForAll).toBe(true);
    expect(business.hours.openDays).toEqual([1, 2, 3, 4, 5]);
  });

  it("keeps what an older version took: a part of a cent, and a place in two writings", async () => {
    const stored = { version: 1, updatedAt: NOW.toISOString(), updatedBy: null };
    const rates = ["Dutchess County", "dutchess county"].map((place) => ({ place, percent: 8 }));
    const value = { repairEstimate: { taxPercent: 8, laborRate: 112.125, registration: "Shop 7" } };
    await db
      .insertInto("settings")
      .values([
        { ...stored, section: "repairs", value: JSON.stringify(value) },
        { ...stored, section: "sales", value: JSON.stringify({ salesTaxes: rates }) },
      ])
      .execute();
    await refreshSettings();
    expect(business.repairEstimate).toMatchObject(value.repairEstimate);
    expect(business.salesTaxes).toEqual(rates);
  });

  it("keeps its file where a stored section is not valid", async () => {
    await db
      .insertInto("settings")
      .values({ section: "business", value: "{}", version: 1, updatedAt: NOW.toISOString(), updatedBy: null })
      .execute();
    await refreshSettings();
    expect(business.name).toBe(SHIPPED.name);
    await save("team", { "team.0.name": "Ann Lee" });
    expect(business.team[0]?.name).toBe("Ann Lee");
    expect(business.name).toBe(SHIPPED.name);
  });
});

describe("every section", () => {
  it.each(SECTIONS.map(({ id }) => id))("%s comes back from its form as it was", async (id) => {
    const { text } = business.hours;
    await save(id, {});
    // The file says the hours in another form, which reads the same.
    const { hours: _file, ...others } = SHIPPED;
    expect(business).toMatchObject(others);
    expect(business.hours).toMatchObject({
      text,
      openDays: [1, 2, 3, 4, 5],
      closedOn: SHIPPED.hours.closedOn,
    });
    const { changes } = await loadRecordHistory(SETTINGS_KIND, historyId(section(id)));
    expect(changes).toEqual([]);
  });

  it("has a place for everything in the shipped file, and names that a form may have", () => {
    const names = SECTIONS.flatMap(fieldNames);
    const keys = new Set(names.map((name) => name.split(".")[0]));
    expect(Object.keys(SHIPPED).filter((key) => !keys.has(key))).toEqual([]);
    expect(names.filter((name) => name.length > 64)).toEqual([]);
    for (const one of SECTIONS) expect(fieldNames(one).length).toBeLessThan(98);
  });
});

describe("what is typed", () => {
  it("is made what the file has", async () => {
    await save("business", {
      phone: "+1 555.555.0199",
      "address.state": "nj",
      "coordinates.latitude": " 40.5 ",
    });
    expect(business).toMatchObject({ phone: "(555) 555-0199", address: { state: "NJ" } });
    expect(business.coordinates?.latitude).toBe(40.5);
    await save("hours", {
      "hours.week.monday": "Closed",
      "hours.week.saturday": "8:30 AM – noon; 1 p.m. to 5 PM",
      "hours.weekends": "Sundays are text only",
      "hours.weekendsShort": "Sunday closed",
      "hours.closedOn": "12-25\n\n2026-11-27 ",
    });
    expect(business.hours).toMatchObject({
      text: "Tuesday to Friday 8am to 5pm, Saturday 8:30am to 12pm and 1pm to 5pm",
      closedOn: ["12-25", "2026-11-27"],
    });
  });

  it("of hours has the half of the day that was left out, and noon and midnight by their figures", async () => {
    await save("hours", {
      "hours.week.monday": "8 a.m. - 12 noon; 1-5pm",
      "hours.week.tuesday": "8 to 5pm",
      "hours.week.wednesday": "10-2am",
      "hours.week.thursday": "8am to 12 midnight",
      "hours.week.friday": "",
    });
    expect(business.hours.text).toBe(
      "Monday 8am to 12pm and 1pm to 5pm, Tuesday 8am to 5pm, Wednesday 10pm to 2am, Thursday 8am to 12am",
    );
  });

  it("has one period at its end, whether it was typed with one or not", async () => {
    await save("hours", {
      "hours.words": "By appointment.",
      "hours.weekends": "Weekends are text only.",
      "hours.weekendsShort": "Weekends: text only",
    });
    expect(hoursInSentences(business)).toBe("By appointment. Weekends are text only.");
    expect(business.hours).toMatchObject({
      text: "By appointment",
      inBar: "By appointment. Weekends: text only.",
    });
    await save("hours", { "hours.words": "8 a.m. to 5 p.m." });
    expect(hoursInSentences(business)).toBe("8 a.m. to 5 p.m. Weekends are text only.");
  });

  it("is one line where a form has one, whoever sends it", async () => {
    await save("business", { name: "Harlow\r\n## Salvage\u2028& Sons", "address.street": "1 Main St\nRear" });
    expect(business).toMatchObject({
      name: "Harlow ## Salvage & Sons",
      address: { street: "1 Main St Rear" },
    });
  });

  it.each<[SectionId, string, string, string, string?]>([
    ["business", "name", "", "Name is required"],
    ["business", "phone", "555", "Phone must look like (555) 555-0142"],
    ["business", "email", "office", "Email must be an email address such as office@example.com"],
    ["business", "foundedYear", "long ago", "Year founded must be a number"],
    ["business", "foundedYear", "1492", "Year founded must be at least 1900"],
    ["business", "foundedYear", "2099", "Year founded must not be in the future"],
    [
      "repairs",
      "repairEstimate.laborRate",
      "125.555",
      "An hour of labor, in dollars must have at most two decimals, such as 125.50",
    ],
    ["business", "tagline", "x".repeat(201), "Tagline: please use at most 200 characters"],
    ["business", "timeZone", "Mars", "Time zone must be a time zone such as America/New_York"],
    [
      "hours",
      "hours.week.tuesday",
      "8 to 5",
      'Tuesday must be times such as "8am to 5pm", or "8am to 12pm, 1pm to 5pm"',
    ],
    [
      "hours",
      "hours.week.tuesday",
      "8am to 2pm, 1pm to 5pm",
      "Tuesday must have its times in order, with a break between them",
    ],
    ["backups", "backups.folder", "backups", "Folder must begin at the root, such as /mnt/backup/yard"],
    ["backups", "backups.days", "0", "Days to keep a backup must be at least 1"],
    [
      "mail",
      "mail.server",
      "smtp://a.example",
      "Mail server must be the name of a mail server, such as smtp.example.com",
    ],
    [
      "mail",
      "mail.notify",
      "ann@example.com\nbob",
      "“bob” must be an email address such as office@example.com",
    ],
    [
      "hours",
      "hours.closedOn",
      "12-24\n12/25",
      "“12/25” must be a date such as 2026-11-26, or 12-25 for every year",
    ],
    ["business", "address.zipCode", "741", "ZIP code must be five digits, such as 12545"],
    [
      "business",
      "coordinates.longitude",
      "95.99",
      "Longitude must start with a minus in the US, such as -95.99",
    ],
    [
      "warranties",
      "returnPolicy.sentence",
      "",
      "Return policy must be filled in too, or “Days to return a part” left empty",
    ],
    [
      "feeds",
      "feeds.googleListings",
      "on",
      "Google store code must be set, because a feed for Google is on",
      "feeds.storeCode",
    ],
    [
      "feeds",
      "marketplace.storeUrl",
      "http://a.example",
      "Your store's address must be an address that begins with https://",
    ],
    ["milestones", "milestones.1.year", "soon", "Year must be a number"],
    ...["12,50", "1,2,50", "1,250,5", "0,500", "12.50,0"].map(
      (price): [SectionId, string, string, string] => [
        "repairs",
        "repairEstimate.laborRate",
        price,
        "An hour of labor, in dollars must be a number with commas only between thousands, such as 1,250.50",
      ],
    ),
  ])("in %s, %s: %j is not stored: %s", async (id, name, typed, message, at = name) => {
    expect(await save(id, { [name]: typed })).toEqual({
      outcome: "invalid",
      errors: { form: [], fields: { [at]: [message] } },
    });
    expect((await readSection(section(id))).version).toBe(0);
  });

  it.each([
    ["$1,250.50", 1250.5],
    ["12.50", 12.5],
    [" 1 250", 1250],
  ])("%j is %d dollars", async (typed, dollars) => {
    await save("repairs", { "repairEstimate.laborRate": typed });
    expect(business.repairEstimate.laborRate).toBe(dollars);
  });

  it("is asked for again by the field of the most days where the fewest are more", async () => {
    const days = { "shipping.transitDays.0": "5", "shipping.transitDays.1": "2" };
    expect(await save("warranties", { "shipping.sentence": "We ship.", ...days })).toEqual({
      outcome: "invalid",
      errors: {
        form: [],
        fields: {
          "shipping.transitDays.1": [
            "Transit time in business days, maximum must be 5 or more, because the minimum is 5",
          ],
        },
      },
    });
  });

  it("asks for the map's pin where the yard has moved, unless there is to be no map", async () => {
    const moved = { "address.city": "Kingston", "address.zipCode": "12401" };
    expect(await save("business", moved)).toMatchObject({
      errors: {
        fields: { "coordinates.latitude": [expect.stringMatching(/^Latitude and longitude are still/)] },
      },
    });
    expect(await save("business", { "address.zipCode": "12545-1234" })).toEqual({ outcome: "saved" });
    const pin = { "coordinates.latitude": "41.927", "coordinates.longitude": "-73.997" };
    expect(await save("business", { ...moved, ...pin })).toEqual({ outcome: "saved" });
    expect(business.coordinates).toEqual({ latitude: 41.927, longitude: -73.997 });
    const none = { "coordinates.latitude": "", "coordinates.longitude": "" };
    expect(await save("business", { "address.zipCode": "12484", ...none })).toEqual({ outcome: "saved" });
    expect([business.coordinates, business.address.zipCode]).toEqual([undefined, "12484"]);
    expect(await save("business", { "address.zipCode": "12401" })).toEqual({ outcome: "saved" });
    expect(await save("business", { "coordinates.latitude": "41.9" })).toEqual({
      outcome: "invalid",
      errors: {
        form: [],
        fields: { "coordinates.longitude": ["Longitude must be filled in too, or “Latitude” left empty"] },
      },
    });
  });

  it("asks what is true of weekends where their hours have changed", async () => {
    const open = { "hours.week.saturday": "9am to 1pm" };
    expect(await save("hours", open)).toMatchObject({
      errors: {
        fields: {
          "hours.weekends": [expect.stringMatching(/^Your hours on Saturday or Sunday have changed: /)],
          "hours.weekendsShort": [expect.stringMatching(/^Your hours on Saturday or Sunday have changed: /)],
        },
      },
    });
    const words = { "hours.weekends": "Sundays are text only", "hours.weekendsShort": "" };
    expect(await save("hours", { ...open, ...words })).toEqual({ outcome: "saved" });
    expect(business.hours.inBar).toBe("Monday to Friday 8am to 5pm, Saturday 9am to 1pm.");
    expect(await save("hours", { "hours.week.saturday": "9am to 2pm" })).toEqual({ outcome: "saved" });
  });

  it("has the times of a day, or words", async () => {
    const week = ["monday", "tuesday", "wednesday", "thursday", "friday"].map((day) => [
      `hours.week.${day}`,
      "",
    ]);
    const closed = Object.fromEntries(week);
    expect(await save("hours", closed)).toEqual({
      outcome: "invalid",
      errors: {
        form: [],
        fields: {
          "hours.week.monday": ["Monday must have times, or another day, or the hours must be said in words"],
        },
      },
    });
    expect(await save("hours", { ...closed, "hours.words": "By appointment" })).toEqual({ outcome: "saved" });
  });

  it("has no place with two tax rates, however it is written, and no photo twice", async () => {
    const rate = { "salesTaxes.1.place": "dutchess county, NY", "salesTaxes.1.percent": "8" };
    expect(await save("sales", { ...rate, "salesTaxes.0.place": "Dutchess County, NY" })).toEqual({
      outcome: "invalid",
      errors: {
        form: [],
        fields: {
          "salesTaxes.1.place": ["Place must be another one than those of the rates above"],
        },
      },
    });
    const photos = [0, 1].flatMap((at) => [
      [`photos.${at}.picture`, GONE],
      [`photos.${at}.alt`, "The yard"],
      [`photos.${at}.of`, "yard"],
    ]);
    expect(await save("look", Object.fromEntries(photos))).toMatchObject({
      errors: { form: [], fields: { "photos.1.picture": ["Photo must be another one than those above"] } },
    });
  });

  it("takes sales that say nothing of tax rates, from a form and from a file", async () => {
    const rows = Object.keys((await open("sales")).typed).filter((name) => name.startsWith("salesTaxes."));
    expect(await save("sales", Object.fromEntries(rows.map((name) => [name, ""])))).toMatchObject({
      outcome: expect.stringMatching(/^(saved|unchanged)$/),
    });
    const { salesTaxes: _rates, ...file } = SHIPPED as typeof SHIPPED & { salesTaxes?: unknown };
    const source = { ...file, sales: { taxesShipping: true } };
    expect(await as({ now: NOW }, () => importSettings(source))).toMatchObject({ stored: ["Sales and Tax"] });
  });

  it("has no more rows than the business may have", async () => {
    const rows = Array.from({ length: 21 }, (_, at) => [
      [`services.${at}.title`, "Towing"],
      [`services.${at}.text`, "We tow."],
    ]).flat();
    expect(await save("services", Object.fromEntries(rows))).toEqual({
      outcome: "invalid",
      errors: { form: ["Services: please enter at most 20"], fields: {} },
    });
    expect(fieldNames(section("services"))).not.toContain("services.21.title");
  });

  it("has whole cents and percents that a receipt can say, for search engines too", async () => {
    const typed = {
      "shipping.sentence": "We ship.",
      "shipping.price": "12.999",
      "returnPolicy.restockingPercent": "15.12345",
    };
    expect(await save("warranties", typed)).toMatchObject({
      errors: {
        fields: {
          "shipping.price": ["Shipping price, in dollars must have at most two decimals, such as 125.50"],
          "returnPolicy.restockingPercent": [
            "Restocking fee, in percent must have at most three decimals, such as 8.125",
          ],
        },
      },
    });
  });

  it("takes a group away that is empty", async () => {
    const [fewest, most] = ["shipping.transitDays.0", "shipping.transitDays.1"];
    await save("warranties", { "shipping.sentence": "We ship.", [fewest ?? ""]: "1", [most ?? ""]: "3" });
    expect(business.shipping).toEqual({ sentence: "We ship.", transitDays: [1, 3] });
    await save("warranties", { "shipping.sentence": "", [fewest ?? ""]: "", [most ?? ""]: "" });
    expect(business.shipping).toBeUndefined();
  });

  it("has a store with all that names it, or none", async () => {
    const [name, address, id] = ["marketplace.name", "marketplace.storeUrl", "marketplace.id"] as const;
    const too = "must be filled in too, or all three left empty";
    expect(await save("feeds", { [address]: "http://a.example", [name]: "", [id]: "" })).toEqual({
      outcome: "invalid",
      errors: {
        form: [],
        fields: {
          [name]: [`Marketplace ${too}`],
          [address]: ["Your store's address must be an address that begins with https://"],
          [id]: [`Short name of the marketplace ${too}`],
        },
      },
    });
    expect(await save("feeds", { [address]: "" })).toMatchObject({
      errors: { fields: { [address]: [`Your store's address ${too}`] } },
    });
    expect(await save("feeds", { [address]: "", [name]: "", [id]: "" })).toEqual({ outcome: "saved" });
    expect(business.marketplace).toBeUndefined();
    expect(await undoLast("feeds")).toBe("undone");
    expect(business.marketplace).toEqual(SHIPPED.marketplace);
  });

  it("leaves alone what no field has", async () => {
    const defaults = { warranty: "implied" };
    await as({ source: "command", now: NOW }, () =>
      importSettings({ ...SHIPPED, buyersGuide: { defaults } }),
    );
    await save("documents", { "buyersGuide.email": "guide@example.com" });
    expect(business.buyersGuide).toMatchObject({ email: "guide@example.com", signatureLine: true });
    expect(businessSource.buyersGuide).toMatchObject({ defaults });
  });

  it("names a row by the number that it was typed with, and drops the rows without any text", async () => {
    const typed = { "team.1.name": "", "team.1.role": " ", "team.2.role": "" };
    expect(await save("team", typed)).toMatchObject({
      errors: { fields: { "team.2.role": ["Role is required"] } },
    });
    await save("team", { ...typed, "team.2.role": "Welder" });
    expect(business.team.map(({ role }) => role)).toEqual([
      "Parts Counter",
      "Welder",
      "Yard and Dismantling",
    ]);
  });

  it("loses a row that is removed, and the others move up", () => {
    const typed = { "team.0.name": "Ann", "team.1.name": "Bo", "team.2.name": "Cy", other: "1" };
    expect(withoutRow("team", typed, 1)).toEqual({ "team.0.name": "Ann", "team.1.name": "Cy", other: "1" });
  });

  it("gives a feed a private address once, and keeps it", async () => {
    await save("feeds", { "feeds.salvage": "key" });
    const key = business.feeds.salvage;
    expect(key).toMatch(/^[\w-]{24}$/);
    await save("feeds", { "feeds.marketplace": "on" });
    expect(business.feeds).toMatchObject({ salvage: key, marketplace: true });
    await save("feeds", { "feeds.salvage": "off" });
    expect(business.feeds.salvage).toBe(false);
    const history = await loadRecordHistory(SETTINGS_KIND, historyId(section("feeds")));
    expect(JSON.stringify(history)).toContain("On, at a private address");
    expect(JSON.stringify(history)).not.toContain(key);
  });
});

describe("two people at once", () => {
  it("each change what they touched, and the rest stays as the other one saved it", async () => {
    const [form, team] = [await open("business"), await open("team")];
    await save("business", { phone: "(555) 555-0177" });
    expect(await save("business", { name: "Harlow Salvage" }, form)).toEqual({ outcome: "saved" });
    expect(business).toMatchObject({ name: "Harlow Salvage", phone: "(555) 555-0177" });
    await save("team", { "team.0.name": "", "team.0.role": "" });
    expect(await save("team", {}, team)).toEqual({ outcome: "unchanged" });
    expect(business.team).toEqual(SHIPPED.team.slice(1));
  });

  it("are told of what both have changed, and nothing is stored", async () => {
    const [form, team] = [await open("business"), await open("team")];
    await save("business", { phone: "(555) 555-0177" });
    expect(await save("business", { phone: "(555) 555-0188", tagline: "Parts" }, form)).toMatchObject({
      outcome: "changed",
      current: { version: 1, updatedBy: "marta" },
      differences: ["Phone: (555) 555-0177"],
    });
    expect(business).toMatchObject({ phone: "(555) 555-0177", tagline: SHIPPED.tagline });
    await save("team", { "team.0.name": "Ann Lee" });
    expect(await save("team", { "team.0.name": "Bo Lee" }, team)).toMatchObject({ outcome: "changed" });
  });
});

describe("the history", () => {
  it("says who changed what, before and after", async () => {
    await save("business", { phone: "(555) 555-0177" });
    const history = await loadRecordHistory(SETTINGS_KIND, historyId(section("business")));
    expect(history.changes).toMatchObject([
      {
        who: "marta",
        recordKind: "Settings",
        recordName: "Business",
        recordPath: "/admin/settings/business",
        fields: [{ label: "Phone", before: SHIPPED.phone, after: "(555) 555-0177" }],
      },
    ]);
  });

  it("takes a change back, and that can be taken back too", async () => {
    await save("business", { phone: "(555) 555-0177", "address.city": "Harlow" });
    await save("business", { tagline: "Parts" });
    await undoLast("business");
    expect(business).toMatchObject({ tagline: SHIPPED.tagline, phone: "(555) 555-0177" });
    expect(await undoLast("business")).toBe("undone");
    expect(business.tagline).toBe("Parts");
    await save("team", { "team.0.name": "Ann Lee", "team.0.role": "Owner" });
    await undoLast("team");
    expect(business.team).toEqual(SHIPPED.team);
  });

  it.each<[SectionId, string, string, string]>([
    ["hours", "answerHours", "8", "24"],
    ["sales", "sales.firstNumber", "5000", "1001"],
    ["repairs", "repairEstimate.taxPercent", "8.125", "0"],
    ["buying", "buying.sellerIdYears", "7", "5"],
    ["bookkeeping", "bookkeeping.accounts.cash", "Till", "Undeposited Funds"],
  ])(
    "in %s, takes back that %s was emptied, which is then as it is by default",
    async (id, name, own, usual) => {
      await save(id, { [name]: own });
      await save(id, { [name]: "" });
      const { changes } = await loadRecordHistory(SETTINGS_KIND, historyId(section(id)));
      expect(changes[0]?.fields).toMatchObject([{ before: own, after: usual }]);
      expect(await save(id, { [name]: "" })).toEqual({ outcome: "unchanged" });
      expect(await undoLast(id)).toBe("undone");
      expect((await open(id)).typed[name]).toBe(own);
      expect(await undoLast(id)).toBe("undone");
      expect((await open(id)).typed[name]).toBe(usual);
    },
  );

  it("takes nothing back that has changed since", async () => {
    await save("business", { phone: "(555) 555-0177" });
    const { changes } = await loadRecordHistory(SETTINGS_KIND, historyId(section("business")));
    await save("business", { phone: "(555) 555-0188" });
    const first = changes[0]?.id ?? 0;
    const undo = (id: SectionId) => as({ now: NOW }, () => undoChange(section(id), first));
    expect(await undo("business")).toBe("changed-since");
    expect(await undo("hours")).toBe("not-found");
    expect(business.phone).toBe("(555) 555-0188");
  });
});

test("an address that customers wrote to is told where they write now, be it by an undo", async () => {
  const told = async () => {
    const mails = await db.selectFrom("outbox").select(["to", "text"]).orderBy("id").execute();
    await db.deleteFrom("outbox").execute();
    return mails.map(({ to, text }) => [to, text.split("\n").find((line) => line.includes(" changed "))]);
  };
  const by = { accountId: "01JMARTA0000", username: "marta", now: NOW };
  const change = async (changes: Record<string, string>) => {
    const { typed, loaded } = await open("business");
    await as(by, () => saveSection(section("business"), { ...typed, ...changes }, loaded));
  };
  await save("mail", { "mail.server": "smtp.example.com" });
  // The tests' site else passes for a business, whatever it is called.
  const { EXAMPLE_SITE } = config;
  config.EXAMPLE_SITE = false;
  onTestFinished(() => {
    config.EXAMPLE_SITE = EXAMPLE_SITE;
  });
  // The first set-up replaces the example's, which nobody reads.
  const { name, phone } = business;
  const own = { name: "Harlow Salvage", phone: "(555) 555-0199" };
  await change({ ...own, email: "office@harlow.example", privacyEmail: "data@harlow.example" });
  expect(await told()).toEqual([]);
  await change({ privacyEmail: "thief@evil.example" });
  expect(await told()).toEqual([
    [
      "data@harlow.example",
      "marta changed “Email for privacy requests” from data@harlow.example to thief@evil.example.",
    ],
  ]);
  const { changes } = await loadRecordHistory(SETTINGS_KIND, historyId(section("business")));
  await as(by, () => undoChange(section("business"), changes[0]?.id ?? 0));
  expect((await told()).map(([to]) => to)).toEqual(["thief@evil.example"]);
  await change({ email: "thief@evil.example" });
  expect((await told()).map(([to]) => to)).toEqual(["office@harlow.example"]);
  // Whoever has the page can make the site look like the example for as long as that.
  await change({ name, phone });
  expect(await told()).toEqual([]);
  await change({ email: "thief@elsewhere.example" });
  expect((await told()).map(([to]) => to)).toEqual(["thief@evil.example"]);
});

describe("a logo", () => {
  async function storeLogo(): Promise<string> {
    const bytes = await photo(300, 200).png().toBuffer();
    const stored = await storeUpload({ bytes, tooLarge: false });
    if (!stored.ok) throw new Error(stored.message);
    return stored.url;
  }

  it("that its storage takes long to find keeps no other write waiting", async () => {
    const logo = await storeLogo();
    let answerNow = (_isThere: boolean) => {};
    const answer = new Promise<boolean>((resolve) => {
      answerNow = resolve;
    });
    const claim = vi.spyOn(pictureStore, "claimPicture").mockReturnValue(answer);
    onTestFinished(() => claim.mockRestore());
    const saving = save("look", { "look.logo": logo });
    await vi.waitFor(() => expect(claim).toHaveBeenCalled());
    const other = transaction(async () => "written");
    expect(await Promise.race([other, setTimeout(2000, "waits")])).toBe("written");
    answerNow(true);
    expect(await saving).toEqual({ outcome: "saved" });
  });

  it("that its storage can't look for comes back with what was typed, and a sentence", async () => {
    const logo = await storeLogo();
    await save("look", { "look.logo": logo });
    await save("look", { "look.logo": "" });
    const claim = vi.spyOn(pictureStore, "claimPicture").mockRejectedValue(new Error("no answer"));
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    onTestFinished(() => {
      claim.mockRestore();
      logged.mockRestore();
    });
    expect(await save("look", { "look.logo": logo })).toMatchObject({
      outcome: "invalid",
      errors: { fields: { "look.logo": [IMAGE_UNCHECKED_MESSAGE] } },
    });
    expect(await undoLast("look")).toEqual({ problem: IMAGE_UNCHECKED_MESSAGE });
  });

  it("that was deleted meanwhile is named as the reason why a change can't be undone", async () => {
    await save("look", { "look.logo": await storeLogo() });
    await save("look", { "look.logo": "" });
    await rm(config.UPLOADS_DIR, { recursive: true });
    expect(await undoLast("look")).toEqual({ problem: IMAGE_MISSING_MESSAGE });
  });
});

describe("a preview", () => {
  const preview = async (id: SectionId) =>
    previewOf(section(id), (await readSection(section(id))).value, NOW);

  it("lists the hours as Contact does, each run of days on its line", async () => {
    await save("hours", {
      "hours.week.saturday": "9am to 1pm",
      "hours.weekends": "Sundays are text only",
      "hours.weekendsShort": "",
    });
    expect(await preview("hours")).toContainEqual({
      where: "On Contact",
      text: "Monday to Friday 8am to 5pm\nSaturday 9am to 1pm\nSundays are text only",
    });
  });

  it("says the address that mail comes from, be it that of this machine", async () => {
    const { MAIL_FROM } = config;
    config.MAIL_FROM = "parts@real.example.org";
    onTestFinished(() => {
      config.MAIL_FROM = MAIL_FROM;
    });
    expect(await preview("mail")).toEqual([
      { where: "In a customer's inbox", text: `From ${SHIPPED.name}, parts@real.example.org` },
    ]);
  });
});

describe("an import", () => {
  const run = (source: Record<string, unknown>) =>
    as({ source: "command", now: NOW }, () => importSettings(source));

  it("stores the sections that differ", async () => {
    expect(await run({ ...SHIPPED, name: "Harlow Salvage", team: [] })).toEqual({
      stored: ["Business", "Team"],
    });
    expect(business).toMatchObject({ name: "Harlow Salvage", team: [] });
    expect(await run(businessSource)).toEqual({ stored: [] });
  });

  it("leaves alone what the file says nothing of", async () => {
    await save("mail", { "mail.server": "smtp.example.com", "mail.notify": "me@example.org" });
    await save("backups", { "backups.days": "90" });
    const { mail: _mail, backups: _backups, ...older } = businessSource;
    expect(await run({ ...older, name: "Harlow Salvage" })).toEqual({ stored: ["Business"] });
    expect(business).toMatchObject({ mail: { notify: ["me@example.org"] }, backups: { days: 90 } });
  });

  it("stores nothing of a file that names another site's picture", async () => {
    const picture = GONE;
    const sentence = (name: string) =>
      `${name} names a picture that this site doesn't have. Take it out of the file, and choose the picture in Settings, Look.`;
    const photos = [{ picture, alt: "The yard", of: "yard" }];
    expect(await run({ ...SHIPPED, name: "Harlow", photos })).toEqual({
      problem: sentence("photos.0.picture"),
    });
    expect(await run({ ...SHIPPED, look: { logo: picture } })).toEqual({ problem: sentence("look.logo") });
    expect([business.name, business.look.logo]).toEqual([SHIPPED.name, undefined]);
  });

  it("stores nothing of a file that is not valid", async () => {
    const result = await run({ ...SHIPPED, name: "Harlow", phone: "1" });
    expect(result).toMatchObject({ error: { issues: [{ path: ["phone"] }] } });
    expect(business.name).toBe(SHIPPED.name);
  });

  it.skipIf(!existsSync("/proc"))("says at once where no folder for backups can be made", async () => {
    expect(await save("backups", { "backups.folder": "/proc/backups/yard" })).toMatchObject({
      outcome: "invalid",
      errors: {
        fields: {
          "backups.folder": [expect.stringMatching(/^The site can't write in \/proc\/backups\/yard/)],
        },
      },
    });
  });

  it("stores nothing of a file that would put backups where everyone can read them", async () => {
    const backups = { nightly: true, folder: path.join(config.UPLOADS_DIR, "backups") };
    expect(await run({ ...SHIPPED, name: "Harlow", backups })).toEqual({
      problem: expect.stringMatching(/^Everyone can read what is in .*uploads.*backups\./),
    });
    expect(existsSync(backups.folder)).toBe(false);
    expect(business.name).toBe(SHIPPED.name);
  });
});
