import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { business } from "~/business/business.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { EXPORT_LISTS, exportLines } from "~/export/lists.server";
import { matchHeadings } from "~/import/headings";
import { countOutcomes, listRows } from "~/import/import.server";
import { importForm } from "~/import/plan.server";
import { toImportView } from "~/import/view.server";
import { PART_ENTRIES } from "~/parts/catalog";
import { findNamedEntry } from "~/parts/catalog-names";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { checkedImport, faultsOf, startedImport, storedImport, undone } from "../../support/imports";

beforeAll(async () => {
  await migrate(engine);
});
beforeEach(async () => {
  for (const table of ["parts", "dismantledVehicles", "imports"] as const)
    await db.deleteFrom(table).execute();
});

const KIND = { kind: "part" } as const;
const partRows = () => db.selectFrom("parts").selectAll().orderBy("stockNumberKey").execute();

async function exportedCsv(): Promise<string> {
  const list = EXPORT_LISTS.find(({ name }) => name === "parts");
  if (!list) throw new Error("There is no list of parts.");
  const ids = await list.listIds(new URLSearchParams(), { accountId: "", now: new Date() });
  let text = "";
  for await (const line of exportLines(list, ids, "csv")) text += line;
  return text;
}

function matched(headings: string): Record<string, string | undefined> {
  const names = headings.split(",");
  const columns = matchHeadings(
    importForm("part"),
    names,
    names.map(() => []),
  );
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, names[column]]));
}

describe("a yard program's headings are matched", () => {
  test("with the part, its donor and its place", () => {
    expect(
      matched(
        "Stock#,Vehicle Stock#,Part Type,Side,Year,Make,Model,Mileage,Interchange,Grade,Cond/Options,Damage Code,Location,Retail Price,Core,Warranty,Date Inventoried",
      ),
    ).toEqual({
      ...{ stockNumber: "Stock#", donor: "Vehicle Stock#", entryId: "Part Type", side: "Side" },
      ...{ year: "Year", make: "Make", model: "Model", mileage: "Mileage", interchange: "Interchange" },
      ...{ gradeOverride: "Grade", description: "Cond/Options", damage: "Damage Code", location: "Location" },
      ...{
        price: "Retail Price",
        coreCharge: "Core",
        warranty: "Warranty",
        dateAcquired: "Date Inventoried",
      },
    });
  });

  test("of several programs, one after the other", () => {
    for (const [field, headings] of Object.entries({
      stockNumber: ["Inventory #", "Inv #", "Inventory Tag", "Part Tag Number", "Item #"],
      entryId: ["PartDesc"],
      donor: ["Veh Stk #"],
      interchange: ["IC #", "HTP Interchange", "OEM Part #"],
      price: ["Sell Price", "Our Price"],
      location: ["Whse Loc", "Warehouse"],
      notes: ["Comments"],
    }))
      for (const heading of headings) expect(matched(heading)).toEqual({ [field]: heading });
  });

  test("a vehicle's stock number is never the part's", () => {
    expect(matched("Vehicle Stock Number,Part Name,Hollander Number,OEM Part Number")).toEqual({
      ...{ donor: "Vehicle Stock Number", entryId: "Part Name", interchange: "Hollander Number" },
    });
  });
});

describe("what other programs call a part", () => {
  test("every name and label of the catalog is itself", () => {
    for (const { id, name, label } of PART_ENTRIES)
      expect([findNamedEntry(name), findNamedEntry(label), findNamedEntry(id)]).toEqual([id, id, id]);
  });

  test.each([
    ["Fender, L", "", "fender-left"],
    ["Fender", "Right", "fender-right"],
    ["FRONT DOOR ASSY", "LH", "door-front-left"],
    ["Door Assembly, Front RH", "", "door-front-right"],
    ["Alternator", "", "alternator"],
    ["ALTERNATOR ASSEMBLY", "", "alternator"],
  ])("%s %s", (name, side, id) => {
    expect(findNamedEntry(name, side)).toBe(id);
  });

  test("a name that several parts share is none of them", () => {
    for (const name of ["Door", "Wheel", "Rim", "Air Bag", "Transmission", "Sway Bar"])
      expect(findNamedEntry(name), name).toBeUndefined();
    expect(findNamedEntry("")).toBeUndefined();
  });
});

