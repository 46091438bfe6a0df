import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { listAdministrators } from "~/accounts/administrator.server";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { loadRecordHistory } from "~/history/view.server";
import { readStaffQuery, type StaffListDefinition } from "~/lists/staff";
import type { RequestSort } from "~/requests/list";
import { findRequestPage } from "~/requests/list.server";
import type { RequestNote } from "~/requests/note";
import { findStaffRequest, type RequestKind } from "~/requests/record.server";
import { type StaffMember, toRequestView } from "~/requests/view.server";
import { urlWithoutEmptyFields } from "~/ui/lists/list-url";
import { dayInTimeZone } from "~/values/format";
import { isValidId, type ReferencePrefix } from "~/values/id";
import { readSavedWork } from "./work-action.server";

interface StoredRequest {
  _id: string;
  createdAt: string;
  notes: RequestNote[];
}

interface RequestSource<Request extends StoredRequest> {
  kind: RequestKind<Request>;
  list: StaffListDefinition<string, RequestSort>;
  /** The prefix of a reference. */
  prefix: ReferencePrefix;
}

/** The page of the list that the URL asks for. */
export async function loadRequestPage<Request extends StoredRequest>(
  { kind, list, prefix }: RequestSource<Request>,
  args: StaffRequestArgs<LoaderFunctionArgs>,
) {
  const { request, session, now } = args;
  const url = new URL(request.url);
  const shorter = urlWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  const viewer = { accountId: session.user._id, now };
  const [page, work] = await Promise.all([
    findRequestPage(kind, readStaffQuery(url.searchParams, list), viewer),
    loadWork(args),
  ]);
  const { staff } = work;
  return {
    ...page,
    ...work,
    entries: page.entries.map((entry) => toRequestView(entry, prefix, { now, staff })),
  };
}

/** The request that the URL names. @throws Response 404 */
export async function loadRequest<Request extends StoredRequest>(
  { kind, prefix }: Omit<RequestSource<Request>, "list">,
  args: StaffRequestArgs<LoaderFunctionArgs>,
) {
  const {
    params: { id },
    now,
  } = args;
  const request = isValidId(id) ? await findStaffRequest(kind, id) : undefined;
  if (!request) throw new Response(null, { status: 404 });
  const [work, history] = await Promise.all([
    loadWork(args),
    loadRecordHistory(kind.recordKind, request._id),
  ]);
  return { request: toRequestView(request, prefix, { now, staff: work.staff }), history, ...work };
}

/** What the forms of a request need. */
async function loadWork(args: StaffRequestArgs<LoaderFunctionArgs>) {
  const [staff, saved] = await Promise.all([listStaff(), readSavedWork(args)]);
  return { staff, saved, today: dayInTimeZone(business.timeZone, args.now) };
}

async function listStaff(): Promise<StaffMember[]> {
  return (await listAdministrators()).map(({ id, username }) => ({ _id: id, username }));
}
