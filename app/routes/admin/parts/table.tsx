import { Link } from "@remix-run/react";
import { LABELS_PAGE } from "~/papers/labels";
import { entryName } from "~/parts/entries";
import { PART, PART_STATUS_TONES } from "~/parts/part";
import type { Part } from "~/parts/part-schema";
import { Badge, Plate } from "~/ui/layout/chip";
import { RecordText } from "~/ui/lists/record-facts";
import type { Column } from "~/ui/lists/record-table";
import { formatDay, formatMileage } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { ItemRowDetails, papersOf } from "../inventory/row";
import { ItemTable, type ItemTableProps } from "../inventory/table";

/** The staff list of parts. */
export function PartTable(props: ItemTableProps<Part>) {
  return (
    <ItemTable
      {...props}
      inventory={PART}
      tools={[
        { to: `${LABELS_PAGE}?kind=part`, label: "Labels", icon: "tag" },
        { to: "/admin/parts/ebay", label: "For eBay", icon: "document" },
      ]}
      columns={PART_COLUMNS}
      details={(part) => <PartDetails part={part} />}
    />
  );
}

const PART_COLUMNS: readonly Column<Part>[] = [
  {
    label: "Stock #",
    is: "name",
    cell: ({ _id, stockNumber }) => (
      <Link className="part-link" to={`${PART.path}/${_id}`}>
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
    cell: ({ price }) => (price === undefined ? undefined : formatExactPrice(price)),
  },
  { label: "Location", cell: ({ location }) => location },
  {
    label: "Status",
    is: "status",
    cell: ({ status }) => <Badge tone={PART_STATUS_TONES[status]}>{status}</Badge>,
  },
];

/** An open row: everything that has no column. */
function PartDetails({ part }: { part: Part }) {
  const { mileage, coreCharge } = part;
  return (
    <ItemRowDetails
      vehicle={part}
      facts={[
        ["Donor", part.donor],
        ["Mileage", mileage === undefined ? undefined : formatMileage(mileage)],
        ["Damage", part.damage],
        ["Interchange", part.interchange],
        ["Core charge", coreCharge === undefined ? undefined : formatExactPrice(coreCharge)],
        ["Warranty", part.warranty],
        ["Held for", part.heldFor],
        ["Sold to", part.soldTo],
        ["Taken in", formatDay(part.dateAcquired)],
      ]}
      papers={papersOf("part", part._id)}
      publicPage={undefined}
      hasPlaceholder={false}
    >
      <RecordText title="Notes" text={part.notes} />
    </ItemRowDetails>
  );
}
