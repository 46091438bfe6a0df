import { business } from "~/business/business.server";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { emailKey } from "~/customers/contact";
import { findOwners } from "~/customers/contact.server";
import { customerPage } from "~/customers/paths";
import { storeOnce } from "~/http/idempotency.server";
import { queueConfirmation, queueMail } from "~/mail/outbox.server";
import { isMailOn } from "~/mail/settings.server";
import { type MailContent, renderMail } from "~/mail/template.server";
import { newId } from "~/values/id.server";
import { DATA_REQUEST_DAYS, DATA_REQUEST_TYPE_LABELS, marketplaceField, PRIVACY_NOTICE } from "./data";
import type { DataRequestFields } from "./data-schema";

/**
 * Mails a data request to the privacy address and its confirmation to the person, once however often the form is sent within a day.
 * Stores nothing else; without mail, nothing at all.
 */
export async function submitDataRequest(fields: DataRequestFields, now: Date): Promise<void> {
  if (!isMailOn()) return;
  // The page is cached and can't have a key, so what was typed is the key.
  await storeOnce("dataRequest", fields, now, async () => {
    await queueDataRequestMail(fields, now);
    return {};
  });
}

async function queueDataRequestMail(fields: DataRequestFields, now: Date): Promise<void> {
  const { customerEmail, requestType } = fields;
  const cause = { kind: "dataRequest", id: newId(now) } as const;
  const toPrivacy = renderMail(await privacyMail(fields));
  await queueMail({ ...toPrivacy, to: business.privacyEmail, replyTo: customerEmail, cause }, now);
  const toPerson = renderMail(personMail(DATA_REQUEST_TYPE_LABELS[requestType]));
  await queueConfirmation({ ...toPerson, to: customerEmail, replyTo: business.privacyEmail, cause }, now);
}

async function privacyMail(fields: DataRequestFields): Promise<MailContent> {
  const key = emailKey(fields.customerEmail);
  const [owner] = key ? await findOwners([key]) : [];
  const url = owner && toAbsoluteUrl(config.PUBLIC_URL, customerPage(owner.customerId, "data"));
  const { customerEmail, customerName, requestType, transactionId, additionalInfo } = fields;
  const { marketplace } = business;
  const label = DATA_REQUEST_TYPE_LABELS[requestType];
  // Its name comes from business.json, so the fields' type does not have it.
  const typed: Record<string, string | undefined> = fields;
  return {
    subject: `Data request: ${label}`,
    paragraphs: [
      `A data request has arrived. It must be processed within ${DATA_REQUEST_DAYS} days.`,
      `To answer, reply to this message. It goes to ${customerEmail}. Anyone can type anyone's address, so verify who is asking.`,
      owner
        ? "This address belongs to a customer. From their page you can download a copy of everything we know about them, or delete it."
        : "No customer has this address. They may have given another one, or only a phone number: search Customers for the name.",
    ],
    link: url === undefined ? undefined : { label: "Open the customer's data", url },
    facts: [
      ["Request", label],
      ["Name", customerName],
      ["Email", customerEmail],
      [`${marketplace?.name} user ID`, marketplace && typed[marketplaceField(marketplace.id)]],
      ["Transaction ID", transactionId],
      ["Additional information", additionalInfo],
    ],
  };
}

/** Without the name or any other text, because anyone can type anyone's address. */
function personMail(label: string): MailContent {
  const [, ...notice] = PRIVACY_NOTICE;
  return {
    subject: "We received your data request",
    paragraphs: [
      `We received your data request. It will be processed within ${DATA_REQUEST_DAYS} days.`,
      notice.slice(0, 2).join(" "),
    ],
    facts: [["Request", label]],
    closing: [
      "Questions? Reply to this message.",
      "If you didn't send this request, reply and tell us, and we won't act on it.",
    ],
  };
}
