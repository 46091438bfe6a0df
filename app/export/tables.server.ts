import { listLinesAfter } from "~/book/book.server";
import { db } from "~/db/connection.server";
import { BUYERS_GUIDE_FIELDS } from "~/documents/buyers-guide-schema";
import { withoutLinkKeys } from "~/mail/outbox.server";
import { listEstimatesAfter, toEstimateRecord } from "~/requests/estimate.server";
import { listOffersAfter, toOfferRecord } from "~/requests/offer.server";
import { SETTINGS_KIND, withoutKey } from "~/settings/sections";
import { type ExportColumn, type Exported, toWords } from "./lists.server";

/** Rows that are read at once. */
const ROWS_PER_BATCH = 500;

/** What the archive has besides the staff lists. */
export interface ExportTable {
  /** `history` */
  name: string;
  /** What its rows are, and what their fields do not say by their names. */
  about: string;
  columns: ExportColumn[];
  count(): Promise<number>;
  records(): AsyncGenerator<Exported>;
}

export const EXPORT_TABLES: readonly ExportTable[] = [
  {
    name: "buyers-guides",
    about:
      "The Buyers Guide of each vehicle for sale. A vehicle without a line has the business file's defaults.",
    columns: columns({
      "Vehicle ID": "_id",
      "Stock Number": "stockNumber",
      Saved: "updatedAt",
      ...Object.fromEntries(BUYERS_GUIDE_FIELDS.map((name) => [toWords(name), name])),
    }),
    count: () => countRows("buyersGuides"),
    records: () =>
      inBatches((after) =>
        db
          .selectFrom("buyersGuides")
          .leftJoin("retailVehicles", "retailVehicles.id", "vehicleId")
          .select(["vehicleId as _id", "stockNumber", "choices", "buyersGuides.updatedAt"])
          .where("vehicleId", ">", String(after ?? ""))
          .orderBy("vehicleId")
          .limit(ROWS_PER_BATCH)
          .execute()
          .then((rows) => rows.map(({ choices, ...row }) => ({ ...row, ...JSON.parse(choices) }))),
      ),
  },
  {
    name: "estimates",
    about:
      "Repair estimates, one line per version. Request ID is the repair request. Prices are in dollars, rates in percent; one without\nSent is a draft.",
    columns: columns({
      ID: "_id",
      "Request ID": "requestId",
      Version: "version",
      State: "state",
      Lines: "lines",
      "Tax Percent": "taxPercent",
      Labor: "labor",
      Parts: "parts",
      Fees: "fees",
      Tax: "tax",
      Total: "total",
      Complaint: "complaint",
      Plate: "plate",
      VIN: "vin",
      Odometer: "odometer",
      Saved: "updatedAt",
      Sent: "sentAt",
      "Sent By": "sentBy",
      Approved: "approvedAt",
      "Approved By": "approvedBy",
      "Wants Old Parts": "wantsOldParts",
    }),
    count: () => countRows("estimates"),
    records: () =>
      inBatches(async (after) => {
        const found = await listEstimatesAfter(String(after ?? ""), ROWS_PER_BATCH);
        return found.map(({ id, requestId, estimate }) => ({
          ...{ _id: id, requestId },
          ...toEstimateRecord(estimate),
        }));
      }),
  },
  {
    name: "car-offers",
    about:
      "What we offered for cars, one line per offer. Request ID is the car offered. Amounts are in dollars; Answered By is the name that the\ncustomer typed.",
    columns: columns({
      ID: "_id",
      "Request ID": "requestId",
      Version: "version",
      State: "state",
      Amount: "amount",
      "Good Until": "goodUntil",
      Made: "madeAt",
      "Made By": "madeBy",
      Answered: "answeredAt",
      "Answered By": "answeredBy",
    }),
    count: () => countRows("carOffers"),
    records: () =>
      inBatches(async (after) => {
        const found = await listOffersAfter(String(after ?? ""), ROWS_PER_BATCH, new Date());
        return found.map(({ id, requestId, offer }) => ({
          ...{ _id: id, requestId },
          ...toOfferRecord(offer),
        }));
      }),
  },
  {
    name: "sale-lines",
    about:
      "Lines of sales. Sale ID is the sale, Position their order. Prices are in dollars, rates in percent; Discount is the line's share of\nwhat was taken off the sale, Taxed 1 where the line is taxed. Year, make and model are of the car that a part is from.",
    columns: columns({
      ID: "_id",
      "Sale ID": "saleId",
      Position: "position",
      Kind: "kind",
      Description: "description",
      "Stock Number": "stockNumber",
      VIN: "vin",
      "Part ID": "partId",
      "Vehicle ID": "vehicleId",
      "Donor ID": "donorId",
      Entry: "entryId",
      Year: "year",
      Make: "make",
      Model: "model",
      Quantity: "quantity",
      Price: "price",
      Percent: "percent",
      Amount: "amount",
      Discount: "discount",
      Taxed: "isTaxed",
      Tax: "tax",
      "Tax Percent": "taxPercent",
      "Tax Place": "taxPlace",
      Warranty: "warranty",
      "Warranty Days": "warrantyDays",
    }),
    count: () => countRows("saleLines"),
    records: () =>
      inBatches((after) =>
        db
          .selectFrom("saleLines")
          .select([
            "id as _id",
            ...(["saleId", "position", "kind", "description", "stockNumber", "vin"] as const),
            ...([
              "partId",
              "vehicleId",
              "donorId",
              "entryId",
              "taxPlace",
              "warranty",
              "warrantyDays",
            ] as const),
            ...(["year", "make", "model", "quantity", "priceCents", "percent"] as const),
            ...(["amountCents", "discountCents", "isTaxed", "taxCents", "taxRate"] as const),
          ])
          .where("id", ">", String(after ?? ""))
          .orderBy("id")
          .limit(ROWS_PER_BATCH)
          .execute()
          .then((rows) =>
            rows.map(({ priceCents, amountCents, discountCents, taxCents, taxRate, ...row }) => ({
              ...row,
              quantity: row.quantity / 100,
              price: priceCents === null ? null : priceCents / 100,
              percent: row.percent === null ? null : row.percent / 1000,
              ...{ amount: amountCents / 100, discount: discountCents / 100, tax: taxCents / 100 },
              taxPercent: taxRate / 1000,
            })),
          ),
      ),
  },
  {
    name: "payments",
    about:
      "What pays for sales. Sale ID is the sale; one without Taken is of a draft. Amounts are in dollars. For Account is 1 for money that came\nin later for what was put on account.",
    columns: columns({
      ID: "_id",
      "Sale ID": "saleId",
      Method: "method",
      Amount: "amount",
      Tendered: "tendered",
      Change: "change",
      Reference: "reference",
      "For Account": "isForAccount",
      "Account Payment ID": "accountPaymentId",
      Day: "takenOn",
      Taken: "takenAt",
      "Taken By": "takenBy",
    }),
    count: () => countRows("payments"),
    records: () =>
      inBatches((after) =>
        db
          .selectFrom("payments")
          .select([
            "id as _id",
            ...(["saleId", "method", "reference", "isForAccount", "accountPaymentId"] as const),
            ...(["takenOn", "takenAt", "takenBy", "amountCents", "tenderedCents", "changeCents"] as const),
          ])
          .where("id", ">", String(after ?? ""))
          .orderBy("id")
          .limit(ROWS_PER_BATCH)
          .execute()
          .then((rows) =>
            rows.map(({ amountCents, tenderedCents, changeCents, ...row }) => ({
              ...row,
              amount: amountCents / 100,
              tendered: tenderedCents === null ? null : tenderedCents / 100,
              change: changeCents / 100,
            })),
          ),
      ),
  },
  {
    name: "deals",
    about:
      "More about the sale of a vehicle: the co-buyer, the mileage, the trade-in, the delivery, and why a deal fell through.",
    columns: columns({
      "Sale ID": "_id",
      "Vehicle Inquiry ID": "vehicleInquiryId",
      "Co-buyer": "coBuyerName",
      "Co-buyer Address": "coBuyerAddress",
      Class: "condition",
      Odometer: "odometer",
      "Mileage Unknown": "isMileageUnknown",
      "Trade-in VIN": "tradeVin",
      "Trade-in Year": "tradeYear",
      "Trade-in Make": "tradeMake",
      "Trade-in Model": "tradeModel",
      "Trade-in Odometer": "tradeOdometer",
      "Trade-in Allowance": "tradeAllowance",
      Delivered: "deliveredOn",
      Ended: "endedAt",
      "Why It Ended": "endedReason",
    }),
    count: () => countRows("deals"),
    records: () =>
      inBatches((after) =>
        db
          .selectFrom("deals")
          .selectAll()
          .where("saleId", ">", String(after ?? ""))
          .orderBy("saleId")
          .limit(ROWS_PER_BATCH)
          .execute()
          .then((rows) =>
            rows.map(({ saleId, tradeCents, ...row }) => ({
              ...{ _id: saleId, ...row },
              tradeAllowance: tradeCents / 100,
            })),
          ),
      ),
  },
  {
    name: "store-credits",
    about:
      "Store credit that customers got (above zero) and used (below zero). Amounts are in dollars; a customer's balance is the sum of their lines.",
    columns: columns({
      ID: "_id",
      "Customer ID": "customerId",
      Amount: "amount",
      "Sale ID": "saleId",
      "Credit Note ID": "creditNoteId",
      At: "at",
      By: "by",
    }),
    count: () => countRows("storeCredits"),
    records: () =>
      inBatches((after) =>
        db
          .selectFrom("storeCredits")
          .select(["id as _id", "customerId", "amountCents", "saleId", "creditNoteId", "at", "by"])
          .where("id", ">", String(after ?? ""))
          .orderBy("id")
          .limit(ROWS_PER_BATCH)
          .execute()
          .then((rows) => rows.map(({ amountCents, ...row }) => ({ ...row, amount: amountCents / 100 }))),
      ),
  },
  {
    name: "book",
    about:
      "The book: cars and cores bought and gone, one line each, with the hash of the line before. Content is JSON, as it is hashed.",
    columns: columns({
      Line: "_id",
      Written: "at",
      Day: "day",
      By: "by",
      Direction: "direction",
      "Corrects Line": "corrects",
      "Record Kind": "subjectKind",
      "Record ID": "subjectId",
      Content: "content",
      "Previous Hash": "previousHash",
      Hash: "hash",
    }),
    count: () => countRows("bookLines"),
    records: () =>
      inBatches(async (after) =>
        (await listLinesAfter(Number(after ?? 0), ROWS_PER_BATCH)).map(({ sequence, ...line }) => ({
          _id: sequence,
          ...line,
        })),
      ),
  },
  {
    name: "car-costs",
    about: "Costs and income of cars other than their purchase, their parts and their sale.",
    columns: columns({
      ID: "_id",
      "Vehicle Kind": "vehicleKind",
      "Vehicle ID": "vehicleId",
      Kind: "kind",
      Date: "onDay",
      Amount: "amount",
      Party: "party",
      "Paid By": "paidBy",
      Note: "note",
      Added: "createdAt",
      By: "createdBy",
    }),
    count: () => countRows("carCosts"),
    records: () =>
      inBatches((after) =>
        db
          .selectFrom("carCosts")
          .select(["id as _id", "vehicleKind", "vehicleId", "kind", "onDay", "cents", "party", "paidBy"])
          .select(["note", "createdAt", "createdBy"])
          .where("id", ">", String(after ?? ""))
          .orderBy("id")
          .limit(ROWS_PER_BATCH)
          .execute()
          .then((rows) => rows.map(({ cents, ...row }) => ({ ...row, amount: cents / 100 }))),
      ),
  },
  {
    name: "arrival-alerts",
    about: "Who is emailed when a vehicle arrives. One without Confirmed gets no email.",
    columns: columns({
      ID: "_id",
      Email: "email",
      Make: "make",
      Model: "model",
      "Year From": "yearFrom",
      "Year To": "yearTo",
      Asked: "askedAt",
      Confirmed: "confirmedAt",
    }),
    count: () => countRows("arrivalAlerts"),
    records: () =>
      inBatches((after) =>
        db
          .selectFrom("arrivalAlerts")
          .select(["id as _id", "email", "make", "model", "yearFrom", "yearTo", "askedAt", "confirmedAt"])
          .where("id", ">", String(after ?? ""))
          .orderBy("id")
          .limit(ROWS_PER_BATCH)
          .execute(),
      ),
  },
  {
    name: "mail",
    about:
      "Email sent or waiting, oldest first. Cause and Cause ID are the record that it is about. The keys of private links\nare left out of the texts.",
    columns: columns({
      ID: "_id",
      Queued: "createdAt",
      To: "to",
      "Reply To": "replyTo",
      Subject: "subject",
      Text: "text",
      Cause: "causeKind",
      "Cause ID": "causeId",
      Status: "status",
      Attempts: "attempts",
      Sent: "sentAt",
      "Last Error": "lastError",
    }),
    count: () => countRows("outbox"),
    records: () =>
      inBatches((after) =>
        db
          .selectFrom("outbox")
          .select([
            "id as _id",
            ...(["createdAt", "to", "replyTo", "subject", "text", "causeKind", "causeId"] as const),
            ...(["status", "attempts", "sentAt", "lastError"] as const),
          ])
          .where("id", ">", Number(after ?? 0))
          .orderBy("id")
          .limit(ROWS_PER_BATCH)
          .execute()
          .then((rows) => rows.map((row) => ({ ...row, text: withoutLinkKeys(row.text) }))),
      ),
  },
  {
    name: "credit-note-lines",
    about: "What customers brought back, one line per line of a credit note, in dollars.",
    columns: columns({
      ID: "_id",
      "Credit Note": "number",
      Sale: "saleNumber",
      "Sale Line ID": "saleLineId",
      Day: "creditedOn",
      Clerk: "clerk",
      Kind: "kind",
      Description: "description",
      "Stock Number": "stockNumber",
      Quantity: "quantity",
      Amount: "amount",
      Tax: "tax",
      Reason: "reason",
      "Goes To": "goesTo",
    }),
    count: () => countRows("creditNoteLines"),
    records: () =>
      inBatches((after) =>
        db
          .selectFrom("creditNoteLines")
          .innerJoin("creditNotes", "creditNotes.id", "creditNoteLines.creditNoteId")
          .where("creditNoteLines.id", ">", String(after ?? ""))
          .orderBy("creditNoteLines.id")
          .limit(ROWS_PER_BATCH)
          .select([
            "creditNoteLines.id as _id",
            ...([
              "number",
              "saleNumber",
              "saleLineId",
              "creditedOn",
              "clerk",
              "kind",
              "description",
            ] as const),
            ...([
              "stockNumber",
              "quantity",
              "amountCents",
              "creditNoteLines.taxCents",
              "reason",
              "goesTo",
            ] as const),
          ])
          .execute()
          .then((rows) =>
            rows.map(({ quantity, amountCents, taxCents, ...row }) => ({
              ...row,
              quantity: quantity / 100,
              amount: amountCents / 100,
              tax: taxCents / 100,
            })),
          ),
      ),
  },
  {
    name: "day-closes",
    about:
      "What was counted in the cash drawer at the end of a day, in dollars. A day that was closed again has another line.",
    columns: columns({
      ID: "_id",
      Day: "day",
      Opening: "opening",
      Expected: "expected",
      Counted: "counted",
      Reason: "reason",
      Closed: "closedAt",
      By: "closedBy",
    }),
    count: () => countRows("dayCloses"),
    records: () =>
      inBatches((after) =>
        db
          .selectFrom("dayCloses")
          .selectAll()
          .where("id", ">", String(after ?? ""))
          .orderBy("id")
          .limit(ROWS_PER_BATCH)
          .execute()
          .then((rows) =>
            rows.map(({ id, openingCents, expectedCents, countedCents, ...row }) => ({
              ...row,
              _id: id,
              opening: openingCents / 100,
              expected: expectedCents / 100,
              counted: countedCents / 100,
            })),
          ),
      ),
  },
  {
    name: "history",
    about: "Changes to records and accounts, oldest first. Before and After have only the changed fields.",
    columns: columns({
      ID: "_id",
      Time: "at",
      Record: "recordName",
      "Record Kind": "recordKind",
      "Record ID": "recordId",
      Action: "action",
      By: "username",
      From: "source",
      Before: "before",
      After: "after",
    }),
    count: () => countRows("changes"),
    records: () =>
      inBatches((after) =>
        db
          .selectFrom("changes")
          .select([
            "id as _id",
            ...(["at", "recordName", "recordKind", "recordId", "action", "username", "source"] as const),
            ...(["before", "after"] as const),
          ])
          .where("id", ">", Number(after ?? 0))
          .orderBy("id")
          .limit(ROWS_PER_BATCH)
          .execute()
          .then((rows) =>
            rows.map(({ before, after, ...row }) => ({
              ...row,
              before: toFields(row.recordKind, before),
              after: toFields(row.recordKind, after),
            })),
          ),
      ),
  },
];

