import type { BusinessFile } from "~/business/links";
import { db, transaction } from "~/db/connection.server";
import type { RetailVehicle } from "~/vehicles/retail-vehicles";
import {
  type BuyersGuide,
  coverageIn,
  type GuideLanguageChoice,
  hasDealerWarranty,
  languagesOf,
} from "./buyers-guide";
import { buyersGuideSchema } from "./buyers-guide-schema";

/** The choices as they were stored, which today's rules may not allow, and the version of that save. */
interface StoredGuide {
  choices: Record<string, unknown>;
  version: string;
}

/** The choices stored for a vehicle. */
export async function findBuyersGuide(vehicleId: string): Promise<StoredGuide | undefined> {
  const [stored] = (await findStoredGuides([vehicleId])).values();
  return stored;
}

/**
 * Stores the choices for a vehicle.
 * @param options.version the version that the form was opened with; undefined if there was none
 * @returns `changed` if someone else has stored others since, with what is stored now
 */
export async function saveBuyersGuide(
  vehicleId: string,
  guide: BuyersGuide,
  { now, version }: { now: Date; version: string | undefined },
): Promise<{ outcome: "saved" } | { outcome: "changed"; current: StoredGuide }> {
  return transaction(async () => {
    const row = await db
      .selectFrom("buyersGuides")
      .selectAll()
      .where("vehicleId", "=", vehicleId)
      .executeTakeFirst();
    const choices = JSON.stringify(guide);
    // The same choices again, as from a form that was sent twice, aren't a conflict.
    if (row && row.updatedAt !== version && row.choices !== choices)
      return { outcome: "changed", current: toStoredGuide(row) } as const;
    // Always later than the one before, so that no two saves share a version.
    const earliest = row ? Date.parse(row.updatedAt) + 1 : 0;
    const updatedAt = new Date(Math.max(now.getTime(), earliest)).toISOString();
    await db
      .insertInto("buyersGuides")
      .values({ vehicleId, choices, updatedAt })
      .onConflict((conflict) => conflict.column("vehicleId").doUpdateSet({ choices, updatedAt }))
      .execute();
    return { outcome: "saved" } as const;
  });
}

/** A vehicle whose guide can be printed, or why it cannot. */
export type GuideToPrint = { vehicle: RetailVehicle } & (
  | { guide: BuyersGuide; problem?: undefined }
  | { guide?: undefined; problem: GuideProblem }
);
interface GuideProblem {
  message: string;
  /** Where it can be fixed. */
  at: "vehicle" | "guide";
}

/**
 * The guides of some vehicles, in their order: what is stored, otherwise the business file's defaults. One that nobody has
 * decided, or that lacks something, is not printed with blanks.
 */
export async function findGuidesToPrint(
  vehicles: readonly RetailVehicle[],
  language: GuideLanguageChoice,
  rules: BusinessFile["buyersGuide"],
): Promise<GuideToPrint[]> {
  const stored = await findStoredGuides(vehicles.map(({ _id }) => _id));
  const schema = buyersGuideSchema(rules);
  return vehicles.map((vehicle): GuideToPrint => {
    if (!vehicle.year || !vehicle.make || !vehicle.model || !vehicle.vin)
      return { vehicle, problem: { at: "vehicle", message: "needs year, make, model and VIN" } };
    const choices = stored.get(vehicle._id)?.choices ?? rules.defaults;
    if (!choices) return { vehicle, problem: { at: "guide", message: "not filled in yet" } };
    const { data: guide, error } = schema.safeParse(choices);
    if (!guide)
      return { vehicle, problem: { at: "guide", message: error.issues[0]?.message ?? "not valid" } };
    return isCovered(guide, language)
      ? { vehicle, guide }
      : { vehicle, problem: { at: "guide", message: "needs systems and duration in Spanish" } };
  });
}

function isCovered(guide: BuyersGuide, language: GuideLanguageChoice): boolean {
  if (!hasDealerWarranty(guide)) return true;
  return languagesOf(language).every((one) => {
    const { systems, duration } = coverageIn(guide, one);
    return systems !== "" && duration !== "";
  });
}

async function findStoredGuides(vehicleIds: readonly string[]): Promise<Map<string, StoredGuide>> {
  if (vehicleIds.length === 0) return new Map();
  const rows = await db.selectFrom("buyersGuides").selectAll().where("vehicleId", "in", vehicleIds).execute();
  return new Map(rows.map((row) => [row.vehicleId, toStoredGuide(row)]));
}

function toStoredGuide({ choices, updatedAt }: { choices: string; updatedAt: string }): StoredGuide {
  return { choices: JSON.parse(choices), version: updatedAt };
}
