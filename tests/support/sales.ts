import { completeSale } from "~/sales/complete.server";
import { saveDraft } from "~/sales/draft.server";
import { saleSchema } from "~/sales/sale-schema";
import type { Sale } from "~/sales/sales";
import { as, type By } from "./act";

/** Who sells, where a test does not say. */
export const CLERK = { username: "marta", role: "owner", now: new Date("2026-12-20T15:00:00Z") } as const;

/** A sale as it would be typed or sent. */
export type TypedSale = Record<string, unknown>;

/** Stores a draft. @throws Error if it is not stored */
export async function saleDraft(typed: TypedSale, by: By = CLERK): Promise<Sale> {
  const saved = await as(by, () => saveDraft(undefined, saleSchema.parse(typed)));
  if (saved.outcome !== "saved") throw new Error(`The draft was not stored: ${JSON.stringify(saved)}`);
  return saved.sale;
}

/** A completed sale, paid in cash to the cent unless said. @throws Error if it is not completed */
export async function completedSale(typed: TypedSale, by: By = CLERK): Promise<Sale> {
  const { _id } = await saleDraft({ payments: [{ method: "cash" }], ...typed }, by);
  const completed = await as(by, () => completeSale(_id));
  if (completed.outcome !== "completed")
    throw new Error(`The sale was not completed: ${JSON.stringify(completed)}`);
  return completed.sale;
}
