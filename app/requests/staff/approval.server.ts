import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { readForm } from "~/http/form.server";
import type { FormResult } from "~/http/public-form";
import { redirectWithToast } from "~/http/toast.server";
import { recordApproval } from "~/requests/approval.server";
import { recordedApprovalSchema } from "~/requests/estimate-schema";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { checkForm } from "~/ui/forms/check-form";
import { isValidId } from "~/values/id";

/** Records that the customer has approved the estimate by phone or at the counter. */
export async function writeApproval({
  request,
  params: { id, version },
}: StaffRequestArgs<ActionFunctionArgs>) {
  const number = Number(version);
  if (!isValidId(id) || !Number.isInteger(number)) throw new Response(null, { status: 404 });
  const form = await readForm(request, ["name", "how", "phone", "oldParts", "shown"]);
  const submission = checkForm(form, recordedApprovalSchema);
  if (submission.status !== "success") return data<FormResult>({ reply: submission.reply() }, 400);
  const outcome = await recordApproval(
    id,
    { number, shown: form.get("shown")?.toString() ?? null },
    submission.value,
  );
  if (outcome === "not-found") throw new Response(null, { status: 404 });
  if (outcome === "replaced")
    return data<FormResult>({ reply: submission.reply({ formErrors: [REPLACED] }) }, 409);
  return redirectWithToast(`${REPAIR_REQUESTS.path}/${id}`, {
    title: outcome === "again" ? "It was already approved" : `Estimate ${number} is approved`,
  });
}

const REPLACED = "A newer estimate was sent. Open that one, and ask the customer about it.";
