import type { BookContent } from "~/book/book";
import { type BookSubject, findOpenLine, recordInBook, voidInBook } from "~/book/book.server";
import { business } from "~/business/business.server";
import type { NamedRecord } from "~/collections/collection";
import { createRecord, findNamedHolder } from "~/collections/records.server";
import { type InvalidFields, type StoredCollection, toRecord } from "~/collections/store.server";
import { actor, now, THE_SITE } from "~/context.server";
import { db } from "~/db/connection.server";
import { isReferredTo } from "~/db/references.server";
import type { Row } from "~/db/schema";
import { noteErasure } from "~/history/erasures.server";
import { forgetResponses, storeOnce } from "~/http/idempotency.server";
import { markBought, whyNotBought } from "~/requests/offered-car.server";
import { listPublishedPhotos } from "~/requests/photos.server";
import { dayInTimeZone } from "~/values/format";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { findCarInStock } from "~/vehicles/in-stock.server";
import { STOCK_NUMBER_TAKEN } from "~/vehicles/inventory";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { suggestStockNumber } from "~/vehicles/stock-number.server";
import { correctCar, isTakenByOther } from "./car.server";
import { findTradePurchase } from "./find-purchase.server";
import {
  type Becomes,
  PURCHASES,
  type Purchase,
  type PurchaseFields,
  TITLE_KINDS,
  whatName,
} from "./purchases";
import { claimSealed, deleteSealedOf, storeSealed } from "./sealed-items.server";

interface PurchaseTypes {
  row: Row<"purchases">;
  fields: PurchaseFields;
  record: Purchase;
  publicRecord: { _id: string };
  publicQuery: { sort: string; page: number };
}

/** The purchases, and what is stored with one: the car that it became, and its line in the book. */
export const PURCHASE_RECORDS: StoredCollection<PurchaseTypes> = {
  ...PURCHASES,
  findFaults: async (typed, { stored }) => {
    const faults = await findFaults(typed, stored);
    return faults ?? {};
  },
  deriveColumns: async (fields, { stored }) => {
    const invalid = await findFaults(fields, stored);
    if (invalid) return { invalid } satisfies InvalidFields;
    // What an import brings without a number adds no vehicle that needs one.
    if (stored || !isCar(fields) || actor().source === "import") return {};
    return { stockNumber: fields.stockNumber ?? (await nextFree(fields)) };
  },
  afterWrite: async (row) => {
    const isNew = row.createdAt === row.updatedAt;
    // What an import brings was bought before, and is in a book on paper.
    if (!isNew || actor().source === "import") return;
    if (row.what === "car") await addVehicle(row);
    if (row.requestId) await markBought(row.requestId, row.id);
    await recordInBook(inBook(row.id), toBookContent(row));
  },
  afterUpdate: async (row, change) => {
    await correctCar(row, change);
    if (await findOpenLine(inBook(row.id))) await recordInBook(inBook(row.id), toBookContent(row));
  },
  isUsed: (id) => isReferredTo(id, [["sealedItems", "purchaseId"]]),
  afterDelete: (id) => voidInBook(inBook(id), "The purchase was deleted."),
  afterRestore: async (id) => {
    const row = await findPurchaseRow(id);
    if (row && (await wasInBook(id))) await recordInBook(inBook(id), toBookContent(row));
  },
  afterRemove: async (id) => {
    await deleteSealedOf(id);
    await forgetResponses(id);
    // At the seller's request, so no restore brings them back. What goes because of its age in the trash may have been put there by
    // mistake.
    if (actor().source !== THE_SITE.source) await noteErasure(PURCHASES.recordKind, id, { at: now() });
  },
  editNote: async (id) => ((await findPurchaseRow(id))?.vehicleId ? CAR_FOLLOWS : undefined),
  deleteNote: async (id) =>
    (await findOpenLine(inBook(id)))
      ? "Its line stays in the book, and a correction says that the purchase was deleted. The vehicle it became stays."
      : undefined,
};

const CAR_FOLLOWS =
  "The car's own record follows what you change here, except where someone has changed it since: the purchase's page shows that.";

