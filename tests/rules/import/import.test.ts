import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findRecord, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { deleteRecord, restoreFromTrash } from "~/collections/trash.server";
import type { Actor } from "~/context.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { refuseWrites } from "~/db/triggers";
import { loadRecordHistory } from "~/history/view.server";
import {
  answerMeanings,
  beginAttempt,
  confirmImport,
  countOutcomes,
  deleteOldImports,
  discardImport,
  findImport,
  findUnknownWords,
  listRows,
  matchColumns,
  retryImport,
} from "~/import/import.server";
import { meaningsOf } from "~/import/meanings.server";
import { rejectedLines, reportLines } from "~/import/report.server";
import { checkImport, runImports, storeImport } from "~/import/run.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";

import { as } from "../../support/act";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { dropTrigger } from "../../support/database";
import {
  ANN,
  checkedImport,
  encoded,
  type FileEncoding,
  faultsOf,
  foreignList,
  found,
  LIST_STYLES,
  startedImport,
  storedImport,
  strangersSpreadsheet,
  toCsv,
  undone,
} from "../../support/imports";
import { employ } from "../../support/staff";
import { workbook } from "../../support/workbook";

beforeAll(async () => {
  await migrate(engine);
});
beforeEach(async () => {
  await db.deleteFrom("retailVehicles").execute();
  await db.deleteFrom("dismantledVehicles").execute();
  await db.deleteFrom("imports").execute();
  await db.deleteFrom("importMeanings").execute();
});

const NOW = new Date("2026-03-02T15:04:00.000Z");
const VIN = "4S4BSANC1G3000001";
const dismantledRows = () =>
  db.selectFrom("dismantledVehicles").selectAll().orderBy("stockNumberKey").execute();
const retailRows = () => db.selectFrom("retailVehicles").selectAll().orderBy("stockNumberKey").execute();

async function textOf(lines: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for await (const line of lines) text += line;
  return text;
}

