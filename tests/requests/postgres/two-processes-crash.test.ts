import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { db } from "~/db/connection.server";
import { migrations } from "~/db/migrate.server";
import { countOutcomes, findImport, type Import } from "~/import/import.server";
import { startBalancer } from "../../support/balancer";
import { REPAIR_REQUEST_BODY } from "../../support/bodies";
import { filePart, MULTIPART, multipart, textPart } from "../../support/multipart";
import { newVisitor, type SiteProcess, senderTo, siteProcess } from "../../support/processes";
import { textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

// An empty database, before anything opens it.
await vi.hoisted(async () => {
  const { default: pg } = await import("pg");
  const client = new pg.Client(`${process.env.TEST_POSTGRES}postgres`);
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  await client.connect();
  await client.query(`drop database ${name}`);
  await client.query(`create database ${name}`);
  await client.end();
});

/** Where the machine is busy. */
const PATIENCE = { timeout: 60_000, interval: 5 };
const VIN = "4S4BSANC1G3000001";
/** Of an import. */
const ROWS = 120;

let one: SiteProcess;
let other: SiteProcess;
/** Both behind a load balancer. */
let site: ReturnType<typeof senderTo>;

beforeAll(async () => {
  [one, other] = await Promise.all([siteProcess(), siteProcess()]);
  await Promise.all([one.start(), other.start()]);
  site = senderTo(await startBalancer([one.port, other.port]));
});

describe("both started at once on an empty database", () => {
  test("come up, and one of them has migrated it and made the first account", async () => {
    for (const process of [one, other]) expect((await process.fetch("/healthz")).status).toBe(200);
    const outputs = [one.output(), other.output()].sort();
    expect(outputs.filter((output) => output.includes('"database migrated"'))).toHaveLength(1);
    expect(outputs.filter((output) => output.includes("Its password"))).toHaveLength(1);
    const applied = await db
      .withTables<{ kysely_migration: { name: string } }>()
      .selectFrom("kysely_migration")
      .select("name")
      .orderBy("name")
      .execute();
    expect(applied.map(({ name }) => name)).toEqual(Object.keys(migrations).sort());
  });
});

describe("one that is killed", () => {
  test("while requests come in loses and doubles none, and the other serves on", async () => {
    const acknowledged: string[] = [];
    const failures: number[] = [];
    // As a browser without an answer: the same form, with the same key, until there is one.
    const submit = async (number: number): Promise<void> => {
      const headers = {
        "Content-Type": "application/json",
        "Idempotency-Key": `crash-${number}`,
        ...newVisitor(),
      };
      for (;;) {
        // An answer that the killed process had begun to send breaks off, and is none.
        const answer = await site
          .fetch("/api/repair-requests", {
            method: "POST",
            headers,
            body: JSON.stringify(REPAIR_REQUEST_BODY),
          })
          .then(async (response) => ({ status: response.status, text: await response.text() }))
          .catch(() => null);
        if (answer?.status === 201) {
          acknowledged.push((JSON.parse(answer.text) as { _id: string })._id);
          return;
        }
        if (answer) failures.push(answer.status);
        await delay(50);
      }
    };
    const numbers = Array.from({ length: 60 }, (_, number) => number);
    const clients = Array.from({ length: 8 }, async () => {
      for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) await submit(number);
    });
    await expect.poll(() => acknowledged.length, PATIENCE).toBeGreaterThan(10);
    const killed = one.end("SIGKILL");
    // Asked before it is gone, because the other one goes on meanwhile.
    expect(acknowledged.length).toBeLessThan(60);
    await Promise.all([killed, ...clients]);
    expect(new Set(failures)).toEqual(new Set(failures.length > 0 ? [502] : []));
    const stored = await db.selectFrom("repairRequests").select("id").orderBy("id").execute();
    expect(stored.map(({ id }) => id)).toEqual(acknowledged.sort());
    expect(stored).toHaveLength(60);
    await one.start();
  });

  test("during an import is followed by the other, which stores each row once", async () => {
    const { cookie } = await signedIn();
    const rows = Array.from({ length: ROWS }, (_, row) => `A${row},${VIN}\n`).join("");
    const form = multipart([textPart("kind", "retail"), filePart(`Stock,VIN\n${rows}`, { name: "file" })]);
    const uploaded = await one.fetch("/admin/import", {
      method: "POST",
      headers: { Origin: one.url, Cookie: cookie, "Content-Type": MULTIPART },
      body: new Uint8Array(form),
    });
    const place = uploaded.headers.get("Location") ?? "";
    const id = place.split("/").at(-1) ?? "";
    const status = async () => (await findImport(id))?.status;
    const stored = async () => (await countOutcomes(id)).stored;
    await other.form(place, { intent: "columns", stockNumber: "0", vin: "1" }, { cookie });
    await expect.poll(status, PATIENCE).toBe("checked");
    await one.form(place, { intent: "confirm" }, { cookie });
    await expect.poll(stored, PATIENCE).toBeGreaterThan(20);
    await one.end("SIGKILL");
    expect([await status(), (await stored()) < ROWS]).toEqual(["importing" satisfies Import["status"], true]);
    expect(await textOf(await other.fetch(place, { headers: { Cookie: cookie } }))).toMatch(
      new RegExp(`\\d+ of ${ROWS} rows`),
    );
    await expect.poll(status, PATIENCE).toBe("imported");
    const numbers = await db.selectFrom("retailVehicles").select("stockNumber").execute();
    expect(new Set(numbers.map(({ stockNumber }) => stockNumber)).size).toBe(ROWS);
    expect(numbers).toHaveLength(ROWS);
    const lines = await db
      .selectFrom("changes")
      .select("id")
      .where("recordKind", "=", "retailVehicle")
      .execute();
    expect(lines).toHaveLength(ROWS);
    await one.start();
  });
});

test("a rolling update of both, one after the other, fails no request, though the load balancer sends none twice", async () => {
  const { fetch: send } = senderTo(await startBalancer([one.port, other.port], { isSimple: true }));
  const answers: string[] = [];
  let isOver = false;
  const visit = async (ask: (headers: Record<string, string>) => Promise<Response>) => {
    while (!isOver) {
      const answer = await ask(newVisitor()).catch((error: Error) => error);
      answers.push(answer instanceof Response ? `${answer.status}` : String(answer));
      if (answer instanceof Response) await answer.arrayBuffer();
      await delay(20);
    }
  };
  let sent = 0;
  const load = [
    ...["/", "/inventory", "/api/vehicle-data/batched"].map((page) =>
      visit((headers) => send(page, { headers })),
    ),
    visit((headers) =>
      send("/api/repair-requests", {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify({ ...REPAIR_REQUEST_BODY, number: sent++ }),
      }),
    ),
  ];
  const before = await db.selectFrom("repairRequests").select("id").execute();
  for (const process of [one, other]) {
    await process.end("SIGTERM");
    await process.start();
    await expect.poll(async () => (await process.fetch("/healthz")).status, PATIENCE).toBe(200);
    // The load balancer has to see it before the other one stops.
    await delay(2_500);
  }
  isOver = true;
  await Promise.all(load);
  const created = answers.filter((answer) => answer === "201");
  expect(answers.filter((answer) => answer !== "200" && answer !== "201")).toEqual([]);
  const after = await db.selectFrom("repairRequests").select("id").execute();
  expect(after.length - before.length).toBe(created.length);
  expect(created.length).toBeGreaterThan(20);
});
