import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import type { Outcome } from "./cases";
import { type DrilledSite, newFolder, newVisitor, PASSWORD, startSite } from "./site";

const BYTES = 2 * 1024 * 1024;
const SLOWEST_MS = 1_000;

const of = (text: string) => text.repeat(BYTES / text.length);
const VIN = "4S4BSANC1G3000001";

/** Files that once stopped the site, or would stop a careless one. */
const FILES: Record<string, string> = {
  "empty lines": `Stock,VIN\n${of("\n")}`,
  "lines of commas": `Stock,VIN,Year\n${of(",\n")}`,
  "one line of commas": of(","),
  "a million columns": of("a,"),
  "one cell": `Stock\n${of("a")}`,
  quotes: of('"'),
  "a cell of spaces": `Stock,VIN,Mileage\nA1,${VIN},1${" ".repeat(190_000)}x\n`,
  "a heading of parentheses": `Stock,VIN,${"(".repeat(30_000)}\nA1,${VIN},\n`,
};

/** Staff upload hostile files, and have those checked that can be, while a visitor asks for pages. */
export async function hostileFiles(): Promise<Outcome> {
  const data = newFolder();
  const site = await startSite(data);
  const cookie = await signIn(site);
  const waits: string[] = [];
  let ok = true;
  for (const [name, content] of Object.entries(FILES)) {
    const visitor = visitAllTheTime(site);
    const to = await upload(site, cookie, content);
    if (to)
      await post(`${site.url}${to}`, cookie, { intent: "columns", stockNumber: "0", vin: "1", mileage: "2" });
    await checked(data);
    const slowest = await visitor.stop();
    waits.push(`${name} ${slowest} ms`);
    ok &&= slowest < SLOWEST_MS;
  }
  site.kill("SIGKILL");
  await site.ended;
  return { happened: `slowest page: ${waits.join(", ")}`, ok };
}

/** Uploads end in the middle; the site must close and delete what it has of them. */
export async function uploadsThatBreakOff(): Promise<Outcome> {
  const site = await startSite(newFolder());
  const cookie = await signIn(site);
  const before = site.openFiles();
  for (let count = 0; count < 300; count++) await breakOff(site, cookie);
  // Until it knows that the last connection has ended.
  await sleep(500);
  const after = site.openFiles();
  site.kill("SIGKILL");
  await site.ended;
  return { happened: `${before} open files before, ${after} after`, ok: after <= before + 5 };
}

async function signIn({ url }: DrilledSite): Promise<string> {
  const answer = await post(`${url}/login`, "", { username: "drill", password: PASSWORD });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

async function post(url: string, cookie: string, body: FormData | Record<string, string>) {
  const answer = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: new URL(url).origin, Cookie: cookie },
    body: body instanceof FormData ? body : new URLSearchParams(body),
  });
  await answer.arrayBuffer();
  return answer;
}

/** The path of the import; undefined if the file is refused. */
async function upload({ url }: DrilledSite, cookie: string, content: string): Promise<string | undefined> {
  const form = new FormData();
  form.set("kind", "retail");
  form.set("file", new Blob([content]), "hostile.csv");
  const answer = await post(`${url}/admin/import`, cookie, form);
  if (![303, 400].includes(answer.status)) throw new Error(`The upload was answered with ${answer.status}.`);
  return answer.headers.get("Location") ?? undefined;
}

async function checked(data: string): Promise<void> {
  const database = new SqliteDatabase(`${data}/site.db`, { readonly: true });
  const waiting = database.prepare("select count(*) from imports where status = 'checking'").pluck();
  for (let wait = 0; wait < 100 && waiting.get() !== 0; wait++) await sleep(100);
  const isLeft = waiting.get() !== 0;
  database.close();
  if (isLeft) throw new Error("A file was not checked within ten seconds.");
}

function visitAllTheTime({ url }: DrilledSite) {
  let isStopped = false;
  let slowest = 0;
  const visiting = (async () => {
    while (!isStopped) {
      const started = performance.now();
      await (await fetch(`${url}/inventory`, { headers: newVisitor() })).arrayBuffer();
      slowest = Math.max(slowest, performance.now() - started);
      await sleep(10);
    }
  })();
  const stop = async () => {
    isStopped = true;
    await visiting;
    return Math.round(slowest);
  };
  return { stop };
}

function breakOff({ url }: DrilledSite, cookie: string): Promise<void> {
  return new Promise((resolve) => {
    const sending = request(`${url}/admin/import`, {
      method: "POST",
      agent: false,
      headers: {
        ...{ Origin: url, Cookie: cookie, "Content-Length": "1000000" },
        "Content-Type": "multipart/form-data; boundary=drill",
      },
    });
    sending.on("error", () => undefined);
    sending.once("close", () => resolve());
    const part = 'Content-Disposition: form-data; name="file"; filename="cars.csv"';
    sending.write(`--drill\r\n${part}\r\n\r\n${"a".repeat(60_000)}`, () =>
      setTimeout(() => sending.destroy(), 20),
    );
  });
}
