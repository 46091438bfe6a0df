import { business } from "~/business/business.server";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import type { Db } from "~/db/connection.server";
import type { MailCauseKind } from "~/db/schema";
import { isMailOn, queueMail } from "~/mail/outbox.server";
import { type MailContent, renderMail } from "~/mail/template.server";
import { formatPrice } from "~/values/format";
import { formatReference } from "~/values/id";
import { queueInquiryLead, queueServiceLead } from "./adf.server";
import { ABOUT_LABELS } from "./inquiry";
import type { VehicleInquiry } from "./inquiry-schema";
import { RESPONSE_PROMISE } from "./part";
import type { PartRequest } from "./part-schema";
import type { RepairRequest } from "./repair-schema";

interface QueueOptions {
  /** The transaction that stores the request. */
  within: Db;
  now: Date;
}

/** Tells staff, and the customer, that a part request has arrived. */
export async function queuePartRequestMail(request: PartRequest, options: QueueOptions): Promise<void> {
  const { vin, vehicleInfo, partDetails, customerInfo } = request;
  const asked: MailContent["facts"] = [
    ["Vehicle", vehicleName(vehicleInfo)],
    ["VIN", vin],
    ["Category", partDetails.system],
    ["Part", partDetails.component],
    ["Other part", partDetails.otherComponent],
  ];
  await queueRequestMail(
    {
      cause: { kind: "partRequest", id: request._id },
      reference: formatReference("PR", request._id),
      name: "part request",
      staffPath: `/admin/parts-requests/${request._id}`,
      email: customerInfo.email,
      asked,
      staffOnly: [
        ["Name", customerInfo.name],
        ["Phone", customerInfo.phone],
        ["Message", partDetails.additionalInfo],
      ],
    },
    options,
  );
}

/**
 * Tells staff, a customer who gave an email address, and the lead systems in ADF_EMAIL that a callback or repair request has
 * arrived.
 */
export async function queueRepairRequestMail(request: RepairRequest, options: QueueOptions): Promise<void> {
  const { vehicleInfo, serviceInfo, customerInfo } = request;
  const { street, city, state, zipCode } = customerInfo.address;
  const mileage = vehicleInfo.mileage;
  await queueRequestMail(
    {
      cause: { kind: "repairRequest", id: request._id },
      reference: formatReference("RR", request._id),
      name: request.isSimplifiedRequest ? "callback request" : "repair request",
      staffPath: `/admin/repair-requests/${request._id}`,
      email: customerInfo.email,
      asked: [
        ["Vehicle", vehicleName(vehicleInfo)],
        ["VIN", vehicleInfo.vin],
        ["Mileage", mileage === undefined ? undefined : String(mileage)],
        ["Service", serviceInfo.serviceType],
        ["Other service", serviceInfo.otherServiceType],
      ],
      staffOnly: [
        ["Name", customerInfo.name],
        ["Contact by", request.contactMethod],
        ["Phone", customerInfo.phone],
        ["Address", [street, city, state, zipCode].filter(Boolean).join(", ")],
        ["Urgency", serviceInfo.urgency],
        ["Message", serviceInfo.message],
        ["Description", serviceInfo.description],
      ],
    },
    options,
  );
  await queueServiceLead(request, options);
}

/**
 * Tells staff, a customer who gave an email address, and the lead systems in ADF_EMAIL that somebody asks about a retail
 * vehicle.
 */
export async function queueVehicleInquiryMail(request: VehicleInquiry, options: QueueOptions): Promise<void> {
  const { vehicleInfo, inquiry, customerInfo } = request;
  await queueRequestMail(
    {
      cause: { kind: "vehicleInquiry", id: request._id },
      reference: formatReference("VI", request._id),
      name: "vehicle inquiry",
      staffPath: `/admin/vehicle-inquiries/${request._id}`,
      email: customerInfo.email,
      asked: [
        ["About", ABOUT_LABELS[inquiry.about]],
        ["Vehicle", vehicleName(vehicleInfo)],
        ["Stock #", vehicleInfo.stockNumber],
        ["Price", vehicleInfo.price ? formatPrice(vehicleInfo.price) : undefined],
      ],
      staffOnly: [
        ["Name", customerInfo.name],
        ["Phone", customerInfo.phone],
        ["Message", inquiry.message],
      ],
    },
    options,
  );
  await queueInquiryLead(request, options);
}

/** What the mail about every kind of request has in common. */
interface RequestMail {
  cause: { kind: MailCauseKind; id: string };
  reference: string;
  name: "part request" | "callback request" | "repair request" | "vehicle inquiry";
  staffPath: string;
  email: string | undefined;
  /** What the request is for. */
  asked: MailContent["facts"];
  /** Who sent it, and their free text: not for the customer's copy, because anyone can type anyone's address. */
  staffOnly: MailContent["facts"];
}

async function queueRequestMail(request: RequestMail, options: QueueOptions): Promise<void> {
  if (!isMailOn()) return;
  const { cause, email } = request;
  const replyTo = email || undefined;
  const toStaff = renderMail(staffMail(request));
  for (const to of config.NOTIFY_EMAIL) await queueMail({ ...toStaff, to, replyTo, cause }, options);
  if (!email) return;
  const toCustomer = renderMail(customerMail(request));
  await queueMail({ ...toCustomer, to: email, replyTo: business.email, cause }, options);
}

function staffMail({ name, reference, staffPath, email, asked, staffOnly }: RequestMail): MailContent {
  const url = toAbsoluteUrl(config.PUBLIC_URL, staffPath);
  return {
    subject: `New ${name} ${reference}`,
    paragraphs: [
      `A new ${name} has arrived: ${reference}.`,
      ...(email ? [`To answer the customer, reply to this message. It goes to ${email}.`] : []),
    ],
    facts: [...staffOnly, ...asked],
    link: url === undefined ? undefined : { label: "Open the request", url },
  };
}

function customerMail({ name, reference, asked }: RequestMail): MailContent {
  return {
    subject: `We received your ${name} ${reference}`,
    paragraphs: [
      `Thank you for your ${name}. Your reference is ${reference}.`,
      `You'll hear back ${RESPONSE_PROMISE}.`,
    ],
    facts: asked,
    closing: [
      `Questions? Call ${business.phone} and give your reference, or reply to this message.`,
      "If you didn't send this request, you can ignore this message.",
    ],
  };
}

function vehicleName(vehicle: Partial<PartRequest["vehicleInfo"]>): string {
  const { year, make, model, trim, engineSize } = vehicle;
  return [year, make, model, trim, engineSize].filter(Boolean).join(" ");
}
