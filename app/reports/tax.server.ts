import { sql } from "kysely";
import { db } from "~/db/connection.server";
import { splitUntaxed } from "~/sales/sums";
import { groupBy } from "./group-by";
import { type Days, formatCell, type Report } from "./report";

const TRADE_INS = "Not taxed: trade-ins";
const FEES = "Not taxed: restocking fees";

/** The sales tax of some days, by place and rate, and what was sold without. */
export async function reportTax({ from, to }: Days): Promise<Report> {
  const sold = db
    .selectFrom("saleLines")
    .where("saleLines.soldOn", ">=", from)
    .where("saleLines.soldOn", "<=", to)
    .where("saleLines.kind", "!=", "discount");
  const base = sql<number>`sum("amountCents" - "saleLines"."discountCents")`.as("base");
  const byRate = await sold
    .where("saleLines.taxRate", ">", 0)
    // In the order of the index, so that a year is not sorted.
    .groupBy(["soldOn", "kind", "taxRate", "taxPlace"])
    .select((eb) => ["taxRate", "taxPlace", base, eb.fn.sum<number>("taxCents").as("tax")])
    .execute();
  const isExempt = sql<number>`case when "sales"."taxExemptNumber" is null then 0 else 1 end`;
  const untaxed = await sold
    .innerJoin("sales", "sales.id", "saleLines.saleId")
    .where("saleLines.taxRate", "=", 0)
    .groupBy(isExempt)
    .select([isExempt.as("isExempt"), base])
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
  const traded = await listTradedOff({ from, to });
  const sales = [
    ...byRate.map((sum) => ({ ...sum, isExempt: 0 })),
    ...untaxed.map((sum) => ({ ...sum, taxPlace: null, taxRate: 0, tax: 0 })),
    ...back,
  ].map(({ taxPlace, taxRate, isExempt, base, tax }) => ({
    place: taxRate > 0 ? (taxPlace ?? "") : isExempt ? "Not taxed: exempt customer" : "Not taxed",
    rate: taxRate > 0 ? taxRate / 1000 : null,
    base,
    tax,
  }));
  // What is off a taxed price moves to a separate row, so that a rate's sales times the rate are its tax.
  const tradeIns = traded.flatMap(({ taxPlace, taxRate, off }) => [
    { place: taxPlace ?? "", rate: taxRate / 1000, base: -off, tax: 0 },
    { place: TRADE_INS, rate: null, base: off, tax: 0 },
  ]);
  const kept = await sumFees({ from, to });
  // What was kept of what came back, so that all rows are what the report Sold says.
  const fees = kept > 0 ? [{ place: FEES, rate: null, base: kept, tax: 0 }] : [];
  const rows: TaxRow[] = [...sales, ...tradeIns, ...fees].sort(
    (one, other) => (other.rate ?? -1) - (one.rate ?? -1) || one.place.localeCompare(other.place),
  );
  const merged = mergeRows(rows);
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
      "Sales count on the day they were completed, no matter when they're paid; returns count on the day they came back.",
      "Tax is rounded line by line, so it may be a few cents more or less than sales times the rate.",
      ...(traded.length > 0
        ? ["What a trade-in takes off a car's taxed price isn't counted in the sales at that rate."]
        : []),
    ],
  };
}

/** The restocking fees of what came back in some days, in cents. */
export async function sumFees({ from, to }: Days): Promise<number> {
  const { fees } = await db
    .selectFrom("creditNotes")
    .where("creditedOn", ">=", from)
    .where("creditedOn", "<=", to)
    .select((eb) => eb.fn.sum<number | null>("feeCents").as("fees"))
    .executeTakeFirstOrThrow();
  return Number(fees ?? 0);
}

/** What trade-ins took off the taxed prices of the cars that were sold in some days; below zero for what came back in them. */
async function listTradedOff({ from, to }: Days) {
  const lines = await db
    .selectFrom("deals")
    .innerJoin("sales", "sales.id", "deals.saleId")
    .innerJoin("saleLines", "saleLines.saleId", "sales.id")
    .where("sales.untaxedCents", ">", 0)
    .where("sales.status", "=", "completed")
    .where("saleLines.kind", "=", "vehicle")
    .where("saleLines.taxRate", ">", 0)
    // A sale's cars together, because what comes off one depends on the others.
    .where(({ or, and, eb, selectFrom }) =>
      or([
        and([eb("sales.soldOn", ">=", from), eb("sales.soldOn", "<=", to)]),
        eb(
          "sales.id",
          "in",
          selectFrom("creditNotes")
            .where("creditedOn", ">=", from)
            .where("creditedOn", "<=", to)
            .select("creditNotes.saleId"),
        ),
      ]),
    )
    .orderBy("saleLines.saleId")
    .orderBy("saleLines.position")
    .select(["saleLines.id", "saleLines.saleId", "sales.soldOn", "sales.untaxedCents"])
    .select(["saleLines.taxPlace", "saleLines.taxRate", "saleLines.amountCents", "saleLines.discountCents"])
    .execute();
  const cars = groupBy(lines, ({ saleId }) => saleId).flatMap((ofSale) => {
    const prices = ofSale.map(({ amountCents, discountCents }) => amountCents - discountCents);
    const offs = splitUntaxed(ofSale[0]?.untaxedCents ?? 0, prices);
    return ofSale.map((car, index) => ({ ...car, price: prices[index] ?? 0, off: offs[index] ?? 0 }));
  });
  const back = await db
    .selectFrom("creditNotes")
    .innerJoin("creditNoteLines", "creditNoteLines.creditNoteId", "creditNotes.id")
    .where("creditNotes.creditedOn", ">=", from)
    .where("creditNotes.creditedOn", "<=", to)
    .where("creditNoteLines.kind", "=", "vehicle")
    .select(["creditNoteLines.saleLineId", "creditNoteLines.amountCents"])
    .execute();
  return cars.flatMap(({ id, soldOn, taxPlace, taxRate, price, off }) => [
    ...(soldOn !== null && soldOn >= from && soldOn <= to ? [{ taxPlace, taxRate, off }] : []),
    // Of what came back, its part.
    ...back
      .filter(({ saleLineId }) => saleLineId === id && price > 0)
      .map(({ amountCents }) => ({ taxPlace, taxRate, off: -Math.round((off * amountCents) / price) })),
  ]);
}

interface TaxRow {
  place: string;
  rate: number | null;
  base: number;
  tax: number;
}

/** A place's rate is one row, and so is what is not taxed, whatever place the sale named. */
function mergeRows(rows: readonly TaxRow[]): TaxRow[] {
  const merged = new Map<string, TaxRow>();
  for (const row of rows) {
    const key = `${row.rate}:${row.place}`;
    const known = merged.get(key);
    merged.set(key, known ? { ...known, base: known.base + row.base, tax: known.tax + row.tax } : row);
  }
  return [...merged.values()];
}
