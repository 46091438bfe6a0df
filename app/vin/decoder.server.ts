import { z } from "zod";
import { log } from "~/http/log.server";
import { ELEMENT, type MatchedPattern, openVinDatabase, type VinDatabase } from "./database.server";
import { findKnownMaker } from "./makers";
import { hasDoubtfulYear, modelYears } from "./model-year";
import type { OnlineLookup } from "./online.server";
import { type VehicleInfo, vehicleInfoSchema } from "./schema";
import { VIN_MESSAGES } from "./validate";
import {
  type DecodedVehicle,
  formatDriveType,
  formatEngineSize,
  formatMake,
  formatTrim,
  isDecodedVehicle,
  mergeDecoded,
  type VinDecodeResult,
} from "./vehicle-info";

/**
 * A cached vehicle with its sources: the version of the offline database (null if it could not be read), and whether the online
 * service responded. The VIN is decoded again when more sources are available.
 */
const vinCacheEntrySchema = z.object({
  vehicleInfo: vehicleInfoSchema.extend({ year: z.number().int(), make: z.string(), model: z.string() }),
  databaseVersion: z.string().nullable(),
  includesOnline: z.boolean(),
});

/** One cached decode. */
type VinCacheEntry = z.infer<typeof vinCacheEntrySchema>;

/** Stores decodes. `find` may return anything; an invalid entry counts as none. */
export interface VinCache {
  find(vin: string): Promise<unknown>;
  store(vin: string, entry: VinCacheEntry): Promise<void>;
}

/**
 * Decodes VINs from the cache, the offline NHTSA database and the online service, and falls back to just the manufacturer code and model
 * year.
 *
 * @param options.databasePath `build/vin/vin.db`; opened on the first decode, and retried on the next one if that failed
 * @param options.online without it, no VIN leaves this machine
 * @param options.isOnline whether it may be asked now
 * @param options.now decides which model years are still in the future
 */
export function openVinDecoder(options: {
  databasePath: string;
  cache?: VinCache;
  online?: OnlineLookup;
  isOnline?: () => boolean;
  now?: () => Date;
}) {
  const { databasePath, cache, isOnline = () => true, now = () => new Date() } = options;
  let database: VinDatabase | undefined;

  return {
    /** Decodes a valid VIN (`isValidVin`), in well under a millisecond without the online service. Never throws. */
    async decode(vin: string): Promise<VinDecodeResult> {
      const databaseVersion = query(({ version }) => version);
      const online = isOnline() ? options.online : undefined;
      const cached = await findCached(cache, vin);
      if (cached && !isStale(cached, databaseVersion, online !== undefined)) {
        return decoded(cached.vehicleInfo);
      }

      const offline = query((tables) => decodeOffline(tables, vin, now().getFullYear()));
      const response = await online?.(vin);
      const onlineInfo = response?.status === "found" ? response.vehicleInfo : undefined;
      if (!offline && !onlineInfo) {
        return cached
          ? decoded(cached.vehicleInfo)
          : { outcome: "unavailable", message: VIN_MESSAGES.unavailable };
      }

      // The offline database takes precedence, then the service, then the manufacturer code and model year.
      const vehicleInfo = mergeDecoded(
        mergeDecoded(offline?.makerAndYear ?? {}, onlineInfo ?? {}),
        offline?.vehicle ?? {},
      );
      if (isDecodedVehicle(vehicleInfo)) {
        await store(cache, vin, {
          vehicleInfo,
          databaseVersion: offline?.databaseVersion ?? null,
          includesOnline: onlineInfo !== undefined,
        });
        return decoded(vehicleInfo);
      }
      // A model year without a make is only a guess.
      if (!vehicleInfo.make) return { outcome: "failed", message: VIN_MESSAGES.failed };
      const { possibleYears = [] } = offline ?? {};
      return {
        outcome: "incomplete",
        vehicleInfo,
        message: VIN_MESSAGES.incomplete,
        ...(possibleYears.length > 0 && !vehicleInfo.year ? { possibleYears } : {}),
      };
    },

    /** The makes and models that VINs name; none if the offline database cannot be read. */
    listModels(): { make: string; model: string }[] {
      const models = query((tables) => tables.listModels()) ?? [];
      return models.map(({ make, model }) => ({ make: formatMake(make), model }));
    },

    close() {
      database?.close();
      database = undefined;
    },
  };

  /** Undefined if the file is missing or damaged; the next query tries to open it again. */
  function query<T>(run: (database: VinDatabase) => T): T | undefined {
    try {
      database ??= openVinDatabase(databasePath);
      return run(database);
    } catch (error) {
      log.warn({ error }, "VIN database unavailable");
      database?.close();
      database = undefined;
      return undefined;
    }
  }
}

/**
 * The make and model year from just the manufacturer code and position 10; no make if several share the code, and no year if two are
 * possible.
 */
