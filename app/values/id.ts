/** The shortest valid id; a shorter one gives `Invalid vehicle ID format`. */
const MIN_ID_LENGTH = 10;

/** True for text that could be an `_id`, generated here or imported. */
export function isValidId(id: string | undefined): id is string {
  return id !== undefined && new RegExp(`^[A-Za-z0-9_-]{${MIN_ID_LENGTH},64}$`).test(id);
}

/** What a reference begins with: part request, repair request, vehicle inquiry, offered car. */
const REFERENCE_PREFIXES = ["PR", "RR", "VI", "OC"] as const;
export type ReferencePrefix = (typeof REFERENCE_PREFIXES)[number];

/** True for the prefix of a reference. */
export function isReferencePrefix(text: string | undefined): text is ReferencePrefix {
  return (REFERENCE_PREFIXES as readonly (string | undefined)[]).includes(text);
}

/** The short reference that a customer reads over the phone: `PR-7K3M9Q`. */
export function formatReference(prefix: ReferencePrefix, id: string): string {
  return `${prefix}-${id.slice(-6).toUpperCase()}`;
}
