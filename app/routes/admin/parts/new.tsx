import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { retryAfterHeader } from "~/http/form.server";
import { PART_STORE } from "~/parts/part.server";
import { PART_FORM } from "~/parts/part-schema";
import { pageTitle } from "~/ui/layout/page-title";
import { VehicleEditor } from "../vehicle-editor/editor";
import { loadNewVehicle, saveVehicle } from "../vehicle-editor/editor.server";
import { submitInBrowser } from "../vehicle-editor/submission";

export const meta: MetaFunction = ({ matches }) => pageTitle(PART_FORM.titles.add, matches);

export const headers = retryAfterHeader;

export const loader = staffLoader((args) => loadNewVehicle(PART_STORE, args));

export const action = staffAction((args) => saveVehicle(PART_STORE, args));

export const clientAction = submitInBrowser(PART_FORM);

export default function NewPart() {
  return <VehicleEditor vehicleForm={PART_FORM} />;
}
