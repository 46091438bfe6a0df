import type { Column } from "~/staff/lists/record-table";
import { Plate } from "~/ui/layout/chip";

interface ListedVehicle {
  stockNumber: string;
  vin: string;
  year?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
}

/** The columns that both lists of vehicles begin with. */
export const VEHICLE_COLUMNS: readonly Column<ListedVehicle>[] = [
  { label: "Stock #", is: "name", cell: ({ stockNumber }) => <Plate>{stockNumber}</Plate> },
  { label: "VIN", is: "wide", cell: ({ vin }) => <span className="record-table__vin">{vin}</span> },
  { label: "Year", is: "figure", title: true, cell: ({ year }) => year },
  { label: "Make", title: true, cell: ({ make }) => make },
  { label: "Model", title: true, cell: ({ model }) => model },
];
