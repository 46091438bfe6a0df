import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { business } from "~/business/business.server";
import {
  HONEYPOT_MESSAGE,
  isHoneypotFilled,
  readForm,
  replyWithFormError,
  tooManyRequestsInit,
  tooManyRequestsMessage,
} from "~/http/form.server";
import { log } from "~/http/log.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { customerPageUrl } from "~/requests/customer";
import { customerKey, readCustomerKey } from "~/requests/customer-link.server";
import { INQUIRY_MESSAGES } from "~/requests/inquiry";
import { submitVehicleInquiry, VEHICLE_INQUIRIES } from "~/requests/inquiry.server";
import { vehicleInquirySchema } from "~/requests/inquiry-schema";
import { findRequest } from "~/requests/record.server";
import { callDirectlyMessage } from "~/requests/repair";
import { checkForm } from "~/ui/forms/check-form";
import { formatReference } from "~/values/id";
import { findPublicRetailVehicle } from "~/vehicles/retail.server";
import { browserCookie, newBrowser, readBrowser } from "./browser-cookie.server";
import { INQUIRY_FIELDS, type InquiryResult, type SentInquiry } from "./inquiry-result";

/** Stores the inquiry and redirects to its confirmation; what is not stored comes back as typed. */
export async function sendInquiry({ request, params, context }: ActionFunctionArgs) {
  const form = await readForm(request, INQUIRY_FIELDS);
  form.set("vehicleId", params.id ?? "");
  const submission = checkForm(form, vehicleInquirySchema);
  const showAgain = (message: string, init: ResponseInit) =>
    data<InquiryResult>(replyWithFormError(submission, message), init);
  if (isHoneypotFilled(form)) return showAgain(HONEYPOT_MESSAGE, { status: 400 });
  if (submission.status !== "success") return data<InquiryResult>(submission.reply(), { status: 400 });
  const fields = submission.value;
  try {
    const vehicle = await findPublicRetailVehicle(fields.vehicleId);
    // It was removed or sold while the visitor typed.
    if (!vehicle) return showAgain(INQUIRY_MESSAGES.vehicleUnknown, { status: 410 });
    if (vehicle.status === "sold") return showAgain(INQUIRY_MESSAGES.vehicleSold, { status: 409 });
    const limit = await consumeRateLimit("vehicleInquiry", context.clientIp);
    if (!limit.ok) {
      const { retryAfter } = limit;
      return showAgain(tooManyRequestsMessage(retryAfter), tooManyRequestsInit(retryAfter));
    }
    const now = new Date();
    const browser = (await readBrowser(request)) ?? newBrowser();
    const { id, isFromSender } = await submitVehicleInquiry({ fields, vehicle }, { browser, now });
    const sent = isFromSender ? customerKey({ prefix: "VI", id }, now) : SENT_BEFORE;
    const headers = await browserCookie(browser);
    return redirect(`/inventory/${vehicle._id}?sent=${sent}#inquiry-sent`, { status: 303, headers });
  } catch (error) {
    log.error({ requestId: context.requestId, error }, "storing an inquiry failed");
    return showAgain(callDirectlyMessage(business.phone), { status: 500 });
  }
}

/** The URL's `sent` where another browser, or this one without its cookie, had sent the same before. */
const SENT_BEFORE = "before";

/** The inquiry about this vehicle that was just sent. The URL has the key of its customer's link, if this browser may have it. */
export async function findSentInquiry(request: Request, vehicleId: string): Promise<SentInquiry | undefined> {
  const key = new URL(request.url).searchParams.get("sent") ?? "";
  if (key === SENT_BEFORE) return { own: undefined };
  const linked = readCustomerKey(key, new Date());
  const stored = linked?.prefix === "VI" ? await findRequest(VEHICLE_INQUIRIES, linked.id) : undefined;
  if (stored?.vehicleId !== vehicleId) return undefined;
  const { _id, inquiry } = stored;
  return {
    own: { reference: formatReference("VI", _id), about: inquiry.about, link: customerPageUrl(key) },
  };
}
