import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { retryAfterHeader } from "~/http/form.server";
import { pageTitle } from "~/ui/layout/page-title";
import { RETAIL_STORE } from "~/vehicles/retail.server";
import { RETAIL_FORM } from "~/vehicles/retail-schema";
import { VehicleEditor } from "../vehicle-editor/editor";
import { loadNewVehicle, saveVehicle } from "../vehicle-editor/editor.server";
import { submitInBrowser } from "../vehicle-editor/submission";

export const meta: MetaFunction = ({ matches }) => pageTitle(RETAIL_FORM.titles.add, matches);

export const headers = retryAfterHeader;

export const loader = staffLoader((args) => loadNewVehicle(RETAIL_STORE, args));

export const action = staffAction((args) => saveVehicle(RETAIL_STORE, args));

export const clientAction = submitInBrowser(RETAIL_FORM);

export default function NewRetailVehicle() {
  return <VehicleEditor vehicleForm={RETAIL_FORM} />;
}
