import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { retryAfterHeader } from "~/http/form.server";
import { pageTitle } from "~/ui/layout/page-title";
import { RETAIL_STORE } from "~/vehicles/retail.server";
import { RETAIL_FORM } from "~/vehicles/retail-schema";
import { VehicleEditor } from "../vehicle-editor/editor";
import { loadVehicle, saveVehicle } from "../vehicle-editor/editor.server";
import { EditorFailure } from "../vehicle-editor/notices";
import { submitInBrowser } from "../vehicle-editor/submission";

export const meta: MetaFunction = ({ matches }) => pageTitle(RETAIL_FORM.titles.edit, matches);

export const headers = retryAfterHeader;

export const loader = staffLoader((args) => loadVehicle(RETAIL_STORE, args));

export const action = staffAction((args) => saveVehicle(RETAIL_STORE, args));

export const clientAction = submitInBrowser(RETAIL_FORM);

export default function EditRetailVehicle() {
  return <VehicleEditor vehicleForm={RETAIL_FORM} />;
}

export function ErrorBoundary() {
  return <EditorFailure list={RETAIL_FORM.list} />;
}
