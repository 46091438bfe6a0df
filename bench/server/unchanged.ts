import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Served } from "../support/process";
import { ask, type Captured, capture, expectSameAnswer } from "./captured";
import { BATCHED, type Contest, entrants, type Stage } from "./contest";
import type { Question } from "./load";

const NAMES: Record<string, string> = { "/": "home", "/inventory": "inventory", [BATCHED]: "batched JSON" };
/** Vehicles on a page of the inventory, and so in the page that is measured. */
const CARDS = 24;
const TARGET = 0.8;

/** Answers whose data does not change: whole, and as the 304 for whoever has them already. */
export async function unchangedContests({ folder, serve }: Stage): Promise<Contest[]> {
  const site = await serve({
    script: "support/serve-site.mjs",
    args: ["--seed"],
    environment: { DATA_DIR: path.join(folder, "data"), UPLOADS_DIR: path.join(folder, "uploads") },
  });
  await expectCards(site);
  const captured: Captured[] = [];
  for (const address of Object.keys(NAMES)) captured.push(await capture(site.url, address));
  const file = path.join(folder, "captured.json");
  writeFileSync(file, JSON.stringify(captured));
  const express = await serve({ script: "server/bare.mjs", args: ["express", file] });
  const http = await serve({ script: "server/bare.mjs", args: ["http", file] });
  const whole = captured.map((answer) => wholeAnswer(answer, { site, Express: express, "node:http": http }));
  for (const answer of captured) {
    await expectSameAnswer(express.url, answer);
    await expectSameAnswer(http.url, answer);
  }
  return [...whole, ...(await Promise.all(captured.map((answer) => notModified(answer, site, express))))];
}

async function expectCards({ url }: Served): Promise<void> {
  const page = await ask(url, "/inventory", { "Accept-Encoding": "identity" });
  const cards = page.body.toString().match(/<article\b/g)?.length ?? 0;
  if (cards !== CARDS) throw new Error(`/inventory shows ${cards} cards, not ${CARDS}`);
}

function wholeAnswer(answer: Captured, servers: Record<"site" | "Express" | "node:http", Served>): Contest {
  const encoding = answer.headers["content-encoding"] ?? "not packed";
  return {
    name: `${NAMES[answer.path]}, ${encoding}`,
    question: { path: answer.path, status: 200 },
    bytes: Buffer.from(answer.body, "base64").length,
    entrants: entrants(servers),
    target: TARGET,
    note: whatChanges(answer),
  };
}

// The bare servers make an id for each request too; anything else they repeat as it was captured.
function whatChanges({ anew, bodyVaries }: Captured): string | undefined {
  const named = anew.includes("x-request-id") ? ["x-request-id is made anew by all"] : [];
  const others = [...anew.filter((name) => name !== "x-request-id"), ...(bodyVaries ? ["the body"] : [])];
  if (others.length > 0) named.push(`${others.join(", ")} made anew by the site alone`);
  return named.join("; ") || undefined;
}

// Express compares If-None-Match by itself with the ETag of what `send` is about to send.
async function notModified(answer: Captured, site: Served, express: Served): Promise<Contest> {
  const { path: address, headers } = answer;
  const question: Question = {
    path: address,
    headers: { "if-none-match": String(headers.etag) },
    status: 304,
  };
  const contest = { name: `${NAMES[address]}, 304`, question, bytes: 0, target: TARGET };
  if (headers.etag === undefined) return { ...contest, entrants: [], note: "the site sends no ETag" };
  for (const { url } of [site, express]) {
    const { status } = await ask(url, address, question.headers);
    if (status !== 304) throw new Error(`${url}${address} answers ${status} to its own ETag ${headers.etag}`);
  }
  return { ...contest, entrants: entrants({ site, Express: express }) };
}
