import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { retryAfterHeader } from "~/http/form.server";
import { pageTitle } from "~/ui/layout/page-title";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { ItemEditor } from "../item-editor/editor";
import { loadItem, saveItem } from "../item-editor/editor.server";
import { EditorFailure } from "../item-editor/notices";
import { submitInBrowser } from "../item-editor/submission";

export const meta: MetaFunction = ({ matches }) => pageTitle(DISMANTLED_VEHICLES.titles.edit, matches);

export const headers = retryAfterHeader;

export const loader = staffLoader((args) => loadItem(DISMANTLED_RECORDS, args));

export const action = staffAction((args) => saveItem(DISMANTLED_RECORDS, args));

export const clientAction = submitInBrowser(DISMANTLED_VEHICLES);

export default function EditDismantledVehicle() {
  return <ItemEditor collection={DISMANTLED_VEHICLES} />;
}

export function ErrorBoundary() {
  return <EditorFailure collection={DISMANTLED_VEHICLES} />;
}
