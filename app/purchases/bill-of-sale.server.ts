import { createHash } from "node:crypto";
import { business } from "~/business/business.server";
import { toHistoryRecord, toRecord } from "~/collections/store.server";
import { now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { formatDay, formatMileage } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { findPurchaseRow, PURCHASE_RECORDS, sellerAddress, titleText } from "./purchase.server";
import { PAID_BY, PURCHASES, type Purchase, whatName } from "./purchases";
import { hasRoomFor, listSignatures, openSignature, storeSealed } from "./sealed-items.server";

/*
 * The bill of sale of a purchase. A signature is stored together with the bill that it was put under, word for word, so that it is never
 * shown under other words. A purchase that is changed afterwards has a bill that nobody signed yet; the signed one is kept.
 */

/** A bill of sale, word for word. */
interface BillOfSale {
  yard: { name: string; phone: string; address: string; registration?: string | undefined };
  words: readonly string[];
  what: string;
  boughtOn: string;
  seller: string;
  facts: readonly (readonly [label: string, value: string])[];
}

/** A bill that was signed, without the drawing. */
export interface SignedBill {
  /** Of the signature. */
  id: string;
  /** When it was signed. */
  at: string;
  /** Undefined for a signature of version 1.1 or earlier, which was stored without its bill. */
  bill: BillOfSale | undefined;
  /** Whether the purchase still says what was signed. */
  isCurrent: boolean;
}

/** What the page of a purchase's bill shows: the one that is signed, or the one to sign. */
interface ShownBill {
  bill: BillOfSale;
  /** Tells this bill from any other. */
  fingerprint: string;
  signed: SignedBill | undefined;
  /** What was signed before the purchase was changed, the newest first. */
  earlier: SignedBill[];
  /** Whether the purchase keeps as many signed bills as it may, and this isn't one of them. */
  isFull: boolean;
}

/** The bill of sale as it is now. */
export async function findBill(row: Row<"purchases">): Promise<ShownBill> {
  const all: SignedBill[] = [];
  for await (const one of signedBills(row)) all.push(one);
  const signed = all.find(({ isCurrent }) => isCurrent);
  const bill = signed?.bill ?? toBill(toRecord(PURCHASE_RECORDS, row));
  const fingerprint = createHash("sha256").update(JSON.stringify(bill)).digest("base64url");
  const isFull = !signed && !(await hasRoomFor(1, ["signature"], row.id));
  return { bill, fingerprint, signed, earlier: all.filter(({ isCurrent }) => !isCurrent), isFull };
}

/** Whether a purchase's bill is signed on the screen as it is now, or was before it was changed. */
export async function findSigning(row: Row<"purchases">): Promise<"signed" | "changed" | "unsigned"> {
  let signing: "changed" | "unsigned" = "unsigned";
  for await (const { isCurrent } of signedBills(row)) {
    if (isCurrent) return "signed";
    signing = "changed";
  }
  return signing;
}

/** The drawing of a signature, as a data URL; undefined if it doesn't open. */
export async function openDrawing(purchaseId: string, id: string): Promise<string | undefined> {
  const content = await openSignature(purchaseId, id);
  if (!content) return undefined;
  return `data:image/png;base64,${readStored(content).png}`;
}

/**
 * Stores the signature that was drawn under a bill, in place of one that is under the same; one under another bill is kept.
 * @param fingerprint of the bill that the seller saw: `changed` if the purchase says something else by now
 * @returns `full` if the purchase keeps as many signed bills as it may
 */
export async function signBill(
  purchaseId: string,
  png: Uint8Array,
  fingerprint: string,
): Promise<"signed" | "changed" | "full"> {
  return transaction(async () => {
    const row = await findPurchaseRow(purchaseId);
    const shown = row && (await findBill(row));
    if (!shown || shown.fingerprint !== fingerprint) return "changed";
    if (shown.isFull) return "full";
    if (shown.signed) await db.deleteFrom("sealedItems").where("id", "=", shown.signed.id).execute();
    const { bill } = shown;
    const terms = termsOf(toRecord(PURCHASE_RECORDS, row));
    const content = { png: Buffer.from(png).toString("base64"), bill, terms } satisfies Stored;
    await storeSealed("signature", Buffer.from(JSON.stringify(content)), { purchaseId, at: now() });
    const after = { signature: "Signed on the screen" };
    await recordChange({ record: toHistoryRecord(PURCHASES, row), action: "changed", after });
    return "signed";
  });
}

/** What is sealed as a signature. */
interface Stored {
  png: string;
  bill: BillOfSale;
  terms: Terms;
}

/** What a bill says about the purchase, by its fields. */
type Terms = Record<string, unknown>;

const PNG_START = "\x89PNG";

/** Every bill whose signature opens, the newest first. One at a time: a caller that has found what it needs opens no more. */
async function* signedBills(row: Row<"purchases">): AsyncGenerator<SignedBill> {
  const current = termsOf(toRecord(PURCHASE_RECORDS, row));
  for (const { id, createdAt: at } of await listSignatures(row.id)) {
    const content = await openSignature(row.id, id);
    if (!content) continue;
    const { bill, terms } = readStored(content);
    // What a drawing alone was under is known as long as nobody has saved the purchase since.
    yield { id, at, bill, isCurrent: terms ? isSame(terms, current) : row.updatedAt <= at };
  }
}

/** What is sealed as a signature: of version 1.1 or earlier, the drawing alone. */
function readStored(content: Buffer): Pick<Stored, "png"> & Partial<Stored> {
  const isDrawing = content.subarray(0, 4).toString("latin1") === PNG_START;
  return isDrawing ? { png: content.toString("base64") } : JSON.parse(content.toString("utf8"));
}

/** The fields that are on the bill. */
const ON_BILL = [
  ...(["what", "description", "year", "make", "model", "boughtOn"] as const),
  ...(["vin", "stockNumber", "odometer", "titleKind", "titleState", "titleNumber"] as const),
  ...(["sellerName", "sellerStreet", "sellerCity", "sellerState", "sellerZip"] as const),
  ...(["sellerPhone", "sellerNumber", "price", "paidBy", "checkNumber"] as const),
] satisfies (keyof Purchase)[];

function termsOf(purchase: Purchase): Terms {
  return Object.fromEntries(ON_BILL.map((name) => [name, purchase[name] ?? null]));
}

/** Of what was signed alone: a field that a later version adds to the bill makes no signature void. */
function isSame(signed: Terms, current: Terms): boolean {
  return Object.entries(signed).every(([name, value]) => current[name] === value);
}

function toBill(purchase: Purchase): BillOfSale {
  const { price, paidBy, checkNumber, odometer } = purchase;
  return {
    yard: yardOnPaper(),
    words: business.buying.billWords,
    what: whatName(purchase),
    boughtOn: formatDay(purchase.boughtOn),
    seller: purchase.sellerName,
    facts: [
      ["VIN", purchase.vin],
      ["Stock number", purchase.stockNumber],
      ["Odometer", odometer === undefined ? "Not known" : formatMileage(odometer)],
      ["Title", titleText(purchase)],
      ["Seller", purchase.sellerName],
      ["Address", sellerAddress(purchase)],
      ["Phone", purchase.sellerPhone],
      ["Facility number", purchase.sellerNumber],
      ["Price", price === undefined ? undefined : formatExactPrice(price)],
      ["Paid by", [paidBy && PAID_BY[paidBy], checkNumber].filter(Boolean).join(" ")],
    ].flatMap(([label, value]) => (value ? [[label ?? "", value] as const] : [])),
  };
}

/** The yard as its papers name it. */
function yardOnPaper(): BillOfSale["yard"] {
  const { name, phone, address, buying } = business;
  const { street, city, state, zipCode } = address;
  return {
    name,
    phone,
    address: `${street}, ${city}, ${state} ${zipCode}`,
    registration: buying.registration,
  };
}
