import { sql } from "kysely";
import { uniqueKey } from "~/collections/collection";
import { selectRecords, toRecord } from "~/collections/store.server";
import { now } from "~/context.server";
import type { Row } from "~/db/schema";
import { storeOnce } from "~/http/idempotency.server";
import { findEntry, findEntryByName, type PartEntry, systemFor } from "~/parts/catalog";
import { rankParts, WHOLE_NAME_SCORE } from "~/parts/catalog-search";
import { interpretText } from "~/parts/finder-query.server";
import type { ReferencePrefix } from "~/values/id";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import type { RetailVehicle } from "~/vehicles/retail-vehicles";
import { createRequest } from "./history.server";
import type { NewRequest } from "./new-request-schema";
import { OFFERED_CARS } from "./offered-cars";
import { PART_REQUESTS } from "./part-requests";
import { REPAIR_REQUESTS } from "./repair-requests";
import type { RequestCollection } from "./request";
import { VEHICLE_INQUIRIES } from "./vehicle-inquiries";

/** A call that staff took down, once stored: its list and its id; `no-vehicle` if no car has that stock number. */
type TakenDown = { path: string; kind: ReferencePrefix; id: string } | "no-vehicle";

/**
 * Stores a call that staff took down, once, however often its form is sent. Nobody is mailed: staff know about it, and the customer is on
 * the phone.
 * @param key the form's idempotency key
 */
export async function takeDownRequest(request: NewRequest, key: string): Promise<TakenDown> {
  return storeOnce(
    "request taken down",
    [key, request],
    now(),
    () => store(request),
    (stored) => stored !== "no-vehicle",
  );
}

async function store(request: NewRequest): Promise<TakenDown> {
  const { kind, name = "", phone, email, need, year, make, model, notes } = request;
  const customerInfo = { name, phone, email };
  const vehicleInfo = { year, make, model };
  if (kind === "part") {
    const asked = await readNeed(need ?? "", vehicleInfo);
    const { _id: id } = await createRequest(PART_REQUESTS, {
      customerInfo,
      vehicleInfo: asked.vehicleInfo,
      partDetails: {
        ...toPart(asked.part),
        additionalInfo: [notes, asked.more].filter(Boolean).join("\n") || undefined,
      },
    });
    return takenDown(PART_REQUESTS, id);
  }
  if (kind === "repair") {
    const { _id: id } = await createRequest(REPAIR_REQUESTS, {
      customerInfo: { ...customerInfo, address: {} },
      vehicleInfo,
      serviceInfo: { serviceType: need, message: notes },
      contactMethod: phone || !email ? "phone" : "email",
      isSimplifiedRequest: false,
    });
    return takenDown(REPAIR_REQUESTS, id);
  }
  if (kind === "car") {
    const message = [need, notes].filter(Boolean).join("\n") || undefined;
    const { _id: id } = await createRequest(OFFERED_CARS, {
      customerInfo: { ...customerInfo, phone: phone ?? "" },
      vehicleInfo,
      carInfo: { message },
    });
    return takenDown(OFFERED_CARS, id);
  }
  const vehicle = await findByStockNumber(request.stockNumber ?? "");
  if (!vehicle) return "no-vehicle";
  const message = [need, notes].filter(Boolean).join("\n") || undefined;
  const { _id: id } = await createRequest(VEHICLE_INQUIRIES, {
    customerInfo,
    vehicleId: vehicle._id,
    vehicleInfo: vehicle,
    inquiry: { about: "question", message },
  });
  return takenDown(VEHICLE_INQUIRIES, id);
}

function takenDown(
  { path, prefix: kind }: Pick<RequestCollection, "path" | "prefix">,
  id: string,
): TakenDown {
  return { path, kind, id };
}

type TypedCar = Pick<NewRequest, "year" | "make" | "model">;

/**
 * Separates the car from the part in what staff took down, such as "2012 accord alternator", if the car's own fields are empty.
 * @returns in `more` all that they typed, if the part and the car do not have every word of it
 */
async function readNeed(
  need: string,
  vehicleInfo: TypedCar,
): Promise<{ part: string; vehicleInfo: TypedCar; more?: string }> {
  const asTyped = { part: need, vehicleInfo };
  if (vehicleInfo.year || vehicleInfo.make || vehicleInfo.model) return asTyped;
  const { make, model, yearFrom, yearTo, part, entries, isGuess, unknown } = await interpretText(need, now());
  if (!make || entries.length === 0 || isGuess) return asTyped;
  const year = yearFrom !== undefined && yearFrom === yearTo ? String(yearFrom) : undefined;
  const isWhole = unknown.length === 0 && (year !== undefined || yearFrom === undefined);
  return {
    part: part.charAt(0).toUpperCase() + part.slice(1),
    vehicleInfo: { year, make, model },
    ...(isWhole ? {} : { more: need }),
  };
}

/** A part by what staff call it: as the catalog has it if that is its whole name, or else in their words. */
function toPart(need: string) {
  const entry = findCalled(need);
  const system = entry && systemFor(entry.categoryId);
  if (!entry || !system) return { system: "Other", component: need } as const;
  return { system, component: entry.label };
}

function findCalled(need: string): PartEntry | undefined {
  const named = findEntryByName(need);
  if (named) return named;
  const [best, second] = rankParts(need);
  // If a left and a right one match equally, the words don't decide.
  if (!best || best.score < WHOLE_NAME_SCORE || second?.score === best.score) return undefined;
  return findEntry(best.result.id);
}

async function findByStockNumber(stockNumber: string): Promise<RetailVehicle | undefined> {
  const row = await selectRecords("retailVehicles")
    .selectAll()
    .where(sql<boolean>`${sql.ref("stockNumberKey")} = ${uniqueKey(stockNumber)}`)
    .executeTakeFirst();
  return row && toRecord(RETAIL_RECORDS, row as Row<"retailVehicles">);
}
