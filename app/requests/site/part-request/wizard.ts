import { WIZARD_STEPS, type WizardStep } from "~/requests/part";

export const WIZARD_PATH = "/partsrequest";

/** The id of every step's form: buttons outside the form refer to it. */
export const WIZARD_FORM_ID = "part-request";

/**
 * What the pressed button asks for. `choose` saves what was typed and stays on the step; autosave sends it too. `another`
 * starts a request for another part for the vehicle of the last one. The rest follows from the fields that are posted.
 */
export const WIZARD_INTENTS = ["continue", "back", "choose", "another"] as const;
export type WizardIntent = (typeof WIZARD_INTENTS)[number];

/**
 * In a URL and a form: the review's Change link opened this step, so Continue leads back to the review.
 */
export const CHANGE = "change";

/** The URL of a step. The first step is the wizard's own path. */
export function stepUrl(step: WizardStep, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(step === 1 ? query : { step: String(step), ...query });
  return search.size > 0 ? `${WIZARD_PATH}?${search}` : WIZARD_PATH;
}

/** The step that a URL or a form names; the first if it names none. */
export function parseStep(text: unknown): WizardStep {
  const index = WIZARD_STEPS.findIndex((_name, at) => String(at + 1) === text);
  return (index < 0 ? 1 : index + 1) as WizardStep;
}
