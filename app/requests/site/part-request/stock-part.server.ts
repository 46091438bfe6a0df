import { findEntry } from "~/parts/catalog";
import { findUrl, foundPartLine } from "~/parts/finder";
import { findPartsFor, findShelfPart } from "~/parts/finder.server";
import { partPath } from "~/parts/part";
import {
  chosenEntryId,
  type RequestedVehicle,
  type StepValues,
  type StockPart,
} from "~/requests/part-answers";
import { isValidId } from "~/values/id";

/** A part on the shelf that a visitor may ask for; undefined for one that is sold, or none. */
export async function findStockPart(id: string): Promise<StockPart | undefined> {
  const part = isValidId(id) ? await findShelfPart(id) : undefined;
  return part && { id: part._id, entryId: part.entryId, line: foundPartLine(part) };
}

/** How many parts the review names. */
const MAX_NAMED = 3;

/** What is in stock for a request that is about to be sent. */
export async function findInStock(typed: StepValues, { year, make, model }: RequestedVehicle) {
  const entryId = chosenEntryId(typed);
  if (!entryId) return undefined;
  const found = await findPartsFor({ entryId, year: Number(year) || undefined, make, model });
  const parts = found.filter(({ isOnHold }) => !isOnHold);
  if (parts.length === 0) return undefined;
  const q = findEntry(entryId)?.name ?? "";
  return {
    parts: parts.slice(0, MAX_NAMED).map((part) => ({ url: partPath(part), line: foundPartLine(part) })),
    more: Math.max(0, parts.length - MAX_NAMED),
    url: findUrl({ q, year: Number(year) || undefined, make, model }),
  };
}

/** What the URL of the wizard fills in: the car, the part, and the part on the shelf. */
export async function readPrefill(params: URLSearchParams) {
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, 60);
  const car: StepValues = { year: text("year"), make: text("make"), model: text("model") };
  const vin = text("vin");
  const entry = findEntry(text("entry"));
  const stockPart = await findStockPart(text("part"));
  return {
    // A car that the link names replaces the VIN of another one.
    typed: vin ? { vin } : car.make ? { vin: "", ...car } : {},
    entry: entry && { id: entry.id, name: entry.name },
    stockPart,
  };
}