describe("a row", () => {
  test("with a new stock number is added; what the file lacks comes from its VIN, and today is its date", async () => {
    const work = await storedImport('Stock,VIN,Price\nA1,19VDE2E5XEE644230,"$12,995.00"\n');
    expect(await countOutcomes(work.id)).toMatchObject({ added: 1, stored: 1 });
    const [row] = await retailRows();
    expect(row).toMatchObject({
      stockNumber: "A1",
      year: 2014,
      make: "Acura",
      model: "ILX",
      priceCents: 1_299_500,
      status: "available",
    });
    expect(row?.dateAcquired).toMatch(/T00:00:00\.000Z$/);
  });

  test("with a stored stock number changes that vehicle, whatever its case, and leaves the number's capitals", async () => {
    const { stockNumber } = await retailVehicle({ price: 14_995, notes: "Keep" });
    const work = await storedImport(`Stock,Asking\n${stockNumber.toLowerCase()},13500\n`);
    expect(await countOutcomes(work.id)).toMatchObject({ changed: 1, stored: 1 });
    expect(await retailRows()).toMatchObject([
      { stockNumber, priceCents: 1_350_000, notes: "Keep", make: "Subaru" },
    ]);
  });

  test("with a known stock number and another VIN is another car, unless that is allowed", async () => {
    const { stockNumber, vin } = await retailVehicle({ year: 2016 });
    const file = `Stock,VIN,Year\n${stockNumber},19VDE2E5XEE644230,2014\n`;
    const rejected = await storedImport(file);
    expect(await faultsOf(rejected)).toEqual([
      expect.stringMatching(/^2 VIN "19VDE2E5XEE644230": These look like different cars/),
    ]);
    expect(await retailRows()).toMatchObject([{ vin, year: 2016 }]);
    await storedImport(file, { choices: { changesVins: true } });
    expect(await retailRows()).toMatchObject([{ vin: "19VDE2E5XEE644230", year: 2014 }]);
  });

  test("whose VIN or whose record's VIN is empty is the same car", async () => {
    const { stockNumber, vin } = await retailVehicle();
    await storedImport(`Stock,VIN,Price\n${stockNumber},,100\n`);
    expect(await retailRows()).toMatchObject([{ vin, priceCents: 10_000 }]);
    await db.updateTable("retailVehicles").set({ vin: "" }).execute();
    await storedImport(`Stock,VIN\n${stockNumber},${vin}\n`);
    expect(await retailRows()).toMatchObject([{ vin }]);
  });

  test("without a VIN needs year, make and model", async () => {
    const work = await storedImport("Stock,VIN,Year,Make,Model\nA1,,2014,Ford,F-150\nA2,NONE,2014,Ford,\n");
    expect(await faultsOf(work)).toEqual(['3 VIN "NONE": VIN is required']);
    expect(await retailRows()).toMatchObject([{ stockNumber: "A1", vin: "", year: 2014 }]);
  });

  test("writes make and model as the catalog does, and a file in capitals leaves what is on record", async () => {
    await retailVehicle({ stockNumber: "R1", make: "DeLorean", model: "Dmc-12" });
    const file =
      "Stock,Make,Model,Year\nR1,DELOREAN,DMC-12,1982\nA1,honda,cr-v,2014\nA2,PONTIAC,GRAND PRIX GTP,2004\nA3,Kaiser,MANHATTAN,1953\n";
    await storedImport(file);
    expect((await retailRows()).map(({ make, model }) => `${make} ${model}`)).toEqual([
      "Honda CR-V",
      "Pontiac Grand Prix GTP",
      "Kaiser MANHATTAN",
      "DeLorean Dmc-12",
    ]);
  });

  test("keeps columns without a field in the notes, in their own lines", async () => {
    const { stockNumber } = await retailVehicle({ notes: "Two keys\nCost: 100" });
    const file = `Stock,Cost,Title,Yard Boss\n${stockNumber},450,,Joe\n`;
    const work = await storedImport(file);
    expect(await retailRows()).toMatchObject([{ notes: "Two keys\nCost: 450" }]);
    await storedImport(file, { choices: { keptColumns: [1, 2, 3] } });
    expect(await retailRows()).toMatchObject([{ notes: "Two keys\nCost: 450\nYard Boss: Joe" }]);
    expect(
      await countOutcomes((await storedImport(file, { choices: { keptColumns: [1, 2, 3] } })).id),
    ).toMatchObject({
      unchanged: 1,
    });
    expect(work.choices.keptColumns).toEqual([1, 2]);
  });

  test("clears a field with an empty cell, and leaves one without a column", async () => {
    const { stockNumber } = await retailVehicle({ trim: "Limited", exteriorColor: "Blue", notes: "Keep" });
    await storedImport(`Stock,Trim,Color,Date Acquired,Status\n${stockNumber},,,,\n`);
    expect(await retailRows()).toMatchObject([
      {
        trim: null,
        exteriorColor: null,
        notes: "Keep",
        status: "available",
        dateAcquired: "2026-03-02T00:00:00.000Z",
      },
    ]);
  });

  test("stays empty where its cell is empty, whatever the VIN says", async () => {
    const file = "Stock,VIN,Make,Model,Trim\nA1,19VDE2E5XEE644230,Acura,,\n";
    await storedImport(file);
    const before = await retailRows();
    expect(before).toMatchObject([{ year: 2014, make: "Acura", model: null, trim: null }]);
    expect(await countOutcomes((await storedImport(file)).id)).toMatchObject({ unchanged: 1, changed: 0 });
    expect(await retailRows()).toEqual(before);
  });

  test("of a parts car without year, make or model gets them from the VIN, and keeps them", async () => {
    const file = "Stock,VIN,Year,Make,Model,Mileage\nP1,19VDE2E5XEE644230,,,,90000\n";
    expect(await countOutcomes((await storedImport(file, { kind: "dismantled" })).id)).toMatchObject({
      added: 1,
    });
    expect(await db.selectFrom("dismantledVehicles").selectAll().execute()).toMatchObject([
      { year: 2014, make: "Acura", model: "ILX" },
    ]);
    const again = await storedImport(file, { kind: "dismantled" });
    expect(await countOutcomes(again.id)).toMatchObject({ unchanged: 1, changed: 0, refused: 0 });
  });

  test("with a cell of more than 6,000 characters is rejected at once, unless nothing reads that cell", async () => {
    const long = `1${" ".repeat(190_000)}x`;
    const started = performance.now();
    const work = await checkedImport(
      `Stock,VIN,Mileage,Essay,${"(".repeat(30_000)}\nA1,${VIN},${long},,\nA2,${VIN},5,${long},\n`,
    );
    // A minute, or an hour, where an expression begins at each space again.
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await faultsOf(work)).toEqual([
      `2 Mileage "1${" ".repeat(59)}…": This cell has more than 6,000 characters`,
    ]);
    expect(await countOutcomes(work.id)).toMatchObject({ added: 1, refused: 1 });
  });

  test("is rejected in the words of the form, with its column and value", async () => {
    const work = await checkedImport(
      `Stock,VIN,Yr,Odometer,Price,Status\nA1,x,16,lots,12.995,gone\n,${VIN},,,,\nA2,${VIN},,,,sold\na2,${VIN},,,,\nA3,${VIN},,"84,21","12,50",\n`,
    );
    expect(await faultsOf(work)).toEqual([
      '2 VIN "x": Please enter the 5 to 17 letters and numbers of the VIN',
      '2 Yr "16": Please enter a valid year',
      '2 Odometer "lots": Please enter a valid mileage',
      '2 Price "12.995": Please enter a valid price',
      '2 Status "gone": Please select a status (Available, Sale Pending, Sold)',
      '3 Stock "": Stock number is required',
      '5 Stock "a2": The same stock number is in row 4',
      '6 Odometer "84,21": Please enter a valid mileage',
      '6 Price "12,50": Please enter a valid price',
    ]);
    expect(await retailRows()).toEqual([]);
  });

  test("with too few or too many cells is rejected", async () => {
    const work = await checkedImport(`Stock,VIN,Price\nA1,${VIN}\nA2,${VIN},1,2\nA3,${VIN},1,\n`);
    expect(await faultsOf(work)).toEqual([
      expect.stringContaining("This row has 2 cells, but there are 3 headings"),
      expect.stringContaining("This row has 4 cells, but there are 3 headings"),
    ]);
    expect(await countOutcomes(work.id)).toMatchObject({ added: 1 });
  });

  test("with a formula is stored as text", async () => {
    await storedImport(`Stock,VIN,Notes\nA1,${VIN},"=HYPERLINK(""x"")"\n`);
    expect(await retailRows()).toMatchObject([{ notes: '=HYPERLINK("x")' }]);
  });

  test("of a dismantled vehicle follows that form", async () => {
    const { stockNumber } = await dismantledVehicle();
    const work = await storedImport(
      `Stk#,VIN,Yr,Make,Model,Miles,Status\n${stockNumber},,2012,Honda,Accord,142000,scrapped\nD9,${VIN},2016,Subaru,Outback,,\n`,
      { kind: "dismantled" },
    );
    expect(await countOutcomes(work.id)).toMatchObject({ changed: 1, added: 1 });
    // Unknown is never 0.
    expect(
      await db.selectFrom("dismantledVehicles").select("mileage").orderBy("stockNumber").execute(),
    ).toEqual(expect.arrayContaining([{ mileage: 142_000 }, { mileage: null }]));
  });
});

