import { useSearchParams } from "@remix-run/react";
import type { Collection } from "~/collections/collection";
import { TRASH_DAYS, TRASH_PAGE } from "~/history/change";
import { listUrlFrom } from "~/lists/staff";
import { StaffNotice } from "~/ui/layout/staff-notice";

interface ItemNotFoundProps {
  /** The path of its list. */
  list: string;
  noun: Collection["noun"];
}

/** Replaces the staff's page of a vehicle or part if there is none with this id. */
export function ItemNotFound({ list, noun }: ItemNotFoundProps) {
  const [params] = useSearchParams();
  return (
    <StaffNotice
      title={`${noun} not found`}
      message={`The address is wrong, or it was deleted. A deleted ${noun.toLowerCase()} is in the trash for ${TRASH_DAYS} days, where you can restore it.`}
      back={{ to: listUrlFrom(params, list), label: "Back to the list" }}
      other={{ to: TRASH_PAGE, label: "Look in the trash" }}
    />
  );
}
