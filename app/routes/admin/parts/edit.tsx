import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { retryAfterHeader } from "~/http/form.server";
import { PART_RECORDS } from "~/parts/part.server";
import { PARTS } from "~/parts/parts";
import { pageTitle } from "~/ui/layout/page-title";
import { ItemEditor } from "../item-editor/editor";
import { loadItem, saveItem } from "../item-editor/editor.server";
import { EditorFailure } from "../item-editor/notices";
import { submitInBrowser } from "../item-editor/submission";

export const meta: MetaFunction = ({ matches }) => pageTitle(PARTS.titles.edit, matches);

export const headers = retryAfterHeader;

export const loader = staffLoader((args) => loadItem(PART_RECORDS, args));

export const action = staffAction((args) => saveItem(PART_RECORDS, args));

export const clientAction = submitInBrowser(PARTS);

export default function EditPart() {
  return <ItemEditor collection={PARTS} />;
}

export function ErrorBoundary() {
  return <EditorFailure collection={PARTS} />;
}
