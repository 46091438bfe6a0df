import { IMAGE_FAILED_MESSAGE } from "~/pictures/upload";
import {
  ApiError,
  errorMessageIn,
  InvalidResponseError,
  type RequestOptions,
  requestJson,
  toFields,
} from "./request";

interface UploadOptions extends Pick<RequestOptions, "signal" | "fetch"> {
  /** Gets a new access token; the upload is then sent again. */
  renewToken: () => Promise<unknown>;
}

/** The longest error text that is shown, in characters. */
const MAX_MESSAGE_LENGTH = 200;

/**
 * Uploads a picture and returns its URL for a vehicle's `imageUrl`.
 * @throws Error with the message to show, or the signal's reason
 */
export async function uploadPicture(image: Blob, { renewToken, ...options }: UploadOptions): Promise<string> {
  const body = new FormData();
  body.set("image", image);
  const send = () => requestJson("/admin/upload", { ...options, method: "POST", body });
  try {
    const picture = await send().catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      await renewToken();
      return send();
    });
    const { url } = toFields(picture);
    if (typeof url !== "string" || !url) throw new InvalidResponseError("No URL in response", "");
    return url;
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new Error(uploadMessage(error), { cause: error });
  }
}

/**
 * A `fetch` that reports upload progress from 0 to 1. It uses XMLHttpRequest, because the browser's `fetch` has no
 * upload progress.
 */
export function fetchWithProgress(onProgress: (fraction: number) => void): typeof fetch {
  return (url, { method = "GET", headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      request.onload = () => {
        const { responseText, status, statusText } = request;
        resolve(new Response(responseText || null, { status, statusText }));
      };
      request.onerror = () => reject(new TypeError("Failed to fetch"));
      request.onabort = () => reject(signal?.reason);
      request.open(method, String(url));
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.send(body as XMLHttpRequestBodyInit);
    });
}

function uploadMessage(error: unknown): string {
  if (error instanceof InvalidResponseError) return "Failed to process upload response";
  const message = error instanceof ApiError ? errorMessageIn(error.body) : "";
  return message ? `Upload failed: ${message.slice(0, MAX_MESSAGE_LENGTH)}` : IMAGE_FAILED_MESSAGE;
}
