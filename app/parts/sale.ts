import { formatDayInTimeZone } from "~/values/format";
import { formatExactPrice } from "~/values/money";

/** What happens to a sale whose part gets another status. */
export const SALE_LEAVES = "The part will no longer show as sold. The sale stays in its history.";

/** What is known about a sale; `soldAt` is an ISO date-time, the price is in dollars. */
export interface Sale {
  soldAt?: string | undefined;
  soldTo?: string | undefined;
  soldPrice?: number | undefined;
}

/** `Sold to Ann Lee for $80.00 on Dec 3, 2026`, as far as known. */
export function describeSale({ soldAt, soldTo, soldPrice }: Sale, timeZone: string): string {
  return [
    "Sold",
    ...(soldTo ? [`to ${soldTo}`] : []),
    ...(soldPrice === undefined ? [] : [`for ${formatExactPrice(soldPrice)}`]),
    ...(soldAt ? [`on ${formatDayInTimeZone(new Date(soldAt), timeZone)}`] : []),
  ].join(" ");
}
