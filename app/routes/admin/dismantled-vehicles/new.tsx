import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { retryAfterHeader } from "~/http/form.server";
import { pageTitle } from "~/ui/layout/page-title";
import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { DISMANTLED_FORM } from "~/vehicles/dismantled-schema";
import { VehicleEditor } from "../vehicle-editor/editor";
import { loadNewVehicle, saveVehicle } from "../vehicle-editor/editor.server";
import { submitInBrowser } from "../vehicle-editor/submission";

export const meta: MetaFunction = ({ matches }) => pageTitle(DISMANTLED_FORM.titles.add, matches);

export const headers = retryAfterHeader;

export const loader = staffLoader((args) => loadNewVehicle(DISMANTLED_STORE, args));

export const action = staffAction((args) => saveVehicle(DISMANTLED_STORE, args));

export const clientAction = submitInBrowser(DISMANTLED_FORM);

export default function NewDismantledVehicle() {
  return <VehicleEditor vehicleForm={DISMANTLED_FORM} />;
}
