import { Link } from "@remix-run/react";
import { withListUrl } from "~/lists/staff";
import type { Column } from "~/staff/lists/record-table";
import { Plate } from "~/ui/layout/chip";

interface ListedVehicle {
  _id: string;
  stockNumber: string;
  vin: string;
  year?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
}

/** The columns that both lists of vehicles begin with; the first leads to the record's page. */
export const vehicleColumns = (path: string): readonly Column<ListedVehicle>[] => [
  {
    label: "Stock #",
    is: "name",
    cell: ({ _id, stockNumber }, listUrl) => (
      <Link className="part-link" to={withListUrl(`${path}/${_id}`, listUrl)}>
        <Plate>{stockNumber}</Plate>
      </Link>
    ),
  },
  { label: "VIN", is: "wide", cell: ({ vin }) => <span className="record-table__vin">{vin}</span> },
  { label: "Year", is: "figure", title: true, cell: ({ year }) => year },
  { label: "Make", title: true, cell: ({ make }) => make },
  { label: "Model", title: true, cell: ({ model }) => model },
];
