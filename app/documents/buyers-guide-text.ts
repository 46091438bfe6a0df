import type { GuideBox, GuideLanguage } from "./buyers-guide";
import english from "./buyers-guide.english.json";
import spanish from "./buyers-guide.spanish.json";

/*
 * The wording of the Buyers Guide's figures (16 CFR 455), in the order of the form: a file for each language. The rule wants it
 * exactly, so nothing there may be reworded. What it has been compared with is said in docs/decisions/documents.md, and to staff before
 * they print.
 */

/** A line whose first words are printed in bold. */
export interface GuideLine {
  strong: string;
  rest: string;
}

export interface GuideText {
  /** The language of the page, for `lang`. */
  code: string;
  title: string;
  important: GuideLine;
  make: string;
  model: string;
  year: string;
  vin: string;
  warranties: string;
  asIs: { title: string; text: string };
  implied: { title: string; text: string };
  dealer: string;
  full: string;
  limited: {
    title: string;
    /** Around the two percentages. */
    before: string;
    between: string;
    after: string;
    /** Printed in italics, and what follows it. */
    implied: string;
    end: string;
  };
  systems: string;
  duration: string;
  nonDealer: string;
  boxes: Record<GuideBox, GuideLine & { implied?: string; end?: string }>;
  askForCopy: string;
  inspect: string;
  history: GuideLine;
  otherSide: GuideLine;
  /** On the English form, in Spanish. */
  spanishNotice?: string;
  defects: string;
  /** Columns of systems, each with its name first and then its defects. */
  defectColumns: readonly (readonly (readonly string[])[])[];
  dealerName: string;
  address: string;
  telephone: string;
  email: string;
  complaints: string;
  acknowledgement: string;
  signature: string;
  date: string;
  contract: GuideLine;
}

/** The form's wording in each language. */
export const GUIDE_TEXTS: Record<GuideLanguage, GuideText> = { english, spanish };
