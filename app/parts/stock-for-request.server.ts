import type { Row } from "~/db/schema";
import { compactText } from "~/values/normalize";
import { selectVehicles, toVehicle } from "~/vehicles/store.server";
import { findEntryByName } from "./entries";
import { PUBLIC_PART_STATUSES } from "./part";
import { PART_STORE } from "./part.server";
import type { Part } from "./part-schema";

const MAX_PARTS = 6;

/** What a request asks for, as it is stored. */
export interface WantedPart {
  /** As `componentFor` words it: `Hood - Hood Latch`. */
  component: string;
  vehicle: { year?: string | number | undefined; make?: string | undefined; model?: string | undefined };
}

/** A part for a request. */
export interface StockedPart {
  part: Part;
  /** True if it is from the same model and year; otherwise staff have said that it fits. */
  isExact: boolean;
  version: string;
}

/**
 * The parts on the shelf that a request asks for: of the same entry, from the same year, make and model, then those that staff
 * say fit. Available ones come first, then the cheapest.
 */
export async function findPartsForRequest({ component, vehicle }: WantedPart): Promise<StockedPart[]> {
  const entry = findEntryByName(component);
  const year = Number(vehicle.year);
  const [makeKey, modelKey] = [compactText(vehicle.make ?? ""), compactText(vehicle.model ?? "")];
  if (!entry || !Number.isInteger(year) || makeKey === "" || modelKey === "") return [];
  const ofEntry = () =>
    selectVehicles("parts")
      .selectAll()
      .where("entryId", "=", entry.id)
      .where("status", "in", PUBLIC_PART_STATUSES)
      .limit(MAX_PARTS * 4);
  const [same, fitting] = await Promise.all([
    ofEntry()
      .where("makeKey", "=", makeKey)
      .where("modelKey", "=", modelKey)
      .where("year", "=", year)
      .execute(),
    ofEntry().where("fitKeys", "like", `%|${makeKey}${modelKey}:${year}|%`).execute(),
  ]);
  const exact = new Set(same.map(({ id }) => id));
  const rows = [...same, ...fitting.filter(({ id }) => !exact.has(id))] as Row<"parts">[];
  return rows
    .sort(
      (one, other) =>
        Number(exact.has(other.id)) - Number(exact.has(one.id)) ||
        one.status.localeCompare(other.status) ||
        (one.priceCents ?? Number.MAX_SAFE_INTEGER) - (other.priceCents ?? Number.MAX_SAFE_INTEGER),
    )
    .slice(0, MAX_PARTS)
    .map((row) => ({ part: toVehicle(PART_STORE, row), isExact: exact.has(row.id), version: row.updatedAt }));
}
