import { setTimeout as delay } from "node:timers/promises";
import type { Database as SqliteConnection, Statement } from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import { LRUCache } from "lru-cache";

/** How long a write waits while another process holds the lock. */
const LOCK_TIMEOUT_MS = 5_000;
const MAX_RETRY_DELAY_MS = 50;
/** Prepared statements that a connection keeps: more than the pages of a busy day use. */
const MAX_STATEMENTS = 500;

interface Connections {
  reader: SqliteConnection;
  /** With a busy timeout of 0. */
  writer: SqliteConnection;
}

/**
 * Kysely's SQLite dialect with a connection for reads and one for writes, so that a page is read while a write waits. A locked
 * database fails a write at once, and the write is tried again until the lock is free: SQLite's own busy timeout would block
 * the whole process for as long. A transaction takes the lock when it begins, so that nothing in it waits.
 */
export class WaitingSqliteDialect extends SqliteDialect {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    super({ database: connections.writer });
    this.#connections = connections;
  }

  override createDriver(): Driver {
    return new WaitingSqliteDriver(this.#connections);
  }

  /**
   * Kysely runs SQLite migrations without a transaction, as if SQLite could not roll back DDL. It can, and this turns it on,
   * so a migration that fails halfway leaves nothing behind.
   */
  override createAdapter(): DialectAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }
}

/**
 * A connection that prepares a statement once: for most of ours that takes longer than to run them. SQLite itself notices a changed schema.
 */
class PreparedOnce implements SqliteDatabase {
  readonly #connection: SqliteConnection;
  readonly #statements = new LRUCache<string, Statement<unknown[]>>({ max: MAX_STATEMENTS });

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  get inTransaction(): boolean {
    return this.#connection.inTransaction;
  }

  prepare(source: string): Statement<unknown[]> {
    const prepared = this.#statements.get(source) ?? this.#connection.prepare<unknown[]>(source);
    this.#statements.set(source, prepared);
    return prepared;
  }

  close(): void {
    this.#connection.close();
  }
}

class WaitingSqliteDriver implements Driver {
  readonly #reader: PreparedOnce;
  readonly #writer: PreparedOnce;
  /** Its only connection has one user at a time; the others queue. */
  readonly #writes: SqliteDriver;

  constructor({ reader, writer }: Connections) {
    this.#reader = new PreparedOnce(reader);
    this.#writer = new PreparedOnce(writer);
    this.#writes = new SqliteDriver({ database: this.#writer });
  }

  async init(): Promise<void> {
    await this.#writes.init();
  }

  async acquireConnection(): Promise<WaitingConnection> {
    return new WaitingConnection(this.#reader, this.#writes);
  }

  async beginTransaction(connection: WaitingConnection): Promise<void> {
    await connection.beginTransaction();
  }

  async commitTransaction(connection: WaitingConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: WaitingConnection): Promise<void> {
    // SQLite has already rolled back on a full disk; a second rollback would fail and hide the reason.
    if (this.#writer.inTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async releaseConnection(connection: WaitingConnection): Promise<void> {
    await connection.endTransaction();
  }

  async destroy(): Promise<void> {
    await this.#writes.destroy();
    this.#reader.close();
  }
}

/** What one query or one transaction runs on. */
class WaitingConnection implements DatabaseConnection {
  readonly #reader: PreparedOnce;
  readonly #writes: SqliteDriver;
  #transaction: DatabaseConnection | undefined;

  constructor(reader: PreparedOnce, writes: SqliteDriver) {
    this.#reader = reader;
    this.#writes = writes;
  }

  async beginTransaction(): Promise<void> {
    const deadline = performance.now() + LOCK_TIMEOUT_MS;
    const connection = await this.#writes.acquireConnection();
    this.#transaction = connection;
    await whenUnlocked(() => connection.executeQuery(CompiledQuery.raw("begin immediate")), deadline);
  }

  async endTransaction(): Promise<void> {
    if (this.#transaction) await this.#writes.releaseConnection();
    this.#transaction = undefined;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction) return this.#transaction.executeQuery<Row>(query);
    const statement = this.#reader.prepare(query.sql);
    const isRead = statement.readonly && statement.reader;
    return isRead ? { rows: statement.all(...query.parameters) as Row[] } : this.#write<Row>(query);
  }

  async #write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = performance.now() + LOCK_TIMEOUT_MS;
    const connection = await this.#writes.acquireConnection();
    try {
      return await whenUnlocked(() => connection.executeQuery<Row>(query), deadline);
    } finally {
      await this.#writes.releaseConnection();
    }
  }

  // biome-ignore lint/correctness/useYield: nothing here streams rows.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("Streaming is not supported.");
  }
}

/** Tries at least once, then until the deadline, however long it was queued. */
async function whenUnlocked<Result>(execute: () => Promise<Result>, deadline: number): Promise<Result> {
  for (let retryDelay = 1; ; retryDelay = Math.min(retryDelay * 2, MAX_RETRY_DELAY_MS)) {
    try {
      // Awaited, so that both a rejection and what the driver throws at once are caught.
      return await execute();
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error;
      await delay(retryDelay);
    }
  }
}

/** True if another connection holds the lock. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