describe("an import", () => {
  test("changes nothing before it is confirmed", async () => {
    const work = await checkedImport(`Stock,VIN\nA1,${VIN}\n`);
    expect(work.status).toBe("checked");
    expect(await retailRows()).toEqual([]);
    expect(await discardImport(work.id)).toBe(true);
    expect(await findImport(work.id)).toBeUndefined();
  });

  test("goes on where it was after a restart", async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `A${index},${VIN}\n`).join("");
    const work = await checkedImport(`Stock,VIN\n${rows}`);
    await db.updateTable("imports").set({ status: "importing" }).execute();
    // As a stop leaves it after the first rows.
    await refuseWrites(db, {
      name: "stop",
      when: "before insert",
      table: "retailVehicles",
      condition: '(select count(*) from "retailVehicles") >= 25',
      message: "stopped",
    });
    await runImports();
    expect(await countOutcomes(work.id)).toMatchObject({ added: 60, stored: 20 });
    await dropTrigger("stop");
    await runImports();
    expect(await countOutcomes(work.id)).toMatchObject({ added: 60, stored: 60 });
    expect((await findImport(work.id))?.status).toBe("imported");
    expect(await retailRows()).toHaveLength(60);
  });

  test("compares again when it is stored: somebody may have been faster", async () => {
    const { stockNumber, vin } = await retailVehicle({ price: 14_995 });
    const work = await checkedImport(`Stock,Price\n${stockNumber},13500\n`);
    const [row] = await retailRows();
    await as({ ...ANN, now: new Date() }, () =>
      updateRecord(
        RETAIL_RECORDS,
        row?.id ?? "",
        bodySchema(RETAIL_VEHICLES).parse({ stockNumber, vin, price: 13_500 }),
      ),
    );
    await db.updateTable("imports").set({ status: "importing" }).execute();
    await runImports();
    expect(await countOutcomes(work.id)).toMatchObject({ changed: 0, unchanged: 1 });
  });

  test("that fails three times stops, others go on, and it can be tried again, undone or discarded", async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `${index === 24 ? "BAD" : `A${index}`},${VIN}\n`);
    const { id } = await checkedImport(`Stock,VIN\n${rows.join("")}`);
    await refuseWrites(db, {
      ...{ name: "reject", when: "before insert", table: "retailVehicles", message: "no" },
      condition: `new."stockNumber" = 'BAD'`,
    });
    await as({ ...ANN, now: NOW }, () => confirmImport(id));
    expect((await storedImport(`Stock,VIN\nB1,${VIN}\n`)).status).toBe("imported");
    // Each run is one attempt, as after a restart or in another process; the first of them got further.
    for (let attempt = 0; attempt < 3; attempt++) await runImports();
    const stopped = await found(id);
    expect(stopped).toMatchObject({ status: "failed", failedStep: "importing" });
    expect(stopped.problem).toContain("at row 26");
    expect(await countOutcomes(id)).toMatchObject({ added: 30, stored: 20 });

    await dropTrigger("reject");
    expect(await as({ ...ANN, now: NOW }, () => retryImport(id))).toBe(true);
    await runImports();
    expect(await found(id)).toMatchObject({ status: "imported", problem: null });
    expect(await retailRows()).toHaveLength(31);

    await db
      .updateTable("imports")
      .set({ status: "failed", failedStep: "importing" })
      .where("id", "=", id)
      .execute();
    expect((await undone({ id })).status).toBe("undone");
    expect(await retailRows()).toHaveLength(1);
  });

  test("stops where whoever confirmed it was turned off, and goes on as somebody else", async () => {
    const { id } = await checkedImport(`Stock,VIN\nA1,${VIN}\n`);
    await as({ ...ANN, now: NOW }, () => confirmImport(id));
    const ann = db.updateTable("administrators").where("id", "=", ANN.accountId ?? "");
    await ann.set({ turnedOffAt: NOW.toISOString() }).execute();
    await runImports();
    expect(await retailRows()).toEqual([]);
    expect(await found(id)).toMatchObject({
      ...{ status: "failed", failedStep: "importing" },
      problem: "The person who started it may no longer import. Someone else can continue it.",
    });
    const bob: Actor = { accountId: "01JBOB000000", username: "bob", source: "page" };
    await employ(bob);
    await as({ ...bob, now: NOW }, () => retryImport(id));
    await runImports();
    expect(await found(id)).toMatchObject({ status: "imported", username: "bob" });
    await ann.set({ turnedOffAt: null }).execute();
  });

  test("whose check ends the process three times stops", async () => {
    const { id, columns } = await startedImport(`Stock,VIN\nA1,${VIN}\n`);
    await matchColumns(id, columns, NOW);
    for (let attempt = 0; attempt < 3; attempt++) await beginAttempt({ id });
    await runImports();
    expect(await found(id)).toMatchObject({ status: "failed", failedStep: "checking" });
    expect(await discardImport(id)).toBe(true);
  });

  test("whose file is gone says so", async () => {
    const work = await startedImport(`Stock,VIN\nA1,${VIN}\n`);
    await db.deleteFrom("importFiles").execute();
    await db.updateTable("imports").set({ status: "checking" }).execute();
    await runImports();
    expect(await findImport(work.id)).toMatchObject({
      status: "failed",
      problem: expect.stringContaining("Please upload it again"),
    });
  });

  test("is deleted after 30 days, with its file", async () => {
    const work = await startedImport(`Stock,VIN\nA1,${VIN}\n`);
    await deleteOldImports(new Date("2026-03-31T00:00:00Z"));
    expect(await findImport(work.id)).toBeDefined();
    await deleteOldImports(new Date("2026-04-02T00:00:00Z"));
    expect(await findImport(work.id)).toBeUndefined();
    expect(await db.selectFrom("importFiles").selectAll().execute()).toEqual([]);
  });
});

