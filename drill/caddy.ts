import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { notHere, type Outcome } from "./cases";
import { percentile, startAttack, visitHome } from "./flood";
import { statusOf } from "./people";
import { cleanUpWith, freePort, newFolder, newInventory, readLog, startSite } from "./site";

const HOME_TARGET_MS = 1_000;
const SECONDS_EACH = 5;
const ATTACKS_IN_TURN = [
  "no attack",
  "2,050 slow forms",
  "100 connections send invalid forms",
  "50 connections send endless headers",
];
/** So many repair requests an hour from one address. */
const LIMIT = 20;
const ANSWER_MS = 3_000;

/** Attacks the site through Caddy, as it is in front of it in production; others go on, and each client counts as itself. */
export async function attackThroughCaddy(): Promise<Outcome> {
  if (spawnSync("caddy", ["version"]).status !== 0) return notHere("running Caddy (package caddy)");
  const site = await startSite(newInventory(), { TRUST_PROXY: "1" });
  const port = await startCaddy(site.port);
  const problems: string[] = [];
  const seen = [await spoof(port, problems), await smuggle(port, problems), await twistPaths(port, problems)];
  for (const name of ATTACKS_IN_TURN) {
    const attacker = startAttack(name, port);
    await sleep(2_000);
    const { times, failures } = await visitHome(port, SECONDS_EACH);
    attacker.kill("SIGKILL");
    const p99 = percentile(times, 0.99);
    seen.push(`${name}: ${times.length} visits, ${failures} failed, p99 ${p99} ms`);
    if (failures > 0 || p99 > HOME_TARGET_MS) problems.push(`others are not served under ${name}`);
  }
  site.kill("SIGKILL");
  await site.ended;
  return {
    happened: `${seen.join("; ")}${problems.length > 0 ? `; but ${[...new Set(problems)].join("; ")}` : ""}`,
    ok: problems.length === 0,
  };
}

