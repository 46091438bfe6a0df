import { type BookLine, type BookWay, type BookWhat, toAddressLine } from "~/book/book";
import { findOpenLine, recordInBook, voidInBook } from "~/book/book.server";
import { business } from "~/business/business.server";
import { actor, isByHand, now } from "~/context.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { dayInTimeZone } from "~/values/format";
import { findEntry } from "./catalog";
import { partTitle } from "./part";

/**
 * Keeps the book in step with a catalytic converter or an air bag that leaves, or is back after all: where these go is recorded too
 * (book/states.json). An import reports the distant past, and writes nothing.
 */
export async function recordPartLeaving(
  row: Row<"parts">,
  { before }: { before: Row<"parts"> },
): Promise<void> {
  if (actor().source === "import" || LEAVING.every((name) => row[name] === before[name])) return;
  if (!majorComponent(row.entryId)) return;
  const way = WAYS[row.status];
  await (way ? recordPartLeft(row, way) : undoPartLeft(row.id));
}

/** The same of one that is added by hand as gone already. */
export async function recordPartAddedAsGone(row: Row<"parts">): Promise<void> {
  const way = WAYS[row.status];
  if (isByHand() && way) await recordPartLeft(row, way);
}

async function recordPartLeft(row: Row<"parts">, way: BookWay): Promise<void> {
  const what = majorComponent(row.entryId);
  if (!what) return;
  const subject = subjectOf(row.id);
  const open = await findOpenLine(subject);
  // What is stored about a sale may be from an earlier one, unless the part is still sold.
  const soldAt = way === "sold" ? row.soldAt : null;
  await recordInBook(subject, {
    ...{ what, way, name: partTitle(row), stockNumber: row.stockNumber, vin: row.vin ?? undefined },
    on: soldAt ? dayInTimeZone(business.timeZone, new Date(soldAt)) : dayOf(open, way),
    party: way === "sold" ? await findBuyer(row) : undefined,
  });
}

/** The day of what the book says already, if that is how it left; else today. */
function dayOf(open: BookLine | undefined, way: BookWay) {
  return open?.content.way === way ? open.content.on : today();
}

/** Reverses what the book says about a part that left; does nothing if it says nothing. */
export function undoPartLeft(id: string): Promise<void> {
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
