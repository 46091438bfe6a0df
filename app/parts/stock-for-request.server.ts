import { findRecords } from "~/collections/records.server";
import type { OfferGrade } from "~/interchange/offers";
import type { FoundPart } from "./finder";
import { findNamedEntries, findPartsFor, findShelfPart } from "./finder.server";
import { gradeFits } from "./neighbors.server";
import { PART_RECORDS } from "./part.server";
import type { Part } from "./parts";

const MAX_PARTS = 6;

/** What a request asks for, as it is stored. */
interface RequestedPart {
  /** As `componentFor` words it: `Hood - Hood Latch`; or as someone said it on the phone: `headlight`. */
  component: string;
  /** The one that it names. */
  partId?: string | undefined;
  vehicle: { year?: string | number | undefined; make?: string | undefined; model?: string | undefined };
}

/** A part for a request. */
export interface StockedPart {
  part: Part;
  /** How sure it is that it fits, and why. */
  grade: OfferGrade;
  /** `From a 2009 Accord. Same generation (2008–2012); we check before you pay.` */
  note?: string | undefined;
}

/** The parts on the shelf that a request asks for: the one that it names, then as the search finds them. */
export async function findPartsForRequest(request: RequestedPart): Promise<StockedPart[]> {
  const asked = request.partId ? await findShelfPart(request.partId) : undefined;
  const found = [...(asked ? [asked] : []), ...(await findByVehicle(request))].slice(0, MAX_PARTS);
  const { vehicle } = request;
  const model = vehicle.model || (asked?.model ?? "");
  const car = { year: Number(vehicle.year), make: vehicle.make ?? "", model };
  const ways = new Map(found.map((part) => [part._id, part]));
  const parts = await findRecords(PART_RECORDS, [...new Set(found.map(({ _id }) => _id))]);
  const gradeOf = await gradeFits(parts, car);
  return parts.map((part): StockedPart => {
    const { grade, note, fit } = ways.get(part._id) ?? {};
    if (grade) return { part, grade, note };
    if (fit === "listed") return { part, grade: "confirmed here", note: "Listed as a fit on the part." };
    const own = gradeOf(part);
    // The search knows more names of a car; a part that the customer asked for by its page need not be of theirs.
    if (fit === "same" && part.year === car.year && own.grade === "ask us" && !own.reason)
      return { part, grade: "exact year" };
    return { part, ...own, note: own.reason };
  });
}

async function findByVehicle({ component, vehicle }: RequestedPart): Promise<FoundPart[]> {
  const { make = "", model = "" } = vehicle;
  const year = Number(vehicle.year);
  if (!Number.isInteger(year) || make === "" || model === "") return [];
  const entryIds = await findNamedEntries(component);
  return entryIds.length > 0 ? findPartsFor({ entryIds, year, make, model }) : [];
}
