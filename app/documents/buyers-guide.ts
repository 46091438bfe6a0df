/*
 * The FTC's Buyers Guide (16 CFR 455): what is chosen for a vehicle, and which boxes that marks. The wording is in
 * buyers-guide-text.ts.
 */

export const BUYERS_GUIDES_PAGE = "/admin/retail-vehicles/buyers-guides";
export const PRINT_BUYERS_GUIDES_PAGE = "/admin/retail-vehicles/buyers-guides/print";

/** The most vehicles whose guides are printed at once. */
export const MAX_GUIDES = 100;

/** The page of a vehicle's guide. */
export function buyersGuidePage(id: string): string {
  return `/admin/retail-vehicles/${id}/buyers-guide`;
}

export const WARRANTY_LABELS = {
  "as-is": "As is: no dealer warranty",
  implied: "Implied warranties only",
  full: "Dealer warranty: full",
  limited: "Dealer warranty: limited",
} as const;
export type Warranty = keyof typeof WARRANTY_LABELS;
export const WARRANTIES = Object.keys(WARRANTY_LABELS) as Warranty[];

export const GUIDE_LANGUAGE_LABELS = { english: "English", spanish: "Spanish", both: "English and Spanish" };
export type GuideLanguageChoice = keyof typeof GUIDE_LANGUAGE_LABELS;
export const GUIDE_LANGUAGE_CHOICES = Object.keys(GUIDE_LANGUAGE_LABELS) as GuideLanguageChoice[];
export type GuideLanguage = "english" | "spanish";

/** The languages that a choice prints, in the order of the pages. */
export function languagesOf(choice: GuideLanguageChoice): GuideLanguage[] {
  return choice === "both" ? ["english", "spanish"] : [choice];
}

/** The other boxes next to the warranty's, which may be marked with any of them. */
export const GUIDE_BOX_LABELS = {
  manufacturerWarranty: "Manufacturer's warranty still applies",
  manufacturerUsedWarranty: "Manufacturer's used vehicle warranty applies",
  otherUsedWarranty: "Other used vehicle warranty applies",
  serviceContract: "A service contract is available for an extra charge",
} as const;
export type GuideBox = keyof typeof GUIDE_BOX_LABELS;
export const GUIDE_BOXES = Object.keys(GUIDE_BOX_LABELS) as GuideBox[];

/** What staff chose for one vehicle. The percentages are only for a limited warranty. */
export interface BuyersGuide extends Record<GuideBox, boolean> {
  warranty: Warranty;
  laborPercent?: number | undefined;
  partsPercent?: number | undefined;
  systems?: string | undefined;
  duration?: string | undefined;
  /** The same in Spanish, for the Spanish form. */
  systemsSpanish?: string | undefined;
  durationSpanish?: string | undefined;
}

/** The boxes of the first half of the form, marked or not. */
interface MarkedBoxes {
  /** Which figure of the rule the form follows: its first box says "as is", or "implied warranties only". */
  figure: "as-is" | "implied";
  first: boolean;
  dealer: boolean;
  full: boolean;
  limited: boolean;
}

/** True if the dealer gives a warranty, so that the form says what it covers. */
export function hasDealerWarranty({ warranty }: Pick<BuyersGuide, "warranty">): boolean {
  return warranty === "full" || warranty === "limited";
}

/**
 * The boxes that a choice marks. A dealer's warranty goes on the figure that the state requires: where cars may not be sold as is, that
 * form doesn't offer it.
 */
export function markedBoxes({ warranty }: Pick<BuyersGuide, "warranty">, asIsAllowed: boolean): MarkedBoxes {
  const isFirst = warranty === "as-is" || warranty === "implied";
  return {
    figure: isFirst ? warranty : asIsAllowed ? "as-is" : "implied",
    first: isFirst,
    dealer: !isFirst,
    full: warranty === "full",
    limited: warranty === "limited",
  };
}

/** The dealer's warranty as the form of a language says it; empty if there is none. */
export function coverageIn(
  guide: BuyersGuide,
  language: GuideLanguage,
): { systems: string; duration: string } {
  if (!hasDealerWarranty(guide)) return { systems: "", duration: "" };
  return language === "spanish"
    ? { systems: guide.systemsSpanish ?? "", duration: guide.durationSpanish ?? "" }
    : { systems: guide.systems ?? "", duration: guide.duration ?? "" };
}