describe("undo", () => {
  test("restores every record byte for byte and deletes what was added", async () => {
    const first = await retailVehicle({ price: 14_995, features: ["Heated seats"] });
    const second = await retailVehicle({ trim: "Limited" });
    const before = await retailRows();
    const work = await storedImport(
      `Stock,VIN,Price,Trim\n${first.stockNumber},${first.vin},13500,EX\n${second.stockNumber},${second.vin},,\nA1,${VIN},1,\n`,
    );
    expect(await retailRows()).toHaveLength(3);
    expect((await undone(work)).status).toBe("undone");
    expect(await retailRows()).toEqual(before);
    expect(await countOutcomes(work.id)).toMatchObject({ restored: 3, left: 0 });
  });

  test("leaves a record that somebody has changed since, and names it", async () => {
    const first = await retailVehicle({ price: 14_995 });
    const work = await storedImport(
      `Stock,VIN,Price\n${first.stockNumber},${first.vin},13500\nA1,${VIN},1\n`,
    );
    await as({ ...ANN, now: new Date() }, () =>
      updateRecord(RETAIL_RECORDS, first._id, bodySchema(RETAIL_VEHICLES).parse({ ...first, price: 12_000 })),
    );
    await undone(work);
    expect(await retailRows()).toMatchObject([{ priceCents: 1_200_000 }]);
    expect(await listRows(work.id, { undo: "left", limit: 10 })).toMatchObject([
      { stockNumber: first.stockNumber },
    ]);
    expect(await textOf(reportLines(work))).toContain(
      "Not undone: someone changed, used or deleted it since",
    );
  });
});

