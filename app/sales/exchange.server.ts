import { db } from "~/db/connection.server";
import { formatSaleNumber } from "~/values/sale-number";
import { formatCreditNumber } from "./returns";
import { SALES_PAGE } from "./sale";

/*
 * What replaced what: a sale in exchange for what came back on a credit note. The sale keeps what that was in words, as it keeps every
 * name, and the credit note finds the sale.
 */

/** What came back on a credit note: `CN-1003, 2012 Honda Accord Alternator`; undefined if there is no such note. */
export async function describeReturned(creditNoteId: string): Promise<string | undefined> {
  const note = await db
    .selectFrom("creditNotes")
    .select("number")
    .where("id", "=", creditNoteId)
    .executeTakeFirst();
  if (!note) return undefined;
  const lines = await db
    .selectFrom("creditNoteLines")
    .select("description")
    .where("creditNoteId", "=", creditNoteId)
    .orderBy("position")
    .execute();
  return [formatCreditNumber(note.number), ...lines.map(({ description }) => description)].join(", ");
}

/** The lines of a credit note, with the part or vehicle that came back, and the request that it was sold for; in their order. */
export function listReturned(creditNoteId: string) {
  return db
    .selectFrom("creditNoteLines")
    .innerJoin("saleLines", "saleLines.id", "creditNoteLines.saleLineId")
    .innerJoin("sales", "sales.id", "saleLines.saleId")
    .where("creditNoteLines.creditNoteId", "=", creditNoteId)
    .orderBy("creditNoteLines.position")
    .select(["creditNoteLines.kind", "creditNoteLines.description", "creditNoteLines.quantity", "reason"])
    .select(["partId", "vehicleId", "partRequestId"])
    .execute();
}

/** A sale in exchange for what came back. */
export interface Replacement {
  /** `/admin/sales/…` */
  page: string;
  number: string;
  isDraft: boolean;
  what: string;
}

/** The sales in exchange for what came back on a credit note, drafts too, the oldest first. */
export async function listReplacements(creditNoteId: string): Promise<Replacement[]> {
  const sales = await db
    .selectFrom("sales")
    .select(["id", "number", "status"])
    .where("creditNoteId", "=", creditNoteId)
    .where("status", "!=", "voided")
    .where("deletedAt", "is", null)
    .orderBy("createdAt")
    .execute();
  if (sales.length === 0) return [];
  const lines = await db
    .selectFrom("saleLines")
    .select(["saleId", "description", "stockNumber"])
    .where(
      "saleId",
      "in",
      sales.map(({ id }) => id),
    )
    .where("kind", "in", ["part", "vehicle", "other"])
    .orderBy("position")
    .execute();
  return sales.map((sale) => ({
    page: `${SALES_PAGE}/${sale.id}`,
    number: formatSaleNumber(sale),
    isDraft: sale.status === "draft",
    what: lines
      .filter(({ saleId }) => saleId === sale.id)
      .map(({ description, stockNumber }) =>
        stockNumber ? `${description}, stock # ${stockNumber}` : description,
      )
      .join("; "),
  }));
}
