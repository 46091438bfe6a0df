import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { business } from "~/business/business.server";
import { startOfDay } from "~/business/business-hours";
import { selectRecords } from "~/collections/store.server";
import { db } from "~/db/connection.server";
import { isOfBody, sharingKey } from "~/interchange/find.server";
import type { Match } from "~/interchange/match";
import { matchName } from "~/interchange/match-words";
import { listSameCars } from "~/interchange/same-car.server";
import { entryName, findEntry, findEntryByName, type PartEntry } from "~/parts/catalog";
import { PUBLIC_PART_STATUSES } from "~/parts/part";
import { selectOldSales } from "~/sales/old-sale.server";
import { compactText } from "~/values/normalize";
import { forEachPacked, packRows } from "./packed.server";
import { type Days, dayBefore, nextDay } from "./report";

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
  const [asked, demand, onShelf] = await Promise.all([
    listAsked(days),
    isSoldWanted ? sumSold(days) : new DemandByCar(),
    listShelf(),
  ]);
  for (const { partComponent, vehicleYear, vehicleMake: make, vehicleModel: model, ...row } of asked) {
    if (row.status === "fulfilled" || !make || !model) continue;
    const entry = findEntryByName(partComponent);
    const one = demand.of({ year: Number(vehicleYear) || null, make, model })(entry?.id ?? partComponent);
    one.asked += 1;
    if (row.lostReason === "not-in-stock") one.lacked += 1;
  }
  for (const { packed, ...car } of onShelf) {
    const of = demand.of(car);
    forEachPacked(packed, (entryId) => {
      of(entryId).onShelf += 1;
    });
  }
  return [...demand.all()];
}

/** What was sold. All days but the last are added up once, as long as their sales stay the same: a year takes longer than all the rest. */
async function sumSold({ from, to }: Days): Promise<DemandByCar> {
  const before = { from, to: dayBefore(to) };
  const [sales, lastDay, old] = await Promise.all([
    countSales(before),
    listSold({ from: to, to }),
    listOldSold({ from, to }),
  ]);
  const key = JSON.stringify([before, sales]);
  const known = keptSold.get(key) ?? addSold(new DemandByCar(), await listSold(before));
  keptSold.set(key, known);
  return addSold(known.copy(), [...lastDay, ...old]);
}

const keptSold = new LRUCache<string, DemandByCar>({ max: 1 });

function addSold(demand: DemandByCar, sold: Awaited<ReturnType<typeof listSold>>): DemandByCar {
  for (const { packed, ...car } of sold) {
    const of = demand.of(car);
    forEachPacked(packed, (entryId, cents) => {
      const one = of(entryId);
      one.sold += 1;
      one.soldCents += cents;
    });
  }
  return demand;
}

/** Demand by part and the cars that share it. */
class DemandByCar {
  private readonly parts = new Map<string, PartOf>();
  private readonly byKey = new Map<string, Map<string, Demand>>();

  /** The demand of a car by part: an id of the catalog, or words that it does not have. */
  of({ year, make, model }: WrittenCar): (part: string) => Demand {
    const car = { year, make: make ?? "", model: model ?? "" };
    const sharings = new Map<string, { shared: Shared; demands: Map<string, Demand> }>();
    return (part) => {
      let known = this.parts.get(part);
      if (!known) {
        known = toPart(part);
        this.parts.set(part, known);
      }
      let sharing = sharings.get(known.sharing);
      if (!sharing) {
        const shared = findShared(known, car);
        sharing = { shared, demands: this.byKey.get(shared.key) ?? new Map() };
        this.byKey.set(shared.key, sharing.demands);
        sharings.set(known.sharing, sharing);
      }
      let demand = sharing.demands.get(known.id);
      if (!demand) {
        const { make, model, years, twins } = sharing.shared;
        demand = { part: known.name, make, model, years, twins, ...NOTHING };
        sharing.demands.set(known.id, demand);
      }
      return demand;
    };
  }

  /** The same once more, to add to. */
  copy(): DemandByCar {
    const copy = new DemandByCar();
    for (const [key, demands] of this.byKey)
      copy.byKey.set(key, new Map([...demands].map(([id, demand]) => [id, { ...demand }])));
    return copy;
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

type WrittenCar = { [Name in keyof CarOfPart]: CarOfPart[Name] | null };

type Shared = Pick<Demand, "make" | "model" | "years" | "twins"> & { key: string };

/** By car, and by what tells the parts that it shares; the data behind it is the release's. */
const kept = new LRUCache<string, Map<string, Shared>>({ max: 5_000 });

/** The cars that share a part with one, and what is the same for all of them. The lookup takes longer than the rest of a report. */
function findShared({ entry, sharing }: PartOf, car: CarOfPart): Shared {
  const carId = `${car.year}|${car.make}|${car.model}`;
  const ofCar = kept.get(carId) ?? new Map<string, Shared>();
  const shared = ofCar.get(sharing) ?? lookUpShared(entry, car);
  kept.set(carId, ofCar.set(sharing, shared));
  return shared;
}

function lookUpShared(entry: PartEntry | undefined, { year, make, model }: CarOfPart): Shared {
  const written = { make, model, years: year === null ? "" : String(year), twins: "" };
  const exact = { key: [make, model, written.years].map(compactText).join(":"), ...written };
  if (!entry || year === null) return exact;
  const car = { year, make, model };
  const ofBody = isOfBody(car, entry);
  if (ofBody === undefined) return exact;
  // A request does not say which engine it is; parts of one are shared by the cars that come with the same ones.
  const same = listSameCars(car, ofBody ? entry : undefined);
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

/** What tells whether the sales of some days are still the same: one that is completed has the highest number, and can only be voided. */
function countSales({ from, to }: Days) {
  return db
    .selectFrom("sales")
    .where("status", "=", "completed")
    .where("soldOn", ">=", from)
    .where("soldOn", "<=", to)
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      eb.fn.max("number").as("number"),
      eb.fn.max("id").as("id"),
    ])
    .executeTakeFirstOrThrow();
}

function listSold({ from, to }: Days) {
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
    .groupBy(["saleLines.year", "saleLines.make", "saleLines.model"])
    .select([
      ...(["saleLines.year", "saleLines.make", "saleLines.model"] as const),
      packRows(sql`"amountCents" - "saleLines"."discountCents"`, ["entryId"]).as("packed"),
    ])
    .execute();
}

/** What was sold before this program, as far as its words say which part of which car it was. */
function listOldSold({ from, to }: Days) {
  return selectOldSales()
    .where("soldOn", ">=", from)
    .where("soldOn", "<", nextDay(to))
    .where("entryId", "is not", null)
    .where("make", "is not", null)
    .where("model", "is not", null)
    .groupBy(["year", "make", "model"])
    .select(["year", "make", "model", packRows(sql.ref("priceCents"), ["entryId"]).as("packed")])
    .execute();
}

function listShelf() {
  return selectRecords("parts")
    .where("status", "in", PUBLIC_PART_STATUSES)
    .groupBy(["make", "model", "year"])
    .select(["year", "make", "model", packRows(sql.lit(1), ["entryId"]).as("packed")])
    .execute();
}