describe("an import and the rest of a vehicle", () => {
  const images = ["a", "b"].map((letter) => ({
    imageUrl: `/uploads/${letter.repeat(24)}-1600x1200-2/1600.webp`,
    alt: "",
  }));

  test("keeps its photos, and so does undo", async () => {
    const { _id, stockNumber } = await retailVehicle({ price: 14_995, images });
    const work = await storedImport(`Stock,Price,Photos\n${stockNumber},13500,https://a.example/1.jpg\n`);
    expect((await findRecord(RETAIL_RECORDS, _id))?.item).toMatchObject({ price: 13_500, images });
    await undone(work);
    expect((await findRecord(RETAIL_RECORDS, _id))?.item).toMatchObject({ price: 14_995, images });
  });

  test("its history names the import, whoever confirmed it, and its undo", async () => {
    const changed = await retailVehicle({ price: 14_995 });
    const work = await storedImport(
      `Stock,VIN,Price\n${changed.stockNumber},${changed.vin},13500\nA1,${VIN},1\n`,
    );
    const [added] = (await retailRows()).filter(({ stockNumber }) => stockNumber === "A1");
    await undone(work);
    const linesOf = async (id = "") =>
      (await loadRecordHistory("retailVehicle", id)).changes.map(
        ({ action, who, source }) => `${action} by ${who} ${source}`,
      );
    expect(await linesOf(added?.id)).toEqual([
      "Permanently deleted by ann by an import",
      "Added by ann by an import",
    ]);
    expect((await linesOf(changed._id)).slice(0, 2)).toEqual([
      "Changed by ann by an import",
      "Changed by ann by an import",
    ]);
    const [last] = (await loadRecordHistory("retailVehicle", changed._id)).changes;
    expect(last?.fields).toMatchObject([{ label: "Price", before: "$13,500", after: "$14,995" }]);
  });

  test("a vehicle in the trash is not matched: its stock number is free, and undo frees it again", async () => {
    const { _id, stockNumber, vin } = await retailVehicle({ price: 14_995 });
    const options = { ...ANN, now: new Date() };
    await as(options, () => deleteRecord(RETAIL_RECORDS, _id));
    const work = await storedImport(`Stock,VIN,Price\n${stockNumber},${vin},13500\n`);
    expect(await countOutcomes(work.id)).toMatchObject({ added: 1, changed: 0 });
    await undone(work);
    expect(await as(options, () => restoreFromTrash(RETAIL_RECORDS, _id))).toMatchObject({
      outcome: "restored",
    });
    expect(await retailRows()).toMatchObject([{ id: _id, priceCents: 1_499_500 }]);
  });

  test("undo leaves a vehicle that is in the trash by now", async () => {
    const work = await storedImport(`Stock,VIN\nA1,${VIN}\n`);
    const [row] = await retailRows();
    await as({ ...ANN, now: new Date() }, () => deleteRecord(RETAIL_RECORDS, row?.id ?? ""));
    await undone(work);
    expect(await countOutcomes(work.id)).toMatchObject({ restored: 0, left: 1 });
    expect(await retailRows()).toHaveLength(1);
  });

  test("what the NMVTIS report needs is read, too", async () => {
    const { stockNumber } = await dismantledVehicle();
    const file = `Stock,Obtained From,Disposition,Disposition Date,Disposed To,For Export\n${stockNumber},Copart,Sold,3/1/2026,Hudson Metals,No\n`;
    const work = await storedImport(file, { kind: "dismantled" });
    expect(await faultsOf(work)).toEqual([]);
    expect(await db.selectFrom("dismantledVehicles").selectAll().execute()).toMatchObject([
      {
        obtainedFrom: "Copart",
        disposition: "Sold",
        dispositionDate: "2026-03-01T00:00:00.000Z",
        disposedTo: "Hudson Metals",
        intendedForExport: 0,
      },
    ]);
  });
});

