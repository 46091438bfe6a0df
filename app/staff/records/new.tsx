import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { collectionAt } from "~/collections";
import { editedCollectionAt } from "~/collections.server";
import { retryAfterHeader } from "~/http/form.server";
import { pageTitle } from "~/ui/layout/page-title";
import { RecordEditor } from "./editor";
import { loadNewRecord, saveRecord } from "./editor.server";
import { submitInBrowser } from "./submission";

export { ErrorBoundary } from "~/staff/not-found";

export const meta: MetaFunction = ({ matches, location }) =>
  pageTitle(collectionAt(location.pathname)?.titles.add ?? "Page not found", matches);

export const headers = retryAfterHeader;

export const loader = staffLoader((args) => loadNewRecord(editedCollectionAt(args.request), args));

export const action = staffAction((args) => saveRecord(editedCollectionAt(args.request), args), {
  savesForm: "page",
});

export const clientAction = submitInBrowser;

/** The form for a new record of any collection. */
export default RecordEditor;
