import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { listAssignees } from "~/accounts/administrator.server";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { findSamePersons, type SamePerson } from "~/customers/request-counts.server";
import { loadRecordHistory } from "~/history/view.server";
import { readStaffQuery } from "~/lists/staff";
import { findMailAbout } from "~/mail/outbox.server";
import { type MailView, toMailView } from "~/mail/view.server";
import type { Part } from "~/parts/parts";
import { canMail, followUrl } from "~/requests/answer.server";
import { findHeldParts } from "~/requests/held-part.server";
import { findRequestPage, findRequestsById } from "~/requests/list.server";
import { listOffersOf, type Offer } from "~/requests/offer.server";
import { OFFERED_CARS } from "~/requests/offered-cars";
import { PART_REQUESTS, type PartRequest } from "~/requests/part-requests";
import { findStaffRequest, type StaffRequest } from "~/requests/record.server";
import { type AnyRequest, type RequestCollection, subjectOf } from "~/requests/request";
import { draftTextMessage, smsHref } from "~/requests/text-message";
import { type RequestView, type StaffMember, toRequestView } from "~/requests/view.server";
import { rememberOpened } from "~/search/recent.server";
import { loadOrFail } from "~/staff/list-loader.server";
import { dayInTimeZone, formatDay } from "~/values/format";
import { formatReference, isValidId } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import { urlWithoutEmptyFields } from "~/values/query-params";
import { findStock } from "./stock.server";
import { readSavedWork } from "./work-action.server";

/** The ways to write to a request's customer, and the mail that they were sent. */
export interface RequestMail {
  /** The page on which to write to them; undefined if mail is off or they gave no address. */
  answerPath: string | undefined;
  /** Opens a text message to them, with the quote in it; undefined if they gave no number. */
  textHref: string | undefined;
  mails: MailView[];
}

/** A request that staff work on. */
export type WorkableRequest = RequestView<AnyRequest> & {
  mail: RequestMail;
  /** The earlier request that it seems to repeat, as long as that is there. */
  original: OtherRequest | undefined;
  /** The one that it was folded into. */
  keptIn: OtherRequest | undefined;
  samePerson: SamePerson | undefined;
};

/** Another request, to link to. */
export interface OtherRequest {
  path: string;
  reference: string;
}

/** The page of the list that the URL asks for. @throws Response 500 with the list's own message */
export function loadRequestPage(kind: RequestCollection, args: StaffRequestArgs<LoaderFunctionArgs>) {
  return loadOrFail(kind.list.failed, args, () => findPage(kind, args));
}

async function findPage(kind: RequestCollection, args: StaffRequestArgs<LoaderFunctionArgs>) {
  const { request, session, now } = args;
  const url = new URL(request.url);
  const shorter = urlWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  const viewer = { accountId: session.user._id, now };
  const query = readStaffQuery(url.searchParams, kind.list);
  const [page, work] = await Promise.all([findRequestPage(kind, query, viewer), loadWork(args)]);
  const { staff } = work;
  const open = page.entries.filter(({ _id }) => query.open.includes(_id));
  const [mail, others, persons, stock] = await Promise.all([
    loadMail(kind, page.entries, now),
    loadOthers(kind, page.entries),
    findSamePersons(page.entries.map(({ customerId }) => customerId)),
    Promise.all(open.map(async (entry) => [entry._id, await stockFor(kind, entry)] as const)),
  ]);
  return {
    ...page,
    ...work,
    /** What there is for the open rows, by the request's id. */
    stock: Object.fromEntries(stock),
    entries: page.entries.map((entry) => ({
      ...toRequestView(entry, kind, { now, staff }),
      mail: mail(entry),
      ...others(entry),
      samePerson: persons.get(entry.customerId),
    })),
  };
}

