import { business } from "~/business/business.server";
import type { Row } from "~/db/schema";
import { NO_TAX, type TaxRate, type TaxRules } from "./sale";

/** What the business taxes, and at which rates; the first one is a new sale's. */
export function taxRules(): TaxRules {
  const { salesTaxes, sales, repairEstimate } = business;
  const own = salesTaxes.map(({ place, percent }) => ({ place, rate: Math.round(percent * 1000) }));
  const ofEstimates = [{ place: "Sales tax", rate: Math.round(repairEstimate.taxPercent * 1000) }];
  const { taxesCores, taxesLabor, taxesShipping } = sales;
  return {
    rates: own.length > 0 ? own : ofEstimates.filter(({ rate }) => rate > 0),
    ...{ taxesCores, taxesLabor, taxesShipping },
  };
}

/** The current rate of a place; undefined if Settings doesn't have the place. Without a place, a new sale's. */
export function findTaxRate(place: string | undefined): TaxRate | undefined {
  const { rates } = taxRules();
  if (place === NO_TAX) return { place, rate: 0 };
  if (place === undefined) return rates[0] ?? { place: NO_TAX, rate: 0 };
  return rates.find((rate) => rate.place === place);
}

/** The current rate of a draft's place, if the draft was added up with another one; undefined if Settings still has that one. */
export function findNewRate({ taxPlace, taxRate }: Pick<Row<"sales">, "taxPlace" | "taxRate">) {
  const now = findTaxRate(taxPlace ?? undefined);
  return now?.rate === taxRate ? undefined : now;
}
