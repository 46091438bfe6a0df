import { z } from "zod";
import type { DecodeOutcome } from "~/vin/form-fields";
import { browserStorage, cacheVin, findCachedVin, type VinStorage } from "~/vin/local-cache";
import { inventoryTypeSchema, type VehicleInfo, vehicleInfoSchema } from "~/vin/schema";
import { type InventoryType, VIN_MESSAGES } from "~/vin/validate";
import { type DecodedVehicle, isDecodedVehicle } from "~/vin/vehicle-info";
import {
  API_MESSAGES,
  ApiError,
  errorMessageIn,
  InvalidResponseError,
  isHtml,
  type RequestOptions,
  requestJson,
} from "./request";

export interface Decode {
  result: DecodeOutcome;
  inventoryType: InventoryType | null;
}

interface DecodeOptions extends Pick<RequestOptions, "fetch" | "signal"> {
  /** Where decodes are cached; local storage by default. */
  storage?: VinStorage | undefined;
  /** The vehicle that is being edited, which does not count as found in our inventories. */
  exceptId?: string | undefined;
  now?: () => Date;
}

/**
 * Decodes a valid VIN on the server, which also knows whether the vehicle is in our inventories now. If the server cannot
 * decode it, a cached decode is used, without an inventory status.
 * @throws only the signal's reason
 */
export async function decodeVin(vin: string, options: DecodeOptions = {}): Promise<Decode> {
  const { storage = browserStorage(), now = () => new Date() } = options;
  const decode = await decodeOnServer(vin, options);
  const { result } = decode;
  if (result.outcome === "decoded" && storage) cacheVin(storage, vin, result.vehicleInfo, now());
  const hasFailed = result.outcome === "unavailable" || result.outcome === "rejected";
  const cached = hasFailed && storage ? findCachedVin(storage, vin) : undefined;
  return cached ? decoded(cached, null) : decode;
}

/** The body of `POST /api/vin/direct-decode`, 200 or 422. */
const responseSchema = z.object({
  vehicleInfo: vehicleInfoSchema,
  inventoryType: inventoryTypeSchema.nullable().optional(),
  possibleYears: z.array(z.number()).optional(),
});

async function decodeOnServer(vin: string, { fetch, signal, exceptId }: DecodeOptions): Promise<Decode> {
  try {
    const body = await requestJson("/vin/direct-decode", {
      method: "POST",
      body: { vin, exceptId },
      isPublic: true,
      signal,
      ...(fetch ? { fetch } : {}),
    });
    return readBody(body);
  } catch (error) {
    signal?.throwIfAborted();
    return readError(error);
  }
}

function readBody(value: unknown): Decode {
  const body = responseSchema.safeParse(value).data;
  if (!body) return rejected(VIN_MESSAGES.unable);
  const { vehicleInfo, inventoryType = null } = body;
  return isDecodedVehicle(vehicleInfo)
    ? decoded(vehicleInfo, inventoryType)
    : incomplete(vehicleInfo, inventoryType);
}

function readError(error: unknown): Decode {
  if (error instanceof InvalidResponseError) {
    const isBroken = error.message === API_MESSAGES.processFailed || isHtml(error.body);
    return isBroken ? UNAVAILABLE : rejected(VIN_MESSAGES.unable);
  }
  if (!(error instanceof ApiError)) return UNAVAILABLE;
  const { status, body, details } = error;
  if (status === 503 || isHtml(body)) return UNAVAILABLE;
  const message = errorMessageIn(body);
  if (status === 429) return rejected(message || VIN_MESSAGES.unable);
  if (status === 422 && message === VIN_MESSAGES.incomplete) {
    const known = responseSchema.safeParse(details).data;
    return incomplete(known?.vehicleInfo ?? {}, known?.inventoryType ?? null, known?.possibleYears);
  }
  if (status === 422 && message === VIN_MESSAGES.failed) {
    return { result: { outcome: "failed", message: VIN_MESSAGES.failed }, inventoryType: null };
  }
  return rejected(VIN_MESSAGES.unable);
}

const UNAVAILABLE: Decode = {
  result: { outcome: "unavailable", message: VIN_MESSAGES.unavailable },
  inventoryType: null,
};

function decoded(vehicleInfo: DecodedVehicle, inventoryType: InventoryType | null): Decode {
  return { result: { outcome: "decoded", vehicleInfo }, inventoryType };
}

function incomplete(
  vehicleInfo: VehicleInfo,
  inventoryType: InventoryType | null,
  possibleYears?: number[],
): Decode {
  const years = possibleYears ? { possibleYears } : {};
  return {
    result: { outcome: "incomplete", vehicleInfo, message: VIN_MESSAGES.incomplete, ...years },
    inventoryType,
  };
}

function rejected(message: string): Decode {
  return { result: { outcome: "rejected", message }, inventoryType: null };
}
