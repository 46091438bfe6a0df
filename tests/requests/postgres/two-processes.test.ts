import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { issueToken } from "~/accounts/access-token.server";
import { setPassword } from "~/accounts/administrator.server";
import { hashPassword } from "~/accounts/password.server";
import { confirmAlert, requestAlert } from "~/alerts/alert.server";
import { COMMAND_LINE } from "~/context.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { NOTIFY_OF_CHANGES } from "~/db/postgres/changes.server";
import { countOutcomes, findImport, matchColumns } from "~/import/import.server";
import { queueMail } from "~/mail/outbox.server";
import { holdPart } from "~/parts/actions.server";
import { vehiclePath } from "~/vehicles/inventory";
import { as } from "../../support/act";
import { startBalancer } from "../../support/balancer";
import { REPAIR_REQUEST_BODY } from "../../support/bodies";
import { dismantledVehicle, retailVehicle, shelfPart } from "../../support/builders";
import { startedImport } from "../../support/imports";
import { filePart, MULTIPART, multipart } from "../../support/multipart";
import { photo } from "../../support/pictures";
import { newVisitor, type SiteProcess, senderTo, siteProcess } from "../../support/processes";
import { cookiesOf, textOf } from "../../support/site";
import type { ReceivedMail } from "../../support/smtp";
import { administrator, PASSWORD, signedIn } from "../../support/staff";

// Before anything reads the environment, which the processes get too.
const mailServer = await vi.hoisted(async () => {
  const { readFileSync, writeFileSync } = await import("node:fs");
  const { startMailServer } = await import("../../support/smtp");
  const server = await startMailServer();
  const file = `${process.env.DATA_DIR}-business.json`;
  const shipped = JSON.parse(readFileSync("business.json", "utf8"));
  writeFileSync(file, JSON.stringify({ ...shipped, feeds: { marketplace: true } }));
  Object.assign(process.env, {
    SMTP_URL: server.url,
    MAIL_FROM: "office@yard.example",
    NOTIFY_EMAIL: "office@yard.example",
    PUBLIC_URL: "https://yard.example",
    BUSINESS_FILE: file,
  });
  return server;
});

/** Where the machine is busy. */
const PATIENCE = { timeout: 60_000 };
const VIN = "4S4BSANC1G3000001";
const CALLBACK = { name: "Ann Lee", contactMethod: "phone", phone: "555 555 0101", email: "" };
const LOCKED = "Too many failed attempts. Account locked for 1 minute.";
const STILL_LOCKED = "Too many failed attempts. Please try again in 1 minute(s).";

let one: SiteProcess;
let other: SiteProcess;
/** Both behind a load balancer, one after the other. */
let site: ReturnType<typeof senderTo>;
let waiting: Awaited<ReturnType<typeof leaveWork>>;

beforeAll(async () => {
  await migrate(engine);
  waiting = await leaveWork();
  [one, other] = await Promise.all([siteProcess(), siteProcess()]);
  await Promise.all([one.start(), other.start()]);
  site = senderTo(await startBalancer([one.port, other.port]));
});

/** What the jobs of both processes find when they start. */
async function leaveWork() {
  const now = new Date();
  for (let number = 0; number < 20; number++) {
    const mail = { to: "ann@example.com", subject: `Mail ${number}`, text: "Text", html: "<p>Text</p>" };
    await queueMail({ ...mail, cause: { kind: "partRequest", id: "none" } }, now);
  }
  await requestAlert({ make: "Honda", model: "Accord", email: "bob@example.com" }, now);
  const { id } = await db.selectFrom("arrivalAlerts").select("id").executeTakeFirstOrThrow();
  await confirmAlert(id, now);
  await dismantledVehicle({ make: "Honda", model: "Accord" });
  const part = await shelfPart();
  await as({ ...COMMAND_LINE, now }, () =>
    holdPart(part._id, { heldFor: "Ann", until: new Date(now.getTime() - 1000) }),
  );
  const deleted = await retailVehicle();
  await db
    .updateTable("retailVehicles")
    .set({ deletedAt: "2026-01-02T15:04:00.000Z" })
    .where("id", "=", deleted._id)
    .execute();
  const work = await startedImport(
    `Stock,VIN\n${Array.from({ length: 200 }, (_, row) => `A${row},${VIN}\n`).join("")}`,
  );
  await matchColumns(work.id, work.columns, now);
  return { part, deleted, work };
}

