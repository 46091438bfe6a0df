import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Rejection, readPublicForm, takeForm } from "~/http/public-form.server";
import { INQUIRY_MESSAGES } from "~/requests/inquiry";
import { receiveVehicleInquiry } from "~/requests/inquiry.server";
import { vehicleInquirySchema } from "~/requests/inquiry-schema";
import { SENT } from "~/requests/part";
import { findSent } from "~/requests/sent.server";
import { SENT_BEFORE, submitOnce } from "~/requests/submit-once.server";
import { VEHICLE_INQUIRIES } from "~/requests/vehicle-inquiries";
import { checkForm } from "~/ui/forms/check-form";
import { idInSegment } from "~/values/record-path";
import { vehiclePath } from "~/vehicles/inventory";
import { findPublicRetailVehicle } from "~/vehicles/retail.server";
import { INQUIRY_FIELDS, type SentInquiry } from "./inquiry-result";

/** Stores the inquiry and redirects to its confirmation. */
export async function sendInquiry({ request, params, context }: ActionFunctionArgs) {
  const form = await readPublicForm(request, INQUIRY_FIELDS);
  form.set("vehicleId", idInSegment(params.id));
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
      const submission = {
        scope: "vehicle inquiry form",
        said: inquiry.fields,
        prefix: "VI",
        now: new Date(),
      } as const;
      const { sent, headers } = await submitOnce(request, submission, () => receiveVehicleInquiry(inquiry));
      return redirect(`${vehiclePath(inquiry.vehicle)}?${SENT}=${sent}`, {
        status: 303,
        headers,
      });
    },
  });
}

/** The inquiry about this vehicle that was just sent. The URL has the key of its customer's link, if this browser may have it. */
export async function findSentInquiry(request: Request, vehicleId: string): Promise<SentInquiry | undefined> {
  const key = new URL(request.url).searchParams.get(SENT) ?? "";
  if (key === SENT_BEFORE) return { own: undefined };
  const found = await findSent(VEHICLE_INQUIRIES, key, new Date());
  if (found?.request.vehicleId !== vehicleId) return undefined;
  return { own: { ...found.sent, about: found.request.inquiry.about } };
}
