import { business } from "~/business/business.server";
import { listLeftDrafts } from "~/sales/left-drafts.server";
import { CASH_SALE, SALES_PAGE } from "~/sales/sale";
import type { TodayItem, TodaySection } from "~/staff/today/section";
import { dayInTimeZone, formatCount, formatDay } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { formatSaleNumber } from "~/values/sale-number";

const MAX_LISTED = 10;

/** The drafts that nobody has touched today: what is on them stays held until they are completed or discarded. */
export async function loadLeftDrafts({ now }: { now: Date }): Promise<TodaySection> {
  const today = dayInTimeZone(business.timeZone, now);
  const { drafts, total } = await listLeftDrafts(today, MAX_LISTED);
  const items = drafts.map(
    ({ id, customerName, totalCents, savedOn, held }): TodayItem => ({
      to: `${SALES_PAGE}/${id}`,
      label: [
        formatSaleNumber({ id, number: null }),
        customerName ?? CASH_SALE,
        formatExactPrice(totalCents / 100),
      ].join(", "),
      note: [
        ...(held > 0 ? [`holds ${formatCount(held)} ${held === 1 ? "item" : "items"}`] : []),
        `last saved ${formatDay(`${savedOn}T00:00:00.000Z`)}`,
      ].join(", "),
    }),
  );
  const rest = total - drafts.length;
  const all = { to: `${SALES_PAGE}?status=draft&sort=oldest`, label: `${formatCount(rest)} more` };
  return { title: "Sales not finished", items: rest > 0 ? [...items, all] : items };
}
