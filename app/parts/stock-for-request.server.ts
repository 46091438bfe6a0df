import { findRecords } from "~/collections/records.server";
import { findEntryByName } from "./catalog";
import { findPartsFor } from "./finder.server";
import { PART_RECORDS } from "./part.server";
import type { Part } from "./parts";

const MAX_PARTS = 6;

/** What a request asks for, as it is stored. */
export interface RequestedPart {
  /** As `componentFor` words it: `Hood - Hood Latch`. */
  component: string;
  vehicle: { year?: string | number | undefined; make?: string | undefined; model?: string | undefined };
}

/** A part for a request. */
export interface StockedPart {
  part: Part;
  /** True if it is from the same model and year; otherwise staff have said that it fits. */
  isExact: boolean;
}

/** The parts on the shelf that a request asks for, as the search finds them. */
export async function findPartsForRequest({ component, vehicle }: RequestedPart): Promise<StockedPart[]> {
  const { make = "", model = "" } = vehicle;
  const entry = findEntryByName(component);
  const year = Number(vehicle.year);
  if (!entry || !Number.isInteger(year) || make === "" || model === "") return [];
  const found = (await findPartsFor({ entryId: entry.id, year, make, model })).slice(0, MAX_PARTS);
  const exact = new Set(found.filter(({ fit }) => fit === "same").map(({ _id }) => _id));
  const parts = await findRecords(
    PART_RECORDS,
    found.map(({ _id }) => _id),
  );
  return parts.map((part) => ({ part, isExact: exact.has(part._id) }));
}
