import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { retryAfterHeader } from "~/http/form.server";
import { pageTitle } from "~/ui/layout/page-title";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { ItemEditor } from "../item-editor/editor";
import { loadNewItem, saveItem } from "../item-editor/editor.server";
import { submitInBrowser } from "../item-editor/submission";

export const meta: MetaFunction = ({ matches }) => pageTitle(DISMANTLED_VEHICLES.titles.add, matches);

export const headers = retryAfterHeader;

export const loader = staffLoader((args) => loadNewItem(DISMANTLED_RECORDS, args));

export const action = staffAction((args) => saveItem(DISMANTLED_RECORDS, args));

export const clientAction = submitInBrowser(DISMANTLED_VEHICLES);

export default function NewDismantledVehicle() {
  return <ItemEditor collection={DISMANTLED_VEHICLES} />;
}
