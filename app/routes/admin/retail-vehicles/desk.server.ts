import { business } from "~/business.server";
import { createRetailVehicle, findRetailVehicle, updateRetailVehicle } from "~/models/retail-vehicle.server";
import { RETAIL_FORM } from "~/models/retail-vehicle-form";
import type { RetailVehicleFields } from "~/models/retail-vehicle-schema";
import type { Desk } from "../vehicle-editor/desk.server";

export const retailDesk: Desk<RetailVehicleFields> = {
  form: RETAIL_FORM,
  table: "retailVehicles",
  find: findRetailVehicle,
  create: (fields, now) => createRetailVehicle(fields, { now, timeZone: business.timeZone }),
  update: (id, fields, version, now) => updateRetailVehicle(id, fields, { now, version }),
};
