import { business } from "~/business/business.server";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { now } from "~/context.server";
import { db } from "~/db/connection.server";
import { storeOnce } from "~/http/idempotency.server";
import { isMailOn, queueMail } from "~/mail/outbox.server";
import { renderMail, withoutLinks } from "~/mail/template.server";
import { GRADE_WORDS } from "~/parts/grade";
import { partTitle } from "~/parts/part";
import type { Part } from "~/parts/parts";
import { formatDateTime, formatMileage } from "~/values/format";
import { formatReference } from "~/values/id";
import { findDonor } from "~/vehicles/donors.server";
import type { AnswerTopic, Donor } from "./answer";
import { draftAnswer } from "./answer-mail";
import { customerPath } from "./customer-link.server";
import type { RequestNote } from "./note";
import type { RequestKind, RequestRow } from "./record.server";
import { updateRequest } from "./work.server";

/** What a message to the customer needs of a request of any kind. */
export interface AnswerableRequest {
  _id: string;
  notes: RequestNote[];
  customerInfo: { name: string; phone?: string | undefined; email?: string | undefined };
  quote?: { price: number; warranty?: string | undefined; validUntil?: string | undefined } | undefined;
}

/** True if the customer can be reached by mail: it is set up, and they gave an address. */
export function canMail({ customerInfo }: Pick<AnswerableRequest, "customerInfo">): boolean {
  return isMailOn() && Boolean(customerInfo.email);
}

/** The message that staff start from. What the customer typed makes no link in it. */
export function draftFor<Request extends AnswerableRequest>(
  kind: RequestKind<Request>,
  request: Request,
  {
    about,
    donor,
    part,
  }: { about: AnswerTopic | undefined; donor: Donor | undefined; part?: Part | undefined },
) {
  const { noun, asked } = kind.describe(request);
  return draftAnswer({
    about,
    donor,
    noun,
    asked: asked && withoutLinks(asked),
    customerName: withoutLinks(request.customerInfo.name),
    reference: formatReference(kind.prefix, request._id),
    quote: request.quote,
    part: part && describeHeldPart(part),
    business,
  });
}

/** `2003 Honda Accord Radiator, stock number D-77-1, 84,210 miles, grade A (best used grade)` */
function describeHeldPart(part: Part) {
  const { stockNumber, mileage, grade, heldUntil = "" } = part;
  const facts = [
    partTitle(part),
    `stock number ${stockNumber}`,
    mileage === undefined ? undefined : formatMileage(mileage),
    grade && `grade ${grade} (${GRADE_WORDS[grade].toLowerCase()})`,
  ];
  return {
    name: facts.filter(Boolean).join(", "),
    heldUntil: formatDateTime(heldUntil, business.timeZone),
  };
}

/** The private page of a request that a message links to; undefined without PUBLIC_URL. */
export function followUrl({ prefix }: Pick<RequestKind<never>, "prefix">, id: string, now: Date) {
  return toAbsoluteUrl(config.PUBLIC_URL, customerPath({ prefix, id }, now));
}

/**
 * What somebody has seen who writes a message now: the notes there are, and whether the donor is there. If that is another text
 * when the message is sent, something has happened in the meantime.
 */
export function seenNow(noteCount: number, isDonorGone: boolean): string {
  return `${noteCount}${isDonorGone ? " gone" : ""}`;
}

/** A message by a member of staff. */
export interface NewAnswer {
  subject: string;
  text: string;
  /** The id of the donor that it is about. */
  donorId: string | undefined;
  /** What `seenNow` returned when the form was opened. */
  seen: string;
  /** The form's idempotency key. */
  key: string;
}

/**
 * `changed`: there is a new note, or the donor is gone, since the form was opened; nothing is sent. `not-found`: the request is
 * deleted. `no-address`: there is none, or mail is off.
 */
export type Answered = "sent" | "changed" | "not-found" | "no-address";

/** Mails the customer, and notes what was said, signed by whoever acts. Both happen once, however often the form is sent. */
export async function sendAnswer<Request extends AnswerableRequest>(
  kind: RequestKind<Request>,
  id: string,
  answer: NewAnswer,
): Promise<Answered> {
  return storeOnce("answer mail", [id, answer], now(), () => send(kind, id, answer));
}

async function send<Request extends AnswerableRequest>(
  kind: RequestKind<Request>,
  id: string,
  { subject, text, donorId, seen }: NewAnswer,
): Promise<Answered> {
  const row = await db
    .selectFrom(kind.table)
    .selectAll()
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!row) return "not-found";
  const request = kind.toRecord(row as RequestRow);
  const { email } = request.customerInfo;
  if (!email || !canMail(request)) return "no-address";
  const isDonorGone = donorId !== undefined && !(await findDonor(donorId));
  if (seenNow(request.notes.length, isDonorGone) !== seen) return "changed";
  // A note is an answer, so this keeps the time of the first one too.
  const note = { content: `Mailed to ${email}: ${subject}\n\n${text}` };
  await updateRequest(kind, id, { notes: [{ ...note, author: undefined, timestamp: undefined }] });
  const url = followUrl(kind, id, now());
  const mail = renderMail({
    subject,
    paragraphs: text.split(/\n\s*\n/),
    facts: [],
    link: url === undefined ? undefined : { label: "Follow your request", url },
  });
  const cause = { kind: kind.mailCause, id };
  await queueMail({ ...mail, to: email, replyTo: business.email, cause }, now());
  return "sent";
}