/** What a line of the history says about its fields, as far as an export may. */
function toFields(recordKind: string, json: string | null): unknown {
  const fields = parseJson(json);
  if (recordKind !== SETTINGS_KIND || typeof fields !== "object" || fields === null) return fields;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, withoutKey(name, value)]));
}

/** Reads rows by their ids, so that a table of any length is never in memory as a whole. */
async function* inBatches(
  read: (after: string | number | undefined) => Promise<{ _id: string | number }[]>,
): AsyncGenerator<Exported> {
  for (let after: string | number | undefined; ; ) {
    const rows = await read(after);
    // As the lists' JSON has it: a field without a value is left out.
    for (const row of rows)
      yield Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Exported;
    after = rows.at(-1)?._id;
    if (after === undefined) return;
  }
}

async function countRows(
  table:
    | "buyersGuides"
    | "estimates"
    | "carOffers"
    | "saleLines"
    | "payments"
    | "deals"
    | "storeCredits"
    | "arrivalAlerts"
    | "outbox"
    | "changes"
    | "dayCloses"
    | "creditNoteLines"
    | "bookLines"
    | "carCosts",
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function columns(fields: Record<string, string>): ExportColumn[] {
  return Object.entries(fields).map(([heading, field]) => ({
    heading,
    field,
    cell: (record) => toText((record as Record<string, unknown>)[field]),
  }));
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function parseJson(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
