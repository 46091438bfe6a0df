import { MATCH_GRADES } from "./match";

/** How sure an offered part was: from such a car of that year, by one of the grades, or staff's choice of none of these. */
export const OFFER_GRADES = ["exact year", ...MATCH_GRADES, "ask us"] as const;

export type OfferGrade = (typeof OFFER_GRADES)[number];