/** What Buy a Car stores. */
interface BoughtCar {
  fields: PurchaseFields;
  /** The number of the seller's ID, and the ids of the photos that came with the form. */
  idNumber: string | undefined;
  photos: readonly string[];
  /** The page of the other car of its VIN, once the form was sent again in spite of it. */
  confirmedTwin?: string | undefined;
}

/** The outcome of Buy a Car. */
export type Bought =
  | { outcome: "bought"; purchase: Purchase }
  | { outcome: "twin"; twin: NamedRecord }
  | { outcome: "invalid"; fields: Record<string, string[]> };

/** Thrown to roll back, so that the form's key can be used again. */
class NotBought extends Error {
  constructor(readonly why: Exclude<Bought, { outcome: "bought" }>) {
    super(why.outcome);
  }
}

/**
 * Stores a purchase once, however often its form is sent, with the vehicle that it becomes, its line in the book and what is stored about
 * the seller's ID: all of it or nothing.
 */
export async function buyCar(
  { fields, idNumber, photos, confirmedTwin }: BoughtCar,
  key: string,
): Promise<Bought> {
  try {
    const purchase = await storeOnce("purchase", [key, fields], now(), async () => {
      const created = await createRecord(PURCHASE_RECORDS, { boughtBy: actor().username, ...fields });
      if (created.outcome !== "saved") throw new NotBought({ outcome: "invalid", fields: created.fields });
      const { _id: purchaseId } = created.item;
      const twin = await findTwin(purchaseId);
      if (twin && twin.to !== confirmedTwin) throw new NotBought({ outcome: "twin", twin });
      await claimSealed(photos, purchaseId);
      if (idNumber) await storeSealed("idNumber", Buffer.from(idNumber), { purchaseId, at: now() });
      return created.item;
    });
    return { outcome: "bought", purchase };
  } catch (error) {
    if (error instanceof NotBought) return error.why;
    throw error;
  }
}

/** A purchase's row, unless it is in the trash. */
export async function findPurchaseRow(id: string): Promise<Row<"purchases"> | undefined> {
  return db
    .selectFrom("purchases")
    .selectAll()
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
}

/** The other car of a purchase's VIN that is in stock. */
async function findTwin(purchaseId: string): Promise<NamedRecord | undefined> {
  const row = await findPurchaseRow(purchaseId);
  return row?.vin && isCar(row) ? findCarInStock(row.vin, { exceptId: row.vehicleId }) : undefined;
}

/** What the book calls a purchase. */
function inBook(id: string): BookSubject {
  return { direction: "in", kind: PURCHASES.recordKind, id };
}

function isCar({ what }: { what?: string | undefined }): boolean {
  return (what ?? "car") === "car";
}

/** What the fields alone don't show: a day in the future, a stock number that is taken, or an offer that was bought already. */
async function findFaults(
  fields: Record<string, unknown>,
  stored: Row<"purchases"> | undefined,
): Promise<InvalidFields["invalid"] | undefined> {
  const { boughtOn } = fields;
  const today = dayInTimeZone(business.timeZone, now());
  // The book and the drawer would have it on that day.
  if (typeof boughtOn === "string" && boughtOn.slice(0, 10) > today && boughtOn !== stored?.boughtOn)
    return { boughtOn: ["This day is in the future"] };
  const taken = await findTaken(fields, stored);
  const { requestId, tradeSaleId } = fields;
  if (!stored && typeof tradeSaleId === "string" && (await findTradePurchase(tradeSaleId)))
    return { ...taken, vin: ["This trade-in was already bought"] };
  if (stored || typeof requestId !== "string" || requestId === "" || actor().source === "import")
    return taken;
  const why = await whyNotBought(requestId);
  return why ? { ...taken, requestId: [why] } : taken;
}

/** The stock number of a purchase must be free in the list that its car goes to, or is in. */
async function findTaken(
  fields: Record<string, unknown>,
  stored: Row<"purchases"> | undefined,
): Promise<InvalidFields["invalid"] | undefined> {
  if (!isCar(fields) || actor().source === "import") return undefined;
  const { stockNumber } = fields;
  const isTaken = stored
    ? typeof stockNumber === "string" && (await isTakenByOther(stored, stockNumber))
    : (await findHolderOfNumber(fields)) !== undefined;
  return isTaken ? { stockNumber: [STOCK_NUMBER_TAKEN] } : undefined;
}

