import { business } from "~/business/business.server";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { now } from "~/context.server";
import { storeOnce } from "~/http/idempotency.server";
import { queueMail } from "~/mail/outbox.server";
import { isMailOn } from "~/mail/settings.server";
import { renderMail, withoutLinks } from "~/mail/template.server";
import { GRADE_WORDS } from "~/parts/grade";
import { partTitle } from "~/parts/part";
import type { Part } from "~/parts/parts";
import { formatDateTime, formatDay, formatMileage } from "~/values/format";
import { formatReference } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import { findDonor } from "~/vehicles/donors.server";
import type { AnswerTopic, Donor } from "./answer";
import { draftAnswer } from "./answer-mail";
import { describeAppointment } from "./appointment";
import { customerPath } from "./customer-link.server";
import type { Estimate } from "./estimate.server";
import type { AppointmentRecord } from "./fields";
import type { Offer } from "./offer.server";
import { whatToBring } from "./offered-car";
import type { OfferedCar } from "./offered-cars";
import { findRequest } from "./record.server";
import { type AnyRequest, type RequestCollection, subjectOf } from "./request";
import { updateRequest } from "./work.server";

/** True if the customer can be reached by mail: it is set up, and they gave an address. */
export function canMail(request: Pick<AnyRequest, "customerInfo">): boolean {
  return whyNotMailed(request) === undefined;
}

/** What staff have to do about an estimate that wasn't emailed: `Not emailed yet: tell the customer.` */
export function describeUntold(request: Pick<AnyRequest, "customerInfo">): string {
  const obstacle = whyNotMailed(request);
  return obstacle
    ? `Not emailed: ${obstacle}. Print it, or read it to them and record what they say.`
    : "Not emailed yet: tell the customer.";
}

/** `email is off`; undefined if the customer can be reached by mail. */
function whyNotMailed({ customerInfo }: Pick<AnyRequest, "customerInfo">): string | undefined {
  if (!isMailOn()) return "email is off";
  return customerInfo.email ? undefined : "this customer gave no email address";
}

/** The message that staff start from. Nothing that the customer typed becomes a link in it. */
export function draftFor(
  kind: RequestCollection,
  request: AnyRequest,
  {
    about,
    donor,
    part,
    estimate,
    offer,
  }: {
    about: AnswerTopic | undefined;
    donor: Donor | undefined;
    part?: Part | undefined;
    estimate?: Estimate | undefined;
    offer?: Offer | undefined;
  },
) {
  const subject = subjectOf(kind, request);
  return draftAnswer({
    about,
    donor,
    noun: kind.nameOf(request),
    requestSubject: subject && withoutLinks(subject),
    customerName: withoutLinks(request.customerInfo.name),
    reference: formatReference(kind.prefix, request._id),
    quote: request.quote,
    part: part && describeHeldPart(part),
    estimate: estimate && formatExactPrice(estimate.figures.total / 100),
    offer: offer && {
      amount: formatExactPrice(offer.amountCents / 100),
      goodUntil: formatDay(`${offer.goodUntil}T00:00:00.000Z`),
      whatToBring: whatToBring((request as Partial<OfferedCar>).carInfo?.title),
    },
    appointment: request.appointment && describeTime(request.appointment),
    business,
  });
}

function describeTime(appointment: AppointmentRecord): string {
  const { day, hours } = describeAppointment(appointment, business.timeZone);
  return `${day}, ${hours}`;
}

/** `2003 Honda Accord Radiator, stock number D-77-1, 84,210 miles, grade A (best used grade)` */
function describeHeldPart(part: Part) {
  const { stockNumber, mileage, grade, coreCharge, heldUntil = "" } = part;
  const facts = [
    partTitle(part),
    `stock number ${stockNumber}`,
    mileage === undefined ? undefined : formatMileage(mileage),
    grade && `grade ${grade} (${GRADE_WORDS[grade].toLowerCase()})`,
  ];
  return {
    name: facts.filter(Boolean).join(", "),
    coreCharge,
    heldUntil: formatDateTime(heldUntil, business.timeZone),
  };
}

/** The private page of a request that a message links to; undefined without PUBLIC_URL. */
export function followUrl({ prefix }: Pick<RequestCollection, "prefix">, id: string, now: Date) {
  return toAbsoluteUrl(config.PUBLIC_URL, customerPath({ prefix, id }, now));
}

/**
 * The version of what a message answers: how many notes there are, and whether the donor is there. If it has changed when the message is
 * sent, something happened in the meantime.
 */
export function currentVersion(noteCount: number, isDonorGone: boolean): string {
  return `${noteCount}${isDonorGone ? " gone" : ""}`;
}

/** A message from staff. */
interface NewAnswer {
  subject: string;
  text: string;
  /** The id of the donor that it is about. */
  donorId: string | undefined;
  /** What `currentVersion` returned when the form was opened. */
  expectedVersion: string;
  /** The form's idempotency key. */
  key: string;
}

/**
 * `changed`: there is a new note, or the donor is gone, since the form was opened; nothing is sent. `not-found`: the request is
 * deleted. `no-address`: there is none, or mail is off.
 */
export type Answered = "sent" | "changed" | "not-found" | "no-address";

/** Mails the customer, and adds the message as a note, signed by its sender. Both happen once, however often the form is sent. */
export async function sendAnswer(kind: RequestCollection, id: string, answer: NewAnswer): Promise<Answered> {
  return storeOnce(
    "answer mail",
    [id, answer],
    now(),
    () => send(kind, id, answer),
    (answered) => answered === "sent",
  );
}

async function send(
  kind: RequestCollection,
  id: string,
  { subject, text, donorId, expectedVersion }: NewAnswer,
): Promise<Answered> {
  const request = await findRequest(kind, id);
  if (!request) return "not-found";
  const { email } = request.customerInfo;
  if (!email || !canMail(request)) return "no-address";
  const isDonorGone = donorId !== undefined && !(await findDonor(donorId));
  if (currentVersion(request.notes.length, isDonorGone) !== expectedVersion) return "changed";
  // A note is an answer, so this also records the time of the first one.
  const note = { content: `Emailed to ${email}: ${subject}\n\n${text}` };
  await updateRequest(kind, id, { notes: [{ ...note, author: undefined, timestamp: undefined }] });
  const url = followUrl(kind, id, now());
  const mail = renderMail({
    subject,
    paragraphs: text.split(/\n\s*\n/),
    facts: [],
    link: url === undefined ? undefined : { label: "Follow your request", url },
  });
  const cause = { kind: kind.recordKind, id };
  await queueMail({ ...mail, to: email, replyTo: business.email, cause }, now());
  return "sent";
}
