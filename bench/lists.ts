// How long the queries behind the public lists, one vehicle, the API's whole lists, the staff's lists of requests, the history
// and the trash take with ten records and with ten thousand, each vehicle with ten pictures: `npm run bench:lists`.
// Counts and filter choices are cached until data changes, so each query runs right after a change and once more.
import { readdirSync } from "node:fs";
import path from "node:path";
import { median, printTable, readAll } from "./report";
import { temporaryFolder } from "./servers";

const FEW = 10;
const MANY = 10_000;
const ROUNDS = 60;
/** Of each vehicle. */
const PICTURES = 10;
const MAKES = ["Ford", "Toyota", "Honda", "BMW", "Subaru", "Dodge", "Kia", "Volvo", "Mazda", "Jeep"];

process.env.DATA_DIR = temporaryFolder;
const { db, engine, transaction } = await import("../app/db/connection.server");
const { findTrashPage } = await import("../app/history/trash.server");
const { actAs, COMMAND_LINE } = await import("../app/context.server");
const { findHistoryPage, findRecordChanges } = await import("../app/history/list.server");
const { readHistoryQuery } = await import("../app/history/query");
const { RETAIL_RECORDS, findPublicRetailVehicle, findRetailPage, openRetailList } = await import(
  "../app/vehicles/retail.server"
);
const { createRecord } = await import("../app/collections/records.server");
const { DISMANTLED_RECORDS, findDismantledPage, openDismantledList } = await import(
  "../app/vehicles/dismantled.server"
);
const { readDismantledQuery, readRetailQuery } = await import("../app/vehicles/list-query");
const { RETAIL_STATUSES } = await import("../app/vehicles/retail");
const { bodySchema } = await import("../app/collections/schema");
const { RETAIL_VEHICLES } = await import("../app/vehicles/retail-vehicles");
const { DISMANTLED_STATUS_LABELS } = await import("../app/vehicles/dismantled");
const { keysOf } = await import("../app/values/query-params");
const { DISMANTLED_VEHICLES } = await import("../app/vehicles/dismantled-vehicles");
const { readStaffQuery } = await import("../app/lists/staff");
const { PART_REQUESTS } = await import("../app/requests/part-requests");
const { countWaiting, findRequestPage } = await import("../app/requests/list.server");
const { createPartRequest } = await import("../app/requests/part.server");

/** The last request comes in now. */
const NOW = new Date("2026-06-10T16:00:00Z");
const forSale = (search: string) => () => findRetailPage(readRetailQuery(new URLSearchParams(search)));
const parts = (search: string) => () => findDismantledPage(readDismantledQuery(new URLSearchParams(search)));
const requests = (search: string) => () =>
  findRequestPage(PART_REQUESTS, readStaffQuery(new URLSearchParams(search), PART_REQUESTS.list), {
    accountId: "bench",
    now: NOW,
  });
const history = (search: string) => () =>
  findHistoryPage(readHistoryQuery(new URLSearchParams(search), "2026-06-10"), "America/New_York");
const QUERIES: [name: string, run: () => Promise<unknown>][] = [
  ["for sale: first page", forSale("")],
  ["for sale: last page", forSale("page=100000")],
  ["for sale: a make", forSale("make=Toyota")],
  ["for sale: narrow filters", forSale("yearFrom=2012&priceTo=20000&condition=good&drive=awd")],
  ["for sale: two words", forSale("q=toyota+blue")],
  ["for sale: a stock number", forSale("q=s00007")],
  ["for sale: no match", forSale("q=zeppelin")],
  ["for sale: price, low first", forSale("sort=price-low")],
  ["for sale: price, last page", forSale("sort=price-high&page=100000")],
  ["for sale: year, new first", forSale("sort=year-new")],
  ["for sale: one vehicle", () => findPublicRetailVehicle(lastVehicle)],
  ["for sale: all, as JSON", async () => JSON.stringify(await readAll(await openRetailList()))],
  ["parts: all, as JSON", async () => JSON.stringify(await readAll(await openDismantledList()))],
  ["parts: first page", parts("")],
  ["parts: last page", parts("page=100000")],
  ["parts: make and year", parts("make=Honda&yearFrom=2010")],
  ["parts: a word", parts("q=honda")],
  ["parts: make, A to Z", parts("sort=make&page=3")],
  ["requests: first page", requests("")],
  ["requests: last page", requests("page=100000")],
  ["requests: a status", requests("status=quoted")],
  ["requests: overdue", requests("show=overdue")],
  ["requests: due soon", requests("show=due-soon")],
  ["requests: mine", requests("assigned=me")],
  ["requests: spam", requests("show=spam")],
  ["requests: deleted", requests("show=deleted")],
  ["requests: newest first", requests("sort=newest&page=3")],
  ["requests: a name", requests("q=customer+7")],
  ["requests: today's counts", () => countWaiting(PART_REQUESTS, NOW)],
  ["history: first page", history("")],
  ["history: last page", history("page=100000")],
  ["history: a kind, a day", history("kind=retailVehicle&from=2024-01-01&to=2024-01-01")],
  ["history: a stock number", history("q=s00007")],
  ["history: one record's", () => findRecordChanges("partRequest", "01JNOBODY000")],
  ["trash: first page", () => findTrashPage(1)],
];

let lastVehicle = "";

