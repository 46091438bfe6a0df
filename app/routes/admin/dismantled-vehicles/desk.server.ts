import {
  createDismantledVehicle,
  findDismantledVehicle,
  updateDismantledVehicle,
} from "~/models/dismantled-vehicle.server";
import { DISMANTLED_FORM } from "~/models/dismantled-vehicle-form";
import type { DismantledVehicleFields } from "~/models/dismantled-vehicle-schema";
import type { Desk } from "../vehicle-editor/desk.server";

export const dismantledDesk: Desk<DismantledVehicleFields> = {
  form: DISMANTLED_FORM,
  table: "dismantledVehicles",
  find: findDismantledVehicle,
  create: (fields, now) => createDismantledVehicle(fields, { now }),
  update: (id, fields, version, now) => updateDismantledVehicle(id, fields, { now, version }),
};
