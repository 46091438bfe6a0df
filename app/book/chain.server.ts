import { createHash } from "node:crypto";
import type { Row } from "~/db/schema";

/** What the first line has for the hash of the line before it. */
export const FIRST_HASH = "0".repeat(64);

type StoredLine = Row<"bookLines">;

/** The hash of a line: SHA-256 over all that it says, the hash of the line before included. What it is found by follows from that. */
export function hashLine(line: Omit<StoredLine, "hash" | "searchText">): string {
  const { sequence, previousHash, at, day, direction, subjectKind, subjectId, corrects, by, content } = line;
  const said = [sequence, previousHash, at, day, direction, subjectKind, subjectId, corrects, by, content];
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}

/** Whether every line fits the one before it; the first that does not, and why. */
export type ChainCheck =
  | { ok: true; lines: number; lastHash: string }
  | { ok: false; lines: number; sequence: number; why: string };

/** Checks lines in the order of their numbers, from the first. */
export async function checkChain(lines: AsyncIterable<StoredLine>): Promise<ChainCheck> {
  let [count, lastHash] = [0, FIRST_HASH];
  for await (const line of lines) {
    const expected = count + 1;
    const fail = (sequence: number, why: string): ChainCheck => ({ ok: false, lines: count, sequence, why });
    if (line.sequence !== expected) return fail(expected, `Line ${expected} is missing.`);
    if (line.previousHash !== lastHash)
      return fail(expected, `Line ${expected} does not name the line before it.`);
    if (line.hash !== hashLine(line))
      return fail(expected, `Line ${expected} was changed after it was written.`);
    [count, lastHash] = [expected, line.hash];
  }
  return { ok: true, lines: count, lastHash };
}
