import { sql } from "kysely";
import { uniqueKey } from "~/collections/collection";
import { isPublic } from "~/collections/lists.server";
import { selectRecords, toPublicRecord } from "~/collections/store.server";
import { allOf, anyOf, compareColumn } from "~/db/conditions.server";
import type { Row } from "~/db/schema";
import { listDismantledCars, toCar } from "~/vehicles/car-names.server";
import { DISMANTLED_RECORDS, toDismantledCards } from "~/vehicles/dismantled.server";
import type { DismantledCardVehicle } from "~/vehicles/dismantled-vehicles";
import { askedCarName, type FindInput } from "./finder";
import { type FoundOnShelf, findOnShelf, keyOf, type WantedCars } from "./finder.server";
import { findNumberedCar } from "./stock-number-search.server";

/** The answer to a search. */
export interface FoundStock extends Omit<FoundOnShelf, "wanted"> {
  /** The car as given; just a year isn't a car. */
  carName: string;
  vehicles: DismantledCardVehicle[];
}

/** The most cars that a search shows. */
const MAX_FOUND_VEHICLES = 8;

/** Finds what is in stock for a search; never throws for what was typed. A VIN must have been decoded before. */
export async function findStock(input: FindInput, now: Date): Promise<FoundStock> {
  const { wanted, ...found } = await findOfNumberedCar(input, await findOnShelf(input, now), now);
  return {
    ...found,
    vehicles: wanted ? await findVehicles(wanted) : [],
    carName: found.hasCar ? askedCarName(found.car) : "",
  };
}

/** What is found, or, where the search has the stock number of a car in the yard instead of a car's name, what is found for such a car. */
async function findOfNumberedCar(input: FindInput, found: FoundOnShelf, now: Date): Promise<FoundOnShelf> {
  const donor = found.hasCar ? undefined : await findNumberedCar(found.unknown);
  if (!donor) return found;
  const words = (input.q ?? "").split(/\s+/);
  const q = words.filter((word) => uniqueKey(word) !== uniqueKey(donor.stockNumber)).join(" ");
  const { year, make, model } = donor;
  return { ...(await findOnShelf({ ...input, q, year, make, model }, now)), isCarOfPart: true };
}

/** The cars of that kind in the yard, without those that the part was taken off. */
async function findVehicles({ ranks, cars, yearFrom, yearTo }: WantedCars): Promise<DismantledCardVehicle[]> {
  const keys = new Set(cars.map(keyOf));
  const names = (await listDismantledCars(undefined)).filter(({ make, model }) =>
    keys.has(keyOf(toCar(make, model))),
  );
  if (names.length === 0) return [];
  const best = [...ranks].filter(([, rank]) => rank === 0).map(([id]) => id);
  const taken = selectRecords("parts")
    .select("donorId")
    .where("entryId", "in", best)
    .where("donorId", "is not", null);
  const rows = await selectRecords("dismantledVehicles")
    .selectAll()
    .where(
      allOf([
        isPublic(DISMANTLED_RECORDS),
        anyOf(names.map(({ make, model }) => sql<boolean>`(make = ${make} and model = ${model})`)),
        ...compareColumn("year", ">=", yearFrom),
        ...compareColumn("year", "<=", yearTo),
        // A left and a right part are two, so a car that gave one of several may have the other.
        ...(best.length === 1 ? [sql<boolean>`id not in (${taken})`] : []),
      ]),
    )
    .orderBy("dateAcquired", "desc")
    .orderBy("id", "desc")
    .limit(MAX_FOUND_VEHICLES)
    .execute();
  return toDismantledCards(
    rows.map((row) => toPublicRecord(DISMANTLED_RECORDS, row as Row<"dismantledVehicles">)),
  );
}
