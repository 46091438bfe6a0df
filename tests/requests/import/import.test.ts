import { readdir, rm } from "node:fs/promises";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dropTrigger, refuseWrites } from "~/db/triggers";
import { countOutcomes, findImport, importFolder } from "~/import/import.server";
import { runImports } from "~/import/run.server";
import { retailVehicle } from "../../support/builders";
import { startCommand } from "../../support/command";
import { checkedImport } from "../../support/imports";
import { filePart, MULTIPART, multipart, sendRaw, textPart } from "../../support/multipart";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

const VIN = "4S4BSANC1G3000001";
let site: Site;
let cookie: string;

beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await site.db.deleteFrom("retailVehicles").execute();
  await site.db.deleteFrom("imports").execute();
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
    expect(review).toMatch(/To Be Added 1 To Be Changed 1 Left Unchanged 0 Refused 1/);
    expect(review).toContain("Price: 14995 → 13500");
    expect(review).toContain("Serial Number: x Please enter the 5 to 17 letters and numbers of the VIN");
    expect(review).toContain("1 picture address");
    await site.form(path, { intent: "confirm" }, { cookie });
    await runImports();
    expect(await page(path)).toMatch(/Added 1 Changed 1 Unchanged 0 Refused 1/);
    expect(await page("/admin/retail-vehicles?q=A1")).toContain(VIN);

    const report = await site.fetch(`${path}/report.csv`, { headers: { Cookie: cookie } });
    expect(report.headers.get("Content-Disposition")).toContain('filename="cars report.csv"');
    expect(await report.text()).toContain(`2,Changed,${stockNumber},Price,13500,It was 14995\r\n`);
    const refused = await site.fetch(`${path}/refused.csv`, { headers: { Cookie: cookie } });
    expect(await refused.text()).toContain("Unit,Serial Number,Asking,Photos,Problem\r\nA2,x,1,,");

    await site.form(path, { intent: "undo" }, { cookie });
    await runImports();
    expect(await page(path)).toContain("Undone: 2 of 2 vehicles are as they were before.");
    expect(await page("/admin/retail-vehicles")).toContain("14,995");
    expect(await page("/admin/retail-vehicles?q=A1")).toContain("No vehicles match");
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
      "This import has gone on",
    );
  });

  test("can be discarded while nothing is stored", async () => {
    const path = await uploadedPath(`Stock,VIN\nA1,${VIN}\n`);
    await site.form(path, { intent: "discard" }, { cookie });
    expect((await site.fetch(path, { headers: { Cookie: cookie } })).status).toBe(404);
    expect(await readdir(importFolder())).toEqual([]);
  });
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
    setTimeout(() => request.destroy(), 200);
    await expect(answer).rejects.toThrow();
    await expect.poll(() => readdir(importFolder())).toEqual([]);
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
  await expect.poll(async () => (await countOutcomes(id)).stored, { timeout: 20_000 }).toBe(20);
  await first.stop();
  await dropTrigger(site.db, "hold");
  const second = await startCommand(env);
  await expect.poll(async () => (await findImport(id))?.status, { timeout: 20_000 }).toBe("imported");
  await second.stop();
  expect(await countOutcomes(id)).toMatchObject({ added: 60, stored: 60, refused: 0 });
}, 60_000);
