import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { type Kysely, type Migration, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { requireReadable } from "~/backup/readable.server";
import { migrate, migrations } from "~/db/migrate.server";
import { openDatabase, type SqliteConnection } from "~/db/sqlite/open.server";
import { StartError } from "~/values/start-error";

const next = (up: Migration["up"]): Record<string, Migration> => ({
  ...migrations,
  "9999-12-31-next": { up },
});

describe("a new database", () => {
  it("gets every table, is the owner's alone, and is as durable as decided", async () => {
    const { file, opened } = fresh();
    expect(await migrate(opened)).toEqual(Object.keys(migrations).sort());
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(opened.sqlite.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(opened.sqlite.pragma("synchronous", { simple: true })).toBe(2);
    expect(opened.sqlite.pragma("foreign_keys", { simple: true })).toBe(1);
    expect(opened.sqlite.pragma("busy_timeout", { simple: true })).toBe(5000);
  });

  it("has nothing left to do the second time", async () => {
    const { opened } = fresh();
    await migrate(opened);
    expect(await migrate(opened)).toEqual([]);
  });

  it("is made once where several processes start at the same time", async () => {
    const { file, opened } = fresh();
    const others = [openDatabase(file), openDatabase(file), openDatabase(file)];
    // What waits for a lock stops this whole process, the one that holds it too.
    for (const { sqlite } of [opened, ...others]) sqlite.pragma("busy_timeout = 1");
    await Promise.all([opened, ...others].map((one) => migrate(one)));
    const made = opened.sqlite.prepare("select count(*) from kysely_migration").pluck().get();
    expect(made).toBe(Object.keys(migrations).length);
    for (const { sqlite } of others) sqlite.close();
  });
});

describe("a database with data", () => {
  it("is snapshot before a migration changes it", async () => {
    const { file, opened } = fresh();
    await migrate(opened);
    opened.sqlite.prepare("insert into vinDecodes values ('V', '{}', '2026')").run();
    await migrate(
      opened,
      next(async (db: Kysely<unknown>) => {
        await sql`delete from vinDecodes`.execute(db);
      }),
    );
    const snapshot = new SqliteDatabase(`${file}.before-9999-12-31-next`, { readonly: true });
    expect(snapshot.prepare("select count(*) from vinDecodes").pluck().get()).toBe(1);
    expect(statSync(`${file}.before-9999-12-31-next`).mode & 0o077).toBe(0);
  });

  it("says of earlier alerts which model they wait for, and of cars that have left when they did", async () => {
    const { opened } = fresh();
    const earlier = Object.entries(migrations).filter(([name]) => name < "2026-12-08");
    await migrate(opened, Object.fromEntries(earlier));
    opened.sqlite.exec(`
      insert into arrivalAlerts (id, email, make, model, wishKey, askedAt)
        values ('A', 'ann@example.com', 'Chevy', 'S-10', '["ann@example.com","[\\"chevrolet\\",\\"s10\\",null,null]"]', '2026');
      insert into dismantledVehicles (id, stockNumber, stockNumberKey, year, make, model, mileage, vin, status, images, dateAcquired, createdAt, updatedAt, searchText)
        values ('GONE', 'D1', 'd1', 2012, 'Kia', 'Rio', 1, '', 'Scrapped', '[]', '2024', '2024', '2026-11-05T12:00:00.000Z', ''),
               ('HERE', 'D2', 'd2', 2012, 'Kia', 'Rio', 1, '', 'Parts Available', '[]', '2024', '2024', '2026-11-05T12:00:00.000Z', '');`);
    await migrate(opened);
    expect(opened.sqlite.prepare("select modelKey from arrivalAlerts").pluck().all()).toEqual(["s10"]);
    expect(opened.sqlite.prepare("select id, leftAt from dismantledVehicles").all()).toEqual([
      { id: "GONE", leftAt: "2026-11-05T12:00:00.000Z" },
      { id: "HERE", leftAt: null },
    ]);
  });

  it("finds earlier sales by their customer's name without its accents", async () => {
    const { opened } = fresh();
    const earlier = Object.entries(migrations).filter(([name]) => name < "2027-01-23");
    await migrate(opened, Object.fromEntries(earlier));
    opened.sqlite.exec(`
      insert into sales (id, number, status, customerName, clerk, delivery, taxRate, goodsCents, discountCents, taxCents, totalCents, paidCents, accountCents, createdAt, updatedAt, searchText)
        values ('NAMED', 1001, 'completed', 'José GARCÍA', '', 'pickup', 0, 0, 0, 0, 0, 0, 0, '2027', '2027', ''),
               ('CASH', null, 'draft', null, '', 'pickup', 0, 0, 0, 0, 0, 0, 0, '2027', '2027', '');`);
    await migrate(opened);
    const found = opened.sqlite
      .prepare("select customerSearchText from sales order by id desc")
      .pluck()
      .all();
    expect(found).toEqual(["jose garcia", ""]);
  });

  it("takes out of the search index what is in the trash, and spam", async () => {
    const { opened } = fresh();
    const earlier = Object.entries(migrations).filter(([name]) => name < "2027-01-24");
    await migrate(opened, Object.fromEntries(earlier));
    opened.sqlite.exec(`
      insert into dismantledVehicles (id, stockNumber, stockNumberKey, year, make, model, mileage, vin, status, images, dateAcquired, createdAt, updatedAt, searchText, deletedAt)
        values ('GONE', 'D1', 'd1', 2012, 'Kia', 'Rio', 1, '', 'Scrapped', '[]', '2024', '2024', '2026', '', '2027'),
               ('HERE', 'D2', 'd2', 2012, 'Kia', 'Rio', 1, '', 'Parts Available', '[]', '2024', '2024', '2026', '', null);
      insert into partRequests (id, customerName, partSystem, partComponent, status, notes, createdAt, updatedAt, searchText, spamAt)
        values ('SPAM', 'Ann', 'Engine', 'Engine', 'pending', '[]', '2027', '2027', '', '2027'),
               ('ASKED', 'Ann', 'Engine', 'Engine', 'pending', '[]', '2027', '2027', '', null);
      insert into searchEntries (kind, recordId, words)
        values ('dismantledVehicle', 'GONE', 'dv/kia'), ('dismantledVehicle', 'HERE', 'dv/kia'),
               ('partRequest', 'SPAM', 'pr/kia'), ('partRequest', 'ASKED', 'pr/kia');`);
    await migrate(opened);
    const found = opened.sqlite.prepare("select recordId from searchEntries order by recordId").pluck().all();
    expect(found).toEqual(["ASKED", "HERE"]);
  });

  it("is as it was after a migration that failed half way", async () => {
    const { file, opened } = fresh();
    await migrate(opened);
    opened.sqlite.prepare("insert into vinDecodes values ('V', '{}', '2026')").run();
    const failing = migrate(
      opened,
      next(async (db: Kysely<unknown>) => {
        await sql`delete from vinDecodes`.execute(db);
        throw new Error("half way");
      }),
    );
    await expect(failing).rejects.toThrow(StartError);
    await expect(failing).rejects.toThrow(/half way/);
    expect(opened.sqlite.prepare("select count(*) from vinDecodes").pluck().get()).toBe(1);
    expect(existsSync(`${file}.before-9999-12-31-next.unfinished`)).toBe(false);
  });

  it("is rejected and left unchanged where another version made it", async () => {
    const { opened } = fresh();
    await migrate(
      opened,
      next(async () => {}),
    );
    await expect(migrate(opened)).rejects.toThrow(
      /made by another version of this program: it has .* \(9999-12-31-next\)/,
    );
  });
});

describe("a database of release", () => {
  const folder = path.join(import.meta.dirname, "../../fixtures/released");
  const releases = readdirSync(folder).map((file) => path.basename(file, ".sql"));

  it.each(releases)("%s opens, migrates and keeps every row", async (release) => {
    const { opened } = fresh();
    opened.sqlite.exec(readFileSync(path.join(folder, `${release}.sql`), "utf8"));
    const before = rowsOf(opened.sqlite);
    for (const [table, rows] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(0);

    await migrate(opened);

    const after = rowsOf(opened.sqlite);
    for (const [table, rows] of Object.entries(before)) {
      // A migration raises the version of an inventory whose rows it writes.
      if (!/^(kysely_|inventoryVersions)/.test(table)) expect(after[table], table).toMatchObject(rows);
    }
    expect(opened.sqlite.pragma("foreign_key_check")).toEqual([]);
    for (const table of ["dismantledVehicles", "retailVehicles"]) {
      const first = "json_extract(images, '$[0].imageUrl')";
      const others = `select count(*) from ${table} where imageUrl is not ${first} or json_array_length(images) > 1`;
      expect(opened.sqlite.prepare(others).pluck().get(), `${table}: the picture is the first`).toBe(0);
    }
    const current = fresh().opened;
    await migrate(current);
    expect(schemaOf(opened.sqlite)).toEqual(schemaOf(current.sqlite));
    // A restore takes a backup whose tables are, to the letter, as they are made now.
    const tables = "select sql from sqlite_schema where type = 'table' order by name";
    const written = (database: SqliteConnection) => database.prepare(tables).pluck().all();
    expect(written(opened.sqlite)).toEqual(written(current.sqlite));
    // Nor does it find anything in their rows that no page could show.
    expect(() => requireReadable(opened.sqlite)).not.toThrow();
  });
});

describe("the holds of an older version", () => {
  it("name the request that their reference means, where it is one request's", async () => {
    const { opened } = fresh();
    const isOlder = ([name]: [string, unknown]) => name < "2026-12-08";
    await migrate(opened, Object.fromEntries(Object.entries(migrations).filter(isOlder)));
    const { sqlite } = opened;
    for (const id of ["01AAAAAAone111", "01AAAAAAtwo222", "01BBBBBBtwo222"])
      addRow(sqlite, "partRequests", { id });
    const hold = { status: "On hold", heldUntil: "2026-12-10T15:00:00.000Z" };
    const holds = ["PR-ONE111", "PR-TWO222", "PR-333333", "Ann Lee"];
    for (const heldFor of holds)
      addRow(sqlite, "parts", { id: heldFor, stockNumberKey: heldFor, ...hold, heldFor });
    await migrate(opened);
    const found = sqlite.prepare("select heldFor, heldRequestId from parts order by heldFor").raw().all();
    expect(found).toEqual([
      ["Ann Lee", null],
      ["PR-333333", null],
      ["PR-ONE111", "01AAAAAAone111"],
      ["PR-TWO222", null],
    ]);
  });
});

it("mail of an older version that is yet to tell of requests is for the account of its address, or for nobody", async () => {
  const { opened } = fresh();
  const isOlder = ([name]: [string, unknown]) => name < "2027-01-19";
  await migrate(opened, Object.fromEntries(Object.entries(migrations).filter(isOlder)));
  const { sqlite } = opened;
  addRow(sqlite, "administrators", { id: "TOM", email: "tom@yard.example" });
  const mails = [
    ["Yours now: part request PR-1", "tom@yard.example", "waiting"],
    ["Yours now: 2 part requests", "gone@yard.example", "failed"],
    ["Yours now: part request PR-3", "tom@yard.example", "sent"],
    ["New part request PR-4", "tom@yard.example", "waiting"],
  ];
  for (const [index, [subject = "", to = "", status = ""]] of mails.entries())
    addRow(sqlite, "outbox", { messageId: String(index), subject, to, status });
  await migrate(opened);
  const found = sqlite.prepare("select accountId from outbox order by id").pluck().all();
  expect(found).toEqual(["TOM", "", null, null]);
});

it("mail of an older version that is yet to tell the staff or a lead system of requests is for its list in Settings", async () => {
  const { opened } = fresh();
  const isOlder = ([name]: [string, unknown]) => name < "2027-01-22";
  await migrate(opened, Object.fromEntries(Object.entries(migrations).filter(isOlder)));
  const { sqlite } = opened;
  const told = ["New part request PR-1AB2CD", "A new part request has arrived: PR-1AB2CD.", "failed"];
  const mails = [
    told,
    ["ADF lead VI-1AB2CD", '<?xml version="1.0" encoding="UTF-8"?>', "waiting"],
    ["New headlight for your Accord", "A new one has arrived: it's yours.", "failed"],
    [...told.slice(0, 2), "sent"],
  ];
  for (const [index, [subject = "", text = "", status = ""]] of mails.entries())
    addRow(sqlite, "outbox", { messageId: String(index), subject, text, status });
  await migrate(opened);
  const found = sqlite.prepare("select addressList from outbox order by id").pluck().all();
  expect(found).toEqual(["notify", "leads", null, null]);
});

it("the history of an older version forgets whom it was about that was removed for good", async () => {
  const { opened } = fresh();
  const isOlder = ([name]: [string, unknown]) => name < "2027-01-29";
  await migrate(opened, Object.fromEntries(Object.entries(migrations).filter(isOlder)));
  const { sqlite } = opened;
  const bob = JSON.stringify({ customerName: "Bob Roe" });
  const sold = JSON.stringify({ soldTo: "Bob Roe", price: 85 });
  const lines: Record<string, string>[] = [
    { recordKind: "sale", recordId: "GONE", action: "created", after: bob },
    { recordKind: "sale", recordId: "GONE", action: "removed", before: bob },
    { recordKind: "sale", recordId: "HERE", action: "created", after: bob },
    { recordKind: "part", recordId: "GONE", action: "changed", after: sold },
    { recordKind: "part", recordId: "GONE", action: "removed", before: sold },
    { recordKind: "part", recordId: "HERE", action: "changed", after: sold },
  ];
  for (const line of lines) addRow(sqlite, "changes", line);
  await migrate(opened);
  const found = sqlite.prepare("select recordId, action, before, after from changes order by id").raw().all();
  expect(found).toEqual([
    ["GONE", "removed", null, null],
    ["HERE", "created", null, bob],
    ["GONE", "changed", null, '{"price":85}'],
    ["GONE", "removed", '{"price":85}', null],
    ["HERE", "changed", null, sold],
  ]);
  expect(() => sqlite.prepare("update changes set before = null").run()).toThrow("append-only");
});

it("the book, the history and the alerts of an older version are found without accents and signs", async () => {
  const { opened } = fresh();
  const isOlder = ([name]: [string, unknown]) => name < "2027-01-26";
  await migrate(opened, Object.fromEntries(Object.entries(migrations).filter(isOlder)));
  const { sqlite } = opened;
  const content = JSON.stringify({ what: "car", name: "2010 F-150", party: { name: "Ángel" }, isVoid: true });
  for (const number of ["1", "2"])
    addRow(sqlite, "bookLines", { sequence: number, hash: number, previousHash: `${number}0`, content });
  for (let made = 0; made < 501; made++) addRow(sqlite, "changes", { recordName: "2010 Škoda, stock # D-1" });
  const wishKey = JSON.stringify(["ann@example.com", JSON.stringify(["chevrolet", "s10", null, null])]);
  addRow(sqlite, "arrivalAlerts", {
    id: "ALERT",
    email: "ann@example.com",
    make: "Chevy",
    model: "S-10",
    wishKey,
  });
  await migrate(opened);
  const texts = (table: string) => sqlite.prepare(`select distinct searchText from ${table}`).pluck().all();
  expect(texts("bookLines")).toEqual([" car 2010 f-150 2010f150 angel "]);
  expect(texts("changes")).toEqual([" 2010 skoda, stock # d-1 2010skodastockd1 "]);
  expect(texts("arrivalAlerts")).toEqual([" ann@example.com annexamplecom chevy s-10 s10 chevrolet "]);
  expect(sqlite.prepare("select makeKey from arrivalAlerts").pluck().get()).toBe("chevrolet");
  for (const table of ["bookLines", "changes"])
    expect(() => sqlite.exec(`update ${table} set searchText = ''`)).toThrow(/never changed|append-only/);
});

/** Adds a row with these values, and something in every other column that needs a value. */
function addRow(connection: SqliteConnection, table: string, values: Record<string, string>) {
  const columns = connection.pragma(`table_info("${table}")`) as {
    name: string;
    notnull: number;
    dflt_value: unknown;
  }[];
  const needed = columns.filter(({ notnull, dflt_value }) => notnull && dflt_value === null);
  const row = { ...Object.fromEntries(needed.map(({ name }) => [name, "1"])), ...values };
  const names = Object.keys(row);
  connection
    .prepare(`insert into "${table}" (${names.map((name) => `"${name}"`)}) values (${names.map(() => "?")})`)
    .run(...Object.values(row));
}

type Rows = Record<string, unknown[]>;

function rowsOf(connection: SqliteConnection): Rows {
  // The tables of an index of words follow from another one.
  const tables = connection
    .prepare(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name != 'sqlite_schema'",
    )
    .pluck()
    .all();
  const rows = (table: string) => connection.prepare(`select * from "${table}" order by rowid`).all();
  // The search text is made of the other columns, anew where a migration empties it.
  const given = (row: unknown) => ({ ...(row as object), searchText: undefined });
  return Object.fromEntries((tables as string[]).map((table) => [table, rows(table).map(given)]));
}

function schemaOf(connection: SqliteConnection): unknown[] {
  const statements = connection.prepare("select sql from sqlite_master order by name").pluck().all();
  // A trigger is stored as it was written, with the line breaks of its version.
  return statements.map((statement) =>
    (statement as string | null)?.replaceAll('"', "").replace(/\s+/g, " "),
  );
}

function fresh() {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "yard-db-")), "site.db");
  return { file, opened: openDatabase(file) };
}
