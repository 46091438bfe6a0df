import { GUIDE_BOXES } from "~/documents/buyers-guide";

/** Names of the form's fields: the choices, the language that is printed next, and the version it was opened with. */
export const CHOICE_FIELDS = [
  "warranty",
  "laborPercent",
  "partsPercent",
  "systems",
  "duration",
  "systemsSpanish",
  "durationSpanish",
  ...GUIDE_BOXES,
] as const;
export const LANGUAGE = "language";
export const VERSION = "version";
