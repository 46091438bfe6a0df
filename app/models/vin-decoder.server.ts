// Decoding a VIN: our own cache, then NHTSA's tables on our disk, then its online service where that is allowed,
// then whatever the maker's code and the year's sign give alone.

import { z } from "zod";
import {
  type DecodedVehicle,
  fillEmpty,
  isDecodedVehicle,
  presentDriveType,
  presentEngineSize,
  presentMake,
  presentTrim,
  VIN_SENTENCES,
  type VinDecodeResult,
} from "./vin";
import { ELEMENT, type Finding, openVinDatabase, type VinDatabase } from "./vin-database.server";
import type { OnlineLookup } from "./vin-online.server";
import { type VehicleInfo, vehicleInfoSchema } from "./vin-schema";
import { modelYears } from "./vin-year";

/**
 * A decoded vehicle as it is kept, with what it rests on: which data was read (`databaseVersion`, null where none
 * could be) and whether the online service had its say. An entry that rests on less than we could ask now is
 * decoded anew.
 */
export const vinCacheEntrySchema = z.object({
  vehicleInfo: vehicleInfoSchema.extend({ year: z.number().int(), make: z.string(), model: z.string() }),
  databaseVersion: z.string().nullable(),
  askedOnline: z.boolean(),
});

export type VinCacheEntry = z.infer<typeof vinCacheEntrySchema>;

/** Where decoded vehicles are kept. `find` may answer anything at all: what is no entry counts as none. */
export interface VinCache {
  find(vin: string): Promise<unknown>;
  keep(vin: string, entry: VinCacheEntry): Promise<void>;
}

/**
 * @param options.databasePath `build/vin/vin.db`; opened at the first decode, and again at the next one where
 *   that failed
 * @param options.online left out, nobody is asked online
 * @param options.now decides which model years are still in the future
 */
export function openVinDecoder(options: {
  databasePath: string;
  cache?: VinCache;
  online?: OnlineLookup;
  now?: () => Date;
}) {
  const { databasePath, cache, online, now = () => new Date() } = options;
  let database: VinDatabase | undefined;

  /** What a query answers; undefined where the file is missing or damaged, until a later decode finds it mended. */
  function ask<T>(query: (database: VinDatabase) => T): T | undefined {
    try {
      database ??= openVinDatabase(databasePath);
      return query(database);
    } catch {
      database?.close();
      database = undefined;
      return undefined;
    }
  }

  return {
    /**
     * Decodes a valid VIN (`isValidVin`), in well under a millisecond where nobody is asked online. Never throws.
     * The sentence of a result that has one is meant for the reader (spec section 8).
     */
    async decode(vin: string): Promise<VinDecodeResult> {
      const databaseVersion = ask(({ version }) => version);
      const kept = await findKept(cache, vin);
      if (kept && !isStale(kept, databaseVersion, online !== undefined)) return decoded(kept.vehicleInfo);

      const offline = ask((tables) => readOffline(tables, vin, now().getFullYear()));
      const answer = await online?.(vin);
      const heard = answer?.status === "found" ? answer.vehicleInfo : undefined;
      if (!offline && !heard) {
        return kept
          ? decoded(kept.vehicleInfo)
          : { outcome: "unavailable", message: VIN_SENTENCES.unavailable };
      }

      // Our tables' word stands; the service fills what they leave empty, the maker's code what is empty still.
      const vehicleInfo = fillEmpty(
        fillEmpty(offline?.makerAndYear ?? {}, heard ?? {}),
        offline?.vehicle ?? {},
      );
      if (isDecodedVehicle(vehicleInfo)) {
        await keep(cache, vin, {
          vehicleInfo,
          databaseVersion: offline?.databaseVersion ?? null,
          askedOnline: heard !== undefined,
        });
        return decoded(vehicleInfo);
      }
      // A year's sign without a maker is a guess, not a vehicle.
      if (!vehicleInfo.make) return { outcome: "failed", message: VIN_SENTENCES.failed };
      return { outcome: "incomplete", vehicleInfo, message: VIN_SENTENCES.incomplete };
    },

    close() {
      database?.close();
      database = undefined;
    },
  };
}

