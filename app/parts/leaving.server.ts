import { type BookWay, type BookWhat, toAddressLine } from "~/book/book";
import { findOpenLine, recordInBook, voidInBook } from "~/book/book.server";
import { business } from "~/business/business.server";
import { actor, now } from "~/context.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { dayInTimeZone } from "~/values/format";
import { findEntry } from "./catalog";
import { partTitle } from "./part";

/**
 * Keeps the book in step with a catalytic converter or an air bag that leaves, or is back after all: where these go is recorded
 * too (book/states.json). An import tells what was long ago, and writes nothing.
 */
export async function recordPartLeaving(
  row: Row<"parts">,
  { before }: { before: Row<"parts"> },
): Promise<void> {
  const what = majorComponent(row.entryId);
  if (!what || actor().source === "import" || LEAVING.every((name) => row[name] === before[name])) return;
  const subject = subjectOf(row.id);
  const way = WAYS[row.status];
  if (!way) return takeBackPartLeft(row.id);
  const open = await findOpenLine(subject);
  await recordInBook(subject, {
    ...{ what, way, name: partTitle(row), stockNumber: row.stockNumber, vin: row.vin ?? undefined },
    on: row.soldAt ? dayInTimeZone(business.timeZone, new Date(row.soldAt)) : (open?.content.on ?? today()),
    party: await findBuyer(row),
  });
}

/** Takes back what the book says of a part that left; nothing if it says nothing. */
export function takeBackPartLeft(id: string): Promise<void> {
  return voidInBook(subjectOf(id), "The part is back.");
}

function subjectOf(id: string) {
  return { direction: "out", kind: "part", id } as const;
}

const LEAVING = ["status", "soldAt", "soldTo", "saleId"] as const;

const WAYS: Readonly<Record<string, BookWay>> = { Sold: "sold", Scrapped: "scrapped" };

/** What the book calls a part; undefined for most, which it doesn't list. */
function majorComponent(entryId: string): BookWhat | undefined {
  if (findEntry(entryId)?.subcategoryId === "airbag") return "air-bag";
  return entryId.startsWith("catalytic-") ? "catalytic-converter" : undefined;
}

async function findBuyer({ saleId, soldTo }: Row<"parts">) {
  if (soldTo === null) return undefined;
  const sale = saleId
    ? await db.selectFrom("sales").select("customerAddress").where("id", "=", saleId).executeTakeFirst()
    : undefined;
  return { name: soldTo, address: toAddressLine(sale?.customerAddress) };
}

function today() {
  return dayInTimeZone(business.timeZone, now());
}