describe("what waits when both start", () => {
  test("is mailed once", async () => {
    await expect.poll(unsentMail, PATIENCE).toBe(0);
    const subjects = mailServer.mails.map((mail) => mail.header("subject"));
    expect(subjects.filter((subject) => subject?.startsWith("Mail "))).toHaveLength(20);
    expect(subjects.filter((subject) => subject?.includes("Accord"))).toHaveLength(1);
    expectNoneTwice(mailServer.mails);
  });

  test("ends and is removed once, with one line of history each", async () => {
    const actions = async (recordId: string) =>
      (
        await db
          .selectFrom("changes")
          .select("action")
          .where("recordId", "=", recordId)
          .orderBy("id")
          .execute()
      ).map(({ action }) => action);
    await expect.poll(() => actions(waiting.part._id), PATIENCE).toEqual(["created", "changed", "changed"]);
    await expect.poll(() => actions(waiting.deleted._id), PATIENCE).toEqual(["created", "removed"]);
  });

  test("is imported by one of them", async () => {
    const { id } = waiting.work;
    await expect.poll(async () => (await findImport(id))?.status, PATIENCE).toBe("checked");
    const { added, changed, unchanged, refused } = await countOutcomes(id);
    expect({ added, others: changed + unchanged + refused }).toEqual({ added: 200, others: 0 });
  });
});

describe("50 identical requests over both", () => {
  // Each from another address, because one address is served two at a time.
  const fifty = (send: (visitor: Record<string, string>) => Promise<Response>) =>
    Promise.all(Array.from({ length: 50 }, () => send(newVisitor())));

  test("under one key store one row and get one answer", async () => {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": "fifty" };
    const init = { method: "POST", body: JSON.stringify(REPAIR_REQUEST_BODY) };
    const answers = await fifty((visitor) =>
      site.fetch("/api/repair-requests", { ...init, headers: { ...headers, ...visitor } }),
    );
    const texts = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/^201 /);
    expect(await countRequests()).toBe(1);
  });

  test("of one form store one row and lead to one page", async () => {
    const form = { ...CALLBACK, idempotencyKey: "6f0b8f5e-52ce-4d0c-9a38-2cf7b8f1a050" };
    const answers = await fifty((headers) => site.form("/repair", form, { headers }));
    // The rest of the link is signed, with the time.
    const places = answers.map(({ headers }) => /sent=(RR\.\w+)/.exec(headers.get("Location") ?? "")?.[1]);
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(303));
    expect(new Set(places).size).toBe(1);
    expect(await countRequests()).toBe(2);
  });
});

