import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/auth/require-staff.server";
import { retryAfterOf } from "~/doors/form.server";
import { RETAIL_FORM } from "~/models/retail-vehicle-form";
import { pageTitle } from "~/ui/page-title";
import { savingInBrowser } from "../vehicle-editor/client-save";
import { EditorFailure } from "../vehicle-editor/not-found";
import { saveVehicle } from "../vehicle-editor/save.server";
import { showEdit } from "../vehicle-editor/show.server";
import { retailDesk } from "./desk.server";
import { RetailEditor } from "./editor";

export const meta: MetaFunction = ({ matches }) => pageTitle(RETAIL_FORM.titles.edit, matches);

export const headers = retryAfterOf;

export const loader = staffLoader((args) => showEdit(retailDesk, args));

export const action = staffAction((args) => saveVehicle(retailDesk, args));

export const clientAction = savingInBrowser(RETAIL_FORM);

export default RetailEditor;

export function ErrorBoundary() {
  return <EditorFailure list={RETAIL_FORM.list} />;
}
