import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { business } from "~/business/business.server";
import { changeRecordStatuses, findRecord, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { deleteRecord } from "~/collections/trash.server";
import { COMMAND_LINE } from "~/context.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { listMonths, missingFacts, monthName, readMonth } from "~/documents/nmvtis";
import { findNmvtisMonth, toNmvtisCsv } from "~/documents/nmvtis.server";
import { DISMANTLED_RECORDS, findPublicDismantledVehicle } from "~/vehicles/dismantled.server";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { as } from "../../support/act";
import { dismantledVehicle } from "../../support/builders";

beforeAll(() => migrate(engine));
beforeEach(async () => {
  await db.deleteFrom("dismantledVehicles").execute();
});

const IN_NOVEMBER = { dateAcquired: "2026-11-03", obtainedFrom: "Copart Newburgh" };
const GONE = {
  ...IN_NOVEMBER,
  status: "Scrapped",
  disposition: "Sold",
  dispositionDate: "2026-11-30",
  disposedTo: "Hudson Metals LLC",
  intendedForExport: false,
};

describe("what a vehicle lacks for the report", () => {
  const known = { status: "Parts Available" as const };

  test("one that is still here needs to say whom it came from, and nothing else", () => {
    expect(missingFacts(known)).toEqual(["obtainedFrom"]);
    expect(missingFacts({ ...known, obtainedFrom: "Ann Lee" })).toEqual([]);
  });

  test("one that was sold needs its date, the buyer and whether it goes abroad", () => {
    expect(missingFacts({ ...known, obtainedFrom: "Ann Lee", disposition: "Sold" })).toEqual([
      "dispositionDate",
      "disposedTo",
      "intendedForExport",
    ]);
  });

  test("a scrapped one needs a disposition", () => {
    expect(missingFacts({ status: "Scrapped", obtainedFrom: "Ann Lee" })).toContain("disposition");
  });

  test("a crushed one went to nobody", () => {
    const crushed = { disposition: "Crushed" as const, dispositionDate: "2026-11-02T00:00:00.000Z" };
    const all = { ...known, ...crushed, obtainedFrom: "Ann Lee", intendedForExport: false };
    expect(missingFacts(all)).toEqual([]);
  });
});

describe("the month of the report", () => {
  test("is the last whole one unless the address names another", () => {
    expect(readMonth(null, "2026-12-01")).toBe("2026-11");
    expect(readMonth(null, "2026-01-31")).toBe("2025-12");
    expect(readMonth("2026-03", "2026-12-01")).toBe("2026-03");
  });

  test.each(["2026-13", "2026-00", "26-11", "november", "2026-11-01", ""])("is never %j", (text) => {
    expect(readMonth(text, "2026-12-01")).toBe("2026-11");
  });

  test("is chosen from the last two years", () => {
    const months = listMonths("2026-02-15");
    expect(months.slice(0, 3)).toEqual(["2026-02", "2026-01", "2025-12"]);
    expect(months).toHaveLength(24);
    expect(monthName("2026-11")).toBe("November 2026");
  });
});

describe("the vehicles of a month", () => {
  test("are those that came or went in it, its first and last day included", async () => {
    const [first, last] = [
      await dismantledVehicle({ ...IN_NOVEMBER, dateAcquired: "2026-11-01" }),
      await dismantledVehicle({ ...IN_NOVEMBER, dateAcquired: "2026-11-30" }),
    ];
    const left = await dismantledVehicle({ ...GONE, dateAcquired: "2025-01-01" });
    const both = await dismantledVehicle(GONE);
    await dismantledVehicle({ ...IN_NOVEMBER, dateAcquired: "2026-10-31" });
    await dismantledVehicle({ ...IN_NOVEMBER, dateAcquired: "2026-12-01" });
    const month = await findNmvtisMonth("2026-11");
    expect(month.vehicles.map(({ _id }) => _id)).toEqual([left, first, both, last].map(({ _id }) => _id));
    expect(month).toMatchObject({ obtained: 3, disposed: 2, incomplete: [] });
  });

  test("what is missing is named, also of a vehicle scrapped in the month without a date", async () => {
    const unknown = await dismantledVehicle({ dateAcquired: "2026-11-05" });
    const scrapped = await dismantledVehicle({
      obtainedFrom: "Ann Lee",
      status: "Scrapped",
      dateAcquired: "2024-05-05",
      now: new Date("2026-11-20T12:00:00Z"),
    });
    await dismantledVehicle({ status: "Scrapped", dateAcquired: "2024-05-05", now: new Date("2026-09-01") });
    const { vehicles, incomplete } = await findNmvtisMonth("2026-11");
    expect(vehicles.map(({ _id }) => _id)).toEqual([unknown._id]);
    expect(incomplete.map(({ vehicle, missing }) => [vehicle._id, missing])).toEqual([
      [scrapped._id, ["disposition", "dispositionDate", "disposedTo", "intendedForExport"]],
      [unknown._id, ["obtainedFrom"]],
    ]);
  });
});

describe("a vehicle that has left without a date", () => {
  const HERE = { dateAcquired: "2024-05-05", obtainedFrom: "Copart Newburgh" };
  // In the evening of November 30 in New York, where the business is.
  const SCRAPPED_AT = { ...COMMAND_LINE, now: new Date("2026-12-01T03:00:00Z") };
  const LATER = { ...COMMAND_LINE, now: new Date("2027-01-15T12:00:00Z") };
  const monthsOf = async (id: string) => {
    const months = ["2026-11", "2026-12", "2027-01"];
    const reports = await Promise.all(months.map(findNmvtisMonth));
    return months.filter((_, index) =>
      reports[index]?.incomplete.some(
        ({ vehicle, missing }) => vehicle._id === id && missing.includes("dispositionDate"),
      ),
    );
  };
  const edit = async ({ _id }: { _id: string }, change: object, options = LATER) => {
    const { item } = (await findRecord(DISMANTLED_RECORDS, _id)) ?? {};
    const fields = bodySchema(DISMANTLED_VEHICLES).parse({ ...item, ...change });
    expect((await as(options, () => updateRecord(DISMANTLED_RECORDS, _id, fields))).outcome).toBe("saved");
  };

  test("is named in the month that it was in the business's time zone", async () => {
    const { _id } = await dismantledVehicle({ ...HERE, status: "Scrapped", now: SCRAPPED_AT.now });
    expect(await monthsOf(_id)).toEqual(["2026-11"]);
  });

  test.each([{ status: "Scrapped" }, { disposition: "Sold" }, { disposedTo: "Hudson Metals LLC" }])(
    "as %j says stays in that month whatever is edited later",
    async (left) => {
      const vehicle = await dismantledVehicle(HERE);
      await edit(vehicle, left, SCRAPPED_AT);
      await edit(vehicle, { notes: "Keys are in the office.", intendedForExport: false });
      expect(await monthsOf(vehicle._id)).toEqual(["2026-11"]);
    },
  );

  test("stays there too when it was scrapped in the list, and when an Undo scraps it again", async () => {
    const { _id } = await dismantledVehicle(HERE);
    await as(SCRAPPED_AT, () => changeRecordStatuses(DISMANTLED_RECORDS, [_id], "Scrapped"));
    await edit({ _id }, { notes: "Keys are in the office." });
    await as(LATER, () => changeRecordStatuses(DISMANTLED_RECORDS, [_id], "Parts Available"));
    expect(await monthsOf(_id)).toEqual([]);
    await as(LATER, () => changeRecordStatuses(DISMANTLED_RECORDS, [_id], "Scrapped", { isUndo: true }));
    expect(await monthsOf(_id)).toEqual(["2026-11"]);
  });

  test("and comes back, and leaves again, is in the month of the second time", async () => {
    const vehicle = await dismantledVehicle({ ...HERE, status: "Scrapped", now: SCRAPPED_AT.now });
    await edit(vehicle, { status: "Parts Available" }, SCRAPPED_AT);
    await edit(vehicle, { status: "Scrapped" });
    expect(await monthsOf(vehicle._id)).toEqual(["2027-01"]);
  });
});

describe("the CSV", () => {
  const entity = { ...business, nmvtis: { reportingEntityId: "NY-1234" } };

  test("has one row a vehicle under its headings", async () => {
    await dismantledVehicle({ ...GONE, stockNumber: "D-1", vin: "1HGCM82633A004352" });
    const csv = toNmvtisCsv((await findNmvtisMonth("2026-11")).vehicles, entity);
    const [headings, row, ...rest] = csv.split("\r\n");
    expect(headings).toBe(
      "Reporting Entity Name,Reporting Entity ID,Reporting Entity Address,Reporting Entity Phone,Reporting Entity Email,VIN,Stock Number,Year,Make,Model,Date Obtained,Obtained From,Disposition,Disposition Date,Disposed To,Intended For Export",
    );
    expect(row).toBe(
      'Millbrook Auto Recyclers,NY-1234,"1480 Quarry Road, Millbrook, NY 12545",(555) 555-0142,office@millbrook-auto.example.com,1HGCM82633A004352,D-1,2012,Honda,Accord,2026-11-03,Copart Newburgh,Sold,2026-11-30,Hudson Metals LLC,No',
    );
    expect(rest).toEqual([""]);
  });

  test("has its headings without vehicles, and blanks where nothing is known", async () => {
    expect(toNmvtisCsv([], business).split("\r\n")).toHaveLength(2);
    await dismantledVehicle({ dateAcquired: "2026-11-05" });
    const csv = toNmvtisCsv((await findNmvtisMonth("2026-11")).vehicles, business);
    expect(csv).toMatch(/,2026-11-05,,,,,\r\n$/);
  });

  test.each(['=HYPERLINK("https://evil.example")', "+1", "-1", "@SUM(A1)"])(
    "makes %j plain text",
    async (name) => {
      await dismantledVehicle({ ...IN_NOVEMBER, obtainedFrom: name });
      const csv = toNmvtisCsv((await findNmvtisMonth("2026-11")).vehicles, business);
      expect(csv).toContain(`'${name.replaceAll('"', '""')}`);
      expect(csv).not.toMatch(/(^|,|")[=+@-]\w/m);
    },
  );

  test("keeps a quoted name in one cell", async () => {
    await dismantledVehicle({ ...IN_NOVEMBER, obtainedFrom: 'Joe "Tow" Diaz, Inc.' });
    const csv = toNmvtisCsv((await findNmvtisMonth("2026-11")).vehicles, business);
    expect(csv).toContain('"Joe ""Tow"" Diaz, Inc."');
  });
});

test("the public never sees whom a vehicle came from or went to", async () => {
  const { _id } = await dismantledVehicle({ ...GONE, status: "Parts Available" });
  const shown = await findPublicDismantledVehicle(_id);
  expect(shown).toMatchObject({ _id, make: "Honda" });
  expect(JSON.stringify(shown)).not.toMatch(/Copart|Hudson|disposition|obtainedFrom|Export/);
});

test.each([
  [{ intendedForExport: "maybe" }, "intendedForExport: Please select yes or no"],
  [{ disposition: "Lost" }, "disposition: Please select what became of it"],
  [{ dispositionDate: "soon" }, "dispositionDate: Please enter a valid date"],
])("refuses %j", (fact, sentence) => {
  const { error } = bodySchema(DISMANTLED_VEHICLES).safeParse({
    stockNumber: "D-1",
    vin: "1HGCM82633A004352",
    year: 2012,
    make: "Honda",
    model: "Accord",
    mileage: 1,
    dateAcquired: "2026-11-03",
    ...fact,
  });
  expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([sentence]);
});

test("a vehicle in the trash is not reported", async () => {
  const { _id } = await dismantledVehicle(GONE);
  await as({ ...COMMAND_LINE, now: new Date() }, () => deleteRecord(DISMANTLED_RECORDS, _id));
  expect((await findNmvtisMonth("2026-11")).vehicles).toEqual([]);
});
