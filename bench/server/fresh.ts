import { mkdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import type { Served } from "../support/process";
import { ask, BROWSER_ENCODINGS } from "./captured";
import { BATCHED, type Contest, entrants, type Stage } from "./contest";

const TARGET = 0.5;

/**
 * The batched JSON, with a vehicle changed before every single request, against an Express handler with the same queries on
 * the same database file. What the changing takes is measured in both servers and taken off both.
 */
export async function freshContests({ folder, serve }: Stage): Promise<Contest[]> {
  // A copy: what changes here must not empty the memory of the site that is measured unchanged.
  const environment = { DATA_DIR: path.join(folder, "fresh"), UPLOADS_DIR: path.join(folder, "uploads") };
  mkdirSync(environment.DATA_DIR, { mode: 0o700 });
  await copyDatabase(path.join(folder, "data", "site.db"), path.join(environment.DATA_DIR, "site.db"));
  const site = await serve({ script: "support/serve-site.mjs", environment, touches: true });
  const express = await serve({ script: "server/fresh-express.ts", environment, touches: true });
  await expectFreshAndAlike(site, express);
  const contests: Contest[] = [];
  for (const [name, encodings] of [
    ["plain", "identity"],
    ["packed by both", BROWSER_ENCODINGS],
  ] as const) {
    const headers = { "accept-encoding": encodings };
    contests.push({
      name: `batched JSON, fresh, ${name}`,
      question: { path: BATCHED, headers, status: 200 },
      bytes: (await ask(site.url, BATCHED, { "Accept-Encoding": encodings })).body.length,
      entrants: entrants({ site, Express: express }),
      target: TARGET,
    });
  }
  return contests;
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const database = new Database(from, { readonly: true });
  await database.backup(to);
  database.close();
}

// Each answer another than the one before, and both servers' the same but for the mileage that is changed.
async function expectFreshAndAlike(...servers: Served[]): Promise<void> {
  const bodies: string[] = [];
  for (const { url } of servers) {
    const [first, again] = [await plain(url), await plain(url)];
    if (first === again) throw new Error(`${url}${BATCHED} gave the same answer after the data had changed`);
    bodies.push(first.replace(/"mileage":\d+/g, '"mileage":0'));
  }
  if (new Set(bodies).size !== 1) throw new Error("the two servers give different JSON");
}

async function plain(url: string): Promise<string> {
  return (await ask(url, BATCHED, { "Accept-Encoding": "identity" })).body.toString();
}
