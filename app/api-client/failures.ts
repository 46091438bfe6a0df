import { IMAGE_FAILED_SENTENCE } from "~/models/image-upload";
import { NO_JSON, repairRequestFailedSentence } from "./form-sentences";
import { sentenceIn, UnreadableError } from "./lenient";
import { ApiError } from "./request";
import {
  AUTHENTICATION_FAILED,
  apiErrorSentence,
  fetchVehicleSentence,
  INVALID_VEHICLE_ID,
  LOGIN_FAILED,
  UPLOAD_UNREADABLE,
  uploadFailedSentence,
  VEHICLE_DETAILS_FAILED,
  VEHICLE_NOT_FOUND,
} from "./sentences";

/*
 * What a call's failure is called (specification, section 8): each takes what was thrown and gives what is to be thrown, with
 * the first as its cause.
 */
type Words = (failure: unknown) => unknown;

/**
 * A call whose failures get their words.
 * @throws the signal's reason once aborted, else what `words` make of the failure
 */
export async function inWords<Answer>(
  call: Promise<Answer>,
  words: Words,
  signal?: AbortSignal,
): Promise<Answer> {
  try {
    return await call;
  } catch (failure) {
    signal?.throwIfAborted();
    throw words(failure);
  }
}

/** A list's: one sentence, unless an answer came that cannot be read. */
export function listFailure(sentence: string): Words {
  return (cause) => (cause instanceof UnreadableError ? cause : new Error(sentence, { cause }));
}

/**
 * One vehicle's. Of the two sentences for a failed answer, the one with the body is used where the body says something
 * readable, the one with the status text where it does not.
 */
export function vehicleFailure(cause: unknown): unknown {
  if (cause instanceof UnreadableError) return cause;
  if (!(cause instanceof ApiError)) return new Error(VEHICLE_DETAILS_FAILED, { cause });
  const { status, statusText, body } = cause;
  const said = sentenceIn(body);
  if (status === 404) return new Error(VEHICLE_NOT_FOUND, { cause });
  if (status === 400 && said === INVALID_VEHICLE_ID) return new Error(said, { cause });
  const sentence = said
    ? apiErrorSentence(status, said.slice(0, LONGEST_TEXT))
    : fetchVehicleSentence(status, statusText);
  return new Error(sentence, { cause });
}

/** A part request's: its own error, unless what answered speaks no JSON. */
export function partRequestFailure(cause: unknown): unknown {
  const isOurs = cause instanceof ApiError ? "error" in cause.details : !(cause instanceof UnreadableError);
  return isOurs ? cause : new Error(NO_JSON, { cause });
}

/** A repair request's: the status of whatever answered. */
export function repairRequestFailure(cause: unknown): unknown {
  return cause instanceof ApiError ? new Error(repairRequestFailedSentence(cause.status), { cause }) : cause;
}

/** A sign-in's: the server's error, where it is one. */
export function signInFailure(cause: unknown): unknown {
  if (cause instanceof ApiError && "error" in cause.details) return cause;
  const answered = cause instanceof ApiError || cause instanceof UnreadableError;
  return new Error(answered ? AUTHENTICATION_FAILED : LOGIN_FAILED, { cause });
}

/** An upload's: what the server says of it. */
export function uploadFailure(cause: unknown): unknown {
  if (cause instanceof UnreadableError) return new Error(UPLOAD_UNREADABLE, { cause });
  const said = cause instanceof ApiError ? sentenceIn(cause.body) : "";
  return new Error(said ? uploadFailedSentence(said.slice(0, LONGEST_TEXT)) : IMAGE_FAILED_SENTENCE, {
    cause,
  });
}

/** Longest text of a failed answer that is shown, in characters. */
const LONGEST_TEXT = 200;
