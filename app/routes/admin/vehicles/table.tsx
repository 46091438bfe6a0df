import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { type StaffPage, type StaffQuery, staffListUrl } from "~/lists/staff";
import { Icon } from "~/ui/layout/icon";
import type { Column } from "~/ui/lists/record-table";
import { StaffList } from "~/ui/lists/staff-list";
import type { InventoryDescription } from "~/vehicles/inventory";
import { AddVehicle, type PaperLink, type StockedVehicle, VehicleRowActions } from "./row";

export interface VehicleTableProps<Vehicle> {
  page: StaffPage<Vehicle>;
  query: StaffQuery;
}

interface InventoryTableProps<Vehicle> extends VehicleTableProps<Vehicle> {
  inventory: InventoryDescription;
  columns: readonly Column<Vehicle>[];
  /** Pages beside the list's Print button. */
  tools: readonly PaperLink[];
  /** What becomes of other records when this one is deleted. */
  deleteNote?: (vehicle: Vehicle) => string | undefined;
  /** Another page of a vehicle, beside Edit. */
  more?: (vehicle: Vehicle) => PaperLink;
  /** What an open row shows. */
  details: (vehicle: Vehicle) => ReactNode;
}

/** The staff list of one inventory. */
export function VehicleTable<Vehicle extends StockedVehicle>({
  inventory,
  page,
  query,
  columns,
  tools,
  deleteNote,
  more,
  details,
}: InventoryTableProps<Vehicle>) {
  const { path, list, deleteQuestion } = inventory;
  return (
    <StaffList
      kind={list}
      query={query}
      page={page}
      columns={columns}
      nameOf={inventory.nameOf}
      details={details}
      actions={(vehicle, listUrl) => (
        <VehicleRowActions
          id={vehicle._id}
          name={inventory.nameOf(vehicle)}
          path={path}
          listUrl={listUrl}
          question={deleteQuestion}
          note={deleteNote?.(vehicle)}
          more={more?.(vehicle)}
        />
      )}
      tools={tools.map(({ to, label, icon }) => (
        <Link key={to} className="button button--quiet button--small" to={to}>
          <Icon name={icon} size={20} /> {label}
        </Link>
      ))}
      add={<AddVehicle inventory={inventory} listUrl={staffListUrl(list, query)} />}
    />
  );
}
