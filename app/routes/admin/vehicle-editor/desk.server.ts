import type { Created, KeptVehicle, Updated, VehicleTable } from "~/models/vehicle.server";
import type { VehicleForm } from "~/models/vehicle-form";

/** What every vehicle's form has; the rest is the inventory's own. */
export interface CommonFields {
  stockNumber: string;
  year?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
}

export type Kept<Fields> = Fields & { _id: string };

/** Where the form of one inventory is served: its fields, and the verbs that store them. */
export interface Desk<Fields extends CommonFields> {
  form: VehicleForm<Fields>;
  table: VehicleTable;
  find(id: string): Promise<KeptVehicle<Kept<Fields>> | undefined>;
  create(fields: Fields, now: Date): Promise<Created<Kept<Fields>>>;
  update(id: string, fields: Fields, version: string, now: Date): Promise<Updated<Kept<Fields>>>;
}
