import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { formatExactPrice } from "~/values/money";
import { formatSaleNumber } from "~/values/sale-number";
import { SALES_PAGE } from "./sale";

/** The request that a sale came from: for a part, or for a repair. */
export type RequestOfSale = Pick<Row<"sales">, "partRequestId" | "repairRequestId">;

/** A sale of a request, as staff call it. */
export interface SaleOfRequest {
  id: string;
  /** `/admin/sales/…` */
  to: string;
  /** `S-1055, $366.98`; of a draft `SD-7K3M9Q, a draft, $366.98`. */
  label: string;
}

/** The sales of a request, drafts too, the oldest first. A voided one never happened: its request can be sold again. */
export async function listSalesOf({
  partRequestId,
  repairRequestId,
}: Partial<RequestOfSale>): Promise<SaleOfRequest[]> {
  const [column, id] = partRequestId
    ? (["partRequestId", partRequestId] as const)
    : (["repairRequestId", repairRequestId] as const);
  if (!id) return [];
  const sales = await db
    .selectFrom("sales")
    .select(["id", "number", "status", "totalCents"])
    .select((eb) =>
      eb
        .selectFrom("creditNotes")
        .whereRef("creditNotes.saleId", "=", "sales.id")
        .select(({ fn }) => fn.sum<number | null>("creditNotes.totalCents").as("cents"))
        .as("returnedCents"),
    )
    .where(column, "=", id)
    .where("status", "!=", "voided")
    .where("deletedAt", "is", null)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return sales.map((sale) => ({
    id: sale.id,
    to: `${SALES_PAGE}/${sale.id}`,
    label: [
      formatSaleNumber(sale),
      ...(sale.status === "draft" ? ["a draft"] : []),
      formatExactPrice(sale.totalCents / 100),
      ...(sale.returnedCents ? [`${formatExactPrice(sale.returnedCents / 100)} returned`] : []),
    ].join(", "),
  }));
}
