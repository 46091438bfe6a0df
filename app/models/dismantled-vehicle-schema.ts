import { z } from "zod";
import { DISMANTLED_DRIVE_TYPES, DISMANTLED_STATUSES, DISMANTLED_TRANSMISSIONS } from "./dismantled-vehicle";
import { requiredLine } from "./text";
import type { IsoDay } from "./typed-date";
import {
  daySchema,
  mileageSchema,
  orLeftOut,
  typedDaySchema,
  vehicleFields,
  yearSchema,
} from "./vehicle-schema";

/** The editable fields, as an API body gives them. */
export const dismantledVehicleSchema = z.object({
  ...vehicleFields,
  year: yearSchema("Year is required"),
  make: requiredLine("Make is required"),
  model: requiredLine("Model is required"),
  mileage: mileageSchema("Mileage is required"),
  dateAcquired: daySchema,
  status: z.enum(DISMANTLED_STATUSES, "Please select a status").default("Awaiting Dismantle"),
  transmission: orLeftOut(z.enum(DISMANTLED_TRANSMISSIONS, "Please select a transmission")),
  driveType: orLeftOut(z.enum(DISMANTLED_DRIVE_TYPES, "Please select a drive type")),
});

export type DismantledVehicleFields = z.output<typeof dismantledVehicleSchema>;

/** The same as a form gives them: its date is typed (specification, section 5). */
export function dismantledFormSchema(today: IsoDay) {
  return dismantledVehicleSchema.extend({ dateAcquired: typedDaySchema(today) });
}
