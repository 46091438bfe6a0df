import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { readSavedForm, SAVED_FORM_MESSAGE } from "~/accounts/saved-form.server";
import { business } from "~/business/business.server";
import { readForm } from "~/http/form.server";
import type { FormResult } from "~/http/public-form";
import { redirectWithToast } from "~/http/toast.server";
import { answerQuery } from "~/requests/answer";
import { canMail, describeUntold } from "~/requests/answer.server";
import { MAX_LINES } from "~/requests/estimate";
import {
  discardDraft,
  type Estimate,
  type EstimateWritten,
  isUsuallyTaxed,
  listEstimates,
  saveEstimate,
} from "~/requests/estimate.server";
import { estimateFormSchema } from "~/requests/estimate-schema";
import { toEstimateView } from "~/requests/estimate-view.server";
import { findRequest, findStaffRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS, type RepairRequest } from "~/requests/repair-requests";
import { REQUEST_GONE } from "~/requests/work";
import { taxChoice } from "~/sales/sale";
import { checkForm } from "~/ui/forms/check-form";
import { keepListIntent, LIST_INTENT } from "~/ui/forms/list-intent";
import { formatHundredths } from "~/values/decimal";
import { formatMileage } from "~/values/format";
import { formatReference, isValidId } from "~/values/id";
import { formatTypedPrice } from "~/values/money";
import { EMPTY_LINE, type EstimateFormValues, LINE_FIELDS } from "./estimate-form";
import { EXPECTED_VERSION_FIELD } from "./work-result";

const FIELDS = [
  ...["intent", LIST_INTENT, EXPECTED_VERSION_FIELD, "taxRate", "complaint", "plate", "vin", "odometer"],
  ...Array.from({ length: MAX_LINES }, (_, index) =>
    LINE_FIELDS.map((field) => `lines[${index}].${field}`),
  ).flat(),
];

const CHANGED =
  "Someone else has changed or sent this estimate since you opened it. Yours isn't saved. Open it again from the request to see theirs.";

/** The response to a form that was not applied, or that got another line. */
export type EstimateResult = FormResult;

/**
 * The form of the draft of a request's estimate: as stored, or started from the last one sent, or from the request. @throws Response 404
 */
export async function loadEstimateForm(args: StaffRequestArgs<LoaderFunctionArgs>) {
  const { request, estimates } = await findWithEstimates(args.params.id);
  const saved = await readSavedForm(args, FIELDS);
  if (saved) keepListIntent(saved, ["lines"]);
  const [last] = estimates;
  const draft = last?.state === "draft" ? last : undefined;
  const { laborRate } = business.repairEstimate;
  return {
    reference: formatReference(REPAIR_REQUESTS.prefix, request._id),
    name: request.customerInfo.name,
    page: `${REPAIR_REQUESTS.path}/${request._id}`,
    number: draft?.number ?? (last?.number ?? 0) + 1,
    replaces: draft ? estimates[1]?.number : last?.number,
    isDraft: draft !== undefined,
    isDeleted: request.deletedAt !== undefined,
    expectedVersion: saved?.get(EXPECTED_VERSION_FIELD)?.toString() ?? draft?.updatedAt ?? "",
    laborRate: laborRate?.toFixed(2) ?? "",
    values: last ? toValues(last.content) : newValues(request),
    saved: saved && { reply: checkEstimate(saved, false).reply({ formErrors: [SAVED_FORM_MESSAGE] }) },
  };
}

/** One version of an estimate to read and print. @throws Response 404 */
export async function loadEstimate({ params: { id, version } }: StaffRequestArgs<LoaderFunctionArgs>) {
  const { request, estimates } = await findWithEstimates(id);
  const estimate = estimates.find(({ number }) => String(number) === version);
  if (!estimate) throw new Response(null, { status: 404 });
  return {
    page: `${REPAIR_REQUESTS.path}/${request._id}`,
    estimate: toEstimateView(estimate, request),
    customer: { name: request.customerInfo.name, phone: request.customerInfo.phone ?? "" },
  };
}

