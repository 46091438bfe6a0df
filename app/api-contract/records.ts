import { z } from "zod";
import { signInSchema } from "~/models/administrator";
import { DISMANTLED_STATUSES } from "~/models/dismantled-vehicle";
import { dismantledVehicleSchema } from "~/models/dismantled-vehicle-schema";
import {
  partRequestRecordSchema,
  partRequestSchema,
  partRequestUpdateSchema,
  vinStepSchema,
} from "~/models/part-request-schema";
import {
  repairRequestRecordSchema,
  repairRequestSchema,
  repairRequestUpdateSchema,
} from "~/models/repair-request-schema";
import { RETAIL_STATUSES } from "~/models/retail-vehicle";
import { retailVehicleSchema } from "~/models/retail-vehicle-schema";
import { vehicleInfoSchema } from "~/models/vin-schema";

/*
 * What goes over the wire, made of the schemas that judge it: bodies as they are accepted, records as they are answered.
 */

const stored = { _id: z.string().min(10), createdAt: z.iso.datetime() };
const staffMember = z.object({ _id: z.string(), username: z.string() });
const inventory = {
  inInventory: z.boolean(),
  inventoryType: z.enum(["dismantled", "retail"]).nullable(),
};

const staffDismantledVehicle = dismantledVehicleSchema.extend({
  ...stored,
  status: z.enum(DISMANTLED_STATUSES),
  dateAcquired: z.iso.datetime(),
});
const staffRetailVehicle = retailVehicleSchema.extend({
  ...stored,
  status: z.enum(RETAIL_STATUSES),
  dateAcquired: z.iso.datetime(),
});
const dismantledVehicle = staffDismantledVehicle.omit({ notes: true });
const retailVehicle = staffRetailVehicle.omit({ notes: true });

const error = z.object({
  error: z.string(),
  fields: z.record(z.string(), z.array(z.string())).optional(),
  retryAfter: z.number().int().optional(),
});

/** Bodies that are sent; each is the very schema that judges them. */
export const bodies = {
  DismantledVehicleBody: dismantledVehicleSchema,
  RetailVehicleBody: retailVehicleSchema,
  PartRequestBody: partRequestSchema,
  PartRequestUpdate: partRequestUpdateSchema,
  RepairRequestBody: repairRequestSchema,
  RepairRequestUpdate: repairRequestUpdateSchema,
  VinBody: vinStepSchema,
  SignInBody: signInSchema,
} satisfies Record<string, z.ZodType>;

/** What is answered. */
export const records = {
  DismantledVehicle: dismantledVehicle,
  DismantledVehicles: z.array(dismantledVehicle),
  StaffDismantledVehicle: staffDismantledVehicle,
  StaffDismantledVehicles: z.array(staffDismantledVehicle),
  RetailVehicle: retailVehicle,
  RetailVehicles: z.array(retailVehicle),
  StaffRetailVehicle: staffRetailVehicle,
  StaffRetailVehicles: z.array(staffRetailVehicle),
  VehicleData: z.object({
    retailVehicles: z.array(retailVehicle),
    dismantledVehicles: z.array(dismantledVehicle),
    page: z
      .object({
        total: z.number().int(),
        all: z.number().int(),
        page: z.number().int(),
        pages: z.number().int(),
        makes: z.array(
          z.object({
            make: z.string(),
            count: z.number().int(),
            models: z.array(z.object({ model: z.string(), count: z.number().int() })),
          }),
        ),
      })
      .optional(),
  }),
  PartRequest: partRequestRecordSchema,
  PartRequests: z.array(partRequestRecordSchema),
  RepairRequest: repairRequestRecordSchema,
  RepairRequests: z.array(repairRequestRecordSchema),
  VinDecode: z.object({
    vehicleInfo: vehicleInfoSchema.required({ year: true, make: true, model: true }),
    ...inventory,
  }),
  VinProblem: error.extend({
    vehicleInfo: vehicleInfoSchema.optional(),
    inInventory: inventory.inInventory.optional(),
    inventoryType: inventory.inventoryType.optional(),
  }),
  Picture: z.object({ url: z.string(), public_id: z.string() }),
  Session: z.object({ accessToken: z.string(), user: staffMember }),
  Verified: z.object({ valid: z.literal(true), user: staffMember }),
  NotVerified: z.object({ valid: z.literal(false), error: z.string() }),
  LoggedOut: z.object({ success: z.literal(true) }),
  Error: error,
} satisfies Record<string, z.ZodType>;

export type BodyName = keyof typeof bodies;
export type RecordName = keyof typeof records;
