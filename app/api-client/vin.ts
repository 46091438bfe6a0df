import { z } from "zod";
import type { DecodeOutcome } from "~/models/vehicle-decode";
import { type DecodedVehicle, type InventoryType, isDecodedVehicle, VIN_SENTENCES } from "~/models/vin";
import { inventoryTypeSchema, type VehicleInfo, vehicleInfoSchema } from "~/models/vin-schema";
import { decodeVin } from "./client";
import { isHtml, sentenceIn, UnreadableError } from "./lenient";
import { ApiError, type CallOptions } from "./request";
import { PROCESS_FAILED } from "./sentences";
import { browserStorage, findKept, keepVin, type VinStorage } from "./vin-kept";

/** How long a decode is waited for, in milliseconds; the server itself may wait four seconds for the online service. */
export const DECODE_TIMEOUT_MS = 15_000;

export interface Decode {
  result: DecodeOutcome;
  inventoryType: InventoryType | null;
}

export interface DecodeOptions extends Pick<CallOptions, "fetch" | "signal"> {
  /** Where decoded vehicles are kept: local storage, unless said. */
  storage?: VinStorage | undefined;
  now?: () => Date;
}

/**
 * Decodes a valid VIN: out of local storage where it was decoded minutes ago, else by the server, and where that cannot
 * answer out of local storage after all (specification, sections 7 and 8). A vehicle stays what it is, but comes and
 * goes: what was kept longer says nothing of the inventory.
 * @throws only the signal's reason, once aborted
 */
export async function recallOrDecode(vin: string, options: DecodeOptions = {}): Promise<Decode> {
  const { storage = browserStorage(), now = () => new Date() } = options;
  const kept = storage && findKept(storage, vin, now());
  if (kept?.isFresh) return decoded(kept.vehicleInfo, kept.inventoryType);

  const decode = await askServer(vin, options);
  const { result, inventoryType } = decode;
  if (result.outcome === "decoded" && storage) {
    keepVin(storage, vin, { vehicleInfo: result.vehicleInfo, inventoryType }, now());
  }
  const unanswered = result.outcome === "unavailable" || result.outcome === "refused";
  return kept && unanswered ? decoded(kept.vehicleInfo, null) : decode;
}

/** What `POST /api/vin/direct-decode` answers, 200 or 422 (decisions, section 6). */
const answerSchema = z.object({
  vehicleInfo: vehicleInfoSchema,
  inventoryType: inventoryTypeSchema.nullable().optional(),
});

/** Whatever goes wrong on the way is a sentence of the specification's section 8. */
async function askServer(vin: string, { fetch, signal }: DecodeOptions): Promise<Decode> {
  const timeout = AbortSignal.timeout(DECODE_TIMEOUT_MS);
  try {
    const answer = await decodeVin(
      { vin },
      { fetch, signal: signal ? AbortSignal.any([signal, timeout]) : timeout },
    );
    return readAnswer(answer);
  } catch (failure) {
    signal?.throwIfAborted();
    return readFailure(failure);
  }
}

function readAnswer(given: unknown): Decode {
  const answer = answerSchema.safeParse(given).data;
  if (!answer) return refused(VIN_SENTENCES.unable);
  const { vehicleInfo, inventoryType = null } = answer;
  return isDecodedVehicle(vehicleInfo)
    ? decoded(vehicleInfo, inventoryType)
    : incomplete(vehicleInfo, inventoryType);
}

function readFailure(failure: unknown): Decode {
  if (failure instanceof UnreadableError) {
    const cameWhole = failure.message !== PROCESS_FAILED && !isHtml(failure.body);
    return cameWhole ? refused(VIN_SENTENCES.unable) : UNAVAILABLE;
  }
  if (!(failure instanceof ApiError)) return UNAVAILABLE;
  const { status, body, details } = failure;
  if (status === 503 || isHtml(body)) return UNAVAILABLE;
  const said = sentenceIn(body);
  if (status === 429) return refused(said || VIN_SENTENCES.unable);
  if (status === 422 && said === VIN_SENTENCES.incomplete) {
    const answer = answerSchema.safeParse(details).data;
    return incomplete(answer?.vehicleInfo ?? {}, answer?.inventoryType ?? null);
  }
  if (status === 422 && said === VIN_SENTENCES.failed) {
    return { result: { outcome: "failed", message: VIN_SENTENCES.failed }, inventoryType: null };
  }
  return refused(VIN_SENTENCES.unable);
}

const UNAVAILABLE: Decode = {
  result: { outcome: "unavailable", message: VIN_SENTENCES.unavailable },
  inventoryType: null,
};

function decoded(vehicleInfo: DecodedVehicle, inventoryType: InventoryType | null): Decode {
  return { result: { outcome: "decoded", vehicleInfo }, inventoryType };
}

function incomplete(vehicleInfo: VehicleInfo, inventoryType: InventoryType | null): Decode {
  return { result: { outcome: "incomplete", vehicleInfo, message: VIN_SENTENCES.incomplete }, inventoryType };
}

function refused(message: string): Decode {
  return { result: { outcome: "refused", message }, inventoryType: null };
}
