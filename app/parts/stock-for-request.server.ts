import { findRecords } from "~/collections/records.server";
import { findEntryByName } from "./catalog";
import type { FoundPart } from "./finder";
import { findPartsFor, findShelfPart } from "./finder.server";
import { PART_RECORDS } from "./part.server";
import type { Part } from "./parts";

const MAX_PARTS = 6;

/** What a request asks for, as it is stored. */
export interface RequestedPart {
  /** As `componentFor` words it: `Hood - Hood Latch`. */
  component: string;
  /** The one that it names. */
  partId?: string | undefined;
  vehicle: { year?: string | number | undefined; make?: string | undefined; model?: string | undefined };
}

/** A part for a request. */
export interface StockedPart {
  part: Part;
  /** True if it is from the same model and year; otherwise staff have said that it fits. */
  isExact: boolean;
}

/** The parts on the shelf that a request asks for: the one that it names, then as the search finds them. */
export async function findPartsForRequest(request: RequestedPart): Promise<StockedPart[]> {
  const asked = request.partId ? await findShelfPart(request.partId) : undefined;
  const found = [...(asked ? [asked] : []), ...(await findByVehicle(request))].slice(0, MAX_PARTS);
  const exact = new Set(found.filter(({ fit }) => fit === "same").map(({ _id }) => _id));
  const parts = await findRecords(PART_RECORDS, [...new Set(found.map(({ _id }) => _id))]);
  return parts.map((part) => ({ part, isExact: exact.has(part._id) }));
}

async function findByVehicle({ component, vehicle }: RequestedPart): Promise<FoundPart[]> {
  const { make = "", model = "" } = vehicle;
  const entry = findEntryByName(component);
  const year = Number(vehicle.year);
  if (!entry || !Number.isInteger(year) || make === "" || model === "") return [];
  return findPartsFor({ entryId: entry.id, year, make, model });
}
