import { Link } from "@remix-run/react";
import { LABELS_PAGE, printLabelLink } from "~/documents/labels";
import { withListUrl } from "~/lists/staff";
import { entryName } from "~/parts/catalog";
import { PART_STATUS_TONES } from "~/parts/part";
import { PARTS, type Part } from "~/parts/parts";
import { describeSale } from "~/parts/sale";
import { RecordText } from "~/staff/lists/record-facts";
import type { Column } from "~/staff/lists/record-table";
import { PicturedDetails } from "~/staff/records/row";
import type { RecordLink, RecordView } from "~/staff/records/view";
import { Badge, Plate } from "~/ui/layout/chip";
import type { Fact } from "~/ui/layout/facts";
import { useBusiness } from "~/ui/layout/use-business";
import { formatDay, formatDayInTimeZone, formatMileage } from "~/values/format";
import { formatExactPrice } from "~/values/money";

const PART_COLUMNS: readonly Column<Part>[] = [
  {
    label: "Stock #",
    is: "name",
    cell: ({ _id, stockNumber }, listUrl) => (
      <Link className="part-link" to={withListUrl(`${PARTS.path}/${_id}`, listUrl)}>
        <Plate>{stockNumber}</Plate>
      </Link>
    ),
  },
  { label: "Part", title: true, cell: ({ entryId }) => entryName(entryId) },
  { label: "From", is: "wide", cell: ({ year, make, model }) => [year, make, model].join(" ") },
  { label: "Grade", cell: ({ grade }) => grade },
  {
    label: "Price",
    is: "figure",
    // What a sold part was sold for; its asking price is in its open row.
    cell: ({ status, price, soldPrice }) => formatKnownPrice(status === "Sold" ? soldPrice : price),
  },
  { label: "Location", cell: ({ location }) => location },
  {
    label: "Status",
    is: "status",
    cell: (part) => (
      <>
        <Badge tone={PART_STATUS_TONES[part.status]}>{part.status}</Badge>
        {part.status === "Sold" ? <SaleNote part={part} /> : null}
      </>
    ),
  },
];

/** When a part was sold, and to whom. */
function SaleNote({ part: { soldAt, soldTo } }: { part: Part }) {
  const { timeZone } = useBusiness();
  return (
    <span className="block above-1 muted record-table__note">
      {describeSale({ soldAt, soldTo }, timeZone)}
    </span>
  );
}

function formatKnownPrice(price: number | undefined): string | undefined {
  return price === undefined ? undefined : formatExactPrice(price);
}

/** An open row: everything that has no column. */
function PartDetails({ record: part }: { record: Part }) {
  const { timeZone } = useBusiness();
  const { mileage, coreCharge, soldAt } = part;
  const isSold = part.status === "Sold";
  return (
    <PicturedDetails
      vehicle={part}
      facts={[
        ["Donor", part.donor],
        ["Mileage", mileage === undefined ? undefined : formatMileage(mileage)],
        ["Damage", part.damage],
        ["Interchange", part.interchange],
        ["Core charge", formatKnownPrice(coreCharge)],
        ["Warranty", part.warranty],
        ...(part.status === "On hold" ? [["Held for", part.heldFor] satisfies Fact] : []),
        ...(isSold
          ? ([
              ["Sold for", formatKnownPrice(part.soldPrice)],
              ["Sold on", soldAt && formatDayInTimeZone(new Date(soldAt), timeZone)],
              ["Sold to", part.soldTo],
              ["Asking price", formatKnownPrice(part.price)],
            ] satisfies Fact[])
          : []),
        ["Taken in", formatDay(part.dateAcquired)],
      ]}
      documents={partDocuments(part._id)}
      publicPage={undefined}
      hasPlaceholder={false}
    >
      <RecordText title="Notes" text={part.notes} />
    </PicturedDetails>
  );
}

/** What can be printed for a part. */
export function partDocuments(id: string): RecordLink[] {
  return [printLabelLink("part", id)];
}

/** What the staff pages of parts show. */
export const PART_VIEW: RecordView<Part> = {
  columns: PART_COLUMNS,
  Details: PartDetails,
  tools: [
    { to: `${LABELS_PAGE}?kind=part`, label: "Labels", icon: "tag" },
    { to: "/admin/parts/ebay", label: "For eBay", icon: "document" },
  ],
  documents: partDocuments,
};
