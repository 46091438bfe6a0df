/**
 * A text from elsewhere as one line for a terminal, where control characters would hide or forge what stands beside it: each is shown as
 * JSON escapes it, `\u001b`.
 */
export function escapeControls(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join(" ")
    .replaceAll(
      /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}
