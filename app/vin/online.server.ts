import { z } from "zod";
import { log } from "~/http/log.server";
import type { VehicleInfo } from "./schema";
import { formatDriveType, formatEngineSize, formatFuelType, formatMake, formatTrim } from "./vehicle-info";

/** `found` may hold an empty vehicle: the service responded but did not know the VIN. */
type OnlineResponse = { status: "found"; vehicleInfo: VehicleInfo } | { status: "unreachable" };

export type OnlineLookup = (vin: string) => Promise<OnlineResponse>;

const SERVICE = "https://vpic.nhtsa.dot.gov/api/vehicles/DecodeVinValuesExtended";

/** A typical response is about 6 kB. */
const MAX_RESPONSE_BYTES = 256 * 1024;

/**
 * Looks up VINs in NHTSA's online service, which has transmissions and drive types that the offline database mostly lacks. Sends
 * one request, with `timeoutMs` for headers and body; anything but 2xx JSON of the expected shape counts as unreachable. After a
 * failure the service is not called for `pauseMs`, so that only one visitor waits for it. Never throws.
 */
export function nhtsaLookup(options: {
  fetch: typeof fetch;
  timeoutMs?: number;
  pauseMs?: number;
  now?: () => number;
}): OnlineLookup {
  const { fetch, timeoutMs = 4000, pauseMs = 60_000, now = Date.now } = options;
  let pausedUntil = 0;

  return async (vin) => {
    if (now() < pausedUntil) return { status: "unreachable" };
    try {
      const response = await fetch(`${SERVICE}/${encodeURIComponent(vin)}?format=json`, {
        headers: { accept: "application/json" },
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body = responseSchema.parse(JSON.parse(await readText(response)));
      return { status: "found", vehicleInfo: toVehicleInfo(body.Results[0]) };
    } catch (error) {
      log.warn({ error }, "VIN service unreachable");
      pausedUntil = now() + pauseMs;
      return { status: "unreachable" };
    }
  };
}

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null ? undefined : String(value).trim() || undefined));

const responseSchema = z.object({
  Results: z.tuple(
    [
      z.object({
        ModelYear: text,
        Make: text,
        Model: text,
        Series: text,
        Trim: text,
        DisplacementL: text,
        DisplacementCC: text,
        EngineCylinders: text,
        EngineConfiguration: text,
        TransmissionStyle: text,
        TransmissionSpeeds: text,
        DriveType: text,
        FuelTypePrimary: text,
        FuelTypeSecondary: text,
        ElectrificationLevel: text,
      }),
    ],
    z.unknown(),
  ),
});

/** @throws for a status other than 2xx, and as soon as the body is larger than a response may be */
async function readText(response: Response): Promise<string> {
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) {
      await reader.cancel();
      throw new Error("response too large");
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function toVehicleInfo(result: z.infer<typeof responseSchema>["Results"][0]): VehicleInfo {
  const year = Number(result.ModelYear);
  return {
    year: Number.isInteger(year) ? year : undefined,
    make: result.Make && formatMake(result.Make),
    model: result.Model,
    trim: formatTrim(result.Make, { series: result.Series, trim: result.Trim }),
    engineSize: formatEngineSize({
      liters: result.DisplacementL,
      cubicCentimeters: result.DisplacementCC,
      cylinders: result.EngineCylinders,
      configuration: result.EngineConfiguration,
    }),
    transmissionType: transmissionType(result.TransmissionStyle, result.TransmissionSpeeds),
    driveType: result.DriveType && formatDriveType(result.DriveType),
    fuelType: formatFuelType({
      fuel: result.FuelTypePrimary,
      secondFuel: result.FuelTypeSecondary,
      electrification: result.ElectrificationLevel,
    }),
  };
}

/** `5-Speed Automatic`, or `Automatic` where the speeds are unknown. */
function transmissionType(style: string | undefined, speeds: string | undefined): string | undefined {
  if (!style) return undefined;
  const name = style === "Manual/Standard" ? "Manual" : style;
  return speeds ? `${speeds}-Speed ${name}` : name;
}
