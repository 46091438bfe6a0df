import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { confirmImport, countOutcomes } from "~/import/import.server";
import { runImports } from "~/import/run.server";
import { as } from "../../support/act";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { ANN, checkedImport, faultsOf, found, storedImport, undone } from "../../support/imports";
import { removeRecords } from "../../support/records";

beforeAll(async () => {
  await migrate(engine);
});
beforeEach(removeRecords);

const CUSTOMER = { kind: "customer" } as const;
const PART = { kind: "part" } as const;
const customers = () => db.selectFrom("customers").select(["name", "notes"]).orderBy("name").execute();
const parts = () => db.selectFrom("parts").select(["stockNumber", "entryId"]).orderBy("id").execute();

describe("two rows of one file about one record", () => {
  test("with one phone number or address: the second is rejected, and overwrites nothing", async () => {
    const work = await storedImport(
      [
        "Name,Phone,Email,Notes",
        "Ann Lee,555-555-0101,ann@example.com,pays late",
        "Bob Lee,(555) 555-0101,,nice",
        "Cy Lee,555-555-0102; 555-555-0101,ANN@example.com,",
        "Di Lee,555-555-0103,,new",
      ].join("\n"),
      CUSTOMER,
    );
    expect(await faultsOf(work)).toEqual([
      '3 Phone "(555) 555-0101": The same phone number is in row 2',
      '4 Phone "555-555-0102; 555-555-0101": The same phone number is in row 2',
      '4 Email "ANN@example.com": The same email address is in row 2',
    ]);
    expect(await customers()).toEqual([
      { name: "Ann Lee", notes: "pays late" },
      { name: "Di Lee", notes: "new" },
    ]);
    await undone(work);
    expect(await customers()).toEqual([]);
  });

  test("by two numbers of a customer whom we have: the second is rejected", async () => {
    await storedImport('Name,Phone,Notes\nAnn Lee,"555-555-0101;555-555-0102",old\n', CUSTOMER);
    const file = "Name,Phone,Notes\nAnn Lee,555-555-0101,first\nAnn Lee,555-555-0102,second\n";
    const work = await storedImport(file, CUSTOMER);
    expect(await faultsOf(work)).toEqual(['3 Phone "555-555-0102": Row 2 is about the same customer']);
    expect(await customers()).toEqual([{ name: "Ann Lee", notes: "first" }]);
  });

  test("on one part of two cars: the second word on what fits is rejected", async () => {
    const work = await storedImport(
      [
        "Verdict,Part,Year of the Part's Car,Make of the Part's Car,Model of the Part's Car,Year,Make,Model",
        "Fits,Alternator,2012,Honda,Accord,2011,Honda,Accord",
        "Does not fit,Alternator,2012,HONDA,ACCORD,2011,Honda,Accord",
        "Does not fit,Alternator,2012,Honda,Accord,2010,Honda,Accord",
      ].join("\n"),
      { kind: "fitment" },
    );
    expect(await faultsOf(work)).toEqual([
      '3 Part "Alternator": The same part of the same two cars is in row 2',
    ]);
    expect(await db.selectFrom("fitments").select(["year", "verdict"]).orderBy("year").execute()).toEqual([
      { year: 2010, verdict: "does-not-fit" },
      { year: 2011, verdict: "fits" },
    ]);
  });
});

describe("a part without a stock number", () => {
  test("gets none that another row of the file has, also one that is rejected", async () => {
    await dismantledVehicle({ stockNumber: "D000800" });
    const work = await storedImport(
      [
        "Stock #,Part,Donor,Year,Make,Model,Price",
        ",Alternator,,2012,Honda,Accord,50",
        "P-000001,Starter,,2010,Ford,Escape,70",
        "p-000002,Radiator,,2010,Ford,Escape,much",
        ",Alternator,D000800,,,,50",
        "D000800-1,Starter,D000800,,,,70",
      ].join("\n"),
      PART,
    );
    expect(await countOutcomes(work.id)).toMatchObject({ added: 4, changed: 0, refused: 1 });
    expect(await parts()).toEqual([
      { stockNumber: "P-000003", entryId: "alternator" },
      { stockNumber: "P-000001", entryId: "starter" },
      { stockNumber: "D000800-2", entryId: "alternator" },
      { stockNumber: "D000800-1", entryId: "starter" },
    ]);
    await undone(work);
    expect(await parts()).toEqual([]);
  });
});

test("a row that was to be added leaves alone what somebody has added since the check, and says so", async () => {
  const { id } = await checkedImport(
    "Stock #,Part,Year,Make,Model,Price\nX-1,Starter,2010,Ford,Escape,70\n",
    PART,
  );
  await shelfPart({ stockNumber: "X-1", entryId: "alternator" });
  await as({ ...ANN, now: new Date() }, () => confirmImport(id));
  await runImports();
  expect(await found(id)).toMatchObject({ status: "imported" });
  expect(await faultsOf({ id })).toEqual([
    '2 Stock # "X-1": This part was added after the check. Import the row again to change it',
  ]);
  expect(await parts()).toEqual([{ stockNumber: "X-1", entryId: "alternator" }]);
});
