import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { mayOpen } from "~/accounts/roles";
import { business } from "~/business/business.server";
import { findStaffPage } from "~/collections/lists.server";
import { findRecord } from "~/collections/records.server";
import type { StoredCollection } from "~/collections/store.server";
import { deleteRecord } from "~/collections/trash.server";
import { costsPath, isCostKind } from "~/costs/costs";
import { loadCarMoney } from "~/costs/costs.server";
import { undoDelete } from "~/history/trash";
import { loadRecordHistory } from "~/history/view.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { listUrlFrom, readStaffQuery, withListUrl } from "~/lists/staff";
import { rememberOpened } from "~/search/recent.server";
import { capitalize } from "~/values/capitals";
import { dayInTimeZone } from "~/values/format";
import { isValidId } from "~/values/id";
import { newId } from "~/values/id.server";
import { urlWithoutEmptyFields } from "~/values/query-params";

/** The page of the staff list that the URL asks for. */
export async function loadRecordList(
  store: StoredCollection,
  { request }: Pick<LoaderFunctionArgs, "request">,
) {
  const url = new URL(request.url);
  const shorter = urlWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  const page = await findStaffPage(store, readStaffQuery(url.searchParams, store.list));
  const besides = await store.listBesides?.(page.entries.map(({ _id }) => _id));
  return besides ? { ...page, besides: Object.fromEntries(besides) } : page;
}

/** A record as its page shows it. @throws Response 404 */
export async function loadRecord(
  store: StoredCollection,
  { params, session, now }: StaffRequestArgs<LoaderFunctionArgs>,
) {
  const record = await findById(store, params.id);
  if (!record) throw new Response(null, { status: 404 });
  await rememberOpened(store.recordKind, record._id);
  const [history, deleteNote, money] = await Promise.all([
    loadRecordHistory(store.recordKind, record._id),
    store.deleteNote?.(record._id),
    isCostKind(store.kind) && mayOpen(session.role, costsPath(store.kind, record._id))
      ? loadCarMoney(store.kind, record._id)
      : undefined,
  ]);
  return {
    record,
    name: store.nameOf(record),
    history,
    deleteNote,
    money,
    newCost: { key: newId(now), today: dayInTimeZone(business.timeZone, now) },
  };
}

/** The record of the delete page, and the list to go back to. @throws Response 404 */
export async function loadRecordToDelete(
  store: StoredCollection,
  { request, params }: StaffRequestArgs<LoaderFunctionArgs>,
) {
  const record = await findById(store, params.id);
  if (!record) throw new Response(null, { status: 404 });
  const note = await store.deleteNote?.(record._id);
  const { imageUrl, vin } = record as { imageUrl?: string; vin?: string };
  const name = store.nameOf(record);
  return { name, version: record.updatedAt, imageUrl, vin, listUrl: listUrlOf(store, request), note };
}

/**
 * Puts the record in the trash and redirects to the list, even if it was deleted already. One that was changed since the question, such as
 * a part that is sold, is asked about again.
 */
export async function deleteRecordAndReturn(
  store: StoredCollection,
  { request, params }: StaffRequestArgs<ActionFunctionArgs>,
) {
  const record = await findById(store, params.id);
  const version = (await readForm(request, ["version"])).get("version")?.toString();
  const deleted = record ? await deleteRecord(store, record._id, { version }) : undefined;
  const listUrl = listUrlOf(store, request);
  if (record && deleted?.outcome === "changed") {
    return redirectWithToast(withListUrl(`${store.path}/${record._id}/delete`, listUrl), {
      title: "Not deleted yet",
      description: "Someone has changed it since you were asked. Check it again before you delete it.",
      variant: "destructive",
    });
  }
  return redirectWithToast(
    listUrl,
    record && deleted?.outcome === "deleted"
      ? {
          title: `${capitalize(store.noun)} deleted`,
          description: store.nameOf(record),
          action: undoDelete({ kind: store.recordKind, id: record._id }, listUrl),
        }
      : {
          title: `${capitalize(store.noun)} was already deleted`,
          description: "Someone deleted it before you did.",
        },
  );
}

async function findById(store: StoredCollection, id: string | undefined) {
  return isValidId(id) ? (await findRecord(store, id))?.item : undefined;
}

function listUrlOf(store: StoredCollection, request: Request): string {
  return listUrlFrom(new URL(request.url).searchParams, store.list.path);
}
