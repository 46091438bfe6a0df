import { config } from "../config.server";
import type { Engine } from "./engine";
import { openPostgres } from "./postgres/engine.server";
import { openSite } from "./sqlite/engine.server";

export type { Db, Lock } from "./engine";

/** The engine that DATABASE_URL chooses: PostgreSQL, or else SQLite in DATA_DIR. */
export const engine: Engine = config.DATABASE_URL ? await openPostgres(config.DATABASE_URL) : openSite();

export const { db, name: databaseName } = engine;
