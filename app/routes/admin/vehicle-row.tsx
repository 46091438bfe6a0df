import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { withListAddress } from "~/models/staff-list";
import { vehicleName } from "~/models/vehicle";
import { Plate } from "~/ui/chip";
import { DeleteLink } from "~/ui/confirm-delete";
import type { Fact } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { RecordFacts } from "~/ui/record-facts";
import type { Column } from "~/ui/record-table";
import { VehiclePicture } from "~/ui/vehicle-picture";

/** What tells one vehicle from another. */
export interface StockedVehicle {
  _id: string;
  stockNumber: string;
  year?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
  imageUrl?: string | undefined;
}

/** What the lists of both inventories begin with. */
export const VEHICLE_COLUMNS: readonly Column<StockedVehicle & { vin: string }>[] = [
  { label: "Stock #", is: "name", cell: ({ stockNumber }) => <Plate>{stockNumber}</Plate> },
  { label: "VIN", is: "wide", cell: ({ vin }) => <span className="record-table__vin">{vin}</span> },
  { label: "Year", is: "figure", title: true, cell: ({ year }) => year },
  { label: "Make", title: true, cell: ({ make }) => make },
  { label: "Model", title: true, cell: ({ model }) => model },
];

/** What staff call a vehicle: `2012 Honda Accord, stock # D000001`. */
export function stockedName(vehicle: StockedVehicle): string {
  return `${vehicleName(vehicle)}, stock # ${vehicle.stockNumber}`;
}

interface VehicleRowActionsProps {
  vehicle: StockedVehicle;
  /** Where the vehicle's pages are: `/admin/retail-vehicles`. */
  path: string;
  listAddress: string;
  /** Asked before it is deleted. */
  sentence: string;
}

/** Edit and delete; both lead back to the list as it is. */
export function VehicleRowActions({ vehicle, path, listAddress, sentence }: VehicleRowActionsProps) {
  const name = stockedName(vehicle);
  const page = `${path}/${vehicle._id}`;
  return (
    <span className="record-table__buttons">
      <Link className="record-table__action" to={withListAddress(`${page}/edit`, listAddress)}>
        <Icon name="pencil" size={20} />
        <span className="record-table__word">Edit</span>
        <span className="visually-hidden"> {name}</span>
      </Link>
      <DeleteLink action={withListAddress(`${page}/delete`, listAddress)} sentence={sentence} name={name} />
    </span>
  );
}

interface VehicleRowDetailsProps {
  vehicle: StockedVehicle;
  facts: readonly Fact[];
  /** The public page that shows it. */
  publicPage: { to: string; label: string } | undefined;
  /** Its longer texts. */
  children: ReactNode;
}

/** An open row: picture, facts, texts (decisions, section 5). */
export function VehicleRowDetails({ vehicle, facts, publicPage, children }: VehicleRowDetailsProps) {
  return (
    <div className="record-details">
      <div className="record-details__picture">
        <VehiclePicture
          imageUrl={vehicle.imageUrl}
          name={vehicleName(vehicle)}
          sizes="(min-width: 768px) 18rem, 88vw"
        />
        {publicPage ? (
          <Link className="record-details__public icon-line" to={publicPage.to}>
            <Icon name="external" size={20} /> {publicPage.label}
          </Link>
        ) : null}
      </div>
      <div className="record-details__words">
        <RecordFacts facts={facts} />
        {children}
      </div>
    </div>
  );
}

/** Where a vehicle is added from a list: the list's one amber button. */
export function AddVehicle({ path, listAddress }: { path: string; listAddress: string }) {
  return (
    <Link className="button" to={withListAddress(`${path}/new`, listAddress)}>
      <Icon name="plus" size={20} /> Add Vehicle
    </Link>
  );
}
