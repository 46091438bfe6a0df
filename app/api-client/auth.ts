import type { StaffMember } from "~/models/session";
import { rateLimitSeconds } from "~/models/session-clock";
import { ApiError, type CallOptions, requestJson, sentenceIn } from "./request";
import { PARSE_FAILED, REFRESH_FAILED, rateLimitedSentence, UNREACHABLE } from "./sentences";

export { storedToken } from "./token";

type AuthOptions = Pick<CallOptions, "fetch" | "signal">;

/** What `POST /api/auth/refresh` answers. */
export interface FreshToken {
  accessToken: string;
  user: StaffMember | undefined;
}

/**
 * Why there is no new token: the session is over (`refused`), the server asks for patience (`limited`), it answered
 * something else (`failed`), or no answer came (`unreachable`).
 */
export type RefreshProblem = "refused" | "limited" | "failed" | "unreachable";

export class RefreshError extends Error {
  override readonly name = "RefreshError";
  readonly problem: RefreshProblem;
  /** Seconds until the next try is welcome, where the server said so. */
  readonly retryAfter: number | undefined;

  constructor(problem: RefreshProblem, { cause, retryAfter }: { cause?: unknown; retryAfter?: number } = {}) {
    super(problemSentence(problem, retryAfter), { cause });
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/**
 * Asks for a new access token; the session's cookie says for whom (specification, sections 7 and 8).
 * @throws RefreshError
 */
export async function refreshToken(options: AuthOptions = {}): Promise<FreshToken> {
  let answer: unknown;
  try {
    answer = await requestJson("/auth/refresh", { ...options, method: "POST", body: {} });
  } catch (cause) {
    throw refreshFailure(cause);
  }
  const { accessToken, user } = fieldsOf(answer);
  if (typeof accessToken !== "string" || accessToken === "") throw new RefreshError("failed");
  return { accessToken, user: isStaffMember(user) ? user : undefined };
}

/** What `GET /api/auth/verify` makes of the stored token; `unknown` where no answer came. */
export type Verdict = "valid" | "refresh" | "over" | "unknown";

/**
 * Has the server judge the stored token (specification, section 4): 401, 403, valid false and an answer that is no
 * JSON ask for a refresh; an error that speaks of an invalid or revoked token ends the session.
 */
export async function verifyToken(options: AuthOptions = {}): Promise<Verdict> {
  try {
    const answer = fieldsOf(await requestJson("/auth/verify", options));
    return answer.valid === true ? "valid" : verdictOn(sentenceIn(JSON.stringify(answer)));
  } catch (failure) {
    if (failure instanceof ApiError) return verdictOn(failure.message);
    return failure instanceof Error && failure.message === PARSE_FAILED ? "refresh" : "unknown";
  }
}

/**
 * Ends the session, for its token and its cookie at once. A failure is ignored.
 * @returns whether the server knows: it answered, or had ended the session already
 */
export async function logout(options: AuthOptions = {}): Promise<boolean> {
  try {
    // The page may be gone before the answer comes.
    await requestJson("/auth/logout", { ...options, method: "POST", body: {}, keepalive: true });
    return true;
  } catch (failure) {
    return failure instanceof ApiError && failure.status === 401;
  }
}

const TOKEN_IS_DEAD = /\b(?:invalid|revoked)\b.*\btoken\b|\btoken\b.*\b(?:invalid|revoked)\b/i;

function verdictOn(sentence: string): Verdict {
  return TOKEN_IS_DEAD.test(sentence) ? "over" : "refresh";
}

function refreshFailure(cause: unknown): RefreshError {
  if (!(cause instanceof ApiError)) {
    const unreadable = cause instanceof Error && cause.message === PARSE_FAILED;
    return new RefreshError(unreadable ? "failed" : "unreachable", { cause });
  }
  if (cause.status === 401) return new RefreshError("refused", { cause });
  if (cause.status !== 429) return new RefreshError("failed", { cause });
  return new RefreshError("limited", { cause, retryAfter: rateLimitSeconds(retryAfterIn(cause.body)) });
}

function problemSentence(problem: RefreshProblem, retryAfter = 0): string {
  if (problem === "limited") return rateLimitedSentence(retryAfter);
  return problem === "unreachable" ? UNREACHABLE : REFRESH_FAILED;
}

function retryAfterIn(body: string): unknown {
  try {
    return fieldsOf(JSON.parse(body)).retryAfter;
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function isStaffMember(value: unknown): value is StaffMember {
  const { _id, username } = fieldsOf(value);
  return typeof _id === "string" && typeof username === "string";
}
