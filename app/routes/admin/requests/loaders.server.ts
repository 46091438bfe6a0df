import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readStaffQuery, type StaffListDefinition } from "~/lists/staff";
import type { RequestSort } from "~/requests/list";
import { findRequestPage } from "~/requests/list.server";
import type { RequestNote } from "~/requests/note";
import { findRequest, type RequestKind } from "~/requests/record.server";
import { toRequestView } from "~/requests/view.server";
import { urlWithoutEmptyFields } from "~/ui/lists/list-url";
import { isValidId } from "~/values/id";

interface StoredRequest {
  _id: string;
  createdAt: string;
  notes: RequestNote[];
}

interface RequestSource<Request extends StoredRequest> {
  kind: RequestKind<Request>;
  list: StaffListDefinition<string, RequestSort>;
  /** The prefix of a reference. */
  prefix: "PR" | "RR";
}

/** The page of the list that the URL asks for. */
export async function loadRequestPage<Request extends StoredRequest>(
  { kind, list, prefix }: RequestSource<Request>,
  { request }: Pick<LoaderFunctionArgs, "request">,
) {
  const url = new URL(request.url);
  const shorter = urlWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  const page = await findRequestPage(kind, readStaffQuery(url.searchParams, list));
  return { ...page, entries: page.entries.map((entry) => toRequestView(entry, prefix)) };
}

/** The request that the URL names. @throws Response 404 */
export async function loadRequest<Request extends StoredRequest>(
  { kind, prefix }: Omit<RequestSource<Request>, "list">,
  { params: { id } }: Pick<LoaderFunctionArgs, "params">,
) {
  const request = isValidId(id) ? await findRequest(kind, id) : undefined;
  if (!request) throw new Response(null, { status: 404 });
  return { request: toRequestView(request, prefix) };
}
