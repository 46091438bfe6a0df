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
import { stockNumberKey } from "./vehicle";
import { all, commonConditions, listMakes, orUndefined, pageWithin } from "./vehicle.server";
import { type DismantledQuery, searchTextOf, VEHICLES_PER_PAGE, type VehiclePage } from "./vehicle-search";

const TABLE = "dismantledVehicles";

/** Stores a new dismantled vehicle. The caller has checked that its stock number is free. */
export async function createDismantledVehicle(
  fields: DismantledVehicleFields,
  { now }: { now: Date },
): Promise<DismantledVehicle> {
  const moment = now.toISOString();
  const row: Row<typeof TABLE> = {
    id: newId(now),
    createdAt: moment,
    updatedAt: moment,
    ...columns(fields),
  };
  await db.insertInto(TABLE).values(row).execute();
  return asDismantledVehicle(row);
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

function asDismantledVehicle(row: Row<typeof TABLE>): DismantledVehicle {
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

function asPublicDismantledVehicle(row: Row<typeof TABLE>): PublicDismantledVehicle {
  const { notes: _staffs, ...rest } = asDismantledVehicle(row);
  return rest;
}
