import { isRouteErrorResponse, useRouteError, useSearchParams } from "@remix-run/react";
import { VEHICLE_NOT_FOUND } from "~/api-client";
import { listAddressFrom } from "~/models/staff-list";
import { StaffNotice } from "~/ui/staff-notice";

/** In place of the editor where there is no vehicle of this id. */
export function VehicleNotFound({ list }: { list: string }) {
  const [params] = useSearchParams();
  return (
    <StaffNotice
      title={VEHICLE_NOT_FOUND}
      sentence="It may have been deleted since the list was opened, or the address is wrong."
      back={{ to: listAddressFrom(params, list), label: "Back to the list" }}
    />
  );
}

/** Where a form was posted to no id; any other failure is the site's. */
export function EditorFailure({ list }: { list: string }) {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return <VehicleNotFound list={list} />;
}
