import { sql } from "kysely";
import { isPublic } from "~/collections/lists.server";
import { selectRecords, toPublicRecord } from "~/collections/store.server";
import { allOf, type Condition } from "~/db/conditions.server";
import type { Row } from "~/db/schema";
import { findModel } from "~/interchange/generation.server";
import { slug } from "~/values/record-path";
import { ofCars, toCar } from "~/vehicles/car-names.server";
import { DISMANTLED_RECORDS, toDismantledCards } from "~/vehicles/dismantled.server";
import type { DismantledCardVehicle } from "~/vehicles/dismantled-vehicles";
import { PART_CATEGORIES, PART_ENTRIES } from "./catalog";
import { categoryDrawing } from "./drawing";
import { toFound } from "./finder.server";
import { ofEntries } from "./list-conditions.server";
import { listModels, type Written } from "./model-list.server";
import { type ModelLink, modelPath, type SystemParts } from "./models";
import { PUBLIC_PART_STATUSES } from "./part";

/*
 * What there is of a model and of each of its generations: only those that have a car in the yard or a part on the shelf. Which
 * generation a car is of, the interchange says; a car of a year that has several is on its model's page alone.
 */

/** The most parts that a page shows of each system, and the most cars. */
const MAX_PARTS_OF_SYSTEM = 8;
const MAX_CARS = 8;
const MAX_TOP_MODELS = 24;

const CATEGORY_OF = new Map(PART_ENTRIES.map(({ id, categoryId }) => [id, categoryId]));

/** Everything on such a page. */
export interface ModelPage extends ModelLink {
  make: string;
  model: string;
  /** The years of the page's own generation. */
  years: { from: number; to: number } | undefined;
  /** The model's page, on that of a generation. */
  whole: ModelLink | undefined;
  generations: ModelLink[];
  systems: SystemParts[];
  vehicles: DismantledCardVehicle[];
}

/** The page with these slugs; undefined if there is nothing from such a car. */
export async function findModelPage(
  make: string,
  model: string,
  generation?: string,
): Promise<ModelPage | undefined> {
  const found = (await listModels(undefined)).get(modelPath(make, model) ?? "");
  const own = generation === undefined ? undefined : found?.generations.get(slug(generation));
  const page = generation === undefined ? found : own;
  if (!found || !page) return undefined;
  const [systems, vehicles] = await Promise.all([findSystems(page.written), findVehicles(page.written)]);
  return {
    ...toLink(page),
    make: found.make,
    model: found.model,
    years: own?.years,
    whole: own && toLink(found),
    generations: own ? [] : [...found.generations.values()].map(toLink),
    systems,
    vehicles,
  };
}

/** The page of a car's generation, or else of its model; undefined for a car that has none. */
export async function findModelLink({ make, model, year }: Written): Promise<ModelLink | undefined> {
  const known = findModel(make, model, year);
  const found = (await listModels(undefined)).get(
    modelPath(known?.make ?? make, known?.model ?? model) ?? "",
  );
  const own = found?.generations.get(known?.generation?.slug ?? "") ?? found;
  return own && toLink(own);
}

/** All such pages, each model's before those of its generations. */
export async function listModelPages(): Promise<ModelLink[]> {
  return [...(await listModels(undefined)).values()].flatMap((model) => [
    toLink(model),
    ...[...model.generations.values()].map(toLink),
  ]);
}

/** The models of which there is most, by name. */
export async function listTopModels(): Promise<ModelLink[]> {
  const models = [...(await listModels(undefined)).values()].map(toLink);
  return models
    .sort((one, other) => other.parts - one.parts || other.cars - one.cars)
    .slice(0, MAX_TOP_MODELS)
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

function toLink({ name, path, parts, cars }: ModelLink): ModelLink {
  return { name, path, parts, cars };
}

/** The parts of each system, those of the newest cars first. */
async function findSystems(written: readonly Written[]): Promise<SystemParts[]> {
  const ofModel = allOf([
    isInStock(),
    // The keys have an index.
    ofCars(written.map(({ make, model }) => toCar(make, model))),
    ofWritten(written),
  ]);
  const entries = await selectRecords("parts")
    .select((eb) => ["entryId", eb.fn.countAll<number>().as("count")])
    .where(ofModel)
    .groupBy("entryId")
    .execute();
  const systems: SystemParts[] = [];
  for (const { id } of PART_CATEGORIES) {
    const own = entries.filter(({ entryId }) => (CATEGORY_OF.get(entryId) ?? "misc") === id);
    if (own.length === 0) continue;
    const rows = await selectRecords("parts")
      .selectAll()
      .where(allOf([ofModel, ...ofEntries(own.map(({ entryId }) => entryId))]))
      .orderBy("year", "desc")
      .orderBy("id", "desc")
      .limit(MAX_PARTS_OF_SYSTEM)
      .execute();
    const total = own.reduce((sum, { count }) => sum + Number(count), 0);
    const parts = rows.map((row) => toFound(row as Row<"parts">, "same"));
    systems.push({ id, ...categoryDrawing(id), total, parts });
  }
  return systems;
}

async function findVehicles(written: readonly Written[]): Promise<DismantledCardVehicle[]> {
  const rows = await selectRecords("dismantledVehicles")
    .selectAll()
    .where(allOf([isPublic(DISMANTLED_RECORDS), ofWritten(written)]))
    .orderBy("dateAcquired", "desc")
    .orderBy("id", "desc")
    .limit(MAX_CARS)
    .execute();
  return toDismantledCards(
    rows.map((row) => toPublicRecord(DISMANTLED_RECORDS, row as Row<"dismantledVehicles">)),
  );
}

function isInStock(): Condition {
  return sql<boolean>`${sql.ref("status")} in (${sql.join(PUBLIC_PART_STATUSES)})`;
}

/** The rows of cars that are written so. */
function ofWritten(written: readonly Written[]): Condition {
  const cars = written.map(({ make, model, year }) => sql`(${make}, ${model}, cast(${year} as integer))`);
  return sql<boolean>`(make, model, year) in (values ${sql.join(cars)})`;
}
