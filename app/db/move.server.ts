import type { MoveSource, MoveTarget } from "./engine";
import { withoutPassword } from "./postgres/engine.server";
import { openPostgresSource, openPostgresTarget } from "./postgres/move.server";
import { openSqliteSource, openSqliteTarget } from "./sqlite/move.server";
import { databaseFile } from "./sqlite/open.server";

/** A database that `npm run move` reads or writes: PostgreSQL by its address, or SQLite in DATA_DIR. */
export type MovePlace = "sqlite" | { address: string };

/** What messages call it. */
export function nameOf(place: MovePlace): string {
  return place === "sqlite" ? databaseFile : withoutPassword(place.address);
}

/** @throws StartError if it can't be read */
export async function openMoveSource(place: MovePlace): Promise<MoveSource> {
  return place === "sqlite" ? openSqliteSource() : openPostgresSource(place.address);
}

/** @throws StartError if it can't be written, or a site is running on it */
export async function openMoveTarget(place: MovePlace): Promise<MoveTarget> {
  return place === "sqlite" ? openSqliteTarget() : openPostgresTarget(place.address);
}
