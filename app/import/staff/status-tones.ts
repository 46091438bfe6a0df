import type { ImportStatus } from "~/db/schema";

/** Badge colors of an import's status. */
export const STATUS_TONES = {
  columns: "yellow",
  values: "yellow",
  checking: "yellow",
  checked: "yellow",
  importing: "yellow",
  imported: "green",
  undoing: "yellow",
  undone: "red",
  failed: "red",
} as const satisfies Record<ImportStatus, string>;