function findMakerAndYear(database: VinDatabase, vin: string, thisYear: number): VehicleInfo {
  const maker = database.findMakerCode(vin);
  const [year] = modelYears(vin, thisYear, maker?.vehicleType);
  const make = findKnownMaker(vin) ?? (maker?.makes.length === 1 ? maker.makes[0] : undefined);
  const isCertain = findPossibleYears(database, vin, thisYear).length === 0;
  return mergeDecoded({}, { year: isCertain ? year : undefined, make: make && formatMake(make) });
}

/**
 * Both model years of a VIN whose check digit is wrong; none if the year is certain enough to fill in. A maker
 * whose vehicles vPIC does not list in either year need not use a check digit.
 */
function findPossibleYears(database: VinDatabase, vin: string, thisYear: number): number[] {
  const maker = database.findMakerCode(vin);
  if (!maker || !hasDoubtfulYear(vin)) return [];
  const years = modelYears(vin, thisYear, maker.vehicleType);
  return years.length > 1 && years.some((year) => database.hasPatterns(maker.id, year)) ? years : [];
}

/** `vehicle` is empty if no pattern matches a model. */
function decodeOffline(database: VinDatabase, vin: string, thisYear: number) {
  return {
    vehicle: findVehicle(database, vin, thisYear),
    makerAndYear: findMakerAndYear(database, vin, thisYear),
    possibleYears: findPossibleYears(database, vin, thisYear),
    databaseVersion: database.version,
  };
}

/** The vehicle for the likeliest year whose patterns match a model; any year if position 10 is not a year. */
function findVehicle(database: VinDatabase, vin: string, thisYear: number): VehicleInfo {
  const maker = database.findMakerCode(vin);
  if (!maker) return {};
  const years = modelYears(vin, thisYear, maker.vehicleType);
  for (const year of years) {
    const vehicle = describe(database, database.findPatterns(maker.id, year, vin));
    if (vehicle.model) return mergeDecoded(vehicle, { year });
  }
  return years.length === 0 ? describe(database, database.findModelPatterns(maker.id, vin)) : {};
}

/** @param patterns the most specific first; the first match of each element counts */
function describe(database: VinDatabase, patterns: MatchedPattern[]): VehicleInfo {
  const modelId = first(patterns, ELEMENT.model);
  const model = modelId === undefined ? undefined : database.findModel(modelId);
  if (!model) return {};
  const driveType = first(patterns, ELEMENT.driveType);
  return mergeDecoded(
    {},
    {
      make: formatMake(model.make),
      model: model.model,
      trim: formatTrim(model.make, {
        series: first(patterns, ELEMENT.series),
        trim: first(patterns, ELEMENT.trim),
      }),
      engineSize: findEngineSize(database, patterns),
      driveType: driveType && formatDriveType(driveType),
    },
  );
}

/** From the vehicle's patterns, and from its engine's if they only name the engine. */
function findEngineSize(database: VinDatabase, patterns: MatchedPattern[]): string | undefined {
  const engineModel = first(patterns, ELEMENT.engineModel);
  const all = [...patterns, ...(engineModel ? database.findEngine(engineModel) : [])];
  return formatEngineSize({
    liters: first(all, ELEMENT.liters),
    cubicCentimeters: first(all, ELEMENT.cubicCentimeters),
    cubicInches: first(all, ELEMENT.cubicInches),
    cylinders: first(all, ELEMENT.cylinders),
    configuration: first(all, ELEMENT.configuration),
  });
}

function first(patterns: MatchedPattern[], element: number): string | undefined {
  return patterns.find((pattern) => pattern.element === element)?.value;
}

/** A cache that cannot be read counts as empty. */
async function findCached(cache: VinCache | undefined, vin: string): Promise<VinCacheEntry | undefined> {
  try {
    return vinCacheEntrySchema.safeParse(await cache?.find(vin)).data;
  } catch (error) {
    log.warn({ error }, "VIN cache unavailable");
    return undefined;
  }
}

/** True if the entry's sources have changed or more are available. */
function isStale(
  cached: VinCacheEntry,
  databaseVersion: string | undefined,
  hasOnlineLookup: boolean,
): boolean {
  const isOtherData = databaseVersion !== undefined && cached.databaseVersion !== databaseVersion;
  return isOtherData || (hasOnlineLookup && !cached.includesOnline);
}

/** A failed write is ignored: the VIN is decoded again next time. */
async function store(cache: VinCache | undefined, vin: string, entry: VinCacheEntry): Promise<void> {
  try {
    await cache?.store(vin, entry);
  } catch (error) {
    log.warn({ error }, "VIN cache unavailable");
  }
}

function decoded(vehicleInfo: DecodedVehicle): VinDecodeResult {
  return { outcome: "decoded", vehicleInfo };
}
