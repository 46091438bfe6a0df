import { createHash } from "node:crypto";
import type { MovedTable, MoveSource, MoveTarget, ReadDatabase, StoredValue } from "~/db/engine";
import { listKnown, migrate, migrations, rejectHalfMoved } from "~/db/migrate.server";
import { beginMove, endMove, MOVE_TABLE, readMove } from "~/db/site-move.server";
import { StartError } from "~/values/start-error";

/**
 * Tables that aren't copied: counted limits start over, the secret is moved separately, the move has its own table, and the site fills in
 * what a search looks in.
 */
const LEFT_BEHIND = ["rateLimits", "secrets", MOVE_TABLE, "searchEntries"];
/** What is of these in the target is of a site that ran there before, and would be found with what is copied. */
const BEGUN_ANEW = ["rateLimits", "searchEntries"];
/** A migrated database has rows here before anything is stored. */
const FILLED_BY_MIGRATIONS = ["inventoryVersions", "earlierRequests"];

/** What was copied, in figures. */
interface MovedDatabase {
  tables: number;
  records: number;
  /** Tables of the source that no version of this program made. */
  unknown: string[];
  digest: string;
}

/**
 * Empties `target` for a move from `source`. From here to `finishMove` no site starts on it.
 * @param replace whether other data than an unchanged copy may go
 * @throws StartError if the target has other data, or one of the two is of another version; then the target is as it was
 */
export async function beginMoving(source: MoveSource, target: MoveTarget, replace = false): Promise<void> {
  await rejectHalfMoved(source);
  await requireCurrent(source);
  if (target.present) await requireReplaceable(target.present, source, replace);
  await migrate(target, migrations, { isMove: true });
  await beginMove(target.db, source.name);
  const begunAnew = (await target.listTables()).filter(({ name }) => BEGUN_ANEW.includes(name));
  await target.empty([...(await listMovedTables(target)), ...begunAnew]);
}

/**
 * Copies every table, each in one transaction and only if the copy has as many records with the same hashes; and what the site
 * signs with, so that nobody is signed out.
 * @param onProgress gets the table and how many records are copied
 */
export async function copyDatabase(
  source: MoveSource,
  target: MoveTarget,
  onProgress: (table: string, records: number) => void,
): Promise<MovedDatabase> {
  const tables = await listInOrder(target);
  const sourceTables = await listMovedTables(source);
  const digests: Record<string, string> = {};
  let records = 0;
  for (const table of tables) {
    requireSameColumns(source, sourceTables, table);
    const copied = await copyTable(source, target, table, (done) => onProgress(table.name, records + done));
    records += copied.count;
    digests[table.name] = copied.toString();
  }
  const secret = await source.readSecret();
  if (secret !== undefined) await target.storeSecret(secret);
  const known = new Set(tables.map(({ name }) => name));
  const unknown = sourceTables.map(({ name }) => name).filter((name) => !known.has(name));
  return { tables: tables.length, records, unknown, digest: combine(digests) };
}

/**
 * Makes a filled target usable, once nothing more can be written to the source.
 * @returns where the former data is set aside, if it is
 */
export async function finishMove(target: MoveTarget, { digest }: MovedDatabase): Promise<string | undefined> {
  await endMove(target.db, new Date(), digest);
  return target.finish();
}

/** A target that is older is migrated, but nobody should write to a live source. */
async function requireCurrent(source: ReadDatabase): Promise<void> {
  const applied = await listKnown(source);
  const missing = Object.keys(migrations).filter((name) => !applied.includes(name));
  if (missing.length === 0) return;
  throw new StartError(
    `The database ${source.name} is from an older version: it's missing ${missing.join(", ")}. Start the site once with this version, then move.`,
  );
}

