import { sqlite } from "./connection.server";
import type { Inventory } from "./schema";

/** Most answers kept at once by one memory; the oldest goes first. */
const MOST_KEPT = 200;

const otherConnections = sqlite.prepare("pragma data_version").pluck();
const ownConnection = sqlite.prepare("select total_changes()").pluck();

/**
 * A text that changes whenever the database's content has: SQLite's `data_version` tells of other
 * connections' writes, `total_changes` of this one's.
 */
export function dataVersion(): string {
  return `${otherConnections.get()}.${ownConnection.get()}`;
}

let inventoryRead: { at: string; versions: Record<Inventory, number> } | undefined;

/**
 * A number that grows whenever a vehicle of this inventory is added, changed or removed, by whichever process; without an
 * inventory, whenever one of either is (triggers count it: migrations/2026-11-23-inventory-versions.ts). Nothing else moves
 * it: not a visitor's draft, not a session.
 */
export function inventoryVersion(inventory?: Inventory): number {
  const at = dataVersion();
  if (inventoryRead?.at !== at) inventoryRead = { at, versions: readVersions() };
  const { versions } = inventoryRead;
  return inventory ? versions[inventory] : versions.dismantledVehicles + versions.retailVehicles;
}

let reading: ReturnType<typeof prepareReading> | undefined;

// At the first reading, since the table may be younger than this process.
function prepareReading() {
  return sqlite.prepare<[], [Inventory, number]>('select inventory, number from "inventoryVersions"').raw();
}

function readVersions(): Record<Inventory, number> {
  reading ??= prepareReading();
  return Object.fromEntries(reading.all()) as Record<Inventory, number>;
}

/**
 * Remembers what `ask` answered for as long as no data changes, so that counting ten thousand rows costs
 * once what it costs. `key` must tell apart every two arguments whose answers differ; `version` says when it has changed.
 */
export function rememberUntilChange<Argument, Answer>(
  ask: (argument: Argument) => Promise<Answer>,
  key: (argument: Argument) => string,
  version: () => string | number = dataVersion,
): (argument: Argument) => Promise<Answer> {
  let answered: string | number = "";
  const answers = new Map<string, Promise<Answer>>();
  return (argument) => {
    const current = version();
    if (current !== answered) {
      answers.clear();
      answered = current;
    }
    const name = key(argument);
    const known = answers.get(name);
    if (known) return known;
    const answer = ask(argument);
    answers.set(name, answer);
    answer.catch(() => answers.delete(name));
    const oldest = answers.size > MOST_KEPT ? answers.keys().next().value : undefined;
    if (oldest !== undefined) answers.delete(oldest);
    return answer;
  };
}
