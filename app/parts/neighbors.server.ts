import { sql } from "kysely";
import { selectRecords } from "~/collections/store.server";
import { allOf } from "~/db/conditions.server";
import type { Row } from "~/db/schema";
import { type AskedCar, findGenerationYears, findMatches } from "~/interchange/find.server";
import { findKnownFits, isSameCar, type KnownFit } from "~/interchange/fitments.server";
import { findModel } from "~/interchange/generation.server";
import { MATCH_GRADES, type Match } from "~/interchange/match";
import { gradeAndReason } from "~/interchange/match-words";
import { formatYears } from "~/values/years";
import { ofCars, toCar } from "~/vehicles/car-names.server";
import { findEntry } from "./catalog";
import { ofEntries } from "./list-conditions.server";
import { findWritten } from "./model-list.server";
import { PUBLIC_PART_STATUSES } from "./part";

/*
 * The parts on the shelf that are likely to fit a car though they are of another year or another name: by staff's own word, then by
 * the interchange, each with how sure that is and why.
 */

/** A part that is likely to fit. */
export interface Neighbor {
  row: Row<"parts">;
  grade: Match["grade"];
  /** `From a 2009 Accord. Same generation (2008–2012); we check before you pay.` */
  note: string;
}

/** What else is known about a car's parts: staff say that they don't fit. */
interface Neighbors {
  likely: Neighbor[];
  isKnownNotToFit: (row: Pick<Row<"parts">, "entryId" | "year" | "make" | "model">) => boolean;
}

/** The most entries that are looked at, and the most rows that are read. */
const MAX_ENTRIES = 6;
const MAX_ROWS = 150;
/** The most numbers that are looked for. */
const MAX_NUMBERS = 20;

/** The likely parts, the surest first, then the nearest years; those of the same car and year are not among them. */
export async function findNeighbors(car: AskedCar, entryIds: readonly string[]): Promise<Neighbors> {
  const ids = entryIds.slice(0, MAX_ENTRIES);
  const known = await findKnownFits(car, ids);
  const verdictOf =
    (verdict: KnownFit["verdict"]) => (row: Pick<Row<"parts">, "entryId" | "year" | "make" | "model">) =>
      known.find((fit) => fit.verdict === verdict && fit.entryId === row.entryId && isSameCar(fit.from, row));
  const noOf = verdictOf("does-not-fit");
  const yesOf = verdictOf("fits");
  const likely = ids.flatMap((id) => likelyCars(car, id));
  const named = [
    ...likely,
    ...known.map(({ entryId, from }) => ({ entryId, ...from, yearFrom: from.year, yearTo: from.year })),
  ];
  const [rows, numbered] = await Promise.all([findRows(ids, named), findSameNumbers(car, ids)]);
  const isNumbered = new Set(numbered.map(({ id }) => id));
  const all = [...new Map([...rows, ...numbered].map((row) => [row.id, row])).values()];
  const engines = await findDonorEngines(all);
  // A hundred rows are of a few parts and engines.
  const kept = new Map<string, Likely[]>();
  const likelyOf = (entryId: string, engine: string | undefined) => {
    const key = `${entryId}|${engine ?? ""}`;
    const cars = kept.get(key) ?? likelyCars(car, entryId, engine);
    kept.set(key, cars);
    return cars;
  };
  const neighbors = all.flatMap((row): Neighbor[] => {
    if (isSameCar(row, car) || noOf(row)) return [];
    const said = yesOf(row);
    const reason =
      said?.reason ??
      (isNumbered.has(row.id)
        ? `It has the same number as one from this car, ${row.interchange}.`
        : undefined);
    if (reason) return [toNeighbor(row, { grade: "confirmed here", reason })];
    const best = findBest(row, likelyOf(row.entryId, engines.get(row.donorId ?? "")));
    return best ? [toNeighbor(row, best)] : [];
  });
  const order = ({ row, grade }: Neighbor) => [
    MATCH_GRADES.indexOf(grade),
    ids.indexOf(row.entryId),
    Math.abs(row.year - car.year),
  ];
  neighbors.sort((one, other) => {
    const [first, second] = [order(one), order(other)];
    const differs = first.findIndex((value, index) => value !== second[index]);
    return differs === -1 ? 0 : (first[differs] ?? 0) - (second[differs] ?? 0);
  });
  return { likely: neighbors, isKnownNotToFit: (row) => noOf(row) !== undefined };
}

