import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { config } from "~/config.server";
import { DAY_MS } from "~/values/days";

/*
 * The errors of the last day, in a file next to the database, so that staff can see them without a terminal and a restart loses none. A
 * line has what failed and the error's code, never a message or anything else that a customer may have typed.
 */

/** What failed; for a job, with its name. */
export interface NotedError {
  at: string;
  what: string;
  code?: string | undefined;
}

const FILE = path.join(config.DATA_DIR, "recent-errors.jsonl");
const MAX_BYTES = 256 * 1024;
/** The same error is noted at most once in this time: a failing disk would fail a thousand times a second. */
const PAUSE_MS = 1_000;

const lastNoted = new Map<string, number>();

/** Records an error. If that fails, as on a full disk, the reason is in the log. */
export function noteError({ what, code }: Omit<NotedError, "at">, now = Date.now()): void {
  const key = `${what} ${code}`;
  if (now - (lastNoted.get(key) ?? 0) < PAUSE_MS) return;
  lastNoted.set(key, now);
  try {
    const line: NotedError = { at: new Date(now).toISOString(), what, code };
    appendFileSync(FILE, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    if (statSync(FILE).size > MAX_BYTES) keepNewest();
  } catch {
    // The site must not fail because of it.
  }
}

/** The errors of the last 24 hours, oldest first. */
export function readErrors(now: Date): NotedError[] {
  let text: string;
  try {
    text = readFileSync(FILE, "utf8");
  } catch {
    return [];
  }
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  return text.split("\n").flatMap((line) => {
    try {
      const noted: NotedError = JSON.parse(line);
      return noted.at >= since ? [noted] : [];
    } catch {
      return [];
    }
  });
}

function keepNewest(): void {
  const lines = readFileSync(FILE, "utf8").split("\n");
  writeFileSync(`${FILE}.new`, lines.slice(-Math.floor(lines.length / 2)).join("\n"), { mode: 0o600 });
  renameSync(`${FILE}.new`, FILE);
}
