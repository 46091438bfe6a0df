import type { StoredCollection } from "~/collections/store.server";
import { compareColumn } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { foldText } from "~/values/normalize";
import { formatSaleNumber } from "~/values/sale-number";
import { CREDIT_NOTES, type CreditNote } from "./credit-notes";
import { formatCreditNumber } from "./returns";

interface CreditNoteTypes {
  row: Row<"creditNotes">;
  fields: Record<string, never>;
  record: CreditNote;
  publicRecord: { _id: string };
  publicQuery: { sort: string; page: number };
}

/** The credit notes, and how they are listed. */
export const CREDIT_NOTE_RECORDS: StoredCollection<CreditNoteTypes> = {
  ...CREDIT_NOTES,
  staffFilters: ({ method, clerk, from, to } = {}) => [
    ...compareColumn("method", "=", method),
    ...compareColumn("clerk", "=", clerk),
    ...compareColumn("creditedOn", ">=", from),
    ...compareColumn("creditedOn", "<=", to),
  ],
  isStatusFixed: () => true,
  besidesOf: ({ number, saleId, saleNumber, customerId }) => ({
    number: formatCreditNumber(number),
    saleNumber: formatSaleNumber({ id: saleId, number: saleNumber }),
    ...{ saleId, customerId },
  }),
  withDetails: addLines,
};

/** What a search finds a credit note by: its number, its sale's, its customer, and what came back. */
export function creditNoteSearchText(
  {
    number,
    saleId,
    saleNumber,
    customerName,
  }: Pick<Row<"creditNotes">, "number" | "saleId" | "saleNumber" | "customerName">,
  lines: readonly Pick<Row<"saleLines">, "description" | "stockNumber">[],
): string {
  const texts = [
    ...[formatCreditNumber(number), formatSaleNumber({ id: saleId, number: saleNumber }), customerName],
    ...lines.flatMap(({ description, stockNumber }) => [description, stockNumber]),
  ];
  return ` ${foldText(texts.filter(Boolean).join(" "))} `;
}

/** At most `MAX_LIMIT` at once, as the API's lists are read. */
async function addLines(notes: readonly CreditNote[]): Promise<CreditNote[]> {
  if (notes.length === 0) return [];
  const ids = notes.map(({ _id }) => _id);
  const rows = await db
    .selectFrom("creditNoteLines")
    .selectAll()
    .where("creditNoteId", "in", ids)
    .orderBy("position")
    .execute();
  return notes.map((note) => ({
    ...note,
    lines: rows.filter(({ creditNoteId }) => creditNoteId === note._id).map(toLine),
  }));
}

function toLine({ id, quantity, amountCents, taxCents, taxRate, ...row }: Row<"creditNoteLines">) {
  const { saleLineId, kind, description, stockNumber, entryId, donorId, taxPlace, reason, goesTo } = row;
  const line = {
    ...{ _id: id, saleLineId, kind, description, stockNumber, entryId, donorId },
    ...{ quantity: quantity / 100, amount: amountCents / 100, tax: taxCents / 100 },
    ...{ taxPercent: taxRate / 1000, taxPlace, reason, goesTo },
  };
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null));
}
