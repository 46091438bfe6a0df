import { COLLECTIONS } from "~/collections";
import type { RecordKind } from "~/db/schema";

/** The kinds of records that have a history, with what staff call one. */
export const RECORD_KIND_LABELS: Readonly<Record<RecordKind, string>> = {
  ...Object.fromEntries(COLLECTIONS.map(({ recordKind, titles }) => [recordKind, titles.one])),
  partRequest: "Part request",
  repairRequest: "Repair request",
  vehicleInquiry: "Vehicle inquiry",
  account: "Account",
};
