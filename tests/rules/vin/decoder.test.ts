import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openVinDatabase } from "../../../app/vin/database.server";
import { openVinDecoder, type VinCache } from "../../../app/vin/decoder.server";
import type { OnlineLookup } from "../../../app/vin/online.server";

type OnlineResponse = Awaited<ReturnType<OnlineLookup>>;
type VinCacheEntry = Parameters<VinCache["store"]>[1];

import type { VehicleInfo } from "../../../app/vin/schema";
import { isValidVin } from "../../../app/vin/validate";
import { measureAccuracy, type Share, vinRows } from "../../support/vin-accuracy";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const DATABASE = path.join(ROOT, "build/vin/vin.db");
const NOW = () => new Date("2026-06-01T12:00:00Z");

const ACCORD = "1HGCM82633A004352";
const EUROPEAN_GOLF = "WVWZZZ1KZAW123456";
const NOBODYS = "000000000A0000000";
const FAILED = { outcome: "failed", message: "All VIN decode methods failed" };
const UNAVAILABLE = {
  outcome: "unavailable",
  message: "Vehicle database service is temporarily unavailable. Please try again later.",
};

let folder: string;

beforeAll(() => {
  // Does nothing where the database is already made.
  execFileSync(process.execPath, [path.join(ROOT, "scripts/build-vin-database.mjs")]);
  folder = mkdtempSync(path.join(tmpdir(), "vin-test-"));
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function decoder(options: Partial<Parameters<typeof openVinDecoder>[0]> = {}) {
  return openVinDecoder({ databasePath: DATABASE, now: NOW, ...options });
}

/** An online service with one answer, and the VINs it was asked for. */
function online(answer: OnlineResponse) {
  const asked: string[] = [];
  return {
    asked,
    lookup: async (vin: string) => {
      asked.push(vin);
      return answer;
    },
  };
}

function found(vehicleInfo: VehicleInfo): OnlineResponse {
  return { status: "found", vehicleInfo };
}

/** A cache in memory, keeping what a table would: text. */
function cache(entries: Record<string, unknown> = {}) {
  const kept = new Map(Object.entries(entries).map(([vin, entry]) => [vin, JSON.stringify(entry)]));
  return {
    async find(vin: string): Promise<unknown> {
      const entry = kept.get(vin);
      return entry === undefined ? undefined : JSON.parse(entry);
    },
    async store(vin: string, entry: VinCacheEntry) {
      kept.set(vin, JSON.stringify(entry));
    },
    entry: (vin: string): VinCacheEntry | undefined => JSON.parse(kept.get(vin) ?? "null") ?? undefined,
  };
}

function entry(changes: Partial<VinCacheEntry> = {}): VinCacheEntry {
  const database = openVinDatabase(DATABASE);
  const { version } = database;
  database.close();
  const vehicleInfo = { year: 2003, make: "Honda", model: "Kept" };
  return { vehicleInfo, databaseVersion: version, includesOnline: false, ...changes };
}

test("a pattern's keys match positions 4 to 8 and 10 to 17 of a VIN, here an Accord's CM826 and 3A004352", () => {
  const matching = [
    ...["", "CM", "CM826", "C*8", "CM82[67]"],
    ...["[A-C]M", "[1-3AC]M", "[A-BC-D]", "[XC-]M"],
    ...["**#", "*****|3A", "*****|*[AB]", "*****|****4352"],
  ];
  const others = ["DM", "CM[8", "[D-Z]M", "[1-3A]M", "*#", "*****|*[B-Z]", "CM826|3A0043521"];
  const file = path.join(folder, "patterns.db");
  const tables = new Database(file);
  const real = new Database(DATABASE, { readonly: true });
  for (const sql of real
    .prepare<[], string>("SELECT sql FROM sqlite_master WHERE type = 'table'")
    .pluck()
    .all())
    tables.exec(sql);
  real.close();
  tables.exec("INSERT INTO About VALUES ('1'); INSERT INTO Wmi_VinSchema VALUES (1, 2003, 2003, 1)");
  const add = tables.prepare("INSERT INTO Pattern VALUES (1, ?, 28, ?, 20260101)");
  for (const keys of [...others, ...matching]) add.run(keys, keys);
  tables.close();
  const database = openVinDatabase(file);
  const found = database.findPatterns(1, 2003, ACCORD).map(({ value }) => value);
  database.close();
  expect(found.sort()).toEqual(matching.sort());
});

describe("the table of real VINs", () => {
  let shares: Awaited<ReturnType<typeof measureAccuracy>>;

  beforeAll(async () => {
    const { decode, close } = decoder();
    shares = await measureAccuracy(decode);
    close();
  });

  function expectShare({ right, counted, wrong }: Share, share: number, atLeastCounted: number) {
    expect(counted).toBeGreaterThanOrEqual(atLeastCounted);
    expect(right / counted, wrong.join("\n")).toBeGreaterThanOrEqual(share);
  }

  test("has 98 % of its years right", () => expectShare(shares.year, 0.98, 110));
  test("has 98 % of its makes right", () => expectShare(shares.make, 0.98, 110));
  test("has 96 % of its models right", () => expectShare(shares.model, 0.96, 110));
  test("has 96 % of its engines right", () => expectShare(shares.engine, 0.96, 20));

  test("holds valid VINs, none of which throws, fails or comes out without a maker", async () => {
    const { decode, close } = decoder();
    for (const { vin } of vinRows()) {
      expect(isValidVin(vin)).toBe(true);
      const result = await decode(vin);
      expect(["decoded", "incomplete"], vin).toContain(result.outcome);
      expect(result, vin).toHaveProperty("vehicleInfo.make");
    }
    close();
  });
});

describe("a decode from our own tables", () => {
  test("knows a 2003 Honda Accord", async () => {
    expect(await decoder().decode(ACCORD)).toEqual({
      outcome: "decoded",
      vehicleInfo: { year: 2003, make: "Honda", model: "Accord", trim: "EX-V6" },
    });
  });

  test("names makes as their owners do and says the engine", async () => {
    const { decode } = decoder();
    expect(await decode("1GCVKREH6GZ228691")).toMatchObject({
      vehicleInfo: { make: "Chevrolet", model: "Silverado", trim: "1500 LT", engineSize: "4.3L V6" },
    });
    expect(await decode("1FTFW4L86RFA86622")).toMatchObject({
      vehicleInfo: { make: "Ford", model: "F-150" },
    });
    expect(await decode("WBSFV9C51ED593089")).toMatchObject({ vehicleInfo: { make: "BMW", model: "M5" } });
    expect(await decode("4JGAB54E11A277331")).toMatchObject({ vehicleInfo: { make: "Mercedes-Benz" } });
  });

  test("takes no offence at a letter in position 9 or a check digit that does not match", async () => {
    const { decode } = decoder();
    expect(await decode("KMTGA4SCDRU227656")).toMatchObject({
      outcome: "decoded",
      vehicleInfo: { year: 2024, make: "Genesis", model: "G80" },
    });
    expect(await decode("1HGCM82643A004352")).toMatchObject({
      outcome: "decoded",
      vehicleInfo: { year: 2003 },
    });
  });

  test("tells a 1988 Jeep from a 2018 one by position 7", async () => {
    expect(await decoder().decode("1JCMR7849JT185834")).toMatchObject({
      vehicleInfo: { year: 1988, make: "Jeep", model: "Cherokee" },
    });
  });

  test("falls back on the other year where position 7 misleads, as on heavy trucks", async () => {
    expect(await decoder().decode("1XPBDP9X4ED123456")).toMatchObject({
      vehicleInfo: { year: 2014, make: "Peterbilt", model: "579" },
    });
  });

  test("without a model is incomplete and still tells maker and year", async () => {
    expect(await decoder().decode(EUROPEAN_GOLF)).toEqual({
      outcome: "incomplete",
      vehicleInfo: { year: 2010, make: "Volkswagen" },
      message: "Could not decode essential vehicle information",
    });
  });

  test("without a year's sign is incomplete and still tells make and model", async () => {
    expect(await decoder().decode("JTHBYLFF305000302")).toMatchObject({
      outcome: "incomplete",
      vehicleInfo: { make: "Lexus", model: "LS" },
    });
  });

  test("whose check digit is wrong takes the year for which the model is known", async () => {
    expect(await decoder().decode("JH4KA2655HC000268")).toMatchObject({
      outcome: "decoded",
      vehicleInfo: { year: 1987, make: "Acura", model: "Legend" },
    });
  });

  test("whose check digit is wrong fills in no year where two are possible, and names both", async () => {
    const result = await decoder().decode("JHMZZ2655HC000268");
    expect(result).toMatchObject({ vehicleInfo: { make: "Honda" }, possibleYears: [2017, 1987] });
    expect(result).not.toHaveProperty("vehicleInfo.year");
  });

  test.each([
    ["JTMBE33V205012345", { make: "Toyota" }],
    ["W0L0AHL0885012345", { make: "Opel", year: 2008 }],
    ["W0L0SDL68C4012345", { make: "Opel", year: 2012 }],
    ["XTA210930Y1234567", { make: "Lada", year: 2000 }],
    ["TMBJJ7NE1G0123456", { make: "Škoda", year: 2016 }],
  ])("of %s, built for another market, tells maker and year", async (vin, vehicleInfo) => {
    expect(await decoder().decode(vin)).toMatchObject({ outcome: "incomplete", vehicleInfo });
  });

  test("fails where nobody knows the maker", async () => {
    expect(await decoder().decode(NOBODYS)).toEqual(FAILED);
  });

  test("finds a small maker by positions 12 to 14", () => {
    const tables = new Database(DATABASE, { readonly: true });
    const code = tables
      .prepare<[], { code: string; make: string }>(
        `SELECT Wmi AS code, min(Make) AS make FROM Wmi JOIN Wmi_Make ON WmiId = Id
         WHERE length(Wmi) = 6 AND Wmi LIKE '1%' GROUP BY Wmi HAVING count(*) = 1 LIMIT 1`,
      )
      .get();
    tables.close();
    expect(code?.code[2]).toBe("9");
    const database = openVinDatabase(DATABASE);
    const vin = `${code?.code.slice(0, 3)}AA1A10AA${code?.code.slice(3)}001`;
    expect(database.findMakerCode(vin)?.makes).toEqual([code?.make]);
    database.close();
  });

  test("names no maker by a code that several makes share", async () => {
    const database = openVinDatabase(DATABASE);
    expect(database.findMakerCode("1C6ZZZZZ0JS259587")?.makes.length).toBeGreaterThan(1);
    database.close();
    expect(await decoder().decode("1C6ZZZZZ0JS259587")).toEqual(FAILED);
  });
});

describe("a decode with the online service", () => {
  test("fills what our tables leave empty and nothing else", async () => {
    const nhtsa = online(
      found({ year: 1999, make: "Acura", model: "NSX", trim: "T", engineSize: "3.0L V6", driveType: "FWD" }),
    );
    expect(await decoder({ online: nhtsa.lookup }).decode(ACCORD)).toEqual({
      outcome: "decoded",
      vehicleInfo: {
        year: 2003,
        make: "Honda",
        model: "Accord",
        trim: "EX-V6",
        engineSize: "3.0L V6",
        driveType: "FWD",
      },
    });
    expect(nhtsa.asked).toEqual([ACCORD]);
  });

  test("believes the service before maker and year alone", async () => {
    const nhtsa = online(found({ year: 2011, make: "Volkswagen", model: "Golf" }));
    expect(await decoder({ online: nhtsa.lookup }).decode(EUROPEAN_GOLF)).toEqual({
      outcome: "decoded",
      vehicleInfo: { year: 2011, make: "Volkswagen", model: "Golf" },
    });
  });

  test("does without it where it is unreachable", async () => {
    const { lookup } = online({ status: "unreachable" });
    expect(await decoder({ online: lookup }).decode(ACCORD)).toMatchObject({ outcome: "decoded" });
    expect(await decoder({ online: lookup }).decode(NOBODYS)).toEqual(FAILED);
  });
});

describe("a database that is not there", () => {
  function damaged(name: string, content: string | Buffer): string {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  }

  test("leaves nobody to ask", async () => {
    expect(await decoder({ databasePath: path.join(folder, "missing.db") }).decode(ACCORD)).toEqual(
      UNAVAILABLE,
    );
  });

  test.each([
    ["empty", ""],
    ["no database", "this is no database at all, whatever its name may say"],
  ])("counts as such where it is %s", async (name, content) => {
    const { decode, close } = decoder({ databasePath: damaged(`${name}.db`, content) });
    expect(await decode(ACCORD)).toEqual(UNAVAILABLE);
    close();
  });

  test("counts as such where tables are missing", async () => {
    const file = path.join(folder, "hollow.db");
    const hollow = new Database(file);
    hollow.prepare("ATTACH DATABASE ? AS whole").run(DATABASE);
    hollow.exec(
      "CREATE TABLE About AS SELECT * FROM whole.About; CREATE TABLE Wmi AS SELECT * FROM whole.Wmi",
    );
    hollow.close();
    expect(await decoder({ databasePath: file }).decode(ACCORD)).toEqual(UNAVAILABLE);
  });

  test("counts as such where it was cut off half way", async () => {
    const half = readFileSync(DATABASE).subarray(0, 1024 * 1024);
    expect(await decoder({ databasePath: damaged("half.db", half) }).decode(ACCORD)).toEqual(UNAVAILABLE);
  });

  test("leaves the online service, and makes it unavailable where that is unreachable too", async () => {
    const databasePath = path.join(folder, "missing.db");
    const accord = { year: 2003, make: "Honda", model: "Accord" };
    const up = decoder({ databasePath, online: online(found(accord)).lookup });
    expect(await up.decode(ACCORD)).toEqual({ outcome: "decoded", vehicleInfo: accord });
    const empty = decoder({ databasePath, online: online(found({})).lookup });
    expect(await empty.decode(ACCORD)).toEqual(FAILED);
    const down = decoder({ databasePath, online: online({ status: "unreachable" }).lookup });
    expect(await down.decode(ACCORD)).toEqual(UNAVAILABLE);
  });

  test("is looked for again at the next decode", async () => {
    const file = path.join(folder, "late.db");
    const { decode, close } = decoder({ databasePath: file });
    expect(await decode(ACCORD)).toEqual(UNAVAILABLE);
    const whole = new Database(DATABASE, { readonly: true });
    await whole.backup(file);
    whole.close();
    expect(await decode(ACCORD)).toMatchObject({ outcome: "decoded" });
    close();
  });
});

describe("the cache", () => {
  test("keeps a decoded vehicle with what it rests on, and answers with it", async () => {
    const entries = cache();
    await decoder({ cache: entries }).decode(ACCORD);
    expect(entries.entry(ACCORD)).toMatchObject({ vehicleInfo: { model: "Accord" }, includesOnline: false });

    await entries.store(ACCORD, entry());
    expect(await decoder({ cache: entries }).decode(ACCORD)).toMatchObject({
      vehicleInfo: { model: "Kept" },
    });
  });

  test("keeps neither incomplete nor failed results", async () => {
    const entries = cache();
    const { decode } = decoder({ cache: entries });
    await decode(EUROPEAN_GOLF);
    await decode(NOBODYS);
    expect([entries.entry(EUROPEAN_GOLF), entries.entry(NOBODYS)]).toEqual([undefined, undefined]);
  });

  test("spares the online service once it has answered", async () => {
    const entries = cache();
    const nhtsa = online(found({ driveType: "FWD" }));
    const { decode } = decoder({ cache: entries, online: nhtsa.lookup });
    const first = await decode(ACCORD);
    expect(await decode(ACCORD)).toEqual(first);
    expect(nhtsa.asked).toHaveLength(1);
  });

  test("does not stand in the way of a service switched on later, or back after a failure", async () => {
    const entries = cache();
    await decoder({ cache: entries }).decode(ACCORD);
    await decoder({ cache: entries, online: online({ status: "unreachable" }).lookup }).decode(ACCORD);
    expect(entries.entry(ACCORD)?.includesOnline).toBe(false);
    const { decode } = decoder({ cache: entries, online: online(found({ driveType: "FWD" })).lookup });
    expect(await decode(ACCORD)).toMatchObject({ vehicleInfo: { driveType: "FWD" } });
    expect(entries.entry(ACCORD)?.includesOnline).toBe(true);
  });

  test("does not shadow newer data", async () => {
    const entries = cache({ [ACCORD]: entry({ databaseVersion: "older" }) });
    expect(await decoder({ cache: entries }).decode(ACCORD)).toMatchObject({
      vehicleInfo: { model: "Accord" },
    });
  });

  test("answers alone, stale or not, where nobody else can be asked", async () => {
    const entries = cache({ [ACCORD]: entry({ databaseVersion: "older" }) });
    const databasePath = path.join(folder, "missing.db");
    const kept = { outcome: "decoded", vehicleInfo: { model: "Kept" } };
    expect(await decoder({ cache: entries, databasePath }).decode(ACCORD)).toMatchObject(kept);
    const { lookup } = online({ status: "unreachable" });
    expect(await decoder({ cache: entries, databasePath, online: lookup }).decode(ACCORD)).toMatchObject(
      kept,
    );
  });

  test("counts for nothing where its entry makes no sense or it breaks", async () => {
    const accord = { outcome: "decoded", vehicleInfo: { model: "Accord" } };
    const senseless = cache({ [ACCORD]: { vehicleInfo: { year: "2003" } } });
    expect(await decoder({ cache: senseless }).decode(ACCORD)).toMatchObject(accord);
    const broken = {
      find: async () => Promise.reject(new Error("locked")),
      store: async () => Promise.reject(new Error("locked")),
    };
    expect(await decoder({ cache: broken }).decode(ACCORD)).toMatchObject(accord);
  });
});
