import type { ReferencePrefix } from "~/values/id";

/** The kinds of calls that staff take down. */
export const NEW_KINDS = {
  part: "Part",
  repair: "Repair",
  inquiry: "Car for sale",
  car: "Car they sell",
} as const;
type NewKind = keyof typeof NEW_KINDS;

/** The fields of the form, in its order. */
export const NEW_REQUEST_FIELDS = [
  "kind",
  "name",
  "phone",
  "need",
  "year",
  "make",
  "model",
  "stockNumber",
  "email",
  "notes",
] as const;
export type NewRequestField = (typeof NEW_REQUEST_FIELDS)[number];

/** The kind that the form's address names; a part for any other text. */
export function readNewKind(text: string | null): NewKind {
  return text !== null && Object.hasOwn(NEW_KINDS, text) ? (text as NewKind) : "part";
}

const NEW_REQUEST_PAGE = "/admin/requests/new";

const KINDS: Record<ReferencePrefix, NewKind> = { PR: "part", RR: "repair", VI: "inquiry", OC: "car" };

/** The form for a request of this kind. @param customerId whose name and number it starts with */
export function newRequestUrl({ prefix }: { prefix: ReferencePrefix }, customerId?: string): string {
  const query = new URLSearchParams({ kind: KINDS[prefix] });
  if (customerId !== undefined) query.set("customer", customerId);
  return `${NEW_REQUEST_PAGE}?${query}`;
}
