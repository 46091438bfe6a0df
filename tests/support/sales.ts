import { createRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { CUSTOMERS } from "~/customers/customers";
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

/** A customer of this name; the id. */
export async function namedCustomer(name: string, by: By = CLERK): Promise<string> {
  const fields = bodySchema(CUSTOMERS).parse({ name });
  const created = await as(by, () => createRecord(CUSTOMER_RECORDS, fields));
  if (created.outcome !== "saved") throw new Error(created.outcome);
  return created.item._id;
}

/** Something that a customer took on account, without tax. */
export function saleOnAccount(customerId: string, price: number, by: By = CLERK): Promise<Sale> {
  const lines = [{ kind: "other", description: "Wheels", price, isTaxed: false }];
  return completedSale({ customerId, lines, payments: [{ method: "account" }] }, by);
}
