import { sql } from "kysely";
import { db } from "~/db/connection.server";
import { type Days, formatCell, type Report } from "./report";

/** The sales tax of some days, by place and rate, and what was sold without. */
export async function reportTax({ from, to }: Days): Promise<Report> {
  const sums = await db
    .selectFrom("saleLines")
    .innerJoin("sales", "sales.id", "saleLines.saleId")
    .where("sales.status", "=", "completed")
    .where("sales.soldOn", ">=", from)
    .where("sales.soldOn", "<=", to)
    .where("saleLines.kind", "!=", "discount")
    .groupBy([
      "saleLines.taxPlace",
      "saleLines.taxRate",
      sql`case when "sales"."taxExemptNumber" is null then 0 else 1 end`,
    ])
    .select((eb) => [
      "saleLines.taxPlace",
      "saleLines.taxRate",
      sql<number>`case when "sales"."taxExemptNumber" is null then 0 else 1 end`.as("isExempt"),
      sql<number>`sum("amountCents" - "saleLines"."discountCents")`.as("base"),
      eb.fn.sum<number>("saleLines.taxCents").as("tax"),
    ])
    .execute();
  const returned = await db
    .selectFrom("creditNoteLines")
    .innerJoin("creditNotes", "creditNotes.id", "creditNoteLines.creditNoteId")
    .innerJoin("sales", "sales.id", "creditNotes.saleId")
    .where("creditedOn", ">=", from)
    .where("creditedOn", "<=", to)
    .select([
      ...(["creditNoteLines.taxPlace", "creditNoteLines.taxRate", "sales.taxExemptNumber"] as const),
      ...(["creditNoteLines.amountCents", "creditNoteLines.taxCents"] as const),
    ])
    .execute();
  const back = returned.map(({ taxPlace, taxRate, taxExemptNumber, amountCents, taxCents }) => ({
    ...{ taxPlace, taxRate, base: -amountCents, tax: -taxCents },
    isExempt: taxExemptNumber === null ? 0 : 1,
  }));
  const rows = [...sums, ...back]
    .map(({ taxPlace, taxRate, isExempt, base, tax }) => ({
      place: taxRate > 0 ? (taxPlace ?? "") : isExempt ? "Not taxed: exempt customer" : "Not taxed",
      rate: taxRate > 0 ? taxRate / 1000 : null,
      base,
      tax,
    }))
    .sort((one, other) => (other.rate ?? -1) - (one.rate ?? -1) || one.place.localeCompare(other.place));
  const merged = mergeUntaxed(rows);
  const sum = (of: "base" | "tax") => merged.reduce((all, row) => all + row[of], 0);
  const taxed = merged.reduce((all, { rate, base }) => all + (rate === null ? 0 : base), 0);
  return {
    figures: [
      { label: "Tax collected", value: formatCell(sum("tax"), "money") },
      { label: "Taxable sales", value: formatCell(taxed, "money") },
      { label: "Not taxed", value: formatCell(sum("base") - taxed, "money") },
    ],
    columns: [
      { label: "Place", kind: "text" },
      { label: "Rate", kind: "percent" },
      { label: "Sales", kind: "money" },
      { label: "Tax", kind: "money" },
    ],
    rows: merged.map(({ place, rate, base, tax }) => ({ cells: [place, rate, base, tax] })),
    total: ["Total", null, sum("base"), sum("tax")],
    notes: [
      "Sales count on the day they were completed, whenever they are paid; what came back on the day it came back.",
    ],
  };
}

interface TaxRow {
  place: string;
  rate: number | null;
  base: number;
  tax: number;
}

/** What is not taxed is one row, whatever place the sale named. */
function mergeUntaxed(rows: readonly TaxRow[]): TaxRow[] {
  const merged = new Map<string, TaxRow>();
  for (const row of rows) {
    const key = `${row.rate}:${row.place}`;
    const known = merged.get(key);
    merged.set(key, known ? { ...known, base: known.base + row.base, tax: known.tax + row.tax } : row);
  }
  return [...merged.values()];
}
