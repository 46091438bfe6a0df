import { WIZARD_STEPS, type WizardStep } from "~/models/part-request";

export const WIZARD_ADDRESS = "/partsrequest";

/** Id of every step's form: buttons beside it and links to it go by this name. */
export const WIZARD_FORM_ID = "part-request";

/** What a post may ask for; the name of a button, or of a hidden field. */
export const WIZARD_INTENTS = [
  "continue",
  "back",
  "save",
  "retry",
  "use-donor-vin",
  "remove-donor",
  "search",
  "choose",
] as const;
export type WizardIntent = (typeof WIZARD_INTENTS)[number];

/** The address of a step (decisions, section 5). The first is the wizard's own. */
export function stepAddress(step: WizardStep, more: Record<string, string> = {}): string {
  const search = new URLSearchParams(step === 1 ? more : { step: String(step), ...more });
  return search.size > 0 ? `${WIZARD_ADDRESS}?${search}` : WIZARD_ADDRESS;
}

/** The step that an address or a form names; the first where it names none. */
export function readStep(text: unknown): WizardStep {
  const step = WIZARD_STEPS.findIndex((_name, at) => String(at + 1) === text) + 1;
  return (step || 1) as WizardStep;
}
