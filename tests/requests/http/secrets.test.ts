import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rawRequest } from "../../support/built-routes";
import { type StartedSite, startCommand } from "../../support/command";
import { filesIn } from "../../support/files";
import { cookiesOf } from "../../support/site";

const USERNAME = "telltaleowner";
const PASSWORD = "telltale horse battery";
const WRONG = "telltale wrong guess";
/** What a visitor and a member of staff type below; none of it may be in a log or in an error. */
const TYPED = {
  name: "Telltale Visitor",
  email: "telltale@example.com",
  phone: "5555550199",
  vin: "1HGCM82633A004352",
  words: "telltale words of mine",
};
const PERSONAL = /telltale|5555550199|\(555\) 555-0199|1HGCM82633A004352|127\.0\.0\.1|203\.0\.113/i;
const INTERNALS =
  /SqliteError|no such (table|column)|node_modules|\bat [\w.<>]+ \(|file:\/\/|\.ts:\d|select .+ from /i;

const folder = mkdtempSync(path.join(tmpdir(), "yard-secrets-"));
const data = path.join(folder, "data");
let site: StartedSite;
const secrets: string[] = [];
const errors: string[] = [];
/** What libraries say on standard error, past the log. */
let besideTheLog = "";

beforeAll(async () => {
  site = await startCommand({
    DATA_DIR: data,
    UPLOADS_DIR: path.join(folder, "uploads"),
    ADMIN_USERNAME: USERNAME,
    ADMIN_PASSWORD: PASSWORD,
    TRUST_PROXY: "1",
  });
  await useEverything();
  ({ errors: besideTheLog } = await site.stop());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a log of a busy morning has a line a request, and nothing of what anybody typed, sent or got", () => {
  const lines = site
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  const requests = lines.map((line) => JSON.parse(line) as { path?: string }).filter((line) => line.path);
  expect(requests.length).toBeGreaterThan(25);
  // The start says once how to sign in; the log itself begins with the first line of JSON.
  const log = lines.join("\n");
  expect(log).not.toMatch(PERSONAL);
  expect(secrets.length).toBeGreaterThan(5);
  for (const secret of secrets) expect(log).not.toContain(secret);
  expect(site.output()).not.toContain(PASSWORD);
  // Nor anything that a terminal would obey.
  expect(log).toContain('"path":"/\\u009b2Jfeeds/[key]"');
  expect(site.output()).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  expect(besideTheLog).toBe("");
});

test("an error repeats no secret, and tells no stack, SQL or path", () => {
  expect(errors.length).toBeGreaterThan(15);
  for (const error of errors) {
    expect(error).not.toMatch(INTERNALS);
    expect(error).not.toContain(folder);
    expect(error).not.toContain(process.cwd());
    for (const secret of secrets) expect(error).not.toContain(secret);
  }
});

test("the data on disk is private to its user, and holds neither password nor session", () => {
  expect(readdirSync(data)).toContain("site.db");
  for (const name of filesIn(data)) {
    const bytes = readFileSync(name).toString("latin1");
    // A lock is empty.
    if (bytes !== "") expect(statSync(name).mode & 0o077, name).toBe(0);
    for (const secret of secrets.filter((one) => one !== WRONG)) expect(bytes, name).not.toContain(secret);
  }
});

/** Signs in, slips, sends every form, asks for what is not there and breaks what can be broken. */
async function useEverything(): Promise<void> {
  const { url } = site;
  let accessToken = "";
  const send = async (address: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    const headers = { Origin: url, "X-Forwarded-For": "203.0.113.7", ...init.headers };
    const answer = await fetch(url + address, { redirect: "manual", ...init, headers });
    const error = JSON.stringify([...answer.headers]) + (await answer.clone().text());
    // To whom it belongs, a staff page hands the token that its script calls the API with.
    const handed = address.startsWith("/admin") ? accessToken : "";
    if (answer.status >= 400) errors.push(handed ? error.replaceAll(handed, "") : error);
    return answer;
  };
  const form = (address: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    send(address, { method: "POST", body: new URLSearchParams(fields), headers });
  const json = (address: string, body: unknown, headers: Record<string, string> = {}, method = "POST") =>
    send(address, {
      method,
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "Content-Type": "application/json", ...headers },
    });

  secrets.push(PASSWORD, WRONG);
  await form("/login", { username: USERNAME, password: WRONG });
  const after = encodeURIComponent(`/admin?q=${TYPED.words}`);
  await form(`/login?redirectTo=${after}`, { username: " ", password: WRONG });
  const page = await form("/login", { username: USERNAME, password: PASSWORD });
  const cookie = cookiesOf(page);
  const call = await json("/api/auth/login", { username: USERNAME, password: PASSWORD });
  accessToken = ((await call.json()) as { accessToken: string }).accessToken;
  const given = [...cookie.split("; "), ...cookiesOf(call).split("; ")];
  secrets.push(accessToken, ...given.map((pair) => pair.slice(pair.indexOf("=") + 1)));
  const bearer = { Authorization: `Bearer ${accessToken}` };

  await json("/api/auth/login", { username: USERNAME, password: WRONG });
  await json("/api/auth/login", `{"username":"${USERNAME}","password":"${WRONG}"`);
  await json("/api/auth/refresh", {}, { Cookie: cookie });
  await send("/api/auth/verify", { headers: { Authorization: `Bearer ${accessToken}x` } });
  await send(`/admin?q=${encodeURIComponent(TYPED.words)}`, { headers: { Cookie: cookie } });
  await send(`/admin/nowhere?token=${accessToken}`, { headers: { Cookie: cookie } });
  await send(`/inventory?q=${encodeURIComponent(TYPED.email)}`);
  await send(`/contact?vehicle=${TYPED.phone}&about=${TYPED.words}`);

  const { name, email, phone, vin, words } = TYPED;
  const sent = await form("/repair", { contactMethod: "phone", name, phone, description: words });
  const key = /sent=([^#]+)/.exec(sent.headers.get("Location") ?? "")?.[1] ?? "";
  secrets.push(key);
  for (const path of ["/repair?sent=", "/your-request?key=", "/your-request.data?key="])
    await send(path + key);
  await form(`/your-request?key=${key}`, { intent: "message", content: words });
  await form(`/your-request.data?key=${key}`, { intent: "withdraw" });
  await send(`/your-request?key=${key}telltale`);
  await form(`/your-request?key=${key}telltale`, { intent: "message", content: "Hello" });
  await form("/repair", { contactMethod: "email", name, email: "telltale@", description: words });
  await form("/partsmatrix", { customerEmail: email, customerName: name, requestType: "nonsense" });
  await form("/partsrequest", { step: "1", vin });
  await form("/partsrequest", { step: "3", name, phone, email: "telltale@" });
  const customer = { name, phone, email };
  const part = { vin, partDetails: { system: "Exterior", component: "Hood" }, customerInfo: customer };
  await json("/api/part-requests", part);
  await json("/api/part-requests", { ...part, vin: "telltale" });
  await json("/api/part-requests", part, { "Idempotency-Key": "telltale key" });
  await json("/api/vin/direct-decode", { vin: "TELLTALE" });
  const vehicle = { stockNumber: "T1", vin, notes: words };
  await json("/api/admin/retail-vehicles", vehicle, bearer);
  await json("/api/admin/retail-vehicles", vehicle, bearer);
  await json("/api/admin/retail-vehicles/01ARZ3NDEKTSV4RRFFQ69G5FAV", vehicle, bearer, "PUT");
  await form("/admin/retail-vehicles/new", { stockNumber: "", notes: words }, { Cookie: cookie });
  await form("/admin/session", {}, { Cookie: cookie, Origin: "https://evil.example" });
  await send("/api/admin/upload", {
    method: "POST",
    body: "x",
    headers: { ...bearer, "Content-Type": "a/b" },
  });
  await form("/logout", {}, { Cookie: cookie });
  await form("/admin/retail-vehicles/new", { stockNumber: "T2", notes: words }, { Cookie: cookie });
  for (const address of [
    "/%uff0e",
    "/inventory/%00",
    "/?_data=routes/nowhere",
    "/inventory?_data=telltale",
    "/a%E2%80%A8?q=telltale",
    "/%9b2Jfeeds/telltale",
  ]) {
    const answer = await rawRequest({ url } as Parameters<typeof rawRequest>[0], "GET", address);
    errors.push(JSON.stringify(answer));
  }
}
