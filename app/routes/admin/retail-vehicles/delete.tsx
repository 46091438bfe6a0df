import { useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { DeleteFailure, DeletePage } from "../inventory/delete";
import { deleteItemAndReturn, loadItemToDelete } from "../inventory/loaders.server";

export const loader = staffLoader((args) => loadItemToDelete(RETAIL_RECORDS, args));

export const action = staffAction((args) => deleteItemAndReturn(RETAIL_RECORDS, args));

export default function DeleteRetailVehicle() {
  return <DeletePage {...useLoaderData<typeof loader>()} question={RETAIL_VEHICLES.deleteQuestion} />;
}

export function ErrorBoundary() {
  return <DeleteFailure inventory={RETAIL_VEHICLES} />;
}
