import type { StaffMember } from "~/models/session";
import { fieldsOf, UnreadableError } from "./lenient";
import { ApiError } from "./request";
import { rateLimitSeconds } from "./retry";
import { INVALID_RESPONSE_FORMAT, REFRESH_FAILED, rateLimitedSentence, UNREACHABLE } from "./sentences";

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

/** What a refresh answers. */
export interface FreshToken {
  accessToken: string;
  user: StaffMember | undefined;
}

/**
 * The token in a refresh's answer; a user that is none is left out (specification, section 7).
 * @throws UnreadableError where there is no token
 */
export function freshTokenIn(answer: object): FreshToken {
  const { accessToken, user } = fieldsOf(answer);
  if (typeof accessToken !== "string" || accessToken === "") {
    throw new UnreadableError(INVALID_RESPONSE_FORMAT, JSON.stringify(answer));
  }
  return { accessToken, user: isStaffMember(user) ? user : undefined };
}

/** A refresh that failed (specification, section 8). */
export function refreshFailure(cause: unknown): RefreshError {
  if (cause instanceof UnreadableError) return new RefreshError("failed", { cause });
  if (!(cause instanceof ApiError)) return new RefreshError("unreachable", { cause });
  if (cause.status === 401) return new RefreshError("refused", { cause });
  if (cause.status !== 429) return new RefreshError("failed", { cause });
  return new RefreshError("limited", { cause, retryAfter: rateLimitSeconds(cause.details.retryAfter) });
}

function problemSentence(problem: RefreshProblem, retryAfter = 0): string {
  if (problem === "limited") return rateLimitedSentence(retryAfter);
  return problem === "unreachable" ? UNREACHABLE : REFRESH_FAILED;
}

function isStaffMember(value: unknown): value is StaffMember {
  const { _id, username } = fieldsOf(value);
  return typeof _id === "string" && typeof username === "string";
}