test("a yard program's file brings parts in, with and without a donor, and undo takes them out", async () => {
  await dismantledVehicle({
    stockNumber: "D-77",
    year: 2010,
    make: "Honda",
    model: "Accord",
    mileage: 84_210,
  });
  const file = [
    "Stock#,Vehicle Stock#,Part Type,Side,Year,Make,Model,Grade,Cond/Options,Location,Retail Price,Weight,Status",
    'A-1,d-77,Fender,L,,,,,"Blue, straight",R1-S2,$85.00,12 lb,A',
    ",,Alternator,,2014,Ford,F-150,B,,,45,,hold",
    ",,Alternator,,2014,Ford,F-150,B,,,45,,",
    "",
  ].join("\n");
  const work = await storedImport(file, KIND);
  expect(await countOutcomes(work.id)).toMatchObject({ added: 3, stored: 3, refused: 0 });
  expect(await partRows()).toMatchObject([
    {
      ...{ stockNumber: "A-1", donorStockNumber: "D-77", entryId: "fender-left", year: 2010, make: "Honda" },
      ...{
        description: "Blue, straight",
        location: "R1-S2",
        priceCents: 8500,
        weightPounds: 12,
        mileage: 84_210,
      },
    },
    { stockNumber: "P-000001", entryId: "alternator", gradeOverride: "B", status: "On hold" },
    { stockNumber: "P-000002", status: "Available", year: 2014, make: "Ford", model: "F-150" },
  ]);
  const rows = await listRows(work.id, { limit: 10 });
  expect(rows.map(({ stockNumber }) => stockNumber)).toEqual(["A-1", "P-000001", "P-000002"]);
  await undone(work);
  expect(await partRows()).toEqual([]);
});

test("what only the database can tell is rejected at the check, with its column and value", async () => {
  const file = [
    "Stock#,Donor,Part Type,Year,Make,Model,Warranty Type",
    "A-1,X9,Alternator,,,,",
    "A-2,,Warp Core,2014,Ford,F-150,",
    "A-3,,Alternator,2014,Ford,F-150,For ever",
    `A-4,,Alternator,2014,Ford,F-150,"${business.partWarranties[0]?.toUpperCase()}"`,
    "A-5,,Alternator,,Ford,F-150,",
    "",
  ].join("\n");
  const work = await checkedImport(file, KIND);
  expect(await faultsOf(work)).toEqual([
    '2 Donor "X9": There is no dismantled vehicle with this stock number',
    expect.stringMatching(/^3 Part Type "Warp Core": Please choose a part from the catalog/),
    `4 Warranty Type "For ever": Please select a warranty (${business.partWarranties.join(", ")})`,
    '6 Year "": Year is required without a donor',
  ]);
  expect(await countOutcomes(work.id)).toMatchObject({ added: 1 });
});

test("a name that means several parts is rejected with those that come close", async () => {
  const work = await checkedImport(
    "Stock#,Part,Year,Make,Model\nA-1,Wheel,2014,Ford,F-150\nA-2,Air Bag,2014,Ford,F-150\n",
    KIND,
  );
  expect(await faultsOf(work)).toEqual([
    expect.stringMatching(/^2 Part "Wheel": Please choose a part from the catalog, such as .*Alloy/),
    expect.stringMatching(
      /^3 Part "Air Bag": Please choose a part from the catalog, such as .*Air Bag, Dash/,
    ),
  ]);
});

test("words that every object finds are no part, no status and no grade", async () => {
  const file = [
    "Stock#,Part Type,Year,Make,Model,Grade,Status",
    "P-1,constructor,2010,Honda,Accord,A,A",
    "P-2,Alternator,2010,Constructor,Constructor,A,constructor",
    "P-3,Alternator,2010,__proto__,toString,__proto__,A",
  ].join("\n");
  const work = await storedImport(file, KIND);
  expect(await faultsOf(work)).toHaveLength(3);
  expect(await partRows()).toEqual([]);
});

