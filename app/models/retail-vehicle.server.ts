import { rememberUntilChange } from "~/db/changes.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { dayIn } from "./format";
import { newId } from "./id.server";
import type { Counted, ListWindow } from "./list-window";
import { PUBLIC_RETAIL_STATUSES, type PublicRetailVehicle, type RetailVehicle } from "./retail-vehicle";
import type { RetailVehicleFields } from "./retail-vehicle-schema";
import { stockNumberKey } from "./vehicle";
import {
  all,
  type Condition,
  type Created,
  commonConditions,
  compared,
  isStockNumberTaken,
  type KeptVehicle,
  listMakes,
  nextVersion,
  orUndefined,
  pageWithin,
  type Updated,
} from "./vehicle.server";
import { type RetailQuery, searchTextOf, VEHICLES_PER_PAGE, type VehiclePage } from "./vehicle-search";

const TABLE = "retailVehicles";

/** Stores a new retail vehicle, unless its stock number is taken. Left out, the day acquired is today. */
export async function createRetailVehicle(
  fields: RetailVehicleFields,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Created<RetailVehicle>> {
  const moment = now.toISOString();
  const today = `${dayIn(timeZone, now)}T00:00:00.000Z`;
  const row = await db
    .insertInto(TABLE)
    .values({ id: newId(now), createdAt: moment, updatedAt: moment, ...columns(fields, today) })
    .onConflict((conflict) => conflict.column("stockNumberKey").doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? { outcome: "saved", vehicle: asRetailVehicle(row) } : { outcome: "stock-number-taken" };
}

/**
 * Replaces the editable fields of a vehicle; a field left out is cleared (decisions, section 3), but a vehicle always
 * has a day on which it was acquired.
 * @param options.version what the editor started from; left out, whatever stands there is replaced
 */
export async function updateRetailVehicle(
  id: string,
  fields: RetailVehicleFields,
  { now, version }: { now: Date; version?: string },
): Promise<Updated<RetailVehicle>> {
  return db.transaction().execute(async (within): Promise<Updated<RetailVehicle>> => {
    const stored = await within.selectFrom(TABLE).selectAll().where("id", "=", id).executeTakeFirst();
    if (!stored) return { outcome: "gone" };
    if (version !== undefined && version !== stored.updatedAt)
      return { outcome: "changed", current: kept(stored) };
    const key = stockNumberKey(fields.stockNumber);
    if (await isStockNumberTaken({ table: TABLE, key, otherThan: id }, within))
      return { outcome: "stock-number-taken" };
    const row = await within
      .updateTable(TABLE)
      .set({ ...columns(fields, stored.dateAcquired), updatedAt: nextVersion(now, stored.updatedAt) })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { outcome: "saved", vehicle: asRetailVehicle(row) };
  });
}

/** One vehicle as staff see it. */
export async function findRetailVehicle(id: string): Promise<KeptVehicle<RetailVehicle> | undefined> {
  const row = await db.selectFrom(TABLE).selectAll().where("id", "=", id).executeTakeFirst();
  return row && kept(row);
}

/** One page of the vehicles for sale, those not sold, by the filters. */
export async function findRetailPage(query: RetailQuery): Promise<VehiclePage<PublicRetailVehicle>> {
  const [total, everything, makes] = await Promise.all([
    countMatching(query),
    countMatching(EVERYTHING),
    listMakes({ table: TABLE, statuses: PUBLIC_RETAIL_STATUSES }),
  ]);
  const { page, pages } = pageWithin(query.page, total, VEHICLES_PER_PAGE);
  const rows = await sorted(query)
    .limit(VEHICLES_PER_PAGE)
    .offset((page - 1) * VEHICLES_PER_PAGE)
    .execute();
  return { vehicles: rows.map(asPublicRetailVehicle), total, all: everything, page, pages, makes };
}

/** The vehicles for sale, by the filters: all of them, or the part that the window names. */
export async function findPublicRetailWindow(
  query: RetailQuery,
  { limit, offset = 0 }: ListWindow,
): Promise<Counted<PublicRetailVehicle>> {
  const [total, rows] = await Promise.all([
    countMatching(query),
    sorted(query)
      // SQLite's offset needs a limit.
      .limit(limit ?? Number.MAX_SAFE_INTEGER)
      .offset(offset)
      .execute(),
  ]);
  return { records: rows.map(asPublicRetailVehicle), total };
}

/** Every vehicle for sale, newest first. */
export async function listPublicRetailVehicles(): Promise<PublicRetailVehicle[]> {
  return (await sorted(EVERYTHING).execute()).map(asPublicRetailVehicle);
}

/** One vehicle; a sold one keeps its page (decisions, section 3). */
export async function findPublicRetailVehicle(id: string): Promise<PublicRetailVehicle | undefined> {
  const row = await db.selectFrom(TABLE).selectAll().where("id", "=", id).executeTakeFirst();
  return row ? asPublicRetailVehicle(row) : undefined;
}

const EVERYTHING: RetailQuery = { sort: "newest", page: 1 };

const countMatching = rememberUntilChange(
  async (query: RetailQuery): Promise<number> => {
    const { count } = await matching(query)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  },
  ({ page: _page, sort: _sort, ...filters }) => JSON.stringify(filters),
);

function sorted(query: RetailQuery) {
  const found = matching(query).selectAll();
  switch (query.sort) {
    // A vehicle without a price, mileage or year stands behind those that have one.
    case "price-low":
      return found.orderBy("priceCents", (order) => order.asc().nullsLast()).orderBy("id", "desc");
    case "price-high":
      return found.orderBy("priceCents", (order) => order.desc().nullsLast()).orderBy("id", "desc");
    case "mileage-low":
      return found.orderBy("mileage", (order) => order.asc().nullsLast()).orderBy("id", "desc");
    case "year-new":
      return found.orderBy("year", (order) => order.desc().nullsLast()).orderBy("id", "desc");
    case "year-old":
      return found.orderBy("year", (order) => order.asc().nullsLast()).orderBy("id", "desc");
    case "newest":
      return found.orderBy("dateAcquired", "desc").orderBy("id", "desc");
  }
}

function matching(query: RetailQuery) {
  const conditions: Condition[] = [
    ...commonConditions(query, PUBLIC_RETAIL_STATUSES),
    ...compared("priceCents", ">=", inCents(query.priceFrom)),
    ...compared("priceCents", "<=", inCents(query.priceTo)),
    ...compared("mileage", "<=", query.mileageTo),
    ...compared("condition", "=", query.condition),
    ...compared("fuelType", "=", query.fuel),
    ...compared("driveType", "=", query.drive),
  ];
  return db.selectFrom(TABLE).where(all(conditions));
}

function columns(
  fields: RetailVehicleFields,
  /** Where none is given. */
  dateAcquired: string,
): Omit<Row<typeof TABLE>, "id" | "createdAt" | "updatedAt"> {
  return {
    stockNumber: fields.stockNumber,
    stockNumberKey: stockNumberKey(fields.stockNumber),
    year: fields.year ?? null,
    make: fields.make ?? null,
    model: fields.model ?? null,
    trim: fields.trim ?? null,
    vin: fields.vin,
    mileage: fields.mileage ?? null,
    priceCents: inCents(fields.price) ?? null,
    exteriorColor: fields.exteriorColor ?? null,
    interiorColor: fields.interiorColor ?? null,
    transmission: fields.transmission ?? null,
    engineType: fields.engineType ?? null,
    driveType: fields.driveType ?? null,
    fuelType: fields.fuelType ?? null,
    condition: fields.condition ?? null,
    status: fields.status,
    features: JSON.stringify(fields.features),
    description: fields.description ?? null,
    imageUrl: fields.imageUrl ?? null,
    dateAcquired: fields.dateAcquired ?? dateAcquired,
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
      fields.fuelType,
      ...fields.features,
    ]),
  };
}

