import { COLLECTIONS } from "~/collections";
import type { RecordKind } from "~/db/schema";
import { REQUEST_KINDS } from "~/requests/kinds";
import { SETTINGS_KIND } from "~/settings/sections";

/** The kinds of records that have a history, with what staff call one. */
export const RECORD_KIND_LABELS: Readonly<Record<RecordKind, string>> = {
  ...Object.fromEntries(COLLECTIONS.map(({ recordKind, titles }) => [recordKind, titles.one])),
  ...Object.fromEntries(REQUEST_KINDS.map(({ recordKind, nouns: [one] }) => [recordKind, one])),
  account: "Account",
  [SETTINGS_KIND]: "Settings",
};
