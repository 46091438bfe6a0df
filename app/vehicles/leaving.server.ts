import type { BookContent, BookWay } from "~/book/book";
import { findOpenLine, recordInBook, voidInBook } from "~/book/book.server";
import { business } from "~/business/business.server";
import { actor, isByHand, now } from "~/context.server";
import type { Row } from "~/db/schema";
import { dayInTimeZone } from "~/values/format";
import { hasLeft } from "./dismantled";
import { vehicleName } from "./inventory";

type Dismantled = Row<"dismantledVehicles">;
type Retail = Row<"retailVehicles">;

/**
 * Keeps the book in step with a dismantled vehicle that leaves, whose facts about that are filled in later, or that is back after
 * all. An import tells what was long ago, and writes nothing.
 */
export async function recordLeaving(row: Dismantled, { before }: { before: Dismantled }): Promise<void> {
  if (actor().source === "import" || LEAVING.every((name) => row[name] === before[name])) return;
  if (hasLeft(row)) return recordLeft(row);
  if (hasLeft(before)) await voidInBook(subjectOf("dismantledVehicle", row), "The car is back.");
}

/** The same of one that is added by hand as gone already. */
export async function recordAddedAsGone(row: Dismantled): Promise<void> {
  if (isByHand() && hasLeft(row)) await recordLeft(row);
}

async function recordLeft(row: Dismantled): Promise<void> {
  const subject = subjectOf("dismantledVehicle", row);
  const open = await findOpenLine(subject);
  const party = row.disposedTo === null ? undefined : { name: row.disposedTo };
  await recordInBook(subject, {
    ...(open?.content ?? aboutVehicle(row)),
    way: WAYS[row.disposition ?? "Scrapped"] ?? "other",
    on: row.dispositionDate?.slice(0, 10) ?? open?.content.on ?? today(),
    // What a sale wrote has an address too.
    party: party?.name === open?.content.party?.name ? open?.content.party : party,
  });
}

/** The same of a vehicle for sale whose status is set to sold by hand. A sale has written its own line before, with the buyer. */
export async function recordSoldByHand(row: Retail, { before }: { before: Retail }): Promise<void> {
  if (actor().source === "import" || row.status === before.status) return;
  if (row.status === "sold") return recordSold(row);
  if (before.status === "sold")
    await voidInBook(subjectOf("retailVehicle", row), "The car is for sale again.");
}

/** The same of one that is added by hand as sold already. */
export async function recordAddedAsSold(row: Retail): Promise<void> {
  if (isByHand() && row.status === "sold") await recordSold(row);
}

async function recordSold(row: Retail): Promise<void> {
  const subject = subjectOf("retailVehicle", row);
  if (await findOpenLine(subject)) return;
  await recordInBook(subject, { ...aboutVehicle(row), way: "sold", on: today() });
}

function subjectOf(kind: "dismantledVehicle" | "retailVehicle", { id }: { id: string }) {
  return { direction: "out", kind, id } as const;
}

const LEAVING = ["status", "disposition", "dispositionDate", "disposedTo"] as const;

const WAYS: Readonly<Record<string, BookWay>> = {
  Crushed: "crushed",
  Scrapped: "scrapped",
  Sold: "sold",
  Other: "other",
};

function aboutVehicle(
  row: Dismantled | Retail,
): Pick<BookContent, "what" | "name" | "stockNumber" | "vin" | "odometer"> {
  const { year, make, model, stockNumber, vin, mileage } = row;
  return {
    what: "car",
    name: vehicleName({ year: year ?? undefined, make: make ?? undefined, model: model ?? undefined }),
    stockNumber,
    vin: vin || undefined,
    odometer: mileage ?? undefined,
  };
}

function today(): string {
  return dayInTimeZone(business.timeZone, now());
}
