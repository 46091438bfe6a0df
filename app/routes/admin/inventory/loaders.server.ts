import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { findStaffPage } from "~/collections/lists.server";
import { findRecord } from "~/collections/records.server";
import type { RecordTypes, StoredCollection } from "~/collections/store.server";
import { deleteRecord } from "~/collections/trash.server";
import { undoDelete } from "~/history/trash";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { listUrlFrom, readStaffQuery, withListUrl } from "~/lists/staff";
import { urlWithoutEmptyFields } from "~/ui/lists/list-url";
import { isValidId } from "~/values/id";

/** The page of the staff list that the URL asks for. */
export function loadInventoryList<T extends RecordTypes>(
  store: StoredCollection<T>,
  { request }: Pick<LoaderFunctionArgs, "request">,
) {
  const url = new URL(request.url);
  const shorter = urlWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  return findStaffPage(store, readStaffQuery(url.searchParams, store.list));
}

/** The item of the delete page, and the list to go back to. @throws Response 404 */
export async function loadItemToDelete<T extends RecordTypes>(
  store: StoredCollection<T>,
  { request, params }: StaffRequestArgs<LoaderFunctionArgs>,
) {
  const vehicle = await findById(store, params.id);
  if (!vehicle) throw new Response(null, { status: 404 });
  const note = await store.deleteNote?.(vehicle._id);
  return { vehicle, name: store.nameOf(vehicle), listUrl: listUrlOf(store, request), note };
}

/**
 * Puts the item in the trash and redirects to the list, also if it had been deleted already. One that somebody has changed since the
 * question, such as a part that is sold, is asked about again.
 */
export async function deleteItemAndReturn<T extends RecordTypes>(
  store: StoredCollection<T>,
  { request, params }: StaffRequestArgs<ActionFunctionArgs>,
) {
  const vehicle = await findById(store, params.id);
  const version = (await readForm(request, ["version"])).get("version")?.toString();
  const deleted = vehicle ? await deleteRecord(store, vehicle._id, { version }) : undefined;
  const listUrl = listUrlOf(store, request);
  if (vehicle && deleted?.outcome === "changed") {
    return redirectWithToast(withListUrl(`${store.path}/${vehicle._id}/delete`, listUrl), {
      title: "Not deleted yet",
      description: "Someone has changed it since you were asked. Look at it again before you delete it.",
      variant: "destructive",
    });
  }
  return redirectWithToast(
    listUrl,
    vehicle && deleted?.outcome === "deleted"
      ? {
          title: `${store.noun} deleted`,
          description: store.nameOf(vehicle),
          action: undoDelete({ kind: store.recordKind, id: vehicle._id }, listUrl),
        }
      : {
          title: `${store.noun} was already deleted`,
          description: "Someone deleted it before you did.",
        },
  );
}

async function findById<T extends RecordTypes>(store: StoredCollection<T>, id: string | undefined) {
  return isValidId(id) ? (await findRecord(store, id))?.item : undefined;
}

function listUrlOf<T extends RecordTypes>(store: StoredCollection<T>, request: Request): string {
  return listUrlFrom(new URL(request.url).searchParams, store.list.path);
}
