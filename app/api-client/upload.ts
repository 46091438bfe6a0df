import { IMAGE_FAILED_SENTENCE } from "~/models/image";
import { sentenceIn } from "./request";
import { NO_URL, UPLOAD_UNREADABLE, uploadFailedSentence } from "./sentences";
import { storedToken } from "./token";

interface UploadOptions {
  signal?: AbortSignal | undefined;
  /** Told how much of the picture is on its way, from 0 to 1. */
  onProgress?: (sent: number) => void;
  /** Gets a new token where the stored one is not accepted; the upload is then tried once more. */
  renewToken?: () => Promise<void>;
}

/**
 * Sends a picture to `/api/admin/upload` (specification, section 7). By XMLHttpRequest: `fetch` does not say how far
 * it is.
 * @returns the picture's address on this site
 * @throws the signal's reason once aborted, else Error with the sentence to show (specification, section 8)
 */
export async function uploadPicture(
  picture: Blob,
  { signal, onProgress, renewToken }: UploadOptions = {},
): Promise<string> {
  let answer = await send(picture, { signal, onProgress });
  if (answer.status === 401 && renewToken) {
    await renewToken();
    answer = await send(picture, { signal, onProgress });
  }
  const { status, text } = answer;
  if (status >= 200 && status < 300) return urlIn(text);
  const said = sentenceIn(text);
  throw new Error(said ? uploadFailedSentence(said.slice(0, LONGEST_TEXT)) : IMAGE_FAILED_SENTENCE);
}

/** Longest text of a refusal that is shown, in characters. */
const LONGEST_TEXT = 200;

function send(
  picture: Blob,
  { signal, onProgress }: Pick<UploadOptions, "signal" | "onProgress">,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    signal?.addEventListener("abort", abort, { once: true });
    call.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    call.onload = () => resolve({ status: call.status, text: call.responseText });
    call.onerror = () => reject(new Error(IMAGE_FAILED_SENTENCE));
    call.onabort = () => reject(signal?.reason ?? new Error(IMAGE_FAILED_SENTENCE));
    call.onloadend = () => signal?.removeEventListener("abort", abort);
    call.open("POST", "/api/admin/upload");
    call.setRequestHeader("Accept", "application/json");
    const token = storedToken();
    if (token) call.setRequestHeader("Authorization", `Bearer ${token}`);
    const form = new FormData();
    form.set("image", picture);
    call.send(form);
  });
}

function urlIn(text: string): string {
  try {
    const { url } = (JSON.parse(text) ?? {}) as { url?: unknown };
    if (typeof url !== "string" || url === "") throw new Error(NO_URL);
    return url;
  } catch (cause) {
    throw new Error(UPLOAD_UNREADABLE, { cause });
  }
}
