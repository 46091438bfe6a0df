import { readdir, readlink, rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refuseWrites } from "~/db/triggers";
import { countOutcomes, findImport, importFolder } from "~/import/import.server";
import { runImports } from "~/import/run.server";
import { recordsOf } from "../../support/api";
import { retailVehicle } from "../../support/builders";
import { startCommand } from "../../support/command";
import { dropTrigger } from "../../support/database";
import { checkedImport } from "../../support/imports";
import { filePart, MULTIPART, multipart, sendRaw, textPart } from "../../support/multipart";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";
import { workbook } from "../../support/workbook";

const VIN = "4S4BSANC1G3000001";
let site: Site;
let cookie: string;

beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await site.db.deleteFrom("retailVehicles").execute();
  await site.db.deleteFrom("imports").execute();
  await site.db.deleteFrom("importMeanings").execute();
  await rm(importFolder(), { recursive: true });
  ({ cookie } = await signedIn());
});

/** The form with a file, as a browser sends it. */
async function upload(
  content: string | Buffer,
  { kind = "retail", filename = "cars.csv" } = {},
): Promise<Response> {
  const body = multipart([
    textPart("kind", kind),
    filePart(content, { name: "file", filename, type: "text/csv" }),
  ]);
  return site.fetch("/admin/import", {
    method: "POST",
    body: new Uint8Array(body),
    headers: { Origin: site.url, Cookie: cookie, "Content-Type": MULTIPART },
  });
}

async function page(path: string): Promise<string> {
  return textOf(await site.fetch(path, { headers: { Cookie: cookie } }));
}

async function uploadedPath(content: string): Promise<string> {
  const answer = await upload(content);
  expect(answer.status).toBe(303);
  return answer.headers.get("Location") ?? "";
}