await createTables();
await addVehicles(0, FEW);
await addRequests(0, FEW);
const few = await measureQueries();
await addVehicles(FEW, MANY);
await addRequests(FEW, MANY);
const many = await measureQueries();
console.log(`\nMilliseconds, the median of ${ROUNDS} rounds, right after a change and again:`);
printTable(
  ["query", `${FEW} records`, "again", `${MANY} records`, "again"],
  QUERIES.map(([name], index) => [
    name,
    ...[...(few[index] ?? []), ...(many[index] ?? [])].map((ms) => ms.toFixed(2)),
  ]),
);
await engine.close();

/** Runs the migrations without the bundler that the app's own `migrate` needs. */
async function createTables(): Promise<void> {
  for (const file of readdirSync("migrations").sort()) {
    const { up } = await import(path.resolve("migrations", file));
    // Outside of one, a connection would not see at once that another has dropped an index.
    await engine.db.transaction().execute(up);
  }
}

function addVehicles(from: number, to: number): Promise<void> {
  return transaction(async () => {
    for (let number = from; number < to; number++) await addVehicle(number);
  });
}

async function addVehicle(number: number): Promise<void> {
  const pick = <Value>(values: readonly Value[], every = 1) =>
    values[Math.floor(number / every) % values.length] as Value;
  const shared = {
    stockNumber: `S${String(number).padStart(6, "0")}`,
    vin: `1HGCM82633A${String(number).padStart(6, "0")}`,
    year: 1998 + (number % 28),
    make: pick(MAKES),
    model: `Model ${number % 37}`,
    trim: pick(["LX", "EX", "Limited", "Sport"], 3),
    mileage: (number * 7919) % 240_000,
    exteriorColor: pick(["Blue", "Red", "Silver", "Black", "White"], 7),
    engineType: pick(["2.0L I4", "3.5L V6", "5.0L V8"], 11),
    dateAcquired: new Date(Date.UTC(2020, 0, 1 + (number % 2400))).toISOString(),
    images: Array.from({ length: PICTURES }, (_, at) => ({
      imageUrl: `/uploads/${(number * PICTURES + at).toString(16).padStart(24, "0")}-1600x1200-2/1600.webp`,
      caption: at === 0 ? undefined : `Photo of the ${["front", "rear", "engine", "dash"][at % 4]}`,
    })),
  };
  const retail = bodySchema(RETAIL_VEHICLES).parse({
    ...shared,
    price: 3_000 + ((number * 104_729) % 60_000),
    driveType: pick(["fwd", "rwd", "awd", "4wd"], 5),
    fuelType: pick(["gasoline", "diesel", "hybrid"], 13),
    condition: pick(["excellent", "very-good", "good", "fair"], 17),
    status: number % 10 === 0 ? "sold" : pick(RETAIL_STATUSES.slice(0, 2), 19),
    features: ["Heated seats", "Backup camera", "Bluetooth"],
    description: "One owner, dealer serviced, two keys. ".repeat(12),
  });
  const dismantled = bodySchema(DISMANTLED_VEHICLES).parse({
    ...shared,
    status: pick(keysOf(DISMANTLED_STATUS_LABELS), 3),
  });
  const now = new Date(Date.UTC(2024, 0, 1) + number * 1000);
  const created = await actAs(COMMAND_LINE, now, () => createRecord(RETAIL_RECORDS, retail));
  if (created.outcome === "saved") lastVehicle = created.item._id;
  await actAs(COMMAND_LINE, now, () => createRecord(DISMANTLED_RECORDS, dismantled));
}

/** One request every ten minutes; a third wait for an answer, and a few are spam, deleted or assigned. */
function addRequests(from: number, to: number): Promise<void> {
  return transaction(async () => {
    const assignee = {
      username: "bench",
      usernameKey: "bench",
      passwordHash: "",
      createdAt: "",
      updatedAt: "",
    };
    await db
      .insertInto("administrators")
      .values({ id: "bench", ...assignee })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (let number = from; number < to; number++) {
      const now = new Date(NOW.getTime() - (MANY - number) * 600_000);
      const fields = bodySchema(PART_REQUESTS).parse({
        vin: "1HGCM82633A004352",
        vehicleInfo: { year: "2003", make: MAKES[number % MAKES.length], model: "Accord" },
        partDetails: { system: "Exterior", component: "Hood - Hood Latch" },
        customerInfo: { name: `Customer ${number}`, phone: "5555550101", email: "ann@example.com" },
      });
      const { _id } = await actAs(COMMAND_LINE, now, () => createPartRequest(fields));
      const time = now.toISOString();
      await db
        .updateTable("partRequests")
        .set({
          status:
            number % 3 === 0
              ? "pending"
              : (Object.keys(PART_REQUESTS.statuses)[1 + (number % 4)] ?? "quoted"),
          firstAnsweredAt: number % 3 === 0 ? null : time,
          assigneeId: number % 50 === 0 ? "bench" : null,
          spamAt: number % 100 === 1 ? time : null,
          deletedAt: number % 100 === 2 ? time : null,
        })
        .where("id", "=", _id)
        .execute();
    }
  });
}

/** The medians of each query, in milliseconds. */
async function measureQueries(): Promise<[changed: number, again: number][]> {
  const change = () =>
    db
      .insertInto("vinDecodes")
      .values({ vin: "bench", entry: "", decodedAt: "" })
      .onConflict((conflict) => conflict.column("vin").doUpdateSet({ entry: "" }))
      .execute();
  const medians: [changed: number, again: number][] = [];
  for (const [, run] of QUERIES) {
    const times: [changed: number, again: number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await change();
      times.push([await timeQuery(run), await timeQuery(run)]);
    }
    medians.push([median(times.map(([changed]) => changed)), median(times.map(([, again]) => again))]);
  }
  return medians;
}

async function timeQuery(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
