import { useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { PART_RECORDS } from "~/parts/part.server";
import { PARTS } from "~/parts/parts";
import { DeleteFailure, DeletePage } from "../inventory/delete";
import { deleteItemAndReturn, loadItemToDelete } from "../inventory/loaders.server";

export const loader = staffLoader((args) => loadItemToDelete(PART_RECORDS, args));

export const action = staffAction((args) => deleteItemAndReturn(PART_RECORDS, args));

export default function DeletePart() {
  return (
    <DeletePage {...useLoaderData<typeof loader>()} question={PARTS.deleteQuestion} hasPlaceholder={false} />
  );
}

export function ErrorBoundary() {
  return <DeleteFailure inventory={PARTS} />;
}
