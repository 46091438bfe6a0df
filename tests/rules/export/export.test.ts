import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { business } from "~/business/business.server";
import { createRecord } from "~/collections/records.server";
import { addCost } from "~/costs/costs.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { writeArchive } from "~/export/archive.server";
import { EXPORT_LISTS, type Exported, type ExportFormat, exportLines } from "~/export/lists.server";
import { EXPORT_TABLES } from "~/export/tables.server";
import { countOutcomes } from "~/import/import.server";
import { saveEstimate } from "~/requests/estimate.server";
import { takeAccountPayment } from "~/sales/account.server";
import { accountPaymentSchema } from "~/sales/account-schema";
import { saveDeal } from "~/sales/deal.server";
import { dealSchema } from "~/sales/deal-schema";
import { OLD_SALE_RECORDS } from "~/sales/old-sale.server";
import { returnSchema } from "~/sales/return-schema";
import { returnItems } from "~/sales/returns.server";
import { loadedHashes } from "~/settings/rebase.server";
import { SECTIONS } from "~/settings/sections";
import { readSection, saveSection } from "~/settings/settings.server";
import { refreshSettings } from "~/settings/store.server";
import { toTyped } from "~/settings/values";
import { newId } from "~/values/id.server";
import { keysOf } from "~/values/query-params";
import { DISMANTLED_STATUS_LABELS } from "~/vehicles/dismantled";
import { as } from "../../support/act";
import { dismantledVehicle, purchase, retailVehicle, shelfPart } from "../../support/builders";
import { storedImport } from "../../support/imports";
import { carWithOffer, ESTIMATE, partRequest, repairRequest, vehicleInquiry } from "../../support/requests";
import { CLERK, completedSale, namedCustomer, saleOnAccount } from "../../support/sales";
import { administrator } from "../../support/staff";
import { unzipped } from "../../support/zip";

const NOW = new Date("2026-03-02T15:04:00.000Z");
const NASTY = ["=1+1", "+1", "-1", "@a", "'=1", "''-x", 'a "b", c; d\te', "Café “tan” €", "'tis", "＝1"];

beforeAll(async () => {
  await migrate(engine);
  for (const text of NASTY) {
    await retailVehicle({
      trim: text,
      notes: `${text}\n${text}`,
      features: [text, "Heated seats, front"],
      price: 12_995.5,
    });
  }
  await retailVehicle({
    features: ["One, with a comma"],
    year: undefined,
    make: undefined,
    model: undefined,
  });
  await retailVehicle({ features: ["One"], price: undefined, status: "sold", condition: "very-good" });
  await retailVehicle({ stockNumber: "=A1", transmission: "automated-manual", fuelType: "plugin-hybrid" });
  for (const status of keysOf(DISMANTLED_STATUS_LABELS))
    await dismantledVehicle({ status, driveType: "4x4", transmission: "Single Clutch Automatic" });
  await dismantledVehicle({ vin: "12345", year: 1965 });
  await dismantledVehicle({
    images: ["a", "b"].map((letter) => ({
      imageUrl: `/uploads/${letter.repeat(24)}-1600x1200-2/1600.webp`,
      alt: "The dash",
    })),
    obtainedFrom: "Copart",
    disposition: "Sold",
    dispositionDate: "2026-02-03",
    disposedTo: "Hudson Metals",
    intendedForExport: false,
  });
});

async function exported(name: string, format: ExportFormat, search = ""): Promise<string> {
  const list = EXPORT_LISTS.find((one) => one.name === name);
  if (!list) throw new Error(`There is no list ${name}.`);
  const ids = await list.listIds(new URLSearchParams(search), { accountId: "", now: NOW });
  let text = "";
  for await (const line of exportLines(list, ids, format)) text += line;
  return text;
}

test.each(["retail", "dismantled"] as const)(
  "export followed by import changes no %s vehicle",
  async (kind) => {
    const table = kind === "retail" ? "retailVehicles" : "dismantledVehicles";
    const before = await db.selectFrom(table).selectAll().orderBy("id").execute();
    const work = await storedImport(await exported(`${kind}-vehicles`, "csv"), { kind });
    expect(await countOutcomes(work.id)).toMatchObject({
      added: 0,
      changed: 0,
      refused: 0,
      unchanged: before.length,
    });
    expect(await db.selectFrom(table).selectAll().orderBy("id").execute()).toEqual(before);
  },
);

