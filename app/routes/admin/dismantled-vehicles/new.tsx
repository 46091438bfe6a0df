import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { retryAfterHeader } from "~/http/form.server";
import { pageTitle } from "~/ui/layout/page-title";
import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { DISMANTLED_FORM } from "~/vehicles/dismantled-schema";
import { ItemEditor } from "../item-editor/editor";
import { loadNewItem, saveItem } from "../item-editor/editor.server";
import { submitInBrowser } from "../item-editor/submission";

export const meta: MetaFunction = ({ matches }) => pageTitle(DISMANTLED_FORM.titles.add, matches);

export const headers = retryAfterHeader;

export const loader = staffLoader((args) => loadNewItem(DISMANTLED_STORE, args));

export const action = staffAction((args) => saveItem(DISMANTLED_STORE, args));

export const clientAction = submitInBrowser(DISMANTLED_FORM);

export default function NewDismantledVehicle() {
  return <ItemEditor itemForm={DISMANTLED_FORM} />;
}
