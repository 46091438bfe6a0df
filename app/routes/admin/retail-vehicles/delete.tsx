import { useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { RETAIL } from "~/vehicles/retail";
import { RETAIL_STORE } from "~/vehicles/retail.server";
import { DeleteFailure, DeletePage } from "../vehicles/delete";
import { deleteVehicleAndReturn, loadVehicleToDelete } from "../vehicles/loaders.server";

export const loader = staffLoader((args) => loadVehicleToDelete(RETAIL_STORE, args));

export const action = staffAction((args) => deleteVehicleAndReturn(RETAIL_STORE, args));

export default function DeleteRetailVehicle() {
  return <DeletePage {...useLoaderData<typeof loader>()} question={RETAIL.deleteQuestion} />;
}

export function ErrorBoundary() {
  return <DeleteFailure path={RETAIL.list.path} />;
}