test("requests of one new person that come in at both at once make one customer", async () => {
  const customerInfo = { name: "Nova Reyes", phone: "5555550188", email: "nova@example.com" };
  const body = JSON.stringify({ ...REPAIR_REQUEST_BODY, customerInfo });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      (number % 2 ? one : other).fetch("/api/repair-requests", {
        ...{ method: "POST", body },
        headers: { "Content-Type": "application/json", ...newVisitor() },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  const made = await db.selectFrom("customers").select("id").where("name", "=", "Nova Reyes").execute();
  expect(made).toHaveLength(1);
  const sent = await db
    .selectFrom("repairRequests")
    .select("customerId")
    .where("customerPhone", "=", "(555) 555-0188")
    .execute();
  expect(sent).toEqual(Array(10).fill({ customerId: made[0]?.id }));
});

describe("a change through one is public through the other within a second", () => {
  // A busy machine takes longer to serve it.
  const SOON = { timeout: 20_000 };

  test.each([
    ["as the database tells it", async () => {}],
    ["where the notification is lost", () => runSql(NOTIFY_NOBODY)],
  ])("%s", async (_how, prepare) => {
    const { session } = await signedIn();
    const staff = {
      "Content-Type": "application/json",
      Authorization: `Bearer ${await issueToken(session, new Date())}`,
    };
    const { _id, createdAt: _createdAt, ...fields } = await retailVehicle();
    const path = vehiclePath({ _id, ...fields });
    const record = `/api/admin/retail-vehicles/${_id}`;
    const isNew = async (path: string, etag: string) => (await statusIfChanged(other, path, etag)) === 200;
    await expect.poll(async () => (await other.fetch("/sitemap.xml")).text(), SOON).toContain(_id);
    // What is in the cache of each is the same.
    const etags = new Map<string, string>();
    for (const page of ["/inventory", path, "/feeds/marketplace.csv", "/api/vehicle-data/batched"]) {
      const etag = (await other.fetch(page)).headers.get("ETag") ?? "";
      etags.set(page, etag);
      await expect.poll(() => statusIfChanged(one, page, etag), { ...SOON, message: page }).toBe(304);
      expect(await isNew(page, etag), page).toBe(false);
    }
    await prepare();
    try {
      const body = JSON.stringify({ ...fields, price: 4_321 });
      expect((await one.fetch(record, { method: "PUT", headers: staff, body })).status).toBe(200);
      for (const [page, etag] of etags) {
        await expect.poll(() => isNew(page, etag), { ...SOON, message: page }).toBe(true);
        expect(await (await other.fetch(page)).text(), page).toMatch(/4,?321/);
      }
      await one.fetch(record, { method: "DELETE", headers: staff });
      await expect.poll(async () => (await other.fetch(path)).status, SOON).toBe(410);
      expect(await (await other.fetch("/sitemap.xml")).text()).not.toContain(_id);
    } finally {
      await runSql(NOTIFY_OF_CHANGES);
    }
  });

  const NOTIFY_NOBODY =
    "create or replace function yard_notify() returns trigger language plpgsql as $$ begin return null; end $$";
});

describe("staff", () => {
  test("signed in at one are signed in at the other, until they sign out at either", async () => {
    const { username } = await administrator();
    const visitor = { headers: newVisitor() };
    const signIn = await one.form("/login", { username, password: PASSWORD }, visitor);
    const cookie = cookiesOf(signIn);
    const api = await one.form("/api/auth/refresh", {}, { cookie });
    const { accessToken } = (await api.json()) as { accessToken: string };
    const statuses = async () => {
      const answers = await Promise.all(
        [one, other].flatMap((process) => [
          process.fetch("/admin", { headers: { Cookie: cookie } }),
          process.fetch("/api/admin/parts", { headers: { Authorization: `Bearer ${accessToken}` } }),
        ]),
      );
      return answers.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await other.form("/logout", {}, { cookie });
    expect(await statuses()).toEqual([303, 401, 303, 401]);
  });

  test("whose password is reset are signed out of both, and sign in with the new one alone", async () => {
    const account = await administrator();
    const { username } = account;
    const { cookie } = await signedIn(account);
    expect((await one.fetch("/admin", { headers: { Cookie: cookie } })).status).toBe(200);
    await as({ ...COMMAND_LINE, now: new Date() }, async () =>
      setPassword(username, await hashPassword("another horse battery")),
    );
    for (const process of [one, other]) {
      expect((await process.fetch("/admin", { headers: { Cookie: cookie } })).status).toBe(303);
      const visitor = { headers: newVisitor() };
      const signIn = (password: string) => process.form("/login", { username, password }, visitor);
      expect((await signIn(PASSWORD)).status).toBe(401);
      expect((await signIn("another horse battery")).status).toBe(303);
    }
  });

  test("are locked out at both after three wrong passwords, wherever they were typed", async () => {
    const { username } = await administrator();
    const visitor = { headers: newVisitor() };
    const tries: [SiteProcess, string][] = [
      [one, "wrong"],
      [other, "wrong"],
      [one, "wrong"],
      [other, PASSWORD],
    ];
    const sentences = [];
    for (const [process, password] of tries) {
      const answer = await process.form("/login", { username, password }, visitor);
      sentences.push(/There is a problem (.*?) Username/.exec(await textOf(answer))?.[1]);
    }
    const wrong = "Invalid username or password";
    expect(sentences).toEqual([wrong, wrong, `${wrong}. ${LOCKED}`, STILL_LOCKED]);
  });

  test("upload a picture at one, and the other shows it", async () => {
    const { session } = await signedIn();
    const jpeg = await photo(320, 240).jpeg().toBuffer();
    const uploaded = await one.fetch("/api/admin/upload", {
      method: "POST",
      headers: {
        Authorization: `Bearer ${await issueToken(session, new Date())}`,
        "Content-Type": MULTIPART,
      },
      body: new Uint8Array(multipart([filePart(jpeg)])),
    });
    const { url } = (await uploaded.json()) as { url: string };
    const shown = await other.fetch(new URL(url, other.url).pathname);
    expect([shown.status, shown.headers.get("Content-Type")]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ]);
  });
});

describe("a visitor", () => {
  test("goes through the wizard though each step is at another process", async () => {
    const before = await countPartRequests();
    const steps: [number, Record<string, string>][] = [
      [1, { vin: "1HGCM82633A004352" }],
      [2, { categoryId: "exterior", subcategoryId: "hood", partId: "hood-latch" }],
      [3, { name: "Jane Doe", phone: "(555) 555-0142", email: "jane@example.com", additionalInfo: "Silver" }],
    ];
    const headers = newVisitor();
    let cookie = "";
    for (const [step, fields] of steps) {
      const path = step === 1 ? "/partsrequest" : `/partsrequest?step=${step}`;
      const process = step % 2 === 0 ? one : other;
      const answer = await process.form(
        path,
        { ...fields, step: `${step}`, intent: "continue" },
        { cookie, headers },
      );
      expect([answer.status, answer.headers.get("Location")]).toEqual([
        303,
        `/partsrequest?step=${step + 1}`,
      ]);
      cookie = cookiesOf(answer, cookie);
    }
    const html = await (await other.fetch("/partsrequest?step=4", { headers: { Cookie: cookie } })).text();
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
    const review = {
      ...{ step: "4", intent: "continue" },
      ...{ idempotencyKey: hidden("idempotencyKey"), reviewed: hidden("reviewed") },
    };
    const sent = await Promise.all(
      [one, other, one, other].map((process) =>
        process.form("/partsrequest?step=4", review, { cookie, headers }),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await countPartRequests()).toBe(before + 1);
  });

  test("has one limit for both", async () => {
    const headers = newVisitor();
    const statuses = [];
    for (let number = 0; number < 22; number++) {
      const fields = { ...CALLBACK, idempotencyKey: `6f0b8f5e-52ce-4d0c-9a38-2cf7b8f1b0${number + 10}` };
      const process = number % 2 === 0 ? one : other;
      statuses.push((await process.form("/repair", fields, { headers })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(303), 429, 429]);
  });

  test("and staff get each mail about all this once", async () => {
    await expect.poll(unsentMail, PATIENCE).toBe(0);
    const { count } = await db
      .selectFrom("outbox")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(mailServer.mails).toHaveLength(count);
    expectNoneTwice(mailServer.mails);
  });
});

async function statusIfChanged(process: SiteProcess, path: string, etag: string): Promise<number> {
  return (await process.fetch(path, { headers: { "If-None-Match": etag } })).status;
}

async function unsentMail(): Promise<number> {
  const unsent = await db.selectFrom("outbox").select("id").where("status", "!=", "sent").execute();
  return unsent.length;
}

function expectNoneTwice(mails: readonly ReceivedMail[]): void {
  const ids = mails.map((mail) => mail.header("message-id"));
  expect(new Set(ids).size).toBe(ids.length);
}

async function countRequests(): Promise<number> {
  return (await db.selectFrom("repairRequests").select("id").execute()).length;
}

async function countPartRequests(): Promise<number> {
  return (await db.selectFrom("partRequests").select("id").execute()).length;
}

async function runSql(statement: string): Promise<void> {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
