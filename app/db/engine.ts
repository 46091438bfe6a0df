import type { Kysely, RawBuilder } from "kysely";
import type { RateLimiterMemory, RateLimiterStoreAbstract } from "rate-limiter-flexible";
import type { Database, Inventory, Versioned } from "./schema";

export type Db = Kysely<Database>;

/** A database that migrations can be run on. */
export interface OpenedDatabase {
  /** What messages call it: its file, or its address without the password. */
  name: string;
  db: Db;
  /** Runs `migrate` while no other process migrates the same database. */
  migrateAlone<Result>(migrate: () => Promise<Result>): Promise<Result>;
  /** Called with the first pending migration before any runs on a database that has been in use. */
  beforeMigrations(first: string): void;
  /** Completes what the migrations left to the engine, even if none was pending. */
  afterMigrations(): Promise<void>;
  /** True if a write failed because another one took too long: nothing was stored, and it can be retried. */
  isBusy(error: unknown): boolean;
}

/** What the site needs from its database beyond queries. Each engine has a folder that implements it. */
export interface Engine extends OpenedDatabase {
  close(): Promise<void>;
  /** True if several processes can serve the same data (docs/decisions/processes.md). */
  isShared: boolean;
  /**
   * Leaves nothing deleted in the database's files, if they are ours: in free bytes, the word index, the write-ahead log and, with
   * `withCopies`, the copies from before an update. Rewrites the whole database, half a second for 30 MB, so it is for permanent deletions,
   * and not within a transaction.
   */
  overwriteDeleted(options: { withCopies: boolean }): Promise<void>;
  /** See changes.server.ts, which the site reads. */
  dataVersion(): string;
  inventoryVersions(): Record<Versioned, number>;
  /** A table in SQL, read in the order of this index even if the engine would choose another one and sort. */
  tableByIndex(table: Inventory, index: string | undefined): RawBuilder<unknown>;
  /**
   * The newest entries of the search index, of one kind or of any, that have one of the words of each list, as a table of SQL
   * (collections/search-index.server.ts).
   */
  searchEntries(search: {
    terms: readonly (readonly IndexedWord[])[];
    kind?: string;
    limit: number;
  }): RawBuilder<{ number: number; kind: string; recordId: string; words: string }>;
  /** Takes a lock that other processes see, and that ends with this one; undefined if another has it. */
  takeLock(name: LockName): Promise<Lock | undefined>;
  /** The secret that all processes of the site sign with; `own` is that of this process's DATA_DIR. */
  sharedSecret(own: () => string): Promise<string>;
  /** False while it can't be reached: failures then aren't the program's fault. */
  isReachable(): boolean;
  /** @throws what keeps it from reading the tables */
  tryRead(): Promise<void>;
  /** @throws what keeps it from writing */
  tryWrite(): Promise<void>;
  openCounters(): Counters;
}

/** A word of the search index: letters and digits, and a mark before them. */
interface IndexedWord {
  word: string;
  /** Whether longer words that begin with it match too. */
  isPrefix: boolean;
}

/** `import`: held by the process that works on imports, so that there is one at a time. */
export type LockName = "import";

export interface Lock {
  release(): void | Promise<void>;
}

/** Where rate limits are counted, for all processes. */
export interface Counters {
  createLimiter(options: LimiterOptions): RateLimiterStoreAbstract;
  /** Ends the count under `key` at `latest`, in milliseconds since 1970, unless it ends earlier. */
  limitExpiry(key: string, latest: number): Promise<void>;
  /** Deletes what has expired by then. */
  deleteExpired(now: number): Promise<void>;
}

/** As rate-limiter-flexible takes them. */
interface LimiterOptions {
  keyPrefix: string;
  points: number;
  duration: number;
  insuranceLimiter: RateLimiterMemory;
}

/** The tables that a health check reads. */
export const CHECKED_TABLES = ["dismantledVehicles", "retailVehicles", "administrators"] as const;

/** What a column has in it, as a move reads and writes it; a whole number is a bigint. */
export type StoredValue = string | number | bigint | null;

export interface MovedTable {
  name: string;
  columns: string[];
  /** The auto-increment column, if there is one. */
  counter: string | undefined;
}

/** A database that a move reads, on one connection (app/move/database.server.ts). */
export interface ReadDatabase {
  name: string;
  db: Db;
  listTables(): Promise<MovedTable[]>;
  /** Which tables refer to which. */
  listReferences(): Promise<{ table: string; to: string }[]>;
  /** Every row of a table, in batches. */
  readRows(table: MovedTable): AsyncIterable<StoredValue[][]>;
  close(): Promise<void>;
}

/** Where a move copies from. */
export interface MoveSource extends ReadDatabase {
  /** From here on nothing is written to it until it is closed, and this reads what was in it at that moment. */
  stopWrites(): Promise<void>;
  /**
   * Whether a site is running on it.
   * @throws if writes are no longer stopped
   */
  isInUse(): Promise<boolean>;
  /** The highest number that the counter of a table has given; 0 if none. */
  readCounter(table: MovedTable): Promise<bigint>;
  /** The secret that the site signs with, if the first start has stored one. */
  readSecret(): Promise<string | undefined>;
}

/** Where a move copies to; no site starts on it in the meantime. */
export interface MoveTarget extends ReadDatabase, OpenedDatabase {
  /** What would be replaced, if anything. */
  present: ReadDatabase | undefined;
  /** The value as this database is able to store it. */
  toStored(value: StoredValue): StoredValue;
  empty(tables: readonly MovedTable[]): Promise<void>;
  /** Runs a function in one transaction, in which `insert` adds rows to a table without running its triggers. */
  fill(
    table: MovedTable,
    run: (insert: (rows: StoredValue[][]) => Promise<void>) => Promise<void>,
  ): Promise<void>;
  setCounter(table: MovedTable, last: bigint): Promise<void>;
  /** Stores the secret that the site there will sign with. */
  storeSecret(secret: string): Promise<void>;
  /**
   * Puts the moved data in place.
   * @returns where the former data is set aside, if it is
   */
  finish(): Promise<string | undefined>;
}
