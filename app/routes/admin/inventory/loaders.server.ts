import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { undoDelete } from "~/history/trash";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { listUrlFrom, readStaffQuery, withListUrl } from "~/lists/staff";
import { urlWithoutEmptyFields } from "~/ui/lists/list-url";
import { isValidId } from "~/values/id";
import { deleteItem } from "~/vehicles/bin.server";
import { findItem } from "~/vehicles/inventory.server";
import { findStaffPage } from "~/vehicles/inventory-lists.server";
import type { InventoryStore, Kind } from "~/vehicles/store.server";

/** The page of the staff list that the URL asks for. */
export function loadInventoryList<K extends Kind>(
  store: InventoryStore<K>,
  { request }: Pick<LoaderFunctionArgs, "request">,
) {
  const url = new URL(request.url);
  const shorter = urlWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  return findStaffPage(store, readStaffQuery(url.searchParams, store.list));
}

/** The item of the delete page, and the list to go back to. @throws Response 404 */
export async function loadItemToDelete<K extends Kind>(
  store: InventoryStore<K>,
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
export async function deleteItemAndReturn<K extends Kind>(
  store: InventoryStore<K>,
  { request, params }: StaffRequestArgs<ActionFunctionArgs>,
) {
  const vehicle = await findById(store, params.id);
  const version = (await readForm(request, ["version"])).get("version")?.toString();
  const deleted = vehicle ? await deleteItem(store, vehicle._id, { version }) : undefined;
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

async function findById<K extends Kind>(store: InventoryStore<K>, id: string | undefined) {
  return isValidId(id) ? (await findItem(store, id))?.item : undefined;
}

function listUrlOf<K extends Kind>(store: InventoryStore<K>, request: Request): string {
  return listUrlFrom(new URL(request.url).searchParams, store.list.path);
}
