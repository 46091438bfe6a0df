import { findEntry } from "~/parts/catalog";
import { findUrl, foundPartLine } from "~/parts/finder";
import { findPartsFor } from "~/parts/finder.server";
import { chosenEntryId, type RequestedVehicle, type StepValues } from "~/requests/part-answers";

/** How many parts the review names. */
const MAX_NAMED = 3;

/** What is in stock for a request that is about to be sent. */
export async function findInStock(typed: StepValues, { year, make, model }: RequestedVehicle) {
  const entryId = chosenEntryId(typed);
  if (!entryId) return undefined;
  const found = await findPartsFor({ entryIds: [entryId], year: Number(year) || undefined, make, model });
  const parts = found.filter(({ isOnHold }) => !isOnHold);
  if (parts.length === 0) return undefined;
  const q = findEntry(entryId)?.name ?? "";
  return {
    parts: parts
      .slice(0, MAX_NAMED)
      .map((part) => ({ url: part.path, line: foundPartLine(part), note: part.note })),
    more: Math.max(0, parts.length - MAX_NAMED),
    url: findUrl({ q, year: Number(year) || undefined, make, model }),
  };
}

/** What the URL of the wizard fills in: the car and the part. */
export function readPrefill(params: URLSearchParams) {
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, 60);
  const car: StepValues = { year: text("year"), make: text("make"), model: text("model") };
  const vin = text("vin");
  const entry = findEntry(text("entry"));
  return {
    // A car that the link names replaces the VIN of another one.
    typed: vin ? { vin } : car.make ? { vin: "", ...car } : {},
    entry: entry && { id: entry.id, name: entry.name },
  };
}
