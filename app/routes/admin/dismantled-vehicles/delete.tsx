import { useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { DeleteFailure, DeletePage } from "../inventory/delete";
import { deleteItemAndReturn, loadItemToDelete } from "../inventory/loaders.server";

export const loader = staffLoader((args) => loadItemToDelete(DISMANTLED_RECORDS, args));

export const action = staffAction((args) => deleteItemAndReturn(DISMANTLED_RECORDS, args));

export default function DeleteDismantledVehicle() {
  return <DeletePage {...useLoaderData<typeof loader>()} question={DISMANTLED_VEHICLES.deleteQuestion} />;
}

export function ErrorBoundary() {
  return <DeleteFailure inventory={DISMANTLED_VEHICLES} />;
}
