import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";

// Before anything reads the environment. The site's role may make tables, and nothing else.
const { administer, name } = await vi.hoisted(async () => {
  const { default: pg } = await import("pg");
  const name = `words_${process.pid}`;
  const server = process.env.TEST_POSTGRES ?? "";
  const administer = async (database: string, ...statements: string[]) => {
    const client = new pg.Client(server + database);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await administer("postgres", `create role ${name} login`, `create database ${name}`);
  await administer(name, `grant all on schema public to ${name}`);
  const address = new URL(server + name);
  address.username = name;
  process.env.DATABASE_URL = address.href;
  return { administer, name };
});

import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { readRetailQuery } from "~/vehicles/list-query";
import { findRetailPage } from "~/vehicles/retail.server";
import { retailVehicle } from "../../support/builders";

afterAll(async () => {
  await engine.close();
  await administer("postgres", `drop database ${name}`, `drop role ${name}`);
});

test("a site that may not create the extension for searches starts, and finds the same without it", async () => {
  await migrate(engine);
  await retailVehicle({ make: "Honda", model: "Fit", stockNumber: "A1" });
  await retailVehicle({ make: "Ford", model: "Ranger", stockNumber: "B2" });
  expect(await find("ranger")).toEqual(["Ranger"]);
  expect(await plan()).not.toContain("Words");
});

test("once it may, the next start makes the index, and a search of many vehicles reads it", async () => {
  await administer("postgres", `grant create on database ${name} to ${name}`);
  await migrate(engine);
  await copyVehicles();
  expect(await find("ranger")).toEqual(["Ranger"]);
  expect(await plan()).toContain("retailVehiclesWords");
});

async function find(q: string) {
  const { vehicles } = await findRetailPage(readRetailQuery(new URLSearchParams({ q })));
  return vehicles.map(({ model }) => model);
}

/** How the server finds a word. */
async function plan(): Promise<string> {
  const { rows } = await sql`explain select "id" from "retailVehicles"
    where "deletedAt" is null and "searchText" like '% ranger%|%'`.execute(db);
  return JSON.stringify(rows);
}

/** Adds so many Hondas that reading them all is not the quickest way. */
async function copyVehicles(): Promise<void> {
  const honda = await db
    .selectFrom("retailVehicles")
    .selectAll()
    .where("make", "=", "Honda")
    .executeTakeFirstOrThrow();
  for (let batch = 0; batch < 10; batch++) {
    const rows = Array.from({ length: 400 }, (_, at) => {
      const number = `C${batch * 400 + at}`;
      return { ...honda, id: number, stockNumber: number, stockNumberKey: number.toLowerCase() };
    });
    await db.insertInto("retailVehicles").values(rows).execute();
  }
  await administer(name, `vacuum analyze "retailVehicles"`);
}
