/** What staff say about a part for a car. */
export const VERDICTS = { fits: "Fits", "does-not-fit": "Does not fit" } as const;

export type Verdict = keyof typeof VERDICTS;

/** Whether a form's value is one. */
export function isVerdict(text: string | undefined): text is Verdict {
  return text !== undefined && Object.hasOwn(VERDICTS, text);
}