test("a vehicle's photos are exported in their order", async () => {
  const cells = parse(await exported("dismantled-vehicles", "csv"), { bom: true, columns: true }) as Record<
    string,
    string
  >[];
  const [photos] = cells.map((record) => record["Vehicle Image"] ?? "").filter(Boolean);
  expect(photos?.split(" | ").map((url) => /\/uploads\/(.)/.exec(url)?.[1])).toEqual(["a", "b"]);
});

test("no cell of an export is run as a formula", async () => {
  for (const { name } of EXPORT_LISTS) {
    const cells = (parse(await exported(name, "csv"), { bom: true }) as string[][]).flat();
    expect(cells.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
  }
});

test("a filtered list exports what it shows, and JSON is the API's record", async () => {
  const sold = JSON.parse(await exported("retail-vehicles", "json", "status=sold"));
  expect(sold).toMatchObject([{ status: "sold", features: ["One"], condition: "very-good" }]);
  expect(JSON.parse(await exported("retail-vehicles", "json", "q=nothinglikethis"))).toEqual([]);
});

test("requests export every field that the API has, with the customer's reference", async () => {
  const part = await partRequest();
  await repairRequest();
  const [first] = parse(await exported("parts-requests", "csv"), { bom: true, columns: true }) as Record<
    string,
    string
  >[];
  expect(first).toMatchObject({ Reference: `PR-${part.slice(-6)}`, ID: part });
  expect(first?.["Customer Name"]).not.toBe("");
  expect(await exported("repair-requests", "csv")).toContain("Customer Address Zip Code");
});

test("an export that can't read a record fails with the reason, and leaves nothing behind", async () => {
  const { _id } = await shelfPart({ fits: ["2008-2012 Honda Accord"] });
  await db.updateTable("parts").set({ fits: "{" }).where("id", "=", _id).execute();
  const folder = await mkdtemp(path.join(tmpdir(), "yard-export-"));
  await expect(writeArchive(path.join(folder, "all.zip"), NOW)).rejects.toThrow("JSON");
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
  await db.deleteFrom("parts").execute();
});

test("the archive has everything but passwords, and says what its fields are", async () => {
  const { username } = await administrator();
  await vehicleInquiry();
  await carWithOffer();
  await as({ username: "marta", now: NOW }, () =>
    createRecord(OLD_SALE_RECORDS, { soldOn: "2025-03-05T00:00:00.000Z", part: "Radiator", price: 85 }),
  );
  const estimated = await repairRequest();
  await as({ username: "marta", now: NOW }, () =>
    saveEstimate(estimated, ESTIMATE, { expectedVersion: null, isSent: true }),
  );
  const sale = await completedSale({ lines: [{ kind: "part", part: (await shelfPart())._id }] });
  const back = { saleLineId: sale.lines[0]?._id, quantity: 1, reason: "does-not-work", goesTo: "shelf" };
  const debtor = await namedCustomer("Garage Ott");
  await saleOnAccount(debtor, 40);
  const paid = accountPaymentSchema("2026-12-20").parse({ amount: 10, method: "check" });
  await as(CLERK, () => takeAccountPayment(debtor, paid));
  await as(CLERK, () => returnItems(sale._id, returnSchema.parse({ lines: [back], method: "cash" })));
  const { vehicleId = "" } = await purchase();
  const car = { kind: "dismantled", id: vehicleId, name: "2012 Honda Accord" } as const;
  const cost = {
    kind: "fees",
    on: "2026-03-02",
    amount: 20.25,
    party: "County",
    paidBy: "cash",
    note: undefined,
  } as const;
  await as({ username: "marta", now: NOW }, () => addCost(car, cost));
  const { _id } = await retailVehicle({ stockNumber: "GUIDE-1" });
  const choices = { warranty: "limited", laborPercent: 50, systems: "Engine" };
  const at = NOW.toISOString();
  await db
    .insertInto("fitments")
    .values({
      ...{ id: newId(NOW), verdict: "fits", entryId: "radiator", saidOn: at, createdAt: at, updatedAt: at },
      ...{ fromYear: 2005, fromMake: "Honda", fromModel: "Accord" },
      ...{ year: 2003, make: "Honda", model: "Accord", searchText: "" },
    })
    .execute();
  await db
    .insertInto("storeCredits")
    .values({
      ...{ id: newId(NOW), customerId: debtor, amountCents: 500, saleId: null, creditNoteId: null },
      ...{ at, by: "marta" },
    })
    .execute();
  const deal = {
    ...{ condition: "used", fees: { title: {}, plates: {}, document: {} }, coBuyerName: "Bo Reyes" },
    ...{ vehicle: _id, customerName: "Ann Reyes", price: 500 },
  };
  await as(CLERK, () => saveDeal(undefined, dealSchema("2026-12-20").parse(deal)));
  await db
    .insertInto("dayCloses")
    .values({
      ...{ id: newId(NOW), day: "2026-03-02", openingCents: 0, expectedCents: 0, countedCents: 0 },
      ...{ reason: null, closedAt: at, closedBy: "marta" },
    })
    .execute();
  await db
    .insertInto("buyersGuides")
    .values({ vehicleId: _id, choices: JSON.stringify(choices), updatedAt: at })
    .execute();
  await db
    .insertInto("arrivalAlerts")
    .values({
      ...{
        id: newId(NOW),
        email: "ann@example.com",
        make: "Saturn",
        model: "Vue",
        yearFrom: 2008,
        yearTo: null,
      },
      ...{ modelKey: "vue", wishKey: "ann", askedAt: at, confirmedAt: null },
      ...{ makeKey: "saturn", searchText: "" },
    })
    .execute();
  await db
    .insertInto("outbox")
    .values({
      ...{
        messageId: "m1",
        createdAt: at,
        to: "ann@example.com",
        replyTo: null,
        subject: "Welcome",
        html: "",
      },
      text: "Your request: https://yard.example/your-request?key=PR.1.secret",
      ...{ causeKind: "partRequest", causeId: "1", nextAttemptAt: at, lastError: null, sentAt: at },
      ...{ lockedBy: null, lockedUntil: null, unsubscribeUrl: "https://yard.example/your-alert?key=secret" },
    })
    .execute();
  const folder = await mkdtemp(path.join(tmpdir(), "yard-export-"));
  const archive = await writeArchive(path.join(folder, "all.zip"), NOW);
  const tables = [
    "buyers-guides",
    "estimates",
    "car-offers",
    "sale-lines",
    "payments",
    "deals",
    "store-credits",
    "book",
    "car-costs",
    "arrival-alerts",
    "mail",
    "credit-note-lines",
    "day-closes",
    "history",
  ];
  expect(archive.records.map(({ name, count }) => [name, count > 0])).toEqual(
    [...EXPORT_LISTS.map(({ name }) => name), ...tables].map((name) => [name, true]),
  );
  const files = unzipped(await readFile(path.join(folder, "all.zip")));
  const read = (name: string) => files.get(name)?.toString() ?? "";
  expect(JSON.parse(read("retail-vehicles.json"))).toHaveLength(NASTY.length + 5);
  expect(read("accounts.csv")).toContain(username);
  for (const { name } of EXPORT_LISTS) {
    const ids = (JSON.parse(read(`${name}.json`)) as Exported[]).map(({ _id }) => _id);
    expect(new Set(ids).size, `${name}, each once`).toBe(ids.length);
  }
  for (const [name, file] of files) expect(file.toString(), name).not.toMatch(/\$argon2|secret/);
  // A picture's address is in the column of pictures, and who changed a record last, and when, is in the history.
  const left = ["imageUrl", "updatedAt", "updatedBy"];
  for (const list of [...EXPORT_LISTS, ...EXPORT_TABLES]) {
    const columns = typeof list.columns === "function" ? await list.columns() : list.columns;
    const known = [...left, ...columns.map(({ field }) => field)];
    const records: Record<string, unknown>[] = JSON.parse(read(`${list.name}.json`));
    const plain = records.flatMap((record) =>
      Object.keys(record).filter((name) => typeof record[name] !== "object"),
    );
    const lacking = [...new Set(plain)].filter((name) => !known.includes(name));
    expect(lacking, `in JSON, and no column of ${list.name}`).toEqual([]);
  }
  expect(JSON.parse(read("buyers-guides.json"))).toEqual([
    { _id, stockNumber: "GUIDE-1", updatedAt: at, ...choices },
  ]);
  expect(read("buyers-guides.csv")).toContain(`${_id},GUIDE-1,${at},limited,50,`);
  expect(JSON.parse(read("estimates.json"))).toEqual([
    expect.objectContaining({ requestId: estimated, version: 1, state: "sent", total: 278.39 }),
  ]);
  expect(read("estimates.csv")).toContain(",8.125,180,91,0,7.39,278.39,It squeals.,ABC 1234,");
  expect(JSON.parse(read("book.json"))).toMatchObject([{ _id: 1, direction: "in" }]);
  expect(read("deals.csv")).toContain(",Bo Reyes,");
  expect(read("store-credits.csv")).toContain(`,${debtor},5,`);
  expect(read("car-costs.csv")).toContain(`dismantled,${vehicleId},fees,2026-03-02,20.25,County,cash,`);
  expect(read("arrival-alerts.csv")).toContain("ann@example.com,Saturn,Vue,2008,,");
  expect(read("mail.csv")).toContain("https://yard.example/your-request?key=…");
  const changes = JSON.parse(read("history.json"));
  expect(changes).toContainEqual(
    expect.objectContaining({
      recordId: _id,
      action: "created",
      after: expect.objectContaining({ stockNumber: "GUIDE-1" }),
    }),
  );
  for (const name of tables) expect(read("README.txt")).toContain(`${name}.csv and ${name}.json: `);
  expect(read("README.txt")).toMatch(/Stock Number +stockNumber/);
  expect(JSON.parse(read("business.json"))).toHaveProperty("name");
  await rm(folder, { recursive: true });
});

test("the history is exported without the keys of private addresses", async () => {
  const feeds = SECTIONS.find(({ id }) => id === "feeds");
  if (!feeds) throw new Error("no section of feeds");
  const { value } = await readSection(feeds);
  const typed = { ...toTyped(feeds, value), "feeds.salvage": "key" };
  await as({ now: NOW }, () => saveSection(feeds, typed, loadedHashes(feeds, value)));
  const key = business.feeds.salvage;
  expect(key).toMatch(/^[\w-]{20,}$/);
  const lines = [];
  for await (const line of EXPORT_TABLES.find(({ name }) => name === "history")?.records() ?? [])
    lines.push(line);
  const said = JSON.stringify(lines);
  expect(said).toContain("On, at a private address");
  expect(said).not.toContain(String(key));
  await db.deleteFrom("settings").execute();
  await refreshSettings();
});

test("everything that is exported, imported into an empty site and exported again is the same", async () => {
  const vin = "19VDE2E5XEE644230";
  await retailVehicle({ vin, trim: undefined, engineType: undefined, fuelType: undefined });
  const { stockNumber: donor } = await dismantledVehicle({ vin, trim: undefined, engineType: undefined });
  for (let count = 0; count < 12; count++) await shelfPart({ donor });
  await shelfPart({
    ...{ status: "Sold", soldTo: "Ann", soldPrice: 75, location: "A-3", weight: 12.5, isShippable: false },
    ...{ fits: ["2008-2012 Honda Accord", "2010 Acura TSX"], damage: "2B1", damageNotes: "Scratched" },
  });
  await shelfPart({ status: "On hold", heldFor: "Ann", gradeOverride: "B", description: "=1\nTwo" });
  const inventories = { dismantled: "dismantledVehicles", retail: "retailVehicles", part: "parts" } as const;
  const kinds = ["dismantled", "retail", "part"] as const;
  const fileOf = { dismantled: "dismantled-vehicles", retail: "retail-vehicles", part: "parts" };
  const exportAll = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "yard-export-"));
    await writeArchive(path.join(folder, "all.zip"), NOW);
    const files = unzipped(await readFile(path.join(folder, "all.zip")));
    await rm(folder, { recursive: true });
    return kinds.map((kind) => files.get(`${fileOf[kind]}.csv`)?.toString() ?? "");
  };
  /** Without what is new in another site: ids, when it was added, and its own pictures. */
  const records = (csv: string) =>
    (parse(csv, { bom: true, columns: true }) as Record<string, string>[]).map(
      ({ ID, Added, "Vehicle Image": _image, "Donor ID": _donor, ...fields }) => fields,
    );
  // Those of one day have no order of their own.
  const sorted = (csv: string) =>
    records(csv).sort((one, other) => (one["Stock Number"] ?? "").localeCompare(other["Stock Number"] ?? ""));

  const before = await exportAll();
  for (const kind of [...kinds].reverse()) await db.deleteFrom(inventories[kind]).execute();
  for (const [index, kind] of kinds.entries()) {
    const work = await storedImport(before[index] ?? "", { kind });
    expect(await countOutcomes(work.id)).toMatchObject({ refused: 0, changed: 0 });
  }
  const after = await exportAll();
  for (const index of kinds.keys()) expect(sorted(after[index] ?? "")).toEqual(sorted(before[index] ?? ""));
});
