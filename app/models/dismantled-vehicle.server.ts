import { rememberUntilChange } from "~/db/changes.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import {
  type DismantledVehicle,
  PUBLIC_DISMANTLED_STATUSES,
  type PublicDismantledVehicle,
} from "./dismantled-vehicle";
import type { DismantledVehicleFields } from "./dismantled-vehicle-schema";
import { newId } from "./id.server";
import type { Counted, ListWindow } from "./list-window";
import { stockNumberKey } from "./vehicle";
import {
  all,
  type Created,
  commonConditions,
  isStockNumberTaken,
  type KeptVehicle,
  listMakes,
  nextVersion,
  orUndefined,
  pageWithin,
  type Updated,
} from "./vehicle.server";
import { type DismantledQuery, searchTextOf, VEHICLES_PER_PAGE, type VehiclePage } from "./vehicle-search";

const TABLE = "dismantledVehicles";

/** Stores a new dismantled vehicle, unless its stock number is taken. */
export async function createDismantledVehicle(
  fields: DismantledVehicleFields,
  { now }: { now: Date },
): Promise<Created<DismantledVehicle>> {
  const moment = now.toISOString();
  const row = await db
    .insertInto(TABLE)
    .values({ id: newId(now), createdAt: moment, updatedAt: moment, ...columns(fields) })
    .onConflict((conflict) => conflict.column("stockNumberKey").doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? { outcome: "saved", vehicle: asDismantledVehicle(row) } : { outcome: "stock-number-taken" };
}

/**
 * Replaces the editable fields of a vehicle; a field left out is cleared (decisions, section 3).
 * @param options.version what the editor started from; left out, whatever stands there is replaced
 */
export async function updateDismantledVehicle(
  id: string,
  fields: DismantledVehicleFields,
  { now, version }: { now: Date; version?: string },
): Promise<Updated<DismantledVehicle>> {
  return db.transaction().execute(async (within): Promise<Updated<DismantledVehicle>> => {
    const stored = await within.selectFrom(TABLE).selectAll().where("id", "=", id).executeTakeFirst();
    if (!stored) return { outcome: "gone" };
    if (version !== undefined && version !== stored.updatedAt)
      return { outcome: "changed", current: kept(stored) };
    const key = stockNumberKey(fields.stockNumber);
    if (await isStockNumberTaken({ table: TABLE, key, otherThan: id }, within))
      return { outcome: "stock-number-taken" };
    const row = await within
      .updateTable(TABLE)
      .set({ ...columns(fields), updatedAt: nextVersion(now, stored.updatedAt) })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { outcome: "saved", vehicle: asDismantledVehicle(row) };
  });
}

/** One vehicle as staff see it, scrapped or not. */
export async function findDismantledVehicle(id: string): Promise<KeptVehicle<DismantledVehicle> | undefined> {
  const row = await db.selectFrom(TABLE).selectAll().where("id", "=", id).executeTakeFirst();
  return row && kept(row);
}

/** One page of the vehicles whose parts the public may ask for: those not scrapped, by the filters. */
export async function findDismantledPage(
  query: DismantledQuery,
): Promise<VehiclePage<PublicDismantledVehicle>> {
  const [total, everything, makes] = await Promise.all([
    countMatching(query),
    countMatching(EVERYTHING),
    listMakes({ table: TABLE, statuses: PUBLIC_DISMANTLED_STATUSES }),
  ]);
  const { page, pages } = pageWithin(query.page, total, VEHICLES_PER_PAGE);
  const rows = await sorted(query)
    .limit(VEHICLES_PER_PAGE)
    .offset((page - 1) * VEHICLES_PER_PAGE)
    .execute();
  return { vehicles: rows.map(asPublicDismantledVehicle), total, all: everything, page, pages, makes };
}

/** The vehicles whose parts the public may ask for, by the filters: all of them, or the part that the window names. */
export async function findPublicDismantledWindow(
  query: DismantledQuery,
  { limit, offset = 0 }: ListWindow,
): Promise<Counted<PublicDismantledVehicle>> {
  const [total, rows] = await Promise.all([
    countMatching(query),
    sorted(query)
      // SQLite's offset needs a limit.
      .limit(limit ?? Number.MAX_SAFE_INTEGER)
      .offset(offset)
      .execute(),
  ]);
  return { records: rows.map(asPublicDismantledVehicle), total };
}

/** Every vehicle whose parts the public may ask for, newest first. */
export async function listPublicDismantledVehicles(): Promise<PublicDismantledVehicle[]> {
  return (await sorted(EVERYTHING).execute()).map(asPublicDismantledVehicle);
}

/** One vehicle whose parts the public may ask for; a scrapped one is not found. */
export async function findPublicDismantledVehicle(id: string): Promise<PublicDismantledVehicle | undefined> {
  const row = await db
    .selectFrom(TABLE)
    .selectAll()
    .where("id", "=", id)
    .where("status", "in", PUBLIC_DISMANTLED_STATUSES)
    .executeTakeFirst();
  return row ? asPublicDismantledVehicle(row) : undefined;
}

const EVERYTHING: DismantledQuery = { sort: "newest", page: 1 };

const countMatching = rememberUntilChange(
  async (query: DismantledQuery): Promise<number> => {
    const { count } = await matching(query)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  },
  ({ page: _page, sort: _sort, ...filters }) => JSON.stringify(filters),
);

function sorted(query: DismantledQuery) {
  const found = matching(query).selectAll();
  switch (query.sort) {
    case "year-new":
      return found.orderBy("year", "desc").orderBy("id", "desc");
    case "year-old":
      return found.orderBy("year").orderBy("id", "desc");
    case "make":
      return found.orderBy("make").orderBy("model").orderBy("year", "desc").orderBy("id", "desc");
    case "newest":
      return found.orderBy("dateAcquired", "desc").orderBy("id", "desc");
  }
}

function matching(query: DismantledQuery) {
  return db.selectFrom(TABLE).where(all(commonConditions(query, PUBLIC_DISMANTLED_STATUSES)));
}

function columns(fields: DismantledVehicleFields): Omit<Row<typeof TABLE>, "id" | "createdAt" | "updatedAt"> {
  return {
    stockNumber: fields.stockNumber,
    stockNumberKey: stockNumberKey(fields.stockNumber),
    year: fields.year,
    make: fields.make,
    model: fields.model,
    trim: fields.trim ?? null,
    vin: fields.vin,
    mileage: fields.mileage,
    dateAcquired: fields.dateAcquired,
    status: fields.status,
    imageUrl: fields.imageUrl ?? null,
    exteriorColor: fields.exteriorColor ?? null,
    interiorColor: fields.interiorColor ?? null,
    transmission: fields.transmission ?? null,
    engineType: fields.engineType ?? null,
    driveType: fields.driveType ?? null,
    notes: fields.notes ?? null,
    searchText: searchTextOf([
      fields.year,
      fields.make,
      fields.model,
      fields.trim,
      fields.stockNumber,
      fields.vin,
      fields.exteriorColor,
      fields.engineType,
      fields.transmission,
      fields.driveType,
    ]),
  };
}

/** A stored row as the record it stands for. */
export function asDismantledVehicle(row: Row<typeof TABLE>): DismantledVehicle {
  return {
    _id: row.id,
    stockNumber: row.stockNumber,
    year: row.year,
    make: row.make,
    model: row.model,
    trim: orUndefined(row.trim),
    vin: row.vin,
    mileage: row.mileage,
    dateAcquired: row.dateAcquired,
    status: row.status as DismantledVehicle["status"],
    imageUrl: orUndefined(row.imageUrl),
    exteriorColor: orUndefined(row.exteriorColor),
    interiorColor: orUndefined(row.interiorColor),
    transmission: orUndefined(row.transmission) as DismantledVehicle["transmission"],
    engineType: orUndefined(row.engineType),
    driveType: orUndefined(row.driveType) as DismantledVehicle["driveType"],
    notes: orUndefined(row.notes),
    createdAt: row.createdAt,
  };
}

function kept(row: Row<typeof TABLE>): KeptVehicle<DismantledVehicle> {
  return { vehicle: asDismantledVehicle(row), version: row.updatedAt };
}

function asPublicDismantledVehicle(row: Row<typeof TABLE>): PublicDismantledVehicle {
  const { notes: _staffs, ...rest } = asDismantledVehicle(row);
  return rest;
}
