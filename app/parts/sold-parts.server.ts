import { business } from "~/business/business.server";
import { type StatusQuestion, selectRecords } from "~/collections/store.server";
import { mayRead } from "~/context.server";
import { formatCount } from "~/values/format";
import { describeSale, SALE_LEAVES } from "./sale";

const PARTS_PER_QUERY = 500;

/** What is asked before sold parts get another status, and with it lose their sale; undefined if none of them is sold. */
export async function askBeforeUndoingSales(
  ids: readonly string[],
  status: string,
): Promise<StatusQuestion | undefined> {
  if (status === "Sold") return undefined;
  const sales = [];
  for (let start = 0; start < ids.length; start += PARTS_PER_QUERY) {
    const sold = selectRecords("parts").where("id", "in", ids.slice(start, start + PARTS_PER_QUERY));
    sales.push(
      ...(await sold
        .select(["soldAt", "soldTo", "soldPriceCents"])
        .where("status", "=", "Sold")
        // One that a sale has sold stays sold.
        .where("saleId", "is", null)
        .execute()),
    );
  }
  const [sale] = sales;
  if (!sale) return undefined;
  const { soldAt, soldTo, soldPriceCents } = sale;
  const soldPrice = soldPriceCents === null ? undefined : soldPriceCents / 100;
  const about =
    ids.length === 1
      ? describeSale(
          {
            soldAt: soldAt ?? undefined,
            ...(mayRead("buyers") ? { soldTo: soldTo ?? undefined, soldPrice } : {}),
          },
          business.timeZone,
        )
      : `${formatCount(sales.length)} of them ${sales.length === 1 ? "is" : "are"} sold`;
  return { title: "Undo a sale?", note: `${about}. ${SALE_LEAVES}` };
}
