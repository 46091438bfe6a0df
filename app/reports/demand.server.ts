import { setImmediate as othersFirst } from "node:timers/promises";
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
import { isListed } from "~/requests/open.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { selectOldSales } from "~/sales/old-sale.server";
import { isNotReturned } from "~/sales/returned.server";
import { daysAfter } from "~/values/days";
import { compactText } from "~/values/normalize";
import { formatYears } from "~/values/years";
import { forEachPacked, packRows, packValues, splitRows } from "./packed.server";
import type { Days } from "./report";

/*
 * What people want, by kind of part and the cars that share it: what was asked for, what was sold, and what is on the shelf. The years of a
 * generation count as one, and so do its twins under other badges; if they are unknown, each year of a model counts separately.
 */

/** A kind of part of a car and of those that share it, with how often it was asked for, sold, and is here. */
export interface Demand {
  /** As a reader calls the part. */
  part: string;
  make: string;
  model: string;
  /** `2008–2012`; empty if nobody gave a year. */
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
  const lastDay = { from: days.to, to: days.to };
  const [before, sold, asked, onShelf] = await Promise.all([
    isSoldWanted ? sumSoldBefore(days) : new DemandByCar(),
    isSoldWanted ? Promise.all([listSold(lastDay), listOldSold(days)]) : [],
    listAsked(days),
    listShelf(),
  ]);
  const demand = new DemandByCar();
  for (const one of sold.flat()) addSold(demand, one);
  for (const { partComponent, vehicleYear, vehicleMake: make, vehicleModel: model, ...row } of asked) {
    if (row.status === PART_REQUESTS.won || !make || !model) continue;
    const entry = findEntryByName(partComponent);
    const one = demand.of({ year: Number(vehicleYear) || null, make, model })(entry?.id ?? partComponent);
    one.asked += 1;
    if (row.lostReason === "not-in-stock") one.lacked += 1;
  }
  for (const { entryIds, ...car } of onShelf) {
    const of = demand.of(car);
    for (const entryId of splitRows(entryIds)) of(entryId).onShelf += 1;
  }
  return before.with(demand);
}

/**
 * What was sold on all of some days but the last: a year takes longer than all the rest, and is added up once, as long as its sales stay
 * the same. A job asks for it before anyone does.
 */
export async function sumSoldBefore({ from, to }: Days): Promise<DemandByCar> {
  const before = { from, to: daysAfter(to, -1) };
  const key = JSON.stringify([before, await countSales(before)]);
  const known = keptSold.get(key);
  if (known) return known;
  const adding = addUpSold(before);
  keptSold.set(key, adding);
  adding.catch(() => keptSold.delete(key));
  return adding;
}

const keptSold = new LRUCache<string, Promise<DemandByCar>>({ max: 1 });

const DAYS_PER_QUERY = 30;

/**
 * Adds up car by car, since each is looked up, and lets other requests be answered in between. A row that covers several cars is
 * labeled with the oldest.
 */
async function addUpSold({ from, to }: Days): Promise<DemandByCar> {
  const sold: Sold[] = [];
  for (let first = from; first <= to; first = daysAfter(first, DAYS_PER_QUERY)) {
    const last = daysAfter(first, DAYS_PER_QUERY - 1);
    sold.push(...(await listSold({ from: first, to: last < to ? last : to })));
    await othersFirst();
  }
  const demand = new DemandByCar();
  for (const one of sold.sort(byCar)) {
    addSold(demand, one);
    await othersFirst();
  }
  return demand;
}

type Sold = Awaited<ReturnType<typeof listSold>>[number];

function byCar(one: Sold, other: Sold): number {
  const years = (one.year ?? 0) - (other.year ?? 0);
  return years || (`${one.make} ${one.model}` < `${other.make} ${other.model}` ? -1 : 1);
}

function addSold(demand: DemandByCar, { packed, ...car }: Sold): void {
  const of = demand.of(car);
  forEachPacked(packed, (entryId, cents) => {
    const one = of(entryId);
    one.sold += 1;
    one.soldCents += cents;
  });
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
        demand = {
          part: known.name,
          make,
          model,
          years,
          twins,
          asked: 0,
          lacked: 0,
          sold: 0,
          soldCents: 0,
          onShelf: 0,
        };
        sharing.demands.set(known.id, demand);
      }
      return demand;
    };
  }

  /** All of this and of another one, added up. */
  with(other: DemandByCar): Demand[] {
    const all: Demand[] = [];
    for (const [key, demands] of this.byKey) {
      const others = other.byKey.get(key);
      for (const [id, demand] of demands) all.push(addUp(demand, others?.get(id)));
    }
    for (const [key, others] of other.byKey) {
      const demands = this.byKey.get(key);
      for (const [id, demand] of others) if (!demands?.has(id)) all.push(demand);
    }
    return all;
  }
}

function addUp(one: Demand, other: Demand | undefined): Demand {
  if (!other) return one;
  const { part, make, model, years, twins } = one;
  // Field by field: of tens of thousands, a copy by spread takes ten times as long.
  return {
    part,
    make,
    model,
    years,
    twins,
    asked: one.asked + other.asked,
    lacked: one.lacked + other.lacked,
    sold: one.sold + other.sold,
    soldCents: one.soldCents + other.soldCents,
    onShelf: one.onShelf + other.onShelf,
  };
}

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
  // The label is the same whichever of them was asked for.
  const keyOf = (match: Match) => `${match.make}|${match.model}|${match.yearFrom}`;
  const [first, ...twins] = same.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  if (!first) return exact;
  return {
    key: keyOf(first),
    ...{ make: first.make, model: first.model, years: formatYears(first.yearFrom, first.yearTo) },
    twins: twins.map(matchName).join("; "),
  };
}

function listAsked({ from, to }: Days) {
  const [start, end] = [from, daysAfter(to, 1)].map((day) =>
    startOfDay(business.timeZone, day).toISOString(),
  );
  return db
    .selectFrom("partRequests")
    .where("createdAt", ">=", start ?? "")
    .where("createdAt", "<", end ?? "")
    .where(isListed())
    .select(["partComponent", "vehicleYear", "vehicleMake", "vehicleModel", "status", "lostReason"])
    .execute();
}

/**
 * What tells whether the sales of some days are still the same: one that is completed has the highest number, and can only be voided, or
 * some of it returned.
 */
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
      eb
        .selectFrom("creditNotes")
        .select(({ fn }) => fn.max("number").as("last"))
        .as("creditNote"),
    ])
    .executeTakeFirstOrThrow();
}

function listSold({ from, to }: Days) {
  return db
    .selectFrom("saleLines")
    .where("soldOn", ">=", from)
    .where("soldOn", "<=", to)
    .where("kind", "=", "part")
    .where("entryId", "is not", null)
    .where("make", "is not", null)
    .where("model", "is not", null)
    .where(isNotReturned)
    .groupBy(["year", "make", "model"])
    .select([
      "year",
      "make",
      "model",
      packRows(sql`"amountCents" - "discountCents"`, ["entryId"]).as("packed"),
    ])
    .execute();
}

/** What was sold before this program, if its text says which part of which car it was. */
function listOldSold({ from, to }: Days) {
  return selectOldSales()
    .where("soldOn", ">=", from)
    .where("soldOn", "<", daysAfter(to, 1))
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
    .select(["year", "make", "model", packValues("entryId").as("entryIds")])
    .execute();
}
