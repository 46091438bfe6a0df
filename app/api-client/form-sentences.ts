// Apart from the others (sentences.ts), which a page with a form has no use for.

/** What a part request hears where something else than our server answers it. */
export const NO_JSON = "Received non-JSON response from server.";

/** What a repair request that was not taken hears. */
export function repairRequestFailedSentence(status: number): string {
  return `Failed to submit repair request: ${status}`;
}