/** A stored row as the record it stands for. */
export function asRetailVehicle(row: Row<typeof TABLE>): RetailVehicle {
  return {
    _id: row.id,
    stockNumber: row.stockNumber,
    year: orUndefined(row.year),
    make: orUndefined(row.make),
    model: orUndefined(row.model),
    trim: orUndefined(row.trim),
    vin: row.vin,
    mileage: orUndefined(row.mileage),
    price: row.priceCents === null ? undefined : row.priceCents / 100,
    exteriorColor: orUndefined(row.exteriorColor),
    interiorColor: orUndefined(row.interiorColor),
    transmission: orUndefined(row.transmission) as RetailVehicle["transmission"],
    engineType: orUndefined(row.engineType),
    driveType: orUndefined(row.driveType) as RetailVehicle["driveType"],
    fuelType: orUndefined(row.fuelType) as RetailVehicle["fuelType"],
    condition: orUndefined(row.condition) as RetailVehicle["condition"],
    status: row.status as RetailVehicle["status"],
    features: JSON.parse(row.features) as string[],
    description: orUndefined(row.description),
    imageUrl: orUndefined(row.imageUrl),
    dateAcquired: row.dateAcquired,
    notes: orUndefined(row.notes),
    createdAt: row.createdAt,
  };
}

function kept(row: Row<typeof TABLE>): KeptVehicle<RetailVehicle> {
  return { vehicle: asRetailVehicle(row), version: row.updatedAt };
}

function asPublicRetailVehicle(row: Row<typeof TABLE>): PublicRetailVehicle {
  const { notes: _staffs, ...rest } = asRetailVehicle(row);
  return rest;
}

function inCents(dollars: number | undefined): number | undefined {
  return dollars === undefined ? undefined : Math.round(dollars * 100);
}
