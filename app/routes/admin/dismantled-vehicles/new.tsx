import type { MetaFunction } from "@remix-run/node";
import { staffAction, staffLoader } from "~/auth/require-staff.server";
import { retryAfterOf } from "~/doors/form.server";
import { DISMANTLED_FORM } from "~/models/dismantled-vehicle-form";
import { pageTitle } from "~/ui/page-title";
import { savingInBrowser } from "../vehicle-editor/client-save";
import { saveVehicle } from "../vehicle-editor/save.server";
import { showNew } from "../vehicle-editor/show.server";
import { dismantledDesk } from "./desk.server";
import { DismantledEditor } from "./editor";

export const meta: MetaFunction = ({ matches }) => pageTitle(DISMANTLED_FORM.titles.add, matches);

export const headers = retryAfterOf;

export const loader = staffLoader((args) => showNew(dismantledDesk, args));

export const action = staffAction((args) => saveVehicle(dismantledDesk, args));

export const clientAction = savingInBrowser(DISMANTLED_FORM);

export default DismantledEditor;
