import { business } from "~/business/business.server";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { now } from "~/context.server";
import { isMailOn, queueConfirmation, queueMail } from "~/mail/outbox.server";
import { type MailContent, type RenderedMail, renderMail } from "~/mail/template.server";
import { formatReference } from "~/values/id";
import { queueInquiryLead, queueServiceLead } from "./adf.server";
import { CUSTOMER_LINK_DAYS } from "./customer";
import { customerPath } from "./customer-link.server";
import {
  describePartRequest,
  describeRepairRequest,
  describeVehicleInquiry,
  type RequestDescription,
} from "./description";
import type { VehicleInquiry } from "./inquiry-schema";
import { RESPONSE_PROMISE } from "./part";
import type { PartRequest } from "./part-schema";
import type { RepairRequest } from "./repair-schema";

/** Tells staff, and the customer, that a part request has arrived. */
export async function queuePartRequestMail(request: PartRequest): Promise<void> {
  await queueRequestMail(describePartRequest(request));
}

/**
 * Tells staff, a customer who gave an email address, and the lead systems in ADF_EMAIL that a callback or repair request has
 * arrived.
 */
export async function queueRepairRequestMail(request: RepairRequest): Promise<void> {
  await queueRequestMail(describeRepairRequest(request));
  await queueServiceLead(request);
}

/**
 * Tells staff, a customer who gave an email address, and the lead systems in ADF_EMAIL that somebody asks about a retail
 * vehicle.
 */
export async function queueVehicleInquiryMail(request: VehicleInquiry): Promise<void> {
  await queueRequestMail(describeVehicleInquiry(request));
  await queueInquiryLead(request);
}

/** What a customer did on their own page: `withdrawnAs` is the label of the status that the request has now. */
export type CustomerNews = { message: string } | { withdrawnAs: string };

/** Tells staff that the customer has added a message, or withdrawn the request. */
export async function queueCustomerNewsMail(request: RequestDescription, news: CustomerNews): Promise<void> {
  if (!isMailOn()) return;
  const mail = renderMail(newsMail(request, news));
  await queueToStaff(mail, request);
}

async function queueRequestMail(request: RequestDescription): Promise<void> {
  if (!isMailOn()) return;
  await queueToStaff(renderMail(staffMail(request)), request);
  const { email } = request;
  if (!email) return;
  const toCustomer = renderMail(customerMail(request, now()));
  const { email: replyTo } = business;
  await queueConfirmation({ ...toCustomer, to: email, replyTo, cause: causeOf(request) }, now());
}

async function queueToStaff(mail: RenderedMail, request: RequestDescription): Promise<void> {
  const replyTo = request.email || undefined;
  for (const to of config.NOTIFY_EMAIL) {
    await queueMail({ ...mail, to, replyTo, cause: causeOf(request) }, now());
  }
}

function causeOf({ causeKind, id }: RequestDescription) {
  return { kind: causeKind, id };
}

function staffMail(request: RequestDescription): MailContent {
  const { name, email, subject, sender } = request;
  const reference = formatReference(request.prefix, request.id);
  return {
    subject: `New ${name} ${reference}`,
    paragraphs: [
      `A new ${name} has arrived: ${reference}.`,
      ...(email ? [`To answer the customer, reply to this message. It goes to ${email}.`] : []),
    ],
    facts: [...sender, ...subject],
    link: staffLink(request),
  };
}

function newsMail(request: RequestDescription, news: CustomerNews): MailContent {
  const { name, subject, sender } = request;
  const reference = formatReference(request.prefix, request.id);
  const link = staffLink(request);
  if ("withdrawnAs" in news) {
    return {
      subject: `Withdrawn by the customer: ${reference}`,
      paragraphs: [`The customer has withdrawn ${name} ${reference}. Its status is now ${news.withdrawnAs}.`],
      facts: [...sender, ...subject],
      link,
    };
  }
  return {
    subject: `New message from the customer: ${reference}`,
    paragraphs: [`The customer has added a message to ${name} ${reference}.`],
    facts: [["New message", news.message], ...sender, ...subject],
    link,
  };
}

function staffLink({ staffPath }: RequestDescription): MailContent["link"] {
  const url = toAbsoluteUrl(config.PUBLIC_URL, staffPath);
  return url === undefined ? undefined : { label: "Open the request", url };
}

/** Without the sender's name and free text, because anyone can type anyone's address. */
function customerMail({ prefix, id, name, subject }: RequestDescription, now: Date): MailContent {
  const reference = formatReference(prefix, id);
  const url = toAbsoluteUrl(config.PUBLIC_URL, customerPath({ prefix, id }, now));
  return {
    subject: `We received your ${name} ${reference}`,
    paragraphs: [
      `Thank you for your ${name}. Your reference is ${reference}.`,
      `You'll hear back ${RESPONSE_PROMISE}.`,
    ],
    facts: subject,
    link: url === undefined ? undefined : { label: CUSTOMER_LINK_LABEL, url },
    closing: [
      `Questions? Call ${business.phone} and give your reference, or reply to this message.`,
      "If you didn't send this request, you can ignore this message.",
    ],
  };
}

const CUSTOMER_LINK_LABEL = `See how it's going, add a message or withdraw it (your private link, for ${CUSTOMER_LINK_DAYS} days)`;
