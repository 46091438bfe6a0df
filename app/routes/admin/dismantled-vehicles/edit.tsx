import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { retryAfterHeader } from "~/http/form.server";
import { pageTitle } from "~/ui/layout/page-title";
import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { DISMANTLED_FORM } from "~/vehicles/dismantled-schema";
import { ItemEditor } from "../item-editor/editor";
import { loadItem, saveItem } from "../item-editor/editor.server";
import { EditorFailure } from "../item-editor/notices";
import { submitInBrowser } from "../item-editor/submission";

export const meta: MetaFunction = ({ matches }) => pageTitle(DISMANTLED_FORM.titles.edit, matches);

export const headers = retryAfterHeader;

export const loader = staffLoader((args) => loadItem(DISMANTLED_STORE, args));

export const action = staffAction((args) => saveItem(DISMANTLED_STORE, args));

export const clientAction = submitInBrowser(DISMANTLED_FORM);

export default function EditDismantledVehicle() {
  return <ItemEditor itemForm={DISMANTLED_FORM} />;
}

export function ErrorBoundary() {
  return <EditorFailure itemForm={DISMANTLED_FORM} />;
}
