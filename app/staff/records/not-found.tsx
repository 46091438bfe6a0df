import { useLocation, useSearchParams } from "@remix-run/react";
import { collectionAt } from "~/collections";
import { TRASH_DAYS, TRASH_PAGE } from "~/history/change";
import { listUrlFrom } from "~/lists/staff";
import { ErrorBoundary as PageNotFound } from "~/staff/not-found";
import { StaffNotice } from "~/staff/staff-notice";
import { capitalize } from "~/values/capitals";

/** Replaces the staff's page of a record if there is none with this id, or no such collection. */
export function RecordNotFound() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const collection = collectionAt(pathname);
  if (!collection) return <PageNotFound />;
  const { noun, list } = collection;
  return (
    <StaffNotice
      title={`${capitalize(noun)} not found`}
      message={`The address is wrong, or it was deleted. A deleted ${noun} is in the trash for ${TRASH_DAYS} days, where you can restore it.`}
      back={{ to: listUrlFrom(params, list.path), label: "Back to the list" }}
      other={{ to: TRASH_PAGE, label: "Look in the trash" }}
    />
  );
}
