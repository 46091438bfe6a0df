/** Posts JSON to a page's own address, in a field of a form. @throws Error with a sentence for the person in front of it */
export async function postJson(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(path, {
    method: "POST",
    body: new URLSearchParams({ json: JSON.stringify(body) }),
  });
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  const said = isJson ? ((await answer.json()) as Record<string, unknown>) : {};
  if (answer.ok && isJson) return said;
  throw new Error(
    typeof said.error === "string" ? said.error : "That didn't work. Please load the page again.",
  );
}

/**
 * Why a passkey wasn't used, or wasn't added, in a sentence: most often someone closed the browser's prompt.
 * @param verb what was to be done with it
 */
export function cancelledText(error: unknown, verb: "added" | "used"): string {
  if (!(error instanceof Error)) return "That didn't work. Please try again.";
  if (error.name === "NotAllowedError")
    return `No passkey was ${verb}: the prompt was closed, or it timed out.`;
  if (error.name === "InvalidStateError") return "This device already has a passkey for your account.";
  if (error instanceof TypeError)
    return "We couldn't reach the site. Please check your connection and try again.";
  return error.message;
}
