import { business } from "~/business/business.server";
import { startOfDay } from "~/business/business-hours";
import { selectRecords } from "~/collections/store.server";
import { db } from "~/db/connection.server";
import { findMatches, sharingKey } from "~/interchange/find.server";
import type { Match } from "~/interchange/match";
import { matchName } from "~/interchange/match-words";
import { listSameCars } from "~/interchange/same-car.server";
import { entryName, findEntry, findEntryByName, type PartEntry } from "~/parts/catalog";
import { PUBLIC_PART_STATUSES } from "~/parts/part";
import { selectOldSales } from "~/sales/old-sale.server";
import { compactText } from "~/values/normalize";
import { type Days, nextDay } from "./report";

/*
 * What people want, by kind of part and the cars that share it: what was asked for, what was sold, and what is on the shelf. The years
 * of a generation count as one, and so do its twins under other badges; where nobody knows them, each year of a model by itself.
 */

/** A kind of part of a car and those that share it, with how often it was asked for, sold, and is here. */
export interface Demand {
  /** As a reader calls the part. */
  part: string;
  make: string;
  model: string;
  /** `2008–2012`; empty where nobody said a year. */
  years: string;
  /** The same cars under other badges: `2005–2011 Mercury Mariner`. */
  twins: string;
  asked: number;
  /** Of those asked for, how many were closed because we had none. */
  lacked: number;
  sold: number;
  /** What those sold brought, in cents, before tax. */
  soldCents: number;
  onShelf: number;
}

/**
 * What was asked for and sold on some days, and what is on the shelf now.
 * @param isSoldWanted whether what was sold is counted too: of a year it is many times more than what was asked for
 */
export async function findDemand(days: Days, { isSoldWanted }: { isSoldWanted: boolean }): Promise<Demand[]> {
  const [asked, own, old, onShelf] = await Promise.all([
    listAsked(days),
    isSoldWanted ? sumSold(days) : [],
    isSoldWanted ? sumOldSold(days) : [],
    countShelf(),
  ]);
  const demand = new DemandByCar();
  for (const { partComponent, vehicleYear, vehicleMake: make, vehicleModel: model, ...row } of asked) {
    if (row.status === "fulfilled" || !make || !model) continue;
    const entry = findEntryByName(partComponent);
    const car = { year: Number(vehicleYear) || null, make, model };
    const one = demand.of(entry?.id ?? partComponent, car);
    one.asked += 1;
    if (row.lostReason === "not-in-stock") one.lacked += 1;
  }
  for (const rows of [own, old])
    for (const { entryId, year, make, model, count, cents } of rows) {
      const one = demand.of(entryId ?? "", { year, make: make ?? "", model: model ?? "" });
      one.sold += count;
      one.soldCents += cents;
    }
  for (const { entryId, year, make, model, count } of onShelf)
    demand.of(entryId, { year, make: make ?? "", model: model ?? "" }).onShelf += count;
  return [...demand.all()];
}

/**
 * Demand by part and the cars that share it. Which cars do is looked up once for each car and the parts that follow the same of it: a
 * yard's sales are many of few, and the lookup takes longer than the rest.
 */
class DemandByCar {
  private readonly parts = new Map<string, PartOf>();
  private readonly cars = new Map<string, Map<string, Shared>>();
  private readonly byKey = new Map<string, Map<string, Demand>>();

  /** @param part an id of the catalog, or words that it does not have */
  of(part: string, car: CarOfPart): Demand {
    let known = this.parts.get(part);
    if (!known) {
      known = toPart(part);
      this.parts.set(part, known);
    }
    const carId = `${car.year}|${car.make}|${car.model}`;
    let sharings = this.cars.get(carId);
    if (!sharings) {
      sharings = new Map();
      this.cars.set(carId, sharings);
    }
    let shared = sharings.get(known.sharing);
    if (!shared) {
      shared = findShared(known.entry, car);
      sharings.set(known.sharing, shared);
    }
    let demands = this.byKey.get(shared.key);
    if (!demands) {
      demands = new Map();
      this.byKey.set(shared.key, demands);
    }
    let demand = demands.get(known.id);
    if (!demand) {
      const { make, model, years, twins } = shared;
      demand = { part: known.name, make, model, years, twins, ...NOTHING };
      demands.set(known.id, demand);
    }
    return demand;
  }