/** The request that the URL names. @throws Response 404 */
export async function loadRequest(kind: RequestCollection, args: StaffRequestArgs<LoaderFunctionArgs>) {
  const {
    params: { id },
    now,
  } = args;
  const request = isValidId(id) ? await findStaffRequest(kind, id) : undefined;
  if (!request) throw new Response(null, { status: 404 });
  await rememberOpened(kind.recordKind, request._id);
  const [work, mail, others, persons, history, stock] = await Promise.all([
    loadWork(args),
    loadMail(kind, [request], now),
    loadOthers(kind, [request]),
    findSamePersons([request.customerId]),
    loadRecordHistory(kind.recordKind, request._id),
    stockFor(kind, request),
  ]);
  const view = toRequestView(request, kind, { now, staff: work.staff });
  const samePerson = persons.get(request.customerId);
  return {
    request: { ...view, mail: mail(request), ...others(request), samePerson },
    history,
    stock,
    ...work,
  };
}

/** What there is for a request, if it is for a part. */
async function stockFor(kind: RequestCollection, request: AnyRequest) {
  return isPartRequest(kind, request) ? findStock(request) : undefined;
}

function isPartRequest(kind: RequestCollection, request: AnyRequest): request is PartRequest {
  return kind.recordKind === PART_REQUESTS.recordKind;
}

/** Reads the mail to the customers of these requests; returns a lookup by request. */
async function loadMail(
  kind: RequestCollection,
  requests: readonly AnyRequest[],
  now: Date,
): Promise<(request: AnyRequest) => RequestMail> {
  const ids = requests.map(({ _id }) => _id);
  const [mails, parts, offers] = await Promise.all([
    findMailAbout(ids),
    findHeldParts(
      requests.flatMap(({ _id, quote }) => (quote ? [_id] : [])),
      now,
    ),
    kind.table === OFFERED_CARS.table ? listOffersOf(ids, now) : new Map<string, Offer[]>(),
  ]);
  return (request) => ({
    answerPath: canMail(request) ? `${kind.path}/${request._id}/answer` : undefined,
    textHref: textHref(kind, request, {
      ...{ offer: offers.get(request._id)?.[0], part: parts.get(request._id), now },
    }),
    // Staff's own copies are on the page Email.
    mails: mails
      .filter(({ causeId, to }) => causeId === request._id && to === request.customerInfo.email)
      .map(toMailView),
  });
}

/** Reads the requests that these seem to repeat, or were folded into; returns a lookup by request. */
async function loadOthers(
  kind: RequestCollection,
  requests: readonly StaffRequest<AnyRequest>[],
): Promise<(request: StaffRequest<AnyRequest>) => Pick<WorkableRequest, "original" | "keptIn">> {
  const ids = requests.flatMap(({ duplicateOf, foldedInto }) => [duplicateOf, foldedInto]);
  const known = [...new Set(ids.filter((id) => id !== undefined))];
  const stored = known.length > 0 ? await findRequestsById(kind, known) : [];
  const find = (id: string | undefined): OtherRequest | undefined =>
    stored.some(({ _id, deletedAt }) => _id === id && !deletedAt)
      ? { path: `${kind.path}/${id}`, reference: formatReference(kind.prefix, id ?? "") }
      : undefined;
  return ({ duplicateOf, foldedInto }) => ({ original: find(duplicateOf), keptIn: find(foldedInto) });
}

function textHref(
  kind: RequestCollection,
  request: AnyRequest,
  { offer, part, now }: { offer: Offer | undefined; part: Part | undefined; now: Date },
): string | undefined {
  const { phone } = request.customerInfo;
  if (!phone) return undefined;
  const reference = formatReference(kind.prefix, request._id);
  const { quote } = request;
  return smsHref(
    phone,
    draftTextMessage({
      ...{ reference, requestSubject: subjectOf(kind, request), quote, business },
      coreCharge: part?.coreCharge,
      offer:
        offer?.state === "open"
          ? {
              amount: formatExactPrice(offer.amountCents / 100),
              goodUntil: formatDay(`${offer.goodUntil}T00:00:00.000Z`),
              link: followUrl(kind, request._id, now),
            }
          : undefined,
    }),
  );
}

/** What the forms of a request need. */
async function loadWork(args: StaffRequestArgs<LoaderFunctionArgs>) {
  const [staff, saved] = await Promise.all([listStaff(), readSavedWork(args)]);
  return { staff, saved, today: dayInTimeZone(business.timeZone, args.now) };
}

async function listStaff(): Promise<StaffMember[]> {
  return (await listAssignees()).map(({ id, username }) => ({ _id: id, username }));
}
