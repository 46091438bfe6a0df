import type { DismantledCardVehicle } from "~/vehicles/dismantled-vehicles";
import type { VehiclePage } from "~/vehicles/list-query";
import type { RetailCardVehicle } from "~/vehicles/retail-vehicles";
import {
  API_MESSAGES,
  ApiError,
  backoffMs,
  InvalidResponseError,
  isRecord,
  parseJson,
  type RequestOptions,
  requestText,
} from "./request";
import { isTimeout } from "./timeout";

export const RETRIES_EXHAUSTED = "Maximum retry attempts reached. Please try again later.";

/** Limits of the retail list's fetch. */
const MAX_ATTEMPTS = 3;
const DEFAULT_RETRY_AFTER_MS = 5_000;

/** The longest delay that a timer can hold, in milliseconds. */
const MAX_DELAY_MS = 2 ** 31 - 1;

interface FetchOptions extends Pick<RequestOptions, "fetch" | "signal"> {
  /** Waits, or rejects with the signal's reason. */
  wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Fetches one page of the vehicles for sale. It tries three times, and waits in between: as long as `Retry-After` says
 * after a 429, else one second, then two. A request that got no answer is not tried again.
 * @param params the query of `/inventory`
 * @throws Error with `RETRIES_EXHAUSTED`, or the signal's reason
 */
export async function fetchRetailPage(
  params: URLSearchParams,
  { signal, fetch, wait = delay }: FetchOptions = {},
): Promise<VehiclePage<RetailCardVehicle>> {
  const query = new URLSearchParams([["list", "retail"], ["fields", "card"], ...params]);
  for (let attempt = 1; ; attempt++) {
    try {
      const text = await requestText(`/vehicle-data/batched?${query}`, {
        headers: { "Cache-Control": "max-age=30" },
        signal,
        ...(fetch ? { fetch } : {}),
      });
      return readPage(text, "retailVehicles");
    } catch (error) {
      signal?.throwIfAborted();
      if (attempt === MAX_ATTEMPTS || isTimeout(error)) throw new Error(RETRIES_EXHAUSTED, { cause: error });
      const isLimited = error instanceof ApiError && error.status === 429;
      await wait(isLimited ? retryAfterMs(error.retryAfter, new Date()) : backoffMs(attempt), signal);
    }
  }
}

/**
 * Fetches one page of the dismantled vehicles, once, and reads it as leniently.
 * @param params the query of `/parts`
 * @throws InvalidResponseError, ApiError, or what `fetch` throws
 */
export async function fetchDismantledPage(
  params: URLSearchParams,
  options: Pick<RequestOptions, "fetch" | "signal"> = {},
): Promise<VehiclePage<DismantledCardVehicle>> {
  const query = new URLSearchParams([["list", "dismantled"], ...params]);
  return readPage(await requestText(`/vehicle-data/batched?${query}`, options), "dismantledVehicles");
}

/**
 * Reads a list leniently: an empty body is an empty list, and a single object is a list of one. If it is not JSON,
 * control characters are removed and the bracketed array is cut out.
 * @throws InvalidResponseError
 */
function parseList(text: string): unknown[] {
  if (text.trim() === "") return [];
  const cleaned = text.replace(/\p{Cc}+/gu, "");
  const array = cleaned.slice(cleaned.indexOf("["), cleaned.lastIndexOf("]") + 1);
  const parsed = parseJson(text) ?? parseJson(cleaned) ?? parseJson(array);
  if (!parsed) throw new InvalidResponseError(API_MESSAGES.parseFailed, text);
  if (Array.isArray(parsed.value)) return parsed.value;
  if (isRecord(parsed.value)) return [parsed.value];
  throw new InvalidResponseError(API_MESSAGES.invalidFormat, text);
}

/** What a `Retry-After` header asks for in milliseconds: seconds or an HTTP date, 5 s if it is missing or unreadable. */
function retryAfterMs(header: string | null, now: Date): number {
  const value = header?.trim() ?? "";
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1_000, MAX_DELAY_MS);
  // An HTTP date starts with a weekday; `Date.parse` would read "-5" as a year.
  const date = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(date)) return DEFAULT_RETRY_AFTER_MS;
  return Math.min(Math.max(0, date - now.getTime()), MAX_DELAY_MS);
}

/** The page in a response: `{retailVehicles, page}`, or a bare list of all vehicles. */
function readPage<Vehicle>(
  text: string,
  list: "retailVehicles" | "dismantledVehicles",
): VehiclePage<Vehicle> {
  const records = parseList(text);
  const [data] = records;
  const isBatched = isRecord(data) && list in data;
  const vehicles = isBatched ? parseList(JSON.stringify(data[list])) : records;
  if (!vehicles.every((vehicle) => isRecord(vehicle) && typeof vehicle._id === "string")) {
    throw new InvalidResponseError(API_MESSAGES.invalidFormat, text);
  }
  const total = vehicles.length;
  const page =
    isBatched && isRecord(data.page) ? data.page : { total, all: total, page: 1, pages: 1, makes: [] };
  return { ...page, vehicles } as VehiclePage<Vehicle>;
}

function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