describe("an import by plain forms", () => {
  test("goes from the file to its report, and back", async () => {
    const { stockNumber, vin } = await retailVehicle({ price: 14_995 });
    const file = `Unit,Serial Number,Asking,Photos\n${stockNumber},${vin},"$13,500",https://a.example/1.jpg\nA1,${VIN},1,\nA2,x,1,\n`;
    const path = await uploadedPath(file);

    const columns = await page(path);
    expect(columns).toContain("Retail vehicles, 3 rows, UTF-8, separated by commas");
    expect(columns).toContain("$13,500");
    const matched = await site.form(
      path,
      { intent: "columns", stockNumber: "0", vin: "1", price: "2", pictures: "3" },
      { cookie },
    );
    expect(matched.status).toBe(303);
    expect(await page(path)).toContain("0 of 3 rows. Nothing is changed yet.");

    await runImports();
    const review = await page(path);
    expect(review).toMatch(/To Be Added 1 To Be Changed 1 Left Unchanged 0 Rejected 1/);
    expect(review).toContain("Price: 14995 → 13500");
    expect(review).toContain("Serial Number: x Please enter the 5 to 17 letters and numbers of the VIN");
    expect(review).toContain("1 picture address");
    await site.form(path, { intent: "confirm" }, { cookie });
    await runImports();
    expect(await page(path)).toMatch(/Added 1 Changed 1 Unchanged 0 Rejected 1/);
    expect(await page("/admin/retail-vehicles?q=A1")).toContain(VIN);

    const report = await site.fetch(`${path}/report.csv`, { headers: { Cookie: cookie } });
    expect(report.headers.get("Content-Disposition")).toContain('filename="cars report.csv"');
    expect(await report.text()).toContain(`2,Changed,${stockNumber},Price,13500,It was 14995\r\n`);
    const rejected = await site.fetch(`${path}/refused.csv`, { headers: { Cookie: cookie } });
    expect(await rejected.text()).toContain("Unit,Serial Number,Asking,Photos,Problem\r\nA2,x,1,,");

    await site.form(path, { intent: "undo" }, { cookie });
    await runImports();
    expect(await page(path)).toContain("Undone: 2 of 2 vehicles are as they were before.");
    expect(await page("/admin/retail-vehicles")).toContain("14,995");
    expect(await page("/admin/retail-vehicles?q=A1")).toContain("No vehicles match");
  });

  test("asks what the file's words mean, keeps columns in the notes, and remembers", async () => {
    const file = `Stock,VIN,Status,Cost\nA1,${VIN},For Sale,450\nA2,${VIN},Quarantine,\nA3,${VIN},quarantine,\n`;
    const path = await uploadedPath(file);
    const columns = await (await site.fetch(path, { headers: { Cookie: cookie } })).text();
    expect(columns).toMatch(/<input(?=[^>]*name="keep-3")(?=[^>]*checked)[^>]*>/);
    const match = { intent: "columns", stockNumber: "0", vin: "1", status: "2", "keep-3": "yes" };
    await site.form(path, match, { cookie });
    const asked = await page(path);
    expect(asked).toContain("Status: your value “For Sale” means …");
    expect(asked).toContain("Status: your value “Quarantine” means …");
    expect(asked).toContain("In 2 rows");
    // The most frequent first, the other as it probably is.
    const words = await (await site.fetch(path, { headers: { Cookie: cookie } })).text();
    expect(words).toMatch(/name="meaning-1".*?<option value="available" selected="">/s);
    const answers = { intent: "values", "meaning-0": "pending", "meaning-1": "available" };
    // A form that asked about other words, before somebody matched other columns.
    await site.form(path, { ...answers, words: "Quarantine\nSold Out" }, { cookie });
    expect(await page(path)).toContain("What Your Values Mean");
    const asking = { ...answers, words: "Quarantine\r\nFor Sale" };
    expect((await site.form(path, asking, { cookie })).status).toBe(303);
    await runImports();
    await site.form(path, { intent: "confirm" }, { cookie });
    await runImports();
    const vehicles = await recordsOf(site, "retail-vehicles");
    expect(vehicles.map(({ status, notes }) => `${status}, ${notes}`).sort()).toEqual([
      "available, Cost: 450",
      "pending, undefined",
      "pending, undefined",
    ]);
    const next = await uploadedPath(file);
    await site.form(next, match, { cookie });
    const remembered = await (await site.fetch(next, { headers: { Cookie: cookie } })).text();
    expect(remembered).toMatch(/name="meaning-0".*?<option value="pending" selected="">/s);
    await site.form(next, { intent: "back" }, { cookie });
    expect(await page(next)).toContain("Match the Columns");
  });

  test("goes on with a value of several lines, whatever its line breaks", async () => {
    const path = await uploadedPath(
      `Stock,VIN,Status\nA1,${VIN},"Sent to\r\nauction"\nA2,${VIN},"Held\rback"\nA3,${VIN},Quarantine\n`,
    );
    await site.form(path, { intent: "columns", stockNumber: "0", vin: "1", status: "2" }, { cookie });
    const asked = await (await site.fetch(path, { headers: { Cookie: cookie } })).text();
    const words = /name="words" value="([^"]*)"/.exec(asked)?.[1] ?? "";
    const posted = words.replace(/\r\n?|\n/g, "\r\n");
    const answers = { "meaning-0": "sold", "meaning-1": "pending", "meaning-2": "available" };
    await site.form(path, { intent: "values", ...answers, words: posted }, { cookie });
    await runImports();
    expect(await page(path)).toContain("Import 3 Vehicles?");
  });

  test("reads the first sheet of an Excel workbook", async () => {
    const answer = await upload(
      await workbook([
        ["Stock", "VIN"],
        ["A1", VIN],
      ]),
      { filename: "cars.xlsx" },
    );
    expect(await page(answer.headers.get("Location") ?? "")).toContain(
      'Retail vehicles, 1 row, Excel workbook, sheet "Cars"',
    );
  });

  test("without a column for the stock number comes back as it was", async () => {
    const path = await uploadedPath(`What,VIN\nA1,${VIN}\n`);
    const answer = await site.form(path, { intent: "columns", vin: "1", stockNumber: "" }, { cookie });
    expect(answer.status).toBe(400);
    expect(await textOf(answer)).toContain("Choose the column of the stock number");
  });

  test("sent twice goes on once", async () => {
    const path = await uploadedPath(`Stock,VIN\nA1,${VIN}\n`);
    const send = () => site.form(path, { intent: "columns", stockNumber: "0", vin: "1" }, { cookie });
    await send();
    const again = await send();
    expect(again.status).toBe(303);
    const toast = cookiesOf(again, cookie);
    expect(await textOf(await site.fetch(path, { headers: { Cookie: toast } }))).toContain(
      "This import has moved on",
    );
  });

  test("can be discarded while nothing is stored", async () => {
    const path = await uploadedPath(`Stock,VIN\nA1,${VIN}\n`);
    await site.form(path, { intent: "discard" }, { cookie });
    expect((await site.fetch(path, { headers: { Cookie: cookie } })).status).toBe(404);
    expect(await readdir(importFolder())).toEqual([]);
  });
});

test("an import that failed says how far it got, and goes on when it is told to", async () => {
  const { id } = await checkedImport(`Stock,VIN\nA1,${VIN}\n`);
  const failed = {
    status: "failed",
    failedStep: "importing",
    problem: "The disk is full, at row 2.",
  } as const;
  await site.db.updateTable("imports").set(failed).execute();
  const path = `/admin/import/${id}`;
  const words = await page(path);
  expect(words).toContain("This import stopped The disk is full, at row 2. 0 of 1 vehicles are stored.");
  expect(words).toContain("Try Again Remove");
  expect(words).not.toContain("Undo What Is Stored");
  await site.form(path, { intent: "retry" }, { cookie });
  await runImports();
  expect(await page(path)).toContain("Added 1 Changed 0");

  await site.db.updateTable("imports").set(failed).execute();
  expect(await page(path)).toContain("Try Again Undo What Is Stored Remove");
  await site.form(path, { intent: "undo" }, { cookie });
  await runImports();
  expect(await page(path)).toContain("Undone: 1 of 1 vehicles are as they were before.");
});

