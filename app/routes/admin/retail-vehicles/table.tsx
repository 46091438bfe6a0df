import type { RetailVehicle } from "~/models/retail-vehicle";
import { RETAIL_LIST } from "~/models/retail-vehicle-list";
import { type StaffPage, type StaffQuery, staffListAddress } from "~/models/staff-list";
import { DELETE_SENTENCES } from "~/models/vehicle";
import { StaffList } from "~/ui/staff-list";
import { AddVehicle, stockedName, VehicleRowActions } from "../vehicle-row";
import { RETAIL_COLUMNS, RetailDetails } from "./row";

interface RetailTableProps {
  page: StaffPage<RetailVehicle>;
  query: StaffQuery;
}

/** The retail vehicles as staff see them. */
export function RetailTable({ page, query }: RetailTableProps) {
  return (
    <StaffList
      kind={RETAIL_LIST}
      query={query}
      page={page}
      columns={RETAIL_COLUMNS}
      nameOf={stockedName}
      details={(vehicle) => <RetailDetails vehicle={vehicle} />}
      actions={(vehicle, listAddress) => (
        <VehicleRowActions
          vehicle={vehicle}
          path={RETAIL_LIST.path}
          listAddress={listAddress}
          sentence={DELETE_SENTENCES.retail}
        />
      )}
      add={<AddVehicle path={RETAIL_LIST.path} listAddress={staffListAddress(RETAIL_LIST, query)} />}
    />
  );
}
