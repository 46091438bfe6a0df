import { useSearchParams } from "@remix-run/react";
import { BIN_DAYS, BIN_PAGE } from "~/history/change";
import { listUrlFrom } from "~/lists/staff";
import { StaffNotice } from "~/ui/layout/staff-notice";
import { VEHICLE_NOT_FOUND } from "~/vehicles/messages";

/** Replaces a vehicle's page if there is no vehicle with this id. @param props.list the path of its list */
export function ItemNotFound({ list }: { list: string }) {
  const [params] = useSearchParams();
  return (
    <StaffNotice
      title={VEHICLE_NOT_FOUND}
      message={`The address is wrong, or it was deleted. A deleted vehicle is in the bin for ${BIN_DAYS} days, where you can restore it.`}
      back={{ to: listUrlFrom(params, list), label: "Back to the list" }}
      other={{ to: BIN_PAGE, label: "Look in the bin" }}
    />
  );
}