/** The car that has the stock number of a new purchase, in the list that its car goes to. */
export async function findHolderOfNumber({
  stockNumber,
  becomes,
}: Record<string, unknown>): Promise<NamedRecord | undefined> {
  if (typeof stockNumber !== "string" || stockNumber === "") return undefined;
  const store = becomes === "retail" ? RETAIL_RECORDS : DISMANTLED_RECORDS;
  return findNamedHolder(store as StoredCollection, { stockNumber });
}

function nextFree({ becomes }: { becomes?: Becomes | undefined }): Promise<string> {
  return suggestStockNumber(becomes ?? "dismantled");
}

/** The vehicle that a bought car becomes. */
async function addVehicle(row: Row<"purchases">): Promise<void> {
  const { year, make, model, trim, vin, odometer, boughtOn, stockNumber } = toRecord(PURCHASE_RECORDS, row);
  if (stockNumber === undefined) throw new Error(`Purchase ${row.id} of a car has no stock number.`);
  const photos = row.requestId ? await listPublishedPhotos(row.requestId) : [];
  const images = photos.map((imageUrl) => ({ imageUrl, alt: "" }));
  const vehicle = { stockNumber, vin, year, make, model, trim, mileage: odometer, dateAcquired: boughtOn };
  const created =
    row.becomes === "retail"
      ? await createRecord(RETAIL_RECORDS, { ...vehicle, status: "available", features: [], images })
      : await createRecord(DISMANTLED_RECORDS, {
          ...vehicle,
          year: year ?? 0,
          make: make ?? "",
          model: model ?? "",
          dateAcquired: boughtOn ?? "",
          status: "Awaiting Dismantle",
          obtainedFrom: row.sellerName,
          images,
        });
  if (created.outcome !== "saved") throw new Error(`The bought car was not stored: ${created.outcome}`);
  const made = { vehicleKind: row.becomes, vehicleId: created.item._id };
  await db.updateTable("purchases").set(made).where("id", "=", row.id).execute();
  // The row is what the caller answers with.
  Object.assign(row, made);
}

async function wasInBook(id: string): Promise<boolean> {
  const line = await db
    .selectFrom("bookLines")
    .select("sequence")
    .where("subjectId", "=", id)
    .executeTakeFirst();
  return line !== undefined;
}

function toBookContent(row: Row<"purchases">): BookContent {
  const purchase = toRecord(PURCHASE_RECORDS, row);
  const { what, boughtOn, quantity, stockNumber, vin, odometer, formNumber } = purchase;
  const { catalyticConverters, airBags, sellerName, sellerNumber } = purchase;
  return {
    ...{ what, way: "bought", on: boughtOn.slice(0, 10), name: whatName(purchase) },
    ...{ quantity, stockNumber, odometer, formNumber, catalyticConverters, airBags },
    vin: vin || undefined,
    party: { name: sellerName, address: sellerAddress(purchase), number: sellerNumber },
    title: titleText(purchase),
  };
}

/** `12 Main St, Millbrook, NY 12545` */
export function sellerAddress({
  sellerStreet,
  sellerCity,
  sellerState,
  sellerZip,
}: Pick<Purchase, "sellerStreet" | "sellerCity" | "sellerState" | "sellerZip">): string | undefined {
  const place = [sellerState, sellerZip].filter(Boolean).join(" ");
  return [sellerStreet, sellerCity, place].filter(Boolean).join(", ") || undefined;
}

/** `Title, NY, 1234567` */
export function titleText({
  titleKind,
  titleState,
  titleNumber,
}: Pick<Purchase, "titleKind" | "titleState" | "titleNumber">): string | undefined {
  const kind = titleKind && TITLE_KINDS[titleKind];
  return [kind, titleState, titleNumber].filter(Boolean).join(", ") || undefined;
}
