import type { DismantledVehicle } from "~/models/dismantled-vehicle";
import { createDismantledVehicle } from "~/models/dismantled-vehicle.server";
import { dismantledVehicleSchema } from "~/models/dismantled-vehicle-schema";
import type { RetailVehicle } from "~/models/retail-vehicle";
import { createRetailVehicle } from "~/models/retail-vehicle.server";
import { retailVehicleSchema } from "~/models/retail-vehicle-schema";
import type { Created } from "~/models/vehicle.server";

type Overrides = Record<string, unknown> & { now?: Date };

let made = 0;

/** A stored dismantled vehicle, parts available unless said; stock number and VIN are its own. */
export async function dismantledVehicle({
  now = new Date(),
  ...overrides
}: Overrides = {}): Promise<DismantledVehicle> {
  const fields = dismantledVehicleSchema.parse({
    ...unique("D"),
    year: 2012,
    make: "Honda",
    model: "Accord",
    mileage: 142_000,
    dateAcquired: "2026-03-02",
    status: "Parts Available",
    ...overrides,
  });
  return saved(await createDismantledVehicle(fields, { now }));
}

/** A stored vehicle for sale, available unless said; stock number and VIN are its own. */
export async function retailVehicle({
  now = new Date(),
  ...overrides
}: Overrides = {}): Promise<RetailVehicle> {
  const fields = retailVehicleSchema.parse({
    ...unique("R"),
    year: 2016,
    make: "Subaru",
    model: "Outback",
    mileage: 84_210,
    price: 12_995,
    status: "available",
    dateAcquired: "2026-03-02",
    ...overrides,
  });
  return saved(await createRetailVehicle(fields, { now, timeZone: "America/New_York" }));
}

function saved<Vehicle>(created: Created<Vehicle>): Vehicle {
  if (created.outcome !== "saved")
    throw new Error(`The builder's vehicle was not stored: ${created.outcome}`);
  return created.vehicle;
}

function unique(letter: string): { stockNumber: string; vin: string } {
  made += 1;
  const serial = String(made).padStart(6, "0");
  return { stockNumber: `${letter}${serial}`, vin: `4S4BSANC${letter === "R" ? "1" : "2"}G3${serial}` };
}