async function requireReplaceable(present: ReadDatabase, source: ReadDatabase, replace: boolean) {
  const all = await present.listTables();
  if (all.length === 0) return;
  const applied = await listKnown(present);
  if (applied.length === 0) {
    throw new StartError(
      `${present.name} has tables of another program (${all[0]?.name}). Move into a separate database.`,
    );
  }
  const move = await readMove(present.db);
  if (replace || move?.finishedAt === null) return;
  const { records, digest } = await readContents(present);
  if (records === 0) return;
  const isCopy = move?.digest === digest;
  if (isCopy && move.source === source.name) return;
  const what = isCopy
    ? `is a copy of ${move.source}`
    : move
      ? `has changed since the move of ${move.finishedAt}`
      : `has data in it (${records.toLocaleString("en-US")} records)`;
  throw new StartError(
    `${present.name} ${what}. Nothing was changed; to replace everything in it, add --replace.`,
  );
}

async function readContents(database: ReadDatabase): Promise<{ records: number; digest: string }> {
  const digests: Record<string, string> = {};
  let records = 0;
  for (const table of await listMovedTables(database)) {
    const found = await digestOf(database, table);
    digests[table.name] = found.toString();
    if (!FILLED_BY_MIGRATIONS.includes(table.name)) records += found.count;
  }
  return { records, digest: combine(digests) };
}

async function listMovedTables(database: ReadDatabase): Promise<MovedTable[]> {
  return (await database.listTables()).filter(({ name }) => !LEFT_BEHIND.includes(name));
}

/** The tables that others refer to before those. */
async function listInOrder(target: ReadDatabase): Promise<MovedTable[]> {
  const references = await target.listReferences();
  const tables = (await listMovedTables(target)).sort((one, other) => (one.name < other.name ? -1 : 1));
  const ordered = new Set<MovedTable>();
  const add = (table: MovedTable) => {
    if (ordered.has(table)) return;
    for (const { to } of references.filter((one) => one.table === table.name && one.to !== table.name)) {
      const parent = tables.find(({ name }) => name === to);
      if (parent) add(parent);
    }
    ordered.add(table);
  };
  tables.forEach(add);
  return [...ordered];
}

function requireSameColumns(
  source: ReadDatabase,
  tables: readonly MovedTable[],
  { name, columns }: MovedTable,
) {
  const found = tables.find((table) => table.name === name)?.columns;
  if (found && found.join() === columns.join()) return;
  throw new StartError(`The table ${name} in ${source.name} has other columns than this version made.`);
}

async function copyTable(
  source: MoveSource,
  target: MoveTarget,
  table: MovedTable,
  onProgress: (done: number) => void,
): Promise<Digest> {
  const sent = new Digest();
  try {
    await target.fill(table, async (insert) => {
      for await (const batch of source.readRows(table)) {
        const rows = batch.map((row) => row.map(target.toStored));
        for (const row of rows) sent.add(row);
        if (rows.length > 0) await insert(rows);
        onProgress(sent.count);
      }
      const stored = await digestOf(target, table);
      if (stored.count !== sent.count) throw new Error(`${stored.count} of ${sent.count} records arrived`);
      if (stored.toString() !== sent.toString()) throw new Error("what arrived is not what was sent");
    });
    const last = table.counter === undefined ? 0n : await source.readCounter(table);
    if (last > 0n) await target.setCounter(table, last);
  } catch (error) {
    throw new Error(`${table.name}: ${(error as Error).message}`, { cause: error });
  }
  return sent;
}

async function digestOf(database: ReadDatabase, table: MovedTable): Promise<Digest> {
  const digest = new Digest();
  for await (const rows of database.readRows(table)) for (const row of rows) digest.add(row);
  return digest;
}

/** The number of rows, and a hash that is the same in whatever order they come. */
class Digest {
  count = 0;
  #sum = 0n;

  add(row: readonly StoredValue[]): void {
    const text = JSON.stringify(row.map((value) => (typeof value === "bigint" ? `${value}n` : value)));
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${sha256(text)}`));
    this.count += 1;
  }

  toString(): string {
    return `${this.count} ${this.#sum.toString(16)}`;
  }
}

function combine(digests: Readonly<Record<string, string>>): string {
  return sha256(JSON.stringify(Object.entries(digests).sort(([one], [other]) => (one < other ? -1 : 1))));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
