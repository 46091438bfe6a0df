import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { retryAfterHeader } from "~/http/form.server";
import { pageTitle } from "~/ui/layout/page-title";
import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { DISMANTLED_FORM } from "~/vehicles/dismantled-schema";
import { VehicleEditor } from "../vehicle-editor/editor";
import { loadVehicle, saveVehicle } from "../vehicle-editor/editor.server";
import { EditorFailure } from "../vehicle-editor/notices";
import { submitInBrowser } from "../vehicle-editor/submission";

export const meta: MetaFunction = ({ matches }) => pageTitle(DISMANTLED_FORM.titles.edit, matches);

export const headers = retryAfterHeader;

export const loader = staffLoader((args) => loadVehicle(DISMANTLED_STORE, args));

export const action = staffAction((args) => saveVehicle(DISMANTLED_STORE, args));

export const clientAction = submitInBrowser(DISMANTLED_FORM);

export default function EditDismantledVehicle() {
  return <VehicleEditor vehicleForm={DISMANTLED_FORM} />;
}

export function ErrorBoundary() {
  return <EditorFailure list={DISMANTLED_FORM.list} />;
}
