import { useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/auth/require-staff.server";
import { findDismantledVehicle } from "~/models/dismantled-vehicle.server";
import { DISMANTLED_LIST } from "~/models/dismantled-vehicle-list";
import { isIdShaped } from "~/models/id";
import { listAddressFrom } from "~/models/staff-list";
import { DELETE_SENTENCES } from "~/models/vehicle";
import { deleteVehicle } from "~/models/vehicle.server";
import { redirectWithToast } from "~/toast.server";
import { DeleteFailure, DeletePage, deletedToast } from "../vehicle-delete";
import { stockedName } from "../vehicle-row";

export const loader = staffLoader(async ({ request, params }) => {
  const vehicle = await find(params.id);
  if (!vehicle) throw new Response(null, { status: 404 });
  return { vehicle, listAddress: listOf(request) };
});

export const action = staffAction(async ({ request, params }) => {
  const vehicle = await find(params.id);
  const deleted = vehicle && (await deleteVehicle("dismantledVehicles", vehicle._id));
  return redirectWithToast(listOf(request), deletedToast(deleted ? stockedName(vehicle) : undefined));
});

/** Asks before a dismantled vehicle is deleted. */
export default function DeleteDismantledVehicle() {
  const { vehicle, listAddress } = useLoaderData<typeof loader>();
  return <DeletePage sentence={DELETE_SENTENCES.dismantled} vehicle={vehicle} listAddress={listAddress} />;
}

export function ErrorBoundary() {
  return <DeleteFailure path={DISMANTLED_LIST.path} />;
}

async function find(id: string | undefined) {
  return isIdShaped(id) ? (await findDismantledVehicle(id))?.vehicle : undefined;
}

function listOf(request: Request): string {
  return listAddressFrom(new URL(request.url).searchParams, DISMANTLED_LIST.path);
}
