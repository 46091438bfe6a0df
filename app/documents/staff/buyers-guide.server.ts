import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { findSavedForm } from "~/accounts/saved-form.server";
import { business } from "~/business/business.server";
import { findRecord } from "~/collections/records.server";
import { GUIDE_BOXES, PRINT_BUYERS_GUIDES_PAGE, WARRANTIES, WARRANTY_LABELS } from "~/documents/buyers-guide";
import { findBuyersGuide, saveBuyersGuide } from "~/documents/buyers-guide.server";
import { buyersGuideSchema } from "~/documents/buyers-guide-schema";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { checkForm } from "~/ui/forms/check-form";
import { isValidId } from "~/values/id";
import { staffVehicleName } from "~/vehicles/inventory";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { CHOICE_FIELDS, LANGUAGE, VERSION } from "./buyers-guide-form";

/** The vehicle, and the choices that the form opens with. @throws Response 404 */
export async function loadBuyersGuide(args: StaffRequestArgs<LoaderFunctionArgs>) {
  const vehicle = await findVehicleOr404(args.params.id);
  const stored = await findBuyersGuide(vehicle._id);
  const { asIsAllowed, defaults = {} } = business.buyersGuide;
  const saved = await findSavedForm(args);
  const typed = saved && Object.fromEntries(saved.fields);
  return {
    name: staffVehicleName(vehicle),
    isStored: stored !== undefined,
    asIsAllowed,
    values: typed ?? toFormValues({ ...defaults, ...stored?.choices }),
    version: typed ? typed[VERSION] : stored?.version,
  };
}

/** Stores the choices and leads to the page that prints them. A form that isn't stored comes back as typed. */
export async function storeBuyersGuide({ request, params, now }: StaffRequestArgs<ActionFunctionArgs>) {
  const { _id } = await findVehicleOr404(params.id);
  const form = await readForm(request, [...CHOICE_FIELDS, LANGUAGE, VERSION]);
  const submission = checkForm(form, buyersGuideSchema(business.buyersGuide));
  if (submission.status !== "success") return data({ result: submission.reply(), version: undefined }, 400);
  const version = form.get(VERSION)?.toString();
  const saved = await saveBuyersGuide(_id, submission.value, { now, version });
  if (saved.outcome === "changed") {
    const { choices, version } = saved.current;
    const warranty = WARRANTIES.find((one) => one === choices.warranty);
    const message = `Someone changed this Buyers Guide after you opened it${warranty ? `. It says “${WARRANTY_LABELS[warranty]}” now` : ""}. Save again to replace it with yours.`;
    return data({ result: submission.reply({ formErrors: [message] }), version }, 409);
  }
  const query = new URLSearchParams({ id: _id, language: form.get(LANGUAGE)?.toString() ?? "english" });
  return redirectWithToast(`${PRINT_BUYERS_GUIDES_PAGE}?${query}`, { title: "Buyers Guide saved" });
}

async function findVehicleOr404(id: string | undefined) {
  const found = isValidId(id) ? await findRecord(RETAIL_RECORDS, id) : undefined;
  if (!found) throw new Response(null, { status: 404 });
  return found.item;
}

/** Choices as the form shows them: text, and `yes` for a box that is marked. */
function toFormValues(choices: Record<string, unknown>): Record<string, string> {
  const boxes = new Set<string>(GUIDE_BOXES);
  const known = CHOICE_FIELDS.map((name) => [name, choices[name]] as const);
  return Object.fromEntries(
    known.map(([name, value]) => [name, boxes.has(name) ? (value ? "yes" : "") : String(value ?? "")]),
  );
}
