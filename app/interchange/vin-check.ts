import type Database from "better-sqlite3";
import { compactText } from "~/values/normalize";
import { type Generation, type indexCars, type KnownCar, lastYearOf } from "./cars";
import { positionsOf } from "./vin-keys";

/** A disagreement that is settled: one line of settled.csv. */
export interface Settled {
  make: string;
  model: string;
  from: number;
  to: number;
  reason: string;
}

/** Which characters of the VIN, counted from its fourth, carry the platform. BMW's change within a generation too. */
const PLATFORM: Readonly<Record<string, { at: readonly number[]; changesWithin?: boolean }>> = {
  honda: { at: [0, 1, 2] },
  acura: { at: [0, 1, 2] },
  mazda: { at: [0, 1] },
  subaru: { at: [0, 1] },
  volkswagen: { at: [3, 4] },
  audi: { at: [3, 4] },
  mercedesbenz: { at: [0] },
  nissan: { at: [2] },
  infiniti: { at: [2] },
  volvo: { at: [0] },
  bmw: { at: [0, 2], changesWithin: true },
};

/**
 * Holds generations against vPIC where the VIN carries the platform: two years of one generation share a platform code, and the last
 * year of one and the first of the next do not.
 * @returns a sentence for each disagreement that is not settled, and for each line that says wrongly whether it was compared
 */
export function findDisagreements(
  vin: Database.Database,
  cars: ReturnType<typeof indexCars>,
  generations: readonly (Generation & { source: string })[],
  settled: readonly Settled[],
): string[] {
  const codes = readPlatformCodes(vin, cars, lastYearOf(generations));
  const compared = new Set<Generation>();
  const problems: string[] = [];
  const open = new Set(settled);
  for (const { make, model, generations } of cars.all) {
    for (const [year, now] of codes.get(`${make} ${model}`) ?? []) {
      const next = codes.get(`${make} ${model}`)?.get(year + 1);
      const [before, after] = [year, year + 1].map((one) =>
        generations.filter(({ from, to }) => from <= one && one <= to),
      );
      if (!next || !before?.length || !after?.length) continue;
      const isOneGeneration = before.some((line) => after.includes(line));
      const isOnePlatform = [...now].some((code) => next.has(code));
      const { changesWithin = false } = PLATFORM[compactText(make)] ?? {};
      if (changesWithin && isOneGeneration) continue;
      for (const line of [...before, ...after]) compared.add(line);
      if (isOneGeneration === isOnePlatform) continue;
      const known = settled.find(
        (one) => one.make === make && one.model === model && one.from === year && one.to === year + 1,
      );
      if (known) open.delete(known);
      else
        problems.push(
          `${make} ${model} ${year}–${year + 1}: ${isOneGeneration ? "one generation" : "two generations"}, but the VINs have ${[...now].join(", ")} and ${[...next].join(", ")}.`,
        );
    }
  }
  for (const { make, model, from, to } of open)
    problems.push(`${make} ${model} ${from}–${to} is settled, but there is nothing to settle.`);
  for (const line of generations)
    if (compared.has(line) !== (line.source === "vin"))
      problems.push(
        `${line.make} ${line.model} ${line.from}–${line.to}: the source is ${compared.has(line) ? "vin" : "history"}.`,
      );
  return problems;
}

/** The platform codes of each car, by year. */
function readPlatformCodes(
  vin: Database.Database,
  { findNamed }: ReturnType<typeof indexCars>,
  lastYear: number,
): Map<string, Map<number, Set<string>>> {
  const rows = vin
    .prepare<[number], { make: string; model: string; keys: string; from: number; to: number }>(
      `SELECT DISTINCT Model.Make AS make, Model.Name AS model, Keys AS keys, max(YearFrom, 1990) AS "from", min(YearTo, ?) AS "to"
       FROM Pattern JOIN Model ON Model.Id = CAST(AttributeId AS INTEGER)
       JOIN Wmi_VinSchema ON Wmi_VinSchema.VinSchemaId = Pattern.VinSchemaId JOIN Wmi ON Wmi.Id = WmiId
       WHERE ElementId = 28 AND VehicleTypeId IN (2, 3, 7)`,
    )
    .all(lastYear)
    .filter(({ make }) => compactText(make) in PLATFORM);
  const found = new Map<string, KnownCar[]>();
  const codes = new Map<string, Map<number, Set<string>>>();
  for (const { make, model, keys, from, to } of rows) {
    const name = `${make} ${model}`;
    const meant = found.get(name) ?? [...findNamed(make, model).cars];
    found.set(name, meant);
    const [car] = meant;
    if (!car || meant.length > 1) continue;
    const ofCar = codes.get(`${car.make} ${car.model}`) ?? new Map<number, Set<string>>();
    codes.set(`${car.make} ${car.model}`, ofCar);
    const platforms = platformsOf(keys, PLATFORM[compactText(make)]?.at ?? []);
    for (let year = from; year <= to; year++)
      for (const platform of platforms) ofCar.set(year, (ofCar.get(year) ?? new Set()).add(platform));
  }
  return codes;
}

/** The platform codes that keys allow; none where any character will do. */
function platformsOf(keys: string, at: readonly number[]): string[] {
  const allowed = positionsOf(keys);
  return at.reduce<string[]>(
    (codes, position) => {
      const characters = allowed[position] ?? "";
      return characters.length > 30 ? [] : codes.flatMap((code) => [...characters].map((one) => code + one));
    },
    [""],
  );
}
