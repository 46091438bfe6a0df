import type { Kysely, RawBuilder } from "kysely";
import type { RateLimiterMemory, RateLimiterStoreAbstract } from "rate-limiter-flexible";
import type { Database, Inventory } from "./schema";

export type Db = Kysely<Database>;

/** A database that migrations can be run on. */
export interface OpenedDatabase {
  /** What messages call it: its file, or its address without the password. */
  name: string;
  db: Db;
  /** Runs `migrate` while no other process migrates the same database. */
  migrateAlone<Result>(migrate: () => Promise<Result>): Promise<Result>;
  /** Is told the first pending migration before any of them runs on a database that has been in use. */
  beforeMigrations(first: string): void;
  /** Completes what the migrations left to the engine, even where none was pending. */
  afterMigrations(): Promise<void>;
}

/** What the site asks of its database beyond queries. One folder per engine answers it. */
export interface Engine extends OpenedDatabase {
  close(): Promise<void>;
  /** See changes.server.ts, which is what the site reads. */
  dataVersion(): string;
  inventoryVersions(): Record<Inventory, number>;
  /** A table in SQL, to be read in the order of this index even if the engine would take another one and sort. */
  tableByIndex(table: Inventory, index: string | undefined): RawBuilder<unknown>;
  /** Takes a lock that other processes see, and that ends with this one; undefined if another has it. */
  takeLock(name: LockName): Promise<Lock | undefined>;
  /** False while it can't be reached: what fails then is no fault of the program's. */
  isReachable(): boolean;
  /** @throws what stands in the way of reading the tables */
  tryRead(): Promise<void>;
  /** @throws what stands in the way of a write */
  tryWrite(): Promise<void>;
  openCounters(): Counters;
}

/** `import`: held by whatever works on imports, so that there is one at a time. */
export type LockName = "import";

export interface Lock {
  release(): void | Promise<void>;
}

/** Where rate limits are counted, for all processes. */
export interface Counters {
  createLimiter(options: LimiterOptions): RateLimiterStoreAbstract;
  /** Ends what is counted under `key` at `latest`, in milliseconds since 1970, unless it ends before. */
  limitExpiry(key: string, latest: number): Promise<void>;
  /** Deletes what has expired by then. */
  deleteExpired(now: number): Promise<void>;
}

/** As rate-limiter-flexible takes them. */
export interface LimiterOptions {
  keyPrefix: string;
  points: number;
  duration: number;
  insuranceLimiter: RateLimiterMemory;
}

/** The tables that a health check reads. */
export const CHECKED_TABLES = ["dismantledVehicles", "retailVehicles", "administrators"] as const;