/** A part by its kind and its car, and the car in the yard that it was taken off. */
interface GradedPart {
  entryId: string;
  year: number;
  make: string;
  model: string;
  donorId?: string | undefined;
}

/** How sure it is that a part of one car fits another, and why; `ask us` where nothing says so. */
interface Graded {
  grade: Match["grade"] | "exact year" | "ask us";
  reason?: string;
}

/** How sure it is that a part fits a car. */
export async function gradeFit(part: GradedPart, car: AskedCar): Promise<Graded> {
  return (await gradeFits([part], car))(part);
}

/** The same of each of these parts, with what is known of them read at once. */
export async function gradeFits(
  parts: readonly GradedPart[],
  car: AskedCar,
): Promise<(part: GradedPart) => Graded> {
  const [known, engines] = await Promise.all([
    findKnownFits(car, [...new Set(parts.map(({ entryId }) => entryId))]),
    findDonorEngines(parts),
  ]);
  return (part) => gradeKnownFit({ ...part, engine: engines.get(part.donorId ?? "") }, car, known);
}

/** The same, with what staff and sales say of such parts, and the engine of their car, read before. */
export function gradeKnownFit(
  part: Omit<GradedPart, "donorId"> & { engine?: string | undefined },
  car: AskedCar,
  known: readonly KnownFit[],
): Graded {
  const said = known.find(
    (fit) => fit.entryId === part.entryId && isSameCar(fit.from, part) && isSameCar(fit.car, car),
  );
  if (said) return { grade: said.verdict === "fits" ? "confirmed here" : "ask us", reason: said.reason };
  if (isSameCar(part, car)) return { grade: "exact year" };
  const found = findBest(part, likelyCars(car, part.entryId, part.engine));
  return found ? { grade: found.grade, reason: found.reason } : { grade: "ask us" };
}

/** The surest reason why a part of a car is likely to fit, of all of them. */
function findBest(
  part: { year: number; make: string; model: string },
  likely: readonly Likely[],
): Likely | undefined {
  const model = modelOf(part);
  const [best] = likely
    .filter(({ yearFrom, yearTo }) => yearFrom <= part.year && part.year <= yearTo)
    .filter((one) => one.make === model.make && one.model === model.model)
    .sort((one, other) => MATCH_GRADES.indexOf(one.grade) - MATCH_GRADES.indexOf(other.grade));
  return best;
}

type Likely = Match & { entryId: string };

/**
 * The cars that share a part with a car: of its generation, then those of other names.
 * @param engine what the part's own car has: only those that share it for this engine
 */
function likelyCars(car: AskedCar, entryId: string, engine?: string): Likely[] {
  const entry = findEntry(entryId);
  if (!entry) return [];
  const all = findMatches(car, entry);
  const ofEngine = engine ? new Set(findMatches({ ...car, engine }, entry).map(firstReason)) : undefined;
  const found = ofEngine ? all.filter((match) => ofEngine.has(firstReason(match))) : all;
  const own = findGenerationYears(car, entry);
  if (!own || (own.followsEngine && engine)) return found.map((match) => ({ ...match, entryId }));
  const ofOwn: Match = {
    ...{ make: own.make, model: own.model, yearFrom: own.from, yearTo: own.to },
    grade: "same generation",
    reason: `Same generation (${formatYears(own.from, own.to)})${own.followsEngine ? "; if the engine is the same" : ""}.`,
  };
  const others = found.filter(({ make, model }) => make !== own.make || model !== own.model);
  return [ofOwn, ...others].map((match) => ({ ...match, entryId }));
}

