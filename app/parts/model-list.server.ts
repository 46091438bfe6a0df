import { sql } from "kysely";
import { isPublic } from "~/collections/lists.server";
import { selectRecords } from "~/collections/store.server";
import { cacheUntilChange } from "~/db/changes.server";
import type { Condition } from "~/db/conditions.server";
import { findModel } from "~/interchange/generation.server";
import { MAX_COUNTED } from "~/lists/window";
import { formatYears } from "~/values/years";
import { carsVersion } from "~/vehicles/car-names.server";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { type ModelLink, modelPath } from "./models";
import { PUBLIC_PART_STATUSES } from "./part";

/** How old the list may be in a large yard, in milliseconds: counting reads all of it. */
const KEPT_MS = 60_000;

/** A model or a generation, with the cars as they are written that are of it. */
interface Listed extends ModelLink {
  written: Written[];
}

export interface Written {
  make: string;
  model: string;
  year: number;
}

interface ListedModel extends Listed {
  make: string;
  model: string;
  /** By the last segment of their paths. */
  generations: Map<string, ListedGeneration>;
}

interface ListedGeneration extends Listed {
  years: { from: number; to: number };
}

/** The cars of a model, as they are written in the yard and on the shelf. */
export async function findWritten(make: string, model: string): Promise<readonly Written[]> {
  return (await listModels(undefined)).get(modelPath(make, model) ?? "")?.written ?? [];
}

/** By path, generations with the oldest first. */
export const listModels = cacheUntilChange(
  async (_all: undefined): Promise<ReadonlyMap<string, ListedModel>> => {
    const parts = await countRows("parts", isInStock());
    const cars = await countRows("dismantledVehicles", isPublic(DISMANTLED_VEHICLES));
    const rows: CountedRow[] = [
      ...parts.map(({ count, ...row }) => ({ ...row, parts: count, cars: 0 })),
      ...cars.map(({ count, ...row }) => ({ ...row, parts: 0, cars: count })),
    ];
    const models = new Map<string, ListedModel>();
    for (const row of rows.sort((a, b) => a.year - b.year)) addRow(models, row);
    return new Map([...models].sort(([one], [other]) => (one < other ? -1 : 1)));
  },
  () => "",
  carsVersion,
  (models) => ([...models.values()].reduce((sum, { parts }) => sum + parts, 0) > MAX_COUNTED ? KEPT_MS : 0),
);

interface CountedRow extends Written {
  parts: number;
  cars: number;
}

function addRow(models: Map<string, ListedModel>, { parts, cars, ...written }: CountedRow): void {
  const known = findModel(written.make, written.model, written.year);
  const { make, model } = known ?? written;
  const path = modelPath(make, model);
  if (path === undefined) return;
  const listed = models.get(path) ?? {
    ...emptyPage(`${make} ${model}`, path),
    make,
    model,
    generations: new Map(),
  };
  models.set(path, listed);
  add(listed, written, { parts, cars });
  if (!known?.generation) return;
  const { from, to, slug } = known.generation;
  const generation = listed.generations.get(slug) ?? {
    ...emptyPage(`${formatYears(from, to)} ${make} ${model}`, `${path}/${slug}`),
    years: { from, to },
  };
  listed.generations.set(slug, generation);
  add(generation, written, { parts, cars });
}

function emptyPage(name: string, path: string): Listed {
  return { name, path, parts: 0, cars: 0, written: [] };
}

function add(page: Listed, written: Written, { parts, cars }: Pick<CountedRow, "parts" | "cars">): void {
  page.parts += parts;
  page.cars += cars;
  page.written.push(written);
}

async function countRows(table: "parts" | "dismantledVehicles", shown: Condition) {
  const rows = await selectRecords(table)
    .select((eb) => ["make", "model", "year", eb.fn.countAll<number>().as("count")])
    .where(shown)
    .groupBy(["make", "model", "year"])
    .execute();
  return rows.flatMap(({ make, model, year, count }) =>
    make === null || model === null || year === null ? [] : [{ make, model, year, count }],
  );
}

function isInStock(): Condition {
  return sql<boolean>`${sql.ref("status")} in (${sql.join(PUBLIC_PART_STATUSES)})`;
}
