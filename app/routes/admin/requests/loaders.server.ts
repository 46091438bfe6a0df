import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { listAdministrators } from "~/accounts/administrator.server";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { readStaffQuery } from "~/lists/staff";
import type { RequestListDefinition } from "~/requests/list";
import { findRequestPage } from "~/requests/list.server";
import type { RequestNote } from "~/requests/note";
import { findStaffRequest, type RequestKind } from "~/requests/record.server";
import { type StaffMember, toRequestView } from "~/requests/view.server";
import { urlWithoutEmptyFields } from "~/ui/lists/list-url";
import { dayInTimeZone } from "~/values/format";
import { isValidId } from "~/values/id";
import { loadOrFail } from "../list-loader.server";
import { readSavedWork } from "./work-action.server";

interface StoredRequest {
  _id: string;
  createdAt: string;
  notes: RequestNote[];
}

interface RequestSource<Request extends StoredRequest> {
  kind: RequestKind<Request>;
  list: RequestListDefinition;
}

/** The page of the list that the URL asks for. @throws Response 500 with the list's own message */
export function loadRequestPage<Request extends StoredRequest>(
  source: RequestSource<Request>,
  args: StaffRequestArgs<LoaderFunctionArgs>,
) {
  return loadOrFail(source.list.failed, args, () => findPage(source, args));
}

async function findPage<Request extends StoredRequest>(
  { kind, list }: RequestSource<Request>,
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
    entries: page.entries.map((entry) => toRequestView(entry, kind.prefix, { now, staff })),
  };
}

/** The request that the URL names. @throws Response 404 */
export async function loadRequest<Request extends StoredRequest>(
  { kind }: RequestSource<Request>,
  args: StaffRequestArgs<LoaderFunctionArgs>,
) {
  const {
    params: { id },
    now,
  } = args;
  const request = isValidId(id) ? await findStaffRequest(kind, id) : undefined;
  if (!request) throw new Response(null, { status: 404 });
  const work = await loadWork(args);
  return { request: toRequestView(request, kind.prefix, { now, staff: work.staff }), ...work };
}

/** What the forms of a request need. */
async function loadWork(args: StaffRequestArgs<LoaderFunctionArgs>) {
  const [staff, saved] = await Promise.all([listStaff(), readSavedWork(args)]);
  return { staff, saved, today: dayInTimeZone(business.timeZone, args.now) };
}

async function listStaff(): Promise<StaffMember[]> {
  return (await listAdministrators()).map(({ id, username }) => ({ _id: id, username }));
}
