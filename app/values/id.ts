/** The shortest valid id; a shorter one gives `Invalid vehicle ID format` (specification, section 2). */
export const MIN_ID_LENGTH = 10;

/** True for text that could be an `_id`, generated here or imported. */
export function isValidId(id: string | undefined): id is string {
  return id !== undefined && new RegExp(`^[A-Za-z0-9_-]{${MIN_ID_LENGTH},64}$`).test(id);
}

/** The short reference that a customer reads over the phone: `PR-7K3M9Q`. */
export function formatReference(prefix: "PR" | "RR", id: string): string {
  return `${prefix}-${id.slice(-6).toUpperCase()}`;
}
