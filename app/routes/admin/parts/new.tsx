import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { retryAfterHeader } from "~/http/form.server";
import { PART_RECORDS } from "~/parts/part.server";
import { PARTS } from "~/parts/parts";
import { pageTitle } from "~/ui/layout/page-title";
import { ItemEditor } from "../item-editor/editor";
import { loadNewItem, saveItem } from "../item-editor/editor.server";
import { submitInBrowser } from "../item-editor/submission";

export const meta: MetaFunction = ({ matches }) => pageTitle(PARTS.titles.add, matches);

export const headers = retryAfterHeader;

export const loader = staffLoader((args) => loadNewItem(PART_RECORDS, args));

export const action = staffAction((args) => saveItem(PART_RECORDS, args));

export const clientAction = submitInBrowser(PARTS);

export default function NewPart() {
  return <ItemEditor collection={PARTS} />;
}