  *all(): Generator<Demand> {
    for (const demands of this.byKey.values()) yield* demands.values();
  }
}

const NOTHING = { asked: 0, lacked: 0, sold: 0, soldCents: 0, onShelf: 0 } as const;

interface PartOf {
  id: string;
  name: string;
  entry: PartEntry | undefined;
  /** See `sharingKey`. */
  sharing: string;
}

function toPart(part: string): PartOf {
  const entry = findEntry(part);
  const name = entryName(part);
  return { id: compactText(name), name, entry, sharing: entry ? sharingKey(entry) : "" };
}

interface CarOfPart {
  year: number | null;
  make: string;
  model: string;
}

type Shared = Pick<Demand, "make" | "model" | "years" | "twins"> & { key: string };

/** The cars that share a part with one, and what is the same for all of them. */
function findShared(entry: PartEntry | undefined, { year, make, model }: CarOfPart): Shared {
  const written = { make, model, years: year === null ? "" : String(year), twins: "" };
  const exact = { key: [make, model, written.years].map(compactText).join(":"), ...written };
  if (!entry || year === null) return exact;
  const car = { year, make, model };
  const matches = findMatches(car, entry);
  // A part that is made for one car.
  if (matches.length === 0) return exact;
  // A request does not say which engine it is; parts of one are shared by the cars that come with the same ones.
  const isOfBody = matches.every(({ grade }) => grade === "same generation");
  const same = listSameCars(car, isOfBody ? entry : undefined);
  // Whichever of them is asked for, they are called alike.
  const keyOf = (match: Match) => `${match.make}|${match.model}|${match.yearFrom}`;
  const [first, ...twins] = same.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  if (!first) return exact;
  return {
    key: keyOf(first),
    ...{ make: first.make, model: first.model, years: yearsOf(first) },
    twins: twins.map(matchName).join("; "),
  };
}

function yearsOf({ yearFrom, yearTo }: Match): string {
  return yearFrom === yearTo ? String(yearFrom) : `${yearFrom}–${yearTo}`;
}

function listAsked({ from, to }: Days) {
  const [start, end] = [from, nextDay(to)].map((day) => startOfDay(business.timeZone, day).toISOString());
  return db
    .selectFrom("partRequests")
    .where("createdAt", ">=", start ?? "")
    .where("createdAt", "<", end ?? "")
    .where("deletedAt", "is", null)
    .where("spamAt", "is", null)
    .select(["partComponent", "vehicleYear", "vehicleMake", "vehicleModel", "status", "lostReason"])
    .execute();
}

function sumSold({ from, to }: Days) {
  return db
    .selectFrom("saleLines")
    .innerJoin("sales", "sales.id", "saleLines.saleId")
    .where("sales.status", "=", "completed")
    .where("sales.soldOn", ">=", from)
    .where("sales.soldOn", "<=", to)
    .where("saleLines.kind", "=", "part")
    .where("saleLines.entryId", "is not", null)
    .where("saleLines.make", "is not", null)
    .where("saleLines.model", "is not", null)
    .groupBy(["saleLines.entryId", "saleLines.year", "saleLines.make", "saleLines.model"])
    .select((eb) => [
      "saleLines.entryId",
      "saleLines.year",
      "saleLines.make",
      "saleLines.model",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number>(eb("saleLines.amountCents", "-", eb.ref("saleLines.discountCents"))).as("cents"),
    ])
    .execute();
}

/** What was sold before this program, as far as its words say which part of which car it was. */
function sumOldSold({ from, to }: Days) {
  return selectOldSales()
    .where("soldOn", ">=", from)
    .where("soldOn", "<", nextDay(to))
    .where("entryId", "is not", null)
    .where("make", "is not", null)
    .where("model", "is not", null)
    .groupBy(["entryId", "year", "make", "model"])
    .select((eb) => [
      "entryId",
      "year",
      "make",
      "model",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number>("priceCents").as("cents"),
    ])
    .execute();
}

function countShelf() {
  return selectRecords("parts")
    .where("status", "in", PUBLIC_PART_STATUSES)
    .groupBy(["entryId", "year", "make", "model"])
    .select((eb) => ["entryId", "year", "make", "model", eb.fn.countAll<number>().as("count")])
    .execute();
}
