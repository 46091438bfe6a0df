/** Texts as sentences, each with the period that it may have been typed with. */
export function toSentences(texts: readonly (string | undefined)[]): string {
  return texts.flatMap((text) => (text ? [/[.!?]$/.test(text) ? text : `${text}.`] : [])).join(" ");
}
