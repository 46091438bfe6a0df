import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import type { Versioned } from "../schema";

/** How often the versions are read, in case a notification is lost. */
const POLL_MS = 1000;
const CHANNEL = "yard_changes";

/** What changes with every commit, and the versions of the inventories. */
const READ_VERSIONS = `select pg_current_snapshot()::text as snapshot,
  (select json_object_agg(inventory, number) from "inventoryVersions") as versions`;

/** Runs a statement on any connection. */
export type RunStatement = (statement: string) => Promise<{ rows: unknown[] }>;

/**
 * The versions of the data in memory, so that a page is served from the cache without a query (docs/decisions/processes.md).
 */
export class ChangeWatch {
  readonly #run: RunStatement;
  readonly #connect: () => Promise<Client>;
  #dataVersion = 0;
  #snapshot = "";
  #inventories: Partial<Record<Versioned, number>> = {};
  #poll: NodeJS.Timeout | undefined;
  #listener: Client | undefined;
  #isReading = false;
  #isOutdated = false;
  #mayHaveFallen = false;

  constructor({ run, connect }: { run: RunStatement; connect: () => Promise<Client> }) {
    this.#run = run;
    this.#connect = connect;
  }

  dataVersion(): string {
    return String(this.#dataVersion);
  }

  inventoryVersions(): Record<Versioned, number> {
    return this.#inventories as Record<Versioned, number>;
  }

  /** Begins once the tables are there. */
  async start(): Promise<void> {
    if (this.#poll) return;
    this.#poll = setInterval(() => this.#readSoon(), POLL_MS).unref();
    await this.read(this.#run);
    const listening = await this.#listen();
    void this.#listenAgainAfter(listening);
  }

  async stop(): Promise<void> {
    clearInterval(this.#poll);
    this.#poll = undefined;
    await this.#listener?.end().catch(() => {});
  }

  /** Reads the versions, after a write on its own connection. */
  async read(run: RunStatement): Promise<void> {
    if (!this.#poll) return;
    let row: { snapshot: string; versions: Record<Versioned, number> | null } | undefined;
    try {
      row = (await run(READ_VERSIONS)).rows[0] as typeof row;
    } catch {
      // The write is done even if this read failed; the next second reads again.
      return;
    }
    if (!row) return;
    if (row.snapshot !== this.#snapshot) this.#dataVersion++;
    this.#snapshot = row.snapshot;
    // Responses can arrive out of order, so keep the highest version, except after a failover to a replica that lagged.
    const known = this.#mayHaveFallen ? {} : this.#inventories;
    this.#mayHaveFallen = false;
    for (const [inventory, number] of Object.entries(row.versions ?? {}) as [Versioned, number][]) {
      this.#inventories[inventory] = Math.max(known[inventory] ?? 0, number);
    }
  }

  /** Reads once for all the changes in the meantime. */
  async #readSoon(): Promise<void> {
    this.#isOutdated = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isOutdated) {
      this.#isOutdated = false;
      await this.read(this.#run);
    }
    this.#isReading = false;
  }

  /** @returns its end; undefined if the database can't be reached */
  async #listen(): Promise<{ end: Promise<unknown> } | undefined> {
    let client: Client | undefined;
    try {
      client = await this.#connect();
      const end = endOf(client);
      client.on("notification", () => this.#readSoon());
      await client.query(`listen ${CHANNEL}`);
      // Don't keep a command's process alive for this listener. The package has the method; its types don't.
      (client as Client & { unref(): void }).unref();
      this.#listener = client;
      // Changes before this weren't announced.
      this.#mayHaveFallen = true;
      await this.#readSoon();
      return { end };
    } catch {
      await client?.end().catch(() => {});
      return undefined;
    }
  }

  async #listenAgainAfter(listening: { end: Promise<unknown> } | undefined): Promise<void> {
    let current = listening;
    for (;;) {
      await current?.end;
      await delay(POLL_MS, undefined, { ref: false });
      if (!this.#poll) return;
      current = await this.#listen();
    }
  }
}

function endOf(client: Client): Promise<unknown> {
  return new Promise((resolve) => client.once("end", resolve));
}

/** Makes every table announce its changes, no matter which migration created it. */
export const NOTIFY_OF_CHANGES = `
create or replace function yard_notify() returns trigger language plpgsql as $$
begin notify ${CHANNEL}; return null; end $$;
do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = current_schema()
    and tablename not like 'kysely\\_%' and tablename <> 'rateLimits'
    and not exists (select from pg_trigger where tgname = 'yard_notify' and tgrelid = format('%I.%I', schemaname, tablename)::regclass)
  loop
    execute format('create trigger yard_notify after insert or update or delete or truncate on %I for each statement execute function yard_notify()', name);
  end loop;
end $$;`;
