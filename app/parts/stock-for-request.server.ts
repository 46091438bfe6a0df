import { findRecords } from "~/collections/records.server";
import type { FoundPart } from "./finder";
import { findNamedEntries, findPartsFor, findShelfPart } from "./finder.server";
import { PART_RECORDS } from "./part.server";
import type { Part } from "./parts";

const MAX_PARTS = 6;

/** What a request asks for, as it is stored. */
export interface RequestedPart {
  /** As `componentFor` words it: `Hood - Hood Latch`; or as somebody said it on the phone: `headlight`. */
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
  const year = Number(vehicle.year);
  if (!Number.isInteger(year) || make === "" || model === "") return [];
  const entryIds = await findNamedEntries(component);
  return entryIds.length > 0 ? findPartsFor({ entryIds, year, make, model }) : [];
}