/** What the maker's code and the year's sign give alone. A code that several makes share names none of them. */
export function findMakerAndYear(database: VinDatabase, vin: string, thisYear: number): VehicleInfo {
  const maker = database.findMakerCode(vin);
  const [year] = modelYears(vin, thisYear, maker?.vehicleType);
  const make = maker?.makes.length === 1 ? maker.makes[0] : undefined;
  return fillEmpty({}, { year, make: make && presentMake(make) });
}

/** `vehicle` is empty where no pattern names a model. */
function readOffline(database: VinDatabase, vin: string, thisYear: number) {
  return {
    vehicle: findVehicle(database, vin, thisYear),
    makerAndYear: findMakerAndYear(database, vin, thisYear),
    databaseVersion: database.version,
  };
}

/** The vehicle of the first likely year whose patterns name a model; without a year's sign, of any year at all. */
function findVehicle(database: VinDatabase, vin: string, thisYear: number): VehicleInfo {
  const maker = database.findMakerCode(vin);
  if (!maker) return {};
  const years = modelYears(vin, thisYear, maker.vehicleType);
  for (const year of years) {
    const vehicle = describe(database, database.findFindings(maker.id, year, vin));
    if (vehicle.model) return fillEmpty(vehicle, { year });
  }
  return years.length === 0 ? describe(database, database.findModelsOfAnyYear(maker.id, vin)) : {};
}

/** @param findings the most telling first: of each element, the first is believed */
function describe(database: VinDatabase, findings: Finding[]): VehicleInfo {
  const modelId = first(findings, ELEMENT.model);
  const named = modelId === undefined ? undefined : database.findModel(modelId);
  if (!named) return {};
  const driveType = first(findings, ELEMENT.driveType);
  return fillEmpty(
    {},
    {
      make: presentMake(named.make),
      model: named.model,
      trim: presentTrim(first(findings, ELEMENT.series), first(findings, ELEMENT.trim)),
      engineSize: engineSizeOf(database, findings),
      driveType: driveType && presentDriveType(driveType),
    },
  );
}

/** From the patterns of the vehicle, and where they only name the engine, from what is known of that engine. */
function engineSizeOf(database: VinDatabase, findings: Finding[]): string | undefined {
  const engineModel = first(findings, ELEMENT.engineModel);
  const known = [...findings, ...(engineModel ? database.findEngine(engineModel) : [])];
  return presentEngineSize({
    litres: first(known, ELEMENT.litres),
    cubicCentimetres: first(known, ELEMENT.cubicCentimetres),
    cubicInches: first(known, ELEMENT.cubicInches),
    cylinders: first(known, ELEMENT.cylinders),
    configuration: first(known, ELEMENT.configuration),
  });
}

function first(findings: Finding[], element: number): string | undefined {
  return findings.find((finding) => finding.element === element)?.value;
}

/** A cache that cannot be read is no reason to leave a VIN undecoded. */
async function findKept(cache: VinCache | undefined, vin: string): Promise<VinCacheEntry | undefined> {
  try {
    return vinCacheEntrySchema.safeParse(await cache?.find(vin)).data;
  } catch {
    return undefined;
  }
}

/** Whether we could ask more, or other, than the entry rests on. */
function isStale(kept: VinCacheEntry, databaseVersion: string | undefined, canAskOnline: boolean): boolean {
  const otherData = databaseVersion !== undefined && kept.databaseVersion !== databaseVersion;
  return otherData || (canAskOnline && !kept.askedOnline);
}

/** A cache that cannot be written costs the next visitor a decode, and this one nothing. */
async function keep(cache: VinCache | undefined, vin: string, entry: VinCacheEntry): Promise<void> {
  try {
    await cache?.keep(vin, entry);
  } catch {}
}

function decoded(vehicleInfo: DecodedVehicle): VinDecodeResult {
  return { outcome: "decoded", vehicleInfo };
}