describe("the report", () => {
  test("has a line for each change, fault and picture address", async () => {
    const { stockNumber, vin } = await retailVehicle({ price: 14_995 });
    const work = await storedImport(
      `Stock,VIN,Price,Photo 1,Photo 2\n${stockNumber},${vin},13500,https://a.example/1.jpg,https://a.example/2.jpg\nA1,x,=1,,\n`,
    );
    const lines = (await textOf(reportLines(work))).split("\r\n");
    expect(lines.slice(1, -1)).toEqual([
      `2,Changed,${stockNumber},Price,13500,It was 14995`,
      `2,Not fetched,${stockNumber},Picture,https://a.example/1.jpg,Upload this picture on the vehicle's form`,
      `2,Not fetched,${stockNumber},Picture,https://a.example/2.jpg,Upload this picture on the vehicle's form`,
      "3,Rejected,A1,VIN,x,Please enter the 5 to 17 letters and numbers of the VIN",
      "3,Rejected,A1,Price,'=1,Please enter a valid price",
    ]);
  });
});

describe("a list of 400 cars from another program", () => {
  /** Goes through every step as the pages do; what nobody can tell is left empty. */
  async function movedIn(content: string | Buffer, kind: string) {
    const started = await startedImport(content, kind);
    const words = await findUnknownWords(started, started.columns);
    await matchColumns(started.id, started.columns, NOW, { ...started.choices, words });
    const asked = await findImport(started.id);
    expect(asked?.status).toBe("values");
    if (asked) await answerMeanings(asked, meaningsOf(words.map((word) => ({ meaning: "", ...word }))), NOW);
    await checkImport(await found(started.id));
    await as({ ...ANN, now: NOW }, () => confirmImport(started.id));
    await storeImport(await found(started.id));
    return { id: started.id, words };
  }

  test.each([
    ["yard", "dismantled", "CSV", 400],
    ["dealer", "retail", "CSV", 400],
    ["yard", "dismantled", "a workbook", 80],
  ] as const)(
    "of a %s moves in as %s from %s, and the same file changes nothing again",
    async (style, kind, format, count) => {
      const rows = foreignList(LIST_STYLES[style], count);
      // Stock numbers that stand twice.
      rows.push(...rows.slice(1, 5));
      const file = format === "CSV" ? toCsv(rows) : await workbook(rows);
      const { id, words } = await movedIn(file, kind);
      expect(await countOutcomes(id)).toMatchObject({ added: count, stored: count, refused: 4 });
      expect(
        words.flatMap(({ field, text, meaning }) => (field === "status" ? [[text, meaning]] : [])),
      ).toEqual(
        kind === "retail"
          ? [
              ["FOR SALE", "available"],
              ["IN YARD", "available"],
              ["Quarantine", undefined],
            ]
          : [
              ["FOR SALE", "Parts Available"],
              ["IN YARD", "Parts Available"],
              ["SOLD", "Scrapped"],
              ["Quarantine", undefined],
            ],
      );
      const stored = await (kind === "retail" ? retailRows() : dismantledRows());
      expect(stored.filter(({ mileage }) => mileage === 0)).toEqual([]);
      expect(stored).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ vin: "194679S7", year: 1969, make: "Chevrolet", model: "Camaro" }),
          expect.objectContaining({ vin: "" }),
          expect.objectContaining({ mileage: null, dateAcquired: "2024-04-13T00:00:00.000Z" }),
          expect.objectContaining({
            transmission: expect.stringMatching(/manual/i),
            driveType: null,
            notes: expect.stringMatching(
              kind === "retail"
                ? /^Total Cost: 3\d+\nLot Location: Lot B\nTitle Status: Clean$/
                : /^Cost: \$\d+\.00\nRow: R\d+/,
            ),
          }),
        ]),
      );
      const again = await startedImport(file, kind);
      const remembered = await findUnknownWords(again, again.columns);
      expect(remembered.map(({ meaning }) => meaning)).not.toContain(undefined);
      await matchColumns(again.id, again.columns, NOW, {
        ...again.choices,
        meanings: meaningsOf(remembered),
      });
      await checkImport(await found(again.id));
      expect(await countOutcomes(again.id)).toMatchObject({ unchanged: count, refused: 4 });
    },
  );
});

describe.each<[FileEncoding, string]>([
  ["utf-8 with BOM", ","],
  ["windows-1252", ";"],
  ["utf-16le", "\t"],
])("a stranger's spreadsheet in %s", (encoding, delimiter) => {
  test("is moved in, its rejected rows are corrected and moved in after it", async () => {
    const file = encoded(strangersSpreadsheet({ delimiter }), encoding);
    const first = await storedImport(file, { columns: undefined });
    const counts = await countOutcomes(first.id);
    expect(counts.refused).toBe(Math.ceil(first.rows / 20));
    expect(counts.added).toBe(first.rows - counts.refused);
    const rejected = await textOf(rejectedLines(first));
    const corrected = rejected.replaceAll(",lots,", ",84210,");
    const second = await storedImport(corrected);
    expect(await countOutcomes(second.id)).toMatchObject({ added: counts.refused, refused: 0 });
    expect(await retailRows()).toHaveLength(first.rows);
    expect(await retailRows()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          exteriorColor: "Café “tan”",
          description: "One owner.\nTwo keys; clean",
          transmission: "automatic",
        }),
      ]),
    );
  });
});
