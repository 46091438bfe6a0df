import { Link } from "@remix-run/react";
import { withListUrl } from "~/lists/staff";
import { CASH_SALE, SALE_STATUSES, SALES_PAGE } from "~/sales/sale";
import type { SaleSummary } from "~/sales/sales";
import type { Column } from "~/staff/lists/record-table";
import type { RecordView } from "~/staff/records/view";
import { Badge } from "~/ui/layout/chip";
import { useBusiness } from "~/ui/layout/use-business";
import { dayInTimeZone, formatDay } from "~/values/format";
import { formatExactPrice } from "~/values/money";

const SALE_COLUMNS: readonly Column<SaleSummary>[] = [
  {
    label: "Number",
    is: "name",
    cell: ({ _id, number }, listUrl) => (
      <Link className="tap" to={withListUrl(`${SALES_PAGE}/${_id}`, listUrl)}>
        {number}
      </Link>
    ),
  },
  { label: "Customer", title: true, cell: ({ customerName }) => customerName ?? CASH_SALE },
  { label: "Day", cell: (sale) => <Day {...sale} /> },
  { label: "Clerk", cell: ({ clerk }) => clerk },
  { label: "Total", is: "figure", cell: ({ total }) => formatExactPrice(total ?? 0) },
  {
    label: "Status",
    is: "status",
    cell: ({ status }) => <Badge tone={SALE_STATUSES[status].tone}>{SALE_STATUSES[status].label}</Badge>,
  },
];

/** When it was sold; for a draft, when it was started. */
function Day({ soldOn, createdAt }: Pick<SaleSummary, "soldOn" | "createdAt">) {
  const { timeZone } = useBusiness();
  return soldOn ? formatDay(soldOn) : `Begun ${formatDay(dayInTimeZone(timeZone, new Date(createdAt)))}`;
}

export const SALE_VIEW: RecordView<SaleSummary> = { columns: SALE_COLUMNS };
