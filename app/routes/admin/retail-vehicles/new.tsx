import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { retryAfterHeader } from "~/http/form.server";
import { pageTitle } from "~/ui/layout/page-title";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { ItemEditor } from "../item-editor/editor";
import { loadNewItem, saveItem } from "../item-editor/editor.server";
import { submitInBrowser } from "../item-editor/submission";

export const meta: MetaFunction = ({ matches }) => pageTitle(RETAIL_VEHICLES.titles.add, matches);

export const headers = retryAfterHeader;

export const loader = staffLoader((args) => loadNewItem(RETAIL_RECORDS, args));

export const action = staffAction((args) => saveItem(RETAIL_RECORDS, args));

export const clientAction = submitInBrowser(RETAIL_VEHICLES);

export default function NewRetailVehicle() {
  return <ItemEditor collection={RETAIL_VEHICLES} />;
}