test("a column named like a field whose values we do not know says so, and is none that no field takes", async () => {
  const work = await startedImport("Stock#,Part,Grade,Cost\nA-1,8841,Mint,45\nA-2,8842,Fair,50\n", "part");
  expect(work.columns).toEqual({ stockNumber: 0 });
  const { columns } = await toImportView(work);
  const unfit = columns?.fields.filter((field) => field.unfit !== undefined);
  expect(unfit).toMatchObject([
    { name: "entryId", unfit: 1 },
    { name: "gradeOverride", unfit: 2 },
  ]);
  expect(columns).toMatchObject({ unmatched: [3], kept: [3] });
});

test("an unknown donor is named with the row's other faults, not after them", async () => {
  const work = await checkedImport("Stock#,Donor,Part Type,Price\nA-1,X9,Warp Core,a lot\n", KIND);
  expect(await faultsOf(work)).toEqual([
    expect.stringMatching(/^2 Part Type "Warp Core": Please choose a part/),
    '2 Price "a lot": Please enter a valid price',
    '2 Donor "X9": There is no dismantled vehicle with this stock number',
  ]);
});

test("a row is shown with its part and car, whether they are in the file, at the donor or on record", async () => {
  await dismantledVehicle({ stockNumber: "D-80", year: 2010, make: "Honda", model: "Accord" });
  await shelfPart({ stockNumber: "A-9", donor: "D-80", entryId: "starter", price: 60 });
  const named = async (file: string) => {
    const { review } = await toImportView(await checkedImport(file, KIND));
    return review?.outcomes.flatMap(({ rows }) => rows.map(({ name }) => name));
  };
  expect(
    await named(
      "Stock#,Donor,Part,Side,Year,Make,Model\nA-1,d-80,Fender,L,,,\nA-2,,Alternator,,2014,Ford,F-150\nA-3,X9,Warp Core,,,,\n",
    ),
  ).toEqual(["2010 Honda Accord Fender, Left (Driver)", "2014 Ford F-150 Alternator", "Warp Core"]);
  expect(await named("Stock#,Price\nA-9,65\n")).toEqual(["2010 Honda Accord Starter Motor"]);
});

test("a file that says another year than the donor changes nothing, however often it is imported", async () => {
  await dismantledVehicle({ stockNumber: "D-78", year: 2010 });
  await shelfPart({ stockNumber: "A-1", donor: "D-78" });
  const work = await storedImport("Stock#,Donor,Year\nA-1,D-78,2011\n", KIND);
  expect(await countOutcomes(work.id)).toMatchObject({ unchanged: 1, changed: 0 });
});

test("export followed by import changes no part", async () => {
  await dismantledVehicle({ stockNumber: "D-79", year: 2010 });
  const warranty = business.partWarranties[0];
  await shelfPart({
    donor: "D-79",
    price: 85.5,
    coreCharge: 20,
    warranty,
    location: "=R1",
    isShippable: true,
  });
  await shelfPart({ status: "On hold", heldFor: "Ann", fits: ["2008-2012 Honda Accord", "2010 Acura TSX"] });
  await shelfPart({
    status: "Sold",
    soldTo: "Bob",
    soldPrice: 70,
    damage: "2D1,5S0.5",
    damageNotes: "Door ding",
  });
  await shelfPart({ gradeOverride: "C", interchange: "601-01234", weight: 12.5, isShippable: false });
  await shelfPart({
    price: undefined,
    mileage: undefined,
    status: "Scrapped",
    description: "Line\nline",
    notes: "x",
  });
  for (const { id } of PART_ENTRIES.filter((_, index) => index % 40 === 0)) await shelfPart({ entryId: id });
  const before = await partRows();
  const csv = await exportedCsv();
  expect(csv.split("\r\n", 1)[0]).toContain("Stock Number,Part,Donor Stock Number,Year,Make,Model");
  const work = await storedImport(csv, KIND);
  expect(await faultsOf(work)).toEqual([]);
  expect(await countOutcomes(work.id)).toMatchObject({ added: 0, changed: 0, unchanged: before.length });
  expect(await partRows()).toEqual(before);
});

test("a file without stock numbers needs the part's name", async () => {
  const work = await storedImport("Part Name,Yr,Make,Model\nAlternator,2014,Ford,F-150\n", KIND);
  expect(await countOutcomes(work.id)).toMatchObject({ added: 1, stored: 1 });
});