describe("a bad file gets a sentence, and leaves nothing behind", () => {
  test.each<[name: string, content: string | Buffer, sentence: string]>([
    ["empty", "", "This file is empty."],
    ["a picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "This is a picture, not a CSV file."],
    ["an open quotation mark", 'Stock,VIN\n"A1,1\n', "opens in row 2 is never closed"],
    ["headings alone", "Stock,VIN\n", "headings, but no rows"],
    ["more than 20 MB", Buffer.alloc(21 * 1024 * 1024, "a"), "This file is larger than 20 MB."],
  ])("%s", async (_name, content, sentence) => {
    const answer = await upload(content);
    expect(answer.status).toBe(400);
    expect(await textOf(answer)).toContain(sentence);
    // It goes when the answer is sent.
    await expect.poll(() => readdir(importFolder())).toEqual([]);
  });

  test("none at all", async () => {
    const answer = await upload("", { filename: "" });
    expect(answer.status).toBe(400);
    expect(await textOf(answer)).toContain("Please choose a file");
  });

  test("nor does an upload that breaks off", async () => {
    const { request, answer } = sendRaw(`${site.url}/admin/import`, {
      headers: { Origin: site.url, Cookie: cookie, "Content-Type": MULTIPART, "Content-Length": "100000" },
      body: multipart([filePart("Stock,VIN\n", { name: "file" })], { closed: false }),
      end: false,
    });
    await expect.poll(() => readdir(importFolder())).toHaveLength(1);
    request.destroy();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => readdir(importFolder())).toEqual([]);
    // Nor an open file, which would keep its place on the disk.
    await expect.poll(openUploads).toEqual([]);
  });
});

/** The files of uploads that this process has open, with the site in it. */
async function openUploads(): Promise<string[]> {
  const open = await Promise.all(
    (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")),
  );
  return open.filter((file) => file.includes(".upload"));
}

describe("visitors are answered while the site reads a file of", { timeout: 120_000 }, () => {
  const BYTES = 2 * 1024 * 1024;
  const of = (text: string) => text.repeat(BYTES / text.length);
  test.each<[name: string, content: string, sentence: string]>([
    ["empty lines", `Stock,VIN\n${of("\n")}`, "headings, but no rows"],
    ["lines with a comma", `Stock,VIN,Year\n${of(",\n")}`, "more than 50,000 rows, empty ones included"],
    ["commas", `Stock,VIN\n${of(",")}`, "more than 500 columns"],
    ["one column", `Stock,VIN\n${of("A\n")}`, "more than 50,000 rows"],
    ["a million columns", of("a,"), "more than 500 columns"],
    ["one cell", `Stock,VIN\n${of("a")}`, "Row 2 is longer than 200,000 characters"],
    ["no end of quotes", of('"'), "Row 1 is longer than 200,000 characters"],
  ])("%s", async (_name, content, sentence) => {
    let isRead = false;
    const answer = upload(content).finally(() => {
      isRead = true;
    });
    let slowest = 0;
    while (!isRead) {
      const started = performance.now();
      await (await site.fetch("/")).arrayBuffer();
      slowest = Math.max(slowest, performance.now() - started);
      // A visitor, not a flood: the file is read meanwhile.
      await pause(20);
    }
    expect(await textOf(await answer)).toContain(sentence);
    expect(slowest).toBeLessThan(10_000);
  });
});

test("a stranger uploads nothing, and is asked to sign in", async () => {
  cookie = "";
  const answer = await upload(`Stock,VIN\nA1,${VIN}\n`);
  expect(answer.headers.get("Location")).toContain("/login");
  expect(await readdir(importFolder())).toEqual([]);
});

test("an import goes on by itself after a restart", async () => {
  const rows = Array.from({ length: 60 }, (_, index) => `A${index},${VIN}\n`).join("");
  const { id } = await checkedImport(`Stock,VIN\n${rows}`);
  await site.db.updateTable("imports").set({ status: "importing" }).execute();
  // The first site comes no further than this.
  await refuseWrites(site.db, {
    name: "hold",
    when: "before insert",
    table: "retailVehicles",
    condition: '(select count(*) from "retailVehicles") >= 25',
    message: "held",
  });
  const env = { DATA_DIR: process.env.DATA_DIR ?? "", UPLOADS_DIR: process.env.UPLOADS_DIR ?? "" };
  const first = await startCommand(env);
  await expect.poll(async () => (await countOutcomes(id)).stored).toBe(20);
  await first.stop();
  await dropTrigger("hold");
  const second = await startCommand(env);
  await expect.poll(async () => (await findImport(id))?.status).toBe("imported");
  await second.stop();
  expect(await countOutcomes(id)).toMatchObject({ added: 60, stored: 60, refused: 0 });
}, 60_000);
