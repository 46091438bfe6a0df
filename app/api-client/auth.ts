import { signOut, verifySession } from "./client";
import { fieldsOf, sentenceIn, UnreadableError } from "./lenient";
import { ApiError, type CallOptions } from "./request";

/** What `GET /api/auth/verify` makes of the stored token; `unknown` where no answer came. */
export type Verdict = "valid" | "refresh" | "over" | "unknown";

/**
 * Has the server judge the stored token (specification, section 4): 401, 403, valid false and an answer that is no
 * JSON ask for a refresh; an error that speaks of an invalid or revoked token ends the session.
 */
export async function verifyToken(options: CallOptions = {}): Promise<Verdict> {
  try {
    const answer = fieldsOf(await verifySession(options));
    return answer.valid === true ? "valid" : verdictOn(sentenceIn(JSON.stringify(answer)));
  } catch (failure) {
    if (failure instanceof ApiError) return verdictOn(failure.message);
    return failure instanceof UnreadableError ? "refresh" : "unknown";
  }
}

/**
 * Ends the session, for its token and its cookie at once. A failure is ignored (specification, section 7).
 * @returns whether the server knows: it answered, or had ended the session already
 */
export async function logout(options: CallOptions = {}): Promise<boolean> {
  try {
    await signOut(options);
    return true;
  } catch (failure) {
    return failure instanceof ApiError && failure.status === 401;
  }
}

const TOKEN_IS_DEAD = /\b(?:invalid|revoked)\b.*\btoken\b|\btoken\b.*\b(?:invalid|revoked)\b/i;

function verdictOn(sentence: string): Verdict {
  return TOKEN_IS_DEAD.test(sentence) ? "over" : "refresh";
}
