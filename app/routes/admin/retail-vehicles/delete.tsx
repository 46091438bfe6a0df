import { useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/auth/require-staff.server";
import { isIdShaped } from "~/models/id";
import { findRetailVehicle } from "~/models/retail-vehicle.server";
import { RETAIL_LIST } from "~/models/retail-vehicle-list";
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
  const deleted = vehicle && (await deleteVehicle("retailVehicles", vehicle._id));
  return redirectWithToast(listOf(request), deletedToast(deleted ? stockedName(vehicle) : undefined));
});

/** Asks before a vehicle for sale is deleted. */
export default function DeleteRetailVehicle() {
  const { vehicle, listAddress } = useLoaderData<typeof loader>();
  return <DeletePage sentence={DELETE_SENTENCES.retail} vehicle={vehicle} listAddress={listAddress} />;
}

export function ErrorBoundary() {
  return <DeleteFailure path={RETAIL_LIST.path} />;
}

async function find(id: string | undefined) {
  return isIdShaped(id) ? (await findRetailVehicle(id))?.vehicle : undefined;
}

function listOf(request: Request): string {
  return listAddressFrom(new URL(request.url).searchParams, RETAIL_LIST.path);
}
