import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Rejection, readPublicForm, takeForm } from "~/http/public-form.server";
import { customerPageUrl } from "~/requests/customer";
import { customerKey, readCustomerKey } from "~/requests/customer-link.server";
import { INQUIRY_MESSAGES } from "~/requests/inquiry";
import { submitVehicleInquiry } from "~/requests/inquiry.server";
import { vehicleInquirySchema } from "~/requests/inquiry-schema";
import { findRequest } from "~/requests/record.server";
import { VEHICLE_INQUIRIES } from "~/requests/vehicle-inquiries";
import { checkForm } from "~/ui/forms/check-form";
import { formatReference } from "~/values/id";
import { findPublicRetailVehicle } from "~/vehicles/retail.server";
import { browserCookie, newBrowser, readBrowser } from "./browser-cookie.server";
import { INQUIRY_FIELDS, type SentInquiry } from "./inquiry-result";

/** Stores the inquiry and redirects to its confirmation. */
export async function sendInquiry({ request, params, context }: ActionFunctionArgs) {
  const form = await readPublicForm(request, INQUIRY_FIELDS);
  form.set("vehicleId", params.id ?? "");
  return takeForm(form, context, {
    name: "an inquiry",
    check: (form) => checkForm(form, vehicleInquirySchema),
    // It may have been removed or sold while the visitor typed.
    prepare: async (fields) => {
      const vehicle = await findPublicRetailVehicle(fields.vehicleId);
      if (!vehicle) return new Rejection(INQUIRY_MESSAGES.vehicleUnknown, 410);
      if (vehicle.status === "sold") return new Rejection(INQUIRY_MESSAGES.vehicleSold, 409);
      return { fields, vehicle };
    },
    limit: "vehicleInquiry",
    store: async (inquiry) => {
      const now = new Date();
      const browser = (await readBrowser(request)) ?? newBrowser();
      const { id, isFromSender } = await submitVehicleInquiry(inquiry, { browser, now });
      const sent = isFromSender ? customerKey({ prefix: "VI", id }, now) : SENT_BEFORE;
      const headers = await browserCookie(browser);
      return redirect(`/inventory/${inquiry.vehicle._id}?sent=${sent}#inquiry-sent`, {
        status: 303,
        headers,
      });
    },
  });
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