/** Saves, sends or discards the draft, as the form's `intent` says; without one, the form comes back with another line or one less. */
export async function writeEstimate({ request, params: { id } }: StaffRequestArgs<ActionFunctionArgs>) {
  if (!isValidId(id)) throw new Response(null, { status: 404 });
  const form = await readForm(request, FIELDS);
  keepListIntent(form, ["lines"]);
  const intent = form.get("intent")?.toString();
  const expectedVersion = form.get(EXPECTED_VERSION_FIELD)?.toString() || null;
  const page = `${REPAIR_REQUESTS.path}/${id}`;
  const submission = checkEstimate(form, intent === "send");
  if (intent === "discard") {
    const discarded = await discardDraft(id, { expectedVersion });
    if (discarded.outcome === "done") return redirectWithToast(page, { title: "Draft discarded" });
    return data<EstimateResult>({ reply: submission.reply({ formErrors: [problemOf(discarded)] }) }, 409);
  }
  if (submission.status !== "success")
    return data<EstimateResult>({ reply: submission.reply() }, submission.status === "error" ? 400 : 200);
  const isSent = intent === "send";
  const written = await saveEstimate(id, submission.value, { expectedVersion, isSent });
  if (written.outcome !== "done")
    return data<EstimateResult>({ reply: submission.reply({ formErrors: [problemOf(written)] }) }, 409);
  const { number } = written;
  if (!isSent)
    return redirectWithToast(page, {
      title: `Estimate ${number} saved`,
      description: "It's a draft: the customer doesn't see it yet.",
    });
  const stored = await findRequest(REPAIR_REQUESTS, id);
  return redirectWithToast(page, {
    title: `Estimate ${number} is on the customer's page`,
    ...(stored ? { description: `They can read and approve it there. ${describeUntold(stored)}` } : {}),
    ...(stored && canMail(stored)
      ? {
          action: {
            label: "Tell the customer",
            method: "get" as const,
            to: `${page}/answer`,
            fields: answerQuery({ about: "estimate", from: page }),
          },
        }
      : {}),
  });
}

function problemOf({ outcome }: EstimateWritten): string {
  return outcome === "not-found" ? REQUEST_GONE : CHANGED;
}

function checkEstimate(form: FormData, isSending: boolean) {
  return checkForm(form, estimateFormSchema({ isSending }));
}

async function findWithEstimates(id: string | undefined) {
  const request = isValidId(id) ? await findStaffRequest(REPAIR_REQUESTS, id) : undefined;
  if (!request) throw new Response(null, { status: 404 });
  return { request, estimates: await listEstimates(request._id) };
}

function toValues({
  lines,
  taxRate,
  complaint,
  plate,
  vin,
  odometer,
}: Estimate["content"]): EstimateFormValues {
  return {
    lines: lines.map(({ kind, description, quantity, priceCents, isTaxed }) => ({
      ...{ kind, description },
      quantity: formatHundredths(quantity),
      price: formatTypedPrice(priceCents),
      taxed: taxChoice(isTaxed, isUsuallyTaxed({ kind }, taxRate)),
    })),
    taxRate: toPercent(taxRate),
    ...{ complaint: complaint ?? "", plate: plate ?? "", vin: vin ?? "", odometer: odometer ?? "" },
  };
}

function newValues({ serviceInfo, vehicleInfo }: RepairRequest): EstimateFormValues {
  const { serviceType, otherServiceType, message, description } = serviceInfo;
  const { laborRate, taxPercent } = business.repairEstimate;
  const { vin = "", mileage = "" } = vehicleInfo;
  const service = [serviceType, otherServiceType].filter(Boolean).join(": ");
  return {
    lines: [{ ...EMPTY_LINE, price: laborRate?.toFixed(2) ?? "" }],
    taxRate: toPercent(Math.round((taxPercent || business.salesTaxes[0]?.percent || 0) * 1000)),
    complaint: [service, message, description].filter(Boolean).join("\n"),
    plate: "",
    vin,
    odometer: /^\d{1,9}$/.test(String(mileage)) ? formatMileage(Number(mileage)) : String(mileage),
  };
}

function toPercent(taxRate: number): string {
  return taxRate === 0 ? "" : String(taxRate / 1000);
}
