import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { listAdministrators } from "~/accounts/administrator.server";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { loadRecordHistory } from "~/history/view.server";
import { readStaffQuery } from "~/lists/staff";
import { findMailAbout } from "~/mail/outbox.server";
import { type MailView, toMailView } from "~/mail/view.server";
import { canMail } from "~/requests/answer.server";
import { findRequestPage } from "~/requests/list.server";
import { findStaffRequest } from "~/requests/record.server";
import type { AnyRequest, RequestCollection } from "~/requests/request";
import { type StaffMember, toRequestView } from "~/requests/view.server";
import { loadOrFail } from "~/staff/list-loader.server";
import { dayInTimeZone } from "~/values/format";
import { isValidId } from "~/values/id";
import { urlWithoutEmptyFields } from "~/values/query-params";
import { readSavedWork } from "./work-action.server";

/** The mail to a request's customer. */
export interface RequestMail {
  /** The page on which to write to them; undefined if mail is off or they gave no address. */
  answerPath: string | undefined;
  mails: MailView[];
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
  const [page, work] = await Promise.all([
    findRequestPage(kind, readStaffQuery(url.searchParams, kind.list), viewer),
    loadWork(args),
  ]);
  const { staff } = work;
  const mail = await loadMail(kind, page.entries);
  return {
    ...page,
    ...work,
    entries: page.entries.map((entry) => ({
      ...toRequestView(entry, kind, { now, staff }),
      mail: mail(entry),
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
  const [work, mail, history] = await Promise.all([
    loadWork(args),
    loadMail(kind, [request]),
    loadRecordHistory(kind.recordKind, request._id),
  ]);
  const view = toRequestView(request, kind, { now, staff: work.staff });
  return { request: { ...view, mail: mail(request) }, history, ...work };
}

/** Reads the mail to the customers of these requests; returns what finds that of one. */
async function loadMail(
  { path }: RequestCollection,
  requests: readonly AnyRequest[],
): Promise<(request: AnyRequest) => RequestMail> {
  const mails = await findMailAbout(requests.map(({ _id }) => _id));
  return (request) => ({
    answerPath: canMail(request) ? `${path}/${request._id}/answer` : undefined,
    // Staff's own copies are on the page Email.
    mails: mails
      .filter(({ causeId, to }) => causeId === request._id && to === request.customerInfo.email)
      .map(toMailView),
  });
}

/** What the forms of a request need. */
async function loadWork(args: StaffRequestArgs<LoaderFunctionArgs>) {
  const [staff, saved] = await Promise.all([listStaff(), readSavedWork(args)]);
  return { staff, saved, today: dayInTimeZone(business.timeZone, args.now) };
}

async function listStaff(): Promise<StaffMember[]> {
  return (await listAdministrators()).map(({ id, username }) => ({ _id: id, username }));
}
