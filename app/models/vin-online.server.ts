// NHTSA's online service, asked where the environment allows it: it knows the transmission and the drive type,
// which the tables we carry hardly do.

import { z } from "zod";
import { log } from "~/doors/log.server";
import { presentDriveType, presentEngineSize, presentFuelType, presentMake, presentTrim } from "./vin";
import type { VehicleInfo } from "./vin-schema";

/** `found` may hold nothing at all: the service answered, and knew nothing of the VIN. */
export type OnlineAnswer = { status: "found"; vehicleInfo: VehicleInfo } | { status: "unreachable" };

export type OnlineLookup = (vin: string) => Promise<OnlineAnswer>;

const SERVICE = "https://vpic.nhtsa.dot.gov/api/vehicles/DecodeVinValuesExtended";

/** An answer weighs about 6 kB. */
const MAX_ANSWER_BYTES = 256 * 1024;

/**
 * A lookup that asks once, within one `timeoutMs` for headers and body, and never again: anything but 2xx JSON of
 * the expected shape counts as unreachable, and after it nobody is asked for `pauseMs`, so that a service that is
 * down costs one visitor the wait and not each of them. Never throws.
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
      const answer = answerSchema.parse(JSON.parse(await readText(response)));
      return { status: "found", vehicleInfo: describe(answer.Results[0]) };
    } catch (error) {
      // Whatever went wrong, it is theirs, and the vehicle is decoded without them.
      log.warn({ failure: causeOf(error) }, "VIN service unreachable");
      pausedUntil = now() + pauseMs;
      return { status: "unreachable" };
    }
  };
}

/** `CERT_HAS_EXPIRED`, `ECONNREFUSED`, `TimeoutError`: what went wrong by its name alone, which holds no VIN. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.name;
}

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null ? undefined : String(value).trim() || undefined));

const answerSchema = z.object({
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

/** The body of a good answer. Throws for a bad status, and as soon as there is more than an answer may weigh. */
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
    if (bytes > MAX_ANSWER_BYTES) {
      await reader.cancel();
      throw new Error("too much of an answer");
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function describe(result: z.infer<typeof answerSchema>["Results"][0]): VehicleInfo {
  const year = Number(result.ModelYear);
  return {
    year: Number.isInteger(year) ? year : undefined,
    make: result.Make && presentMake(result.Make),
    model: result.Model,
    trim: presentTrim(result.Series, result.Trim),
    engineSize: presentEngineSize({
      litres: result.DisplacementL,
      cubicCentimetres: result.DisplacementCC,
      cylinders: result.EngineCylinders,
      configuration: result.EngineConfiguration,
    }),
    transmissionType: transmissionType(result.TransmissionStyle, result.TransmissionSpeeds),
    driveType: result.DriveType && presentDriveType(result.DriveType),
    fuelType: presentFuelType({
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
