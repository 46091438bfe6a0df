import { INVALID_RESPONSE_FORMAT, PARSE_FAILED } from "./sentences";

/** An answer of success that is not what it should be, with the sentence for it (specification, section 8). */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
  /** The answer's text, as far as it came. */
  readonly body: string;

  constructor(sentence: string, body: string, options?: ErrorOptions) {
    super(sentence, options);
    this.body = body;
  }
}

/**
 * A list out of whatever was sent for one (specification, section 7): nothing is an empty list, a single object
 * is a list of one; from broken JSON control characters are stripped and the bracketed array is taken out.
 * @throws UnreadableError with `PARSE_FAILED` or, for JSON that is neither list nor object, `INVALID_RESPONSE_FORMAT`
 */
export function parseLeniently(text: string): unknown[] {
  if (text.trim() === "") return [];
  const cleaned = text.replace(/\p{Cc}+/gu, "");
  const bracketed = cleaned.slice(cleaned.indexOf("["), cleaned.lastIndexOf("]") + 1);
  for (const candidate of [text, cleaned, bracketed]) {
    const parsed = tryParse(candidate);
    if (!parsed) continue;
    if (Array.isArray(parsed.value)) return parsed.value;
    if (isRecord(parsed.value)) return [parsed.value];
    throw new UnreadableError(INVALID_RESPONSE_FORMAT, text);
  }
  throw new UnreadableError(PARSE_FAILED, text);
}

/** The sentence in a failed answer: its error or message field, else its text. A page of HTML is no sentence. */
export function sentenceIn(body: string): string {
  const { error, message } = fieldsOf(tryParse(body)?.value);
  const said = [error, message].find((one) => typeof one === "string" && one !== "");
  if (typeof said === "string") return said;
  return isHtml(body) ? "" : body.trim();
}

/** The JSON in a text, wrapped because it may be anything; undefined where it is none. */
export function tryParse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A page where an answer should be: a proxy's, or a sign-in to some network. */
export function isHtml(text: string): boolean {
  return /^\s*</.test(text);
}