/** What a reason says before its conditions. */
function firstReason({ reason }: Match): string {
  return reason.split(/; |\.$/)[0] ?? "";
}

/** The engines of the cars that these parts were taken off, by the cars' ids. */
async function findDonorEngines(
  parts: readonly { donorId?: string | null | undefined }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(parts.flatMap(({ donorId }) => donorId ?? []))];
  if (ids.length === 0) return new Map();
  const donors = await selectRecords("dismantledVehicles")
    .select(["id", "engineType"])
    .where("id", "in", ids)
    .execute();
  return new Map(donors.flatMap(({ id, engineType }) => (engineType ? [[id, engineType]] : [])));
}

interface NamedYears {
  make: string;
  model: string;
  yearFrom: number;
  yearTo: number;
}

async function findRows(entryIds: readonly string[], named: readonly NamedYears[]): Promise<Row<"parts">[]> {
  if (named.length === 0) return [];
  const models = [...new Map(named.map((one) => [`${one.make}|${one.model}`, one])).values()];
  const written = await Promise.all(models.map(({ make, model }) => findWritten(make, model)));
  const cars = written.flatMap((all) => all.map(({ make, model }) => toCar(make, model)));
  const unique = [...new Map(cars.map((one) => [`${one.makeKey}|${one.modelKey}`, one])).values()];
  if (unique.length === 0) return [];
  const from = Math.min(...named.map(({ yearFrom }) => yearFrom));
  const to = Math.max(...named.map(({ yearTo }) => yearTo));
  // Their ids first, without an order: with one, SQLite takes an index for it, and reads every part of that name.
  const ids = selectRecords("parts")
    .select("id")
    .where(
      allOf([
        sql<boolean>`${sql.ref("status")} in (${sql.join(PUBLIC_PART_STATUSES)})`,
        ...ofEntries(entryIds),
        ofCars(unique),
        sql<boolean>`${sql.ref("year")} between ${from} and ${to}`,
      ]),
    );
  const rows = await selectRecords("parts")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id", "desc")
    .limit(MAX_ROWS)
    .execute();
  return rows as Row<"parts">[];
}

/** The parts on the shelf with an interchange or OEM number that one of such a car has, or had before it was sold. */
async function findSameNumbers(car: AskedCar, entryIds: readonly string[]): Promise<Row<"parts">[]> {
  const own = toCar(car.make, car.model);
  const known = await selectRecords("parts")
    .select(sql<string>`lower(interchange)`.as("number"))
    .distinct()
    .where(
      allOf([
        ...ofEntries(entryIds),
        ofCars([own]),
        sql<boolean>`${sql.ref("year")} = ${car.year}`,
        sql<boolean>`interchange is not null`,
      ]),
    )
    .limit(MAX_NUMBERS)
    .execute();
  const numbers = known.map(({ number }) => number).filter((number) => /\d{3}/.test(number));
  if (numbers.length === 0) return [];
  const rows = await selectRecords("parts")
    .selectAll()
    .where(
      allOf([
        sql<boolean>`lower(interchange) in (${sql.join(numbers)})`,
        sql<boolean>`${sql.ref("status")} in (${sql.join(PUBLIC_PART_STATUSES)})`,
        ...ofEntries(entryIds),
      ]),
    )
    .limit(MAX_ROWS)
    .execute();
  return rows as Row<"parts">[];
}

function modelOf({ year, make, model }: { year: number; make: string; model: string }) {
  return findModel(make, model, year) ?? { make, model };
}

function toNeighbor(row: Row<"parts">, { grade, reason }: Pick<Match, "grade" | "reason">): Neighbor {
  const { year, make, model } = row;
  const name = reason.startsWith("Same generation") ? model : `${make} ${model}`;
  const why = gradeAndReason({ grade, reason }).replace(/\.$/, "");
  return { row, grade, note: `From a ${year} ${name}. ${why}; we check before you pay.` };
}
