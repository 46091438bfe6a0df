import { Link } from "@remix-run/react";
import { CUSTOMERS, type Customer } from "~/customers/customers";
import { customerPage, MATCHING_PAGE } from "~/customers/paths";
import type { RequestCounts } from "~/customers/request-counts.server";
import { withListUrl } from "~/lists/staff";
import { RecordFacts } from "~/staff/lists/record-facts";
import type { Column } from "~/staff/lists/record-table";
import { recordFacts } from "~/staff/records/facts";
import { RecordTexts } from "~/staff/records/row";
import type { RecordView } from "~/staff/records/view";
import { useBusiness } from "~/ui/layout/use-business";

interface CustomerDetailsProps {
  record: Customer;
  besides: RequestCounts | undefined;
}

/** An open row: what has no column, and how much they have asked. */
function CustomerDetails({ record, besides }: CustomerDetailsProps) {
  const { timeZone } = useBusiness();
  const { all = 0, open = 0 } = besides ?? {};
  return (
    <div className="stack gap-5 record-details__body">
      <p>
        <Link className="tap" to={customerPage(record._id)}>
          {all === 0 ? "No requests" : all === 1 ? "1 request" : `${all} requests`}
          {open > 0 ? `, ${open} open` : ""}
        </Link>
      </p>
      <RecordFacts facts={recordFacts(CUSTOMERS, record, { timeZone, without: CUSTOMERS.columns })} />
      <RecordTexts collection={{ fields: { notes: CUSTOMERS.fields.notes } }} record={record} />
    </div>
  );
}

const CUSTOMER_COLUMNS: readonly Column<Customer>[] = [
  {
    label: "Name",
    is: "name",
    cell: ({ _id, name }, listUrl) => (
      <Link className="tap" to={withListUrl(customerPage(_id), listUrl)}>
        {name}
      </Link>
    ),
  },
  { label: "Business", cell: ({ business }) => business },
  { label: "Phone", is: "wide", cell: ({ phones }) => firstOf(phones) },
  { label: "Email", is: "wide", cell: ({ emails }) => firstOf(emails) },
  { label: "City", cell: ({ city }) => city },
];

/** `(555) 555-0101, 1 more`; the page has them all. */
function firstOf([first, ...others]: readonly string[]): string | undefined {
  return first && others.length > 0 ? `${first}, ${others.length} more` : first;
}

/** What the staff's list of customers shows. */
export const CUSTOMER_VIEW: RecordView<Customer, RequestCounts> = {
  columns: CUSTOMER_COLUMNS,
  Details: CustomerDetails,
  tools: [{ to: MATCHING_PAGE, label: "Earlier requests", icon: "clock" }],
};
