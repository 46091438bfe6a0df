import { type Created, createRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { COMMAND_LINE } from "~/context.server";
import { PART_RECORDS } from "~/parts/part.server";
import { PARTS, type Part } from "~/parts/parts";
import { PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { PURCHASES, type Purchase } from "~/purchases/purchases";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { DISMANTLED_VEHICLES, type DismantledVehicle } from "~/vehicles/dismantled-vehicles";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { RETAIL_VEHICLES, type RetailVehicle } from "~/vehicles/retail-vehicles";
import { as } from "./act";

type Overrides = Record<string, unknown> & { now?: Date };

let made = 0;

/** A stored dismantled vehicle, parts available unless said; stock number and VIN are its own. */
export async function dismantledVehicle({
  now = new Date(),
  ...overrides
}: Overrides = {}): Promise<DismantledVehicle> {
  const fields = bodySchema(DISMANTLED_VEHICLES).parse({
    ...unique("D"),
    year: 2012,
    make: "Honda",
    model: "Accord",
    mileage: 142_000,
    dateAcquired: "2026-03-02",
    status: "Parts Available",
    ...overrides,
  });
  return saved(await as({ ...COMMAND_LINE, now }, () => createRecord(DISMANTLED_RECORDS, fields)));
}

/** A stored vehicle for sale, available unless said; stock number and VIN are its own. */
export async function retailVehicle({
  now = new Date(),
  ...overrides
}: Overrides = {}): Promise<RetailVehicle> {
  const fields = bodySchema(RETAIL_VEHICLES).parse({
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
  return saved(await as({ ...COMMAND_LINE, now }, () => createRecord(RETAIL_RECORDS, fields)));
}

/** A stored part on the shelf, available unless said; its stock number is its own. Without a donor it is from a 2012 Accord. */
export async function shelfPart({ now = new Date(), ...overrides }: Overrides = {}): Promise<Part> {
  const fields = bodySchema(PARTS).parse({
    entryId: "alternator",
    year: 2012,
    make: "Honda",
    model: "Accord",
    mileage: 84_210,
    price: 85,
    dateAcquired: "2026-03-02",
    ...overrides,
  });
  return saved(await as({ ...COMMAND_LINE, now }, () => createRecord(PART_RECORDS, fields)));
}

function saved<Vehicle>(created: Created<Vehicle>): Vehicle {
  if (created.outcome !== "saved")
    throw new Error(`The builder's vehicle was not stored: ${created.outcome}`);
  return created.item;
}

function unique(letter: string): { stockNumber: string; vin: string } {
  made += 1;
  const serial = String(made).padStart(6, "0");
  return { stockNumber: `${letter}${serial}`, vin: `4S4BSANC${letter === "R" ? "1" : "2"}G3${serial}` };
}

/** A VIN that no other car has, for one that is added by its form. */
export function newVin(): string {
  made += 1;
  return `4S4BSANC3G3${String(made).padStart(6, "0")}`;
}

/** A stored purchase of a car, with the dismantled vehicle that it became and its line in the book. */
export async function purchase({ now = new Date(), ...overrides }: Overrides = {}): Promise<Purchase> {
  const fields = bodySchema(PURCHASES).parse({
    ...unique("B"),
    ...{ what: "car", year: 2012, make: "Honda", model: "Accord", odometer: 142_000 },
    ...{ boughtOn: "2026-03-02", becomes: "dismantled", price: 450.5, paidBy: "cash" },
    ...{ sellerName: "Ann Lee", sellerStreet: "12 Main St", sellerState: "NY" },
    ...overrides,
  });
  return saved(await as({ ...COMMAND_LINE, now }, () => createRecord(PURCHASE_RECORDS, fields)));
}