/** Starts Caddy with the configuration of the README, without TLS. */
async function startCaddy(sitePort: number): Promise<number> {
  const port = await freePort();
  const folder = newFolder();
  const config = path.join(folder, "Caddyfile");
  writeFileSync(
    config,
    `{\n  admin off\n  auto_https off\n}\nhttp://:${port} {\n  bind 127.0.0.1\n  reverse_proxy 127.0.0.1:${sitePort}\n}\n`,
  );
  const caddy = spawn("caddy", ["run", "--config", config, "--adapter", "caddyfile"], {
    stdio: "ignore",
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  cleanUpWith(() => caddy.kill("SIGKILL"));
  for (let tries = 0; tries < 100; tries++) {
    if ((await statusOf({ port, path: "/healthz" })) === 200) return port;
    await sleep(100);
  }
  throw new Error("Caddy did not start.");
}

/** One machine claims to be another with each form; it is limited as the one it is, and its neighbor is not. */
async function spoof(port: number, problems: string[]): Promise<string> {
  const statuses: number[] = [];
  for (let form = 0; form < LIMIT + 5; form++) {
    statuses.push(
      await sendForm(port, "127.0.0.1", [
        `X-Forwarded-For: 203.0.113.${form}`,
        `X-Forwarded-For: 198.51.100.${form}, 127.0.0.2`,
        `Forwarded: for=203.0.113.${form}`,
        `X-Real-IP: 203.0.113.${form}`,
      ]),
    );
  }
  const neighbor = await sendForm(port, "127.0.0.2", []);
  const accepted = statuses.filter((status) => status === 303).length;
  if (accepted !== LIMIT || statuses.at(-1) !== 429) problems.push(`${accepted} forms from one address`);
  if (neighbor !== 303) problems.push(`the neighbor's form ${neighbor}`);
  return `${accepted} of ${statuses.length} forms under other addresses, the neighbor's ${neighbor}`;
}

/** Requests that two servers may cut in different places; the hidden one must never be answered. */
async function smuggle(port: number, problems: string[]): Promise<string> {
  const hidden = `/hidden-${randomUUID()}`;
  const inner = `GET ${hidden} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const post = (headers: string[], body: string) =>
    `POST /repair HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers.join("\r\n")}\r\n\r\n${body}`;
  const chunked = `0\r\n\r\n${inner}`;
  const long = `Content-Length: ${chunked.length}`;
  const attempts = [
    post([long, "Transfer-Encoding: chunked"], chunked),
    post(["Transfer-Encoding: chunked", "Content-Length: 5"], chunked),
    post([long, "Transfer-Encoding: xchunked"], chunked),
    post([long, "Transfer-Encoding : chunked"], chunked),
    post([long, "Transfer-Encoding:\tchunked"], chunked),
    post([long, "Transfer-Encoding: chunked", "Transfer-Encoding: identity"], chunked),
    post([long, "Transfer-Encoding: identity, chunked"], chunked),
    post([long, " Transfer-Encoding: chunked"], chunked),
    post([long, "X: a\nTransfer-Encoding: chunked"], chunked),
    post([long, "X: a\rTransfer-Encoding: chunked"], chunked),
    post(["Content-Length: 0", long], chunked),
    post([`Content-Length: 0, ${chunked.length}`], chunked),
    post([`Content-Length: +${chunked.length}`], chunked),
    post(["Transfer-Encoding: chunked"], `0;\n\n${inner}`),
    post(["Transfer-Encoding: chunked"], `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`),
    post(["Connection: Content-Length", long], chunked),
    post(["Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABk", long], chunked),
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
    `GET /\r\n${hidden} HTTP/1.1\r\nHost: a\r\n\r\n`,
  ];
  let refused = 0;
  for (const attempt of attempts) {
    const answer = await sendRaw(port, attempt);
    if (/^HTTP\/1\.1 [45]/.test(answer)) refused += 1;
    // 501 is Caddy's, for a transfer coding that nobody knows.
    if (/^HTTP\/1\.1 5(?!01)/m.test(answer)) problems.push(`${answer.slice(9, 12)} for a malformed request`);
  }
  // What is written after a finished body is a request of its own; Caddy asks for it openly, and the site logs it.
  const openly = readLog().split(hidden).length - 1;
  const allowed = attempts.filter((attempt) => isTwoRequests(attempt)).length;
  if (openly > allowed) problems.push(`${openly} hidden requests reached the site`);
  return `${attempts.length} smuggled requests, ${refused} refused, ${openly} seen`;
}

/** Under HTTP's rules chunked wins over a length, so what comes after the last chunk is a second request. */
function isTwoRequests(attempt: string): boolean {
  return /\r\nTransfer-Encoding:\s*chunked\r\n/.test(attempt) && attempt.includes("\r\n\r\n0");
}

/** Paths that two servers may read differently: none leads to staff pages, to files, or away. */
async function twistPaths(port: number, problems: string[]): Promise<string> {
  const paths = [
    "/admin",
    "//admin",
    "/./admin",
    "/inventory/../admin",
    "/inventory/%2e%2e/admin",
    "/%61dmin",
    "/ADMIN",
    "/admin%2f",
    "/admin/",
    "/admin;x",
    "/inventory/..;/admin",
    "/admin%00",
    "/admin\\",
    "/uploads/../site.db",
    "/uploads/%2e%2e/data/site.db",
    "/uploads/..%2f..%2fpackage.json",
    "/assets/..%5c..%5cserver.ts",
    "/../../../../etc/passwd",
    "//example.com/admin/",
    "/\\example.com/",
    "http://example.com/admin",
  ];
  for (const target of paths) {
    const answer = await sendRaw(
      port,
      `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
    );
    const status = Number(answer.slice(9, 12));
    const location = /\r\nLocation: (\S+)/i.exec(answer)?.[1] ?? "";
    if (status === 200) problems.push(`${target} is shown`);
    if (status >= 500) problems.push(`${target} ${status}`);
    if (/^(https?:)?[/\\]{2}/.test(location) && !location.includes(`127.0.0.1:${port}`))
      problems.push(`${target} leads to ${location}`);
  }
  return `${paths.length} twisted paths`;
}

async function sendForm(port: number, localAddress: string, headers: string[]): Promise<number> {
  const body = new URLSearchParams({
    name: "Drill",
    contactMethod: "phone",
    phone: "5555550101",
    description: randomUUID(),
    idempotencyKey: randomUUID(),
  }).toString();
  const lines = [
    "POST /repair HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    "Connection: close",
    ...headers,
  ];
  return Number((await sendRaw(port, `${lines.join("\r\n")}\r\n\r\n${body}`, localAddress)).slice(9, 12));
}

/** Sends bytes as they are; what comes back until the connection closes, or for three seconds. */
function sendRaw(port: number, bytes: string, localAddress = "127.0.0.1"): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress }, () => socket.write(bytes, "latin1"));
    let answer = "";
    socket.setTimeout(ANSWER_MS, () => socket.destroy());
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(answer));
  });
}
