import { db } from "~/db/connection.server";
import { findKnownCars, isSameCar, listKnownFits } from "~/interchange/fitments.server";
import type { OfferGrade } from "~/interchange/offers";
import { findEntryByName, type PartEntry } from "~/parts/catalog";
import { gradeKnownFit } from "~/parts/neighbors.server";
import { isOpen } from "./open.server";
import { PART_REQUESTS } from "./part-requests";

/** The most open requests that are looked at, the newest first. */
const MAX_REQUESTS = 2000;

interface Donor {
  year: number;
  make: string;
  model: string;
}

/**
 * How many open requests ask for each part of a car, for its model and year and for other cars that the part is likely to fit.
 * @returns counts by the id of the catalog's entry, the most wanted first
 */
export async function countAskedFor(donor: Donor): Promise<Map<string, number>> {
  const open = await listOpen();
  const known = await findKnownCars(donor, ...new Set(open.map(({ entry }) => entry.id)));
  const counts = new Map<string, number>();
  for (const { entry, asked } of open) {
    const { grade } = gradeKnownFit({ ...donor, entryId: entry.id }, asked, known);
    if (grade !== "ask us") counts.set(entry.id, (counts.get(entry.id) ?? 0) + 1);
  }
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}

/** A part on the shelf that open requests ask for. */
export interface WantedPart {
  part: PartOnShelf;
  /** The requests by id, the newest first, and how sure it is that it fits the car of that one. */
  requests: string[];
  grade: OfferGrade;
}

interface PartOnShelf extends Donor {
  id: string;
  entryId: string;
  stockNumber: string;
}

/** The ones among these parts that open requests ask for, for their car and year or for one that they are likely to fit. */
export async function findWantedParts(parts: readonly PartOnShelf[]): Promise<WantedPart[]> {
  const open = await listOpen();
  const fits = await listKnownFits([...new Set(parts.map(({ entryId }) => entryId))]);
  return parts.flatMap((part): WantedPart[] => {
    const known = fits.filter(({ from }) => isSameCar(from, part));
    const requests = open.flatMap(({ id, entry, asked }) => {
      if (entry.id !== part.entryId) return [];
      const { grade } = gradeKnownFit(part, asked, known);
      return grade === "ask us" ? [] : [{ id, grade }];
    });
    const [first] = requests;
    return first ? [{ part, requests: requests.map(({ id }) => id), grade: first.grade }] : [];
  });
}

/** What open requests ask for, the newest first. */
async function listOpen(): Promise<{ id: string; entry: PartEntry; asked: Donor }[]> {
  const rows = await db
    .selectFrom("partRequests")
    .select(["id", "partComponent", "vehicleYear", "vehicleMake", "vehicleModel"])
    .where(isOpen(PART_REQUESTS))
    .orderBy("createdAt", "desc")
    .limit(MAX_REQUESTS)
    .execute();
  return rows.flatMap(({ id, partComponent, vehicleYear, vehicleMake, vehicleModel }) => {
    const entry = findEntryByName(partComponent);
    const asked = { year: Number(vehicleYear), make: vehicleMake ?? "", model: vehicleModel ?? "" };
    return entry && Number.isInteger(asked.year) && asked.make && asked.model ? [{ id, entry, asked }] : [];
  });
}
