import { findAdministratorById } from "~/accounts/administrator.server";
import { business } from "~/business/business.server";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { actor, now } from "~/context.server";
import { queueConfirmation, queueMail, queueMailToList } from "~/mail/outbox.server";
import { isMailOn } from "~/mail/settings.server";
import { type MailContent, type RenderedMail, renderMail } from "~/mail/template.server";
import { formatReference } from "~/values/id";
import { CUSTOMER_LINK_DAYS } from "./customer";
import { customerPath } from "./customer-link.server";
import { responsePromise } from "./part";
import { type AnyRequest, type RequestCollection, toldFacts } from "./request";
import { describePromise } from "./work";

/** Tells staff, and a customer who gave an email address, that a request has arrived. */
export async function queueRequestMail(kind: RequestCollection, request: AnyRequest): Promise<void> {
  if (!isMailOn()) return;
  await queueToStaff(renderMail(staffMail(kind, request)), kind, request);
  const { email } = request.customerInfo;
  if (!email) return;
  const toCustomer = renderMail(customerMail(kind, request, now()));
  const { email: replyTo } = business;
  await queueConfirmation({ ...toCustomer, to: email, replyTo, cause: causeOf(kind, request) }, now());
}

/** What a customer did on their own page: `withdrawnAs` is the label of the status that the request has now. */
export type CustomerNews = { message: string } | { withdrawnAs: string };

/** Tells staff that the customer has added a message, or withdrawn the request. */
export async function queueCustomerNewsMail(
  kind: RequestCollection,
  request: AnyRequest,
  news: CustomerNews,
): Promise<void> {
  if (!isMailOn()) return;
  await queueToStaff(renderMail(newsMail(kind, request, news)), kind, request);
}

/** Mails an account about the requests that someone else has assigned to it, if it has an email address. */
export async function queueAssignedMail(
  kind: RequestCollection,
  requests: readonly AnyRequest[],
  assigneeId: string | null,
): Promise<void> {
  const [first] = requests;
  if (!isMailOn() || !first || assigneeId === null || assigneeId === actor().accountId) return;
  const to = (await findAdministratorById(assigneeId))?.email;
  if (!to) return;
  const mail = renderMail(assignedMail(kind, requests, first));
  await queueMail({ ...mail, to, cause: causeOf(kind, first), accountId: assigneeId }, now());
}

async function queueToStaff(mail: RenderedMail, kind: RequestCollection, request: AnyRequest): Promise<void> {
  const replyTo = request.customerInfo.email || undefined;
  await queueMailToList("notify", { ...mail, replyTo, cause: causeOf(kind, request) }, now());
}

function causeOf({ recordKind }: RequestCollection, { _id }: AnyRequest) {
  return { kind: recordKind, id: _id };
}

function staffMail(kind: RequestCollection, request: AnyRequest): MailContent {
  const { email } = request.customerInfo;
  const name = kind.nameOf(request);
  const reference = formatReference(kind.prefix, request._id);
  return {
    subject: `New ${name} ${reference}`,
    paragraphs: [
      `A new ${name} has arrived: ${reference}.`,
      ...(email ? [`To answer the customer, reply to this message. It goes to ${email}.`] : []),
    ],
    ...aboutRequest(kind, request),
  };
}

function newsMail(kind: RequestCollection, request: AnyRequest, news: CustomerNews): MailContent {
  const name = kind.nameOf(request);
  const reference = formatReference(kind.prefix, request._id);
  const { facts, link } = aboutRequest(kind, request);
  if ("withdrawnAs" in news) {
    return {
      subject: `Withdrawn by the customer: ${reference}`,
      paragraphs: [`The customer has withdrawn ${name} ${reference}. Its status is now ${news.withdrawnAs}.`],
      facts,
      link,
    };
  }
  return {
    subject: `New message from the customer: ${reference}`,
    paragraphs: [`The customer has added a message to ${name} ${reference}.`],
    facts: [["New message", news.message], ...facts],
    link,
  };
}

/**
 * One request with its facts, or several by just their references: the mail is deleted with the first of them, and must not contain what
 * the others ask for.
 */
function assignedMail(
  kind: RequestCollection,
  requests: readonly AnyRequest[],
  first: AnyRequest,
): MailContent {
  const by = actor().username ?? "Someone";
  const reference = formatReference(kind.prefix, first._id);
  if (requests.length === 1)
    return {
      subject: `Assigned to you: ${kind.nameOf(first)} ${reference}`,
      paragraphs: [`${by} assigned ${kind.nameOf(first)} ${reference} to you.`],
      ...aboutRequest(kind, first),
    };
  const count = `${requests.length} ${kind.nouns[1].toLowerCase()}`;
  const url = toAbsoluteUrl(config.PUBLIC_URL, `${kind.path}?assigned=me`);
  const named = requests.slice(0, MAX_NAMED).map((request) => formatReference(kind.prefix, request._id));
  return {
    subject: `Assigned to you: ${count}`,
    paragraphs: [`${by} assigned ${count} to you.`, named.join(", ")],
    facts: [],
    link: url === undefined ? undefined : { label: "Open your requests", url },
  };
}

/** The most requests that a mail about several names. */
const MAX_NAMED = 20;

/** What staff read about a request, and where it is. */
function aboutRequest(kind: RequestCollection, request: AnyRequest): Pick<MailContent, "facts" | "link"> {
  const url = toAbsoluteUrl(config.PUBLIC_URL, `${kind.path}/${request._id}`);
  return {
    facts: toldFacts(kind, request, [...kind.sender, ...kind.subject]),
    link: url === undefined ? undefined : { label: "Open the request", url },
  };
}

/** Without the sender's name and free text, because anyone can type anyone's address. */
function customerMail(kind: RequestCollection, request: AnyRequest, now: Date): MailContent {
  const { prefix } = kind;
  const name = kind.nameOf(request);
  const reference = formatReference(prefix, request._id);
  const url = toAbsoluteUrl(config.PUBLIC_URL, customerPath({ prefix, id: request._id }, now));
  const { answerDueAt } = request;
  const due = answerDueAt && describePromise(answerDueAt, now, business.timeZone);
  const promise = due ? `by ${due}, ${responsePromise(business)}` : responsePromise(business);
  return {
    subject: `We received your ${name} ${reference}`,
    paragraphs: [
      `Thank you for your ${name}. Your reference is ${reference}.`,
      `You'll hear back ${promise}.`,
    ],
    facts: toldFacts(kind, request, kind.subject),
    link: url === undefined ? undefined : { label: CUSTOMER_LINK_LABEL, url },
    closing: [
      `Questions? Call ${business.phone} and give your reference, or reply to this message.`,
      "If you didn't send this request, you can ignore this message.",
    ],
  };
}

const CUSTOMER_LINK_LABEL = `See how it's going, add a message or withdraw it (your private link, for ${CUSTOMER_LINK_DAYS} days)`;
