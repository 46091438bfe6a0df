/** The shortest id there may be; a shorter one gives `Invalid vehicle ID format` (specification, section 2). */
export const MIN_ID_LENGTH = 10;

/** True for text that could be an `_id` of ours or of a record brought along from elsewhere. */
export function isIdShaped(id: string | undefined): id is string {
  return id !== undefined && new RegExp(`^[A-Za-z0-9_-]{${MIN_ID_LENGTH},64}$`).test(id);
}

/** The short reference a customer reads out on the phone: `PR-7K3M9Q`. */
export function referenceFor(prefix: "PR" | "RR", id: string): string {
  return `${prefix}-${id.slice(-6).toUpperCase()}`;
}
