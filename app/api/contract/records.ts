import { z } from "zod";
import { signInSchema } from "~/accounts/administrator";
import { GRADES } from "~/parts/grade";
import { PART_STATUSES } from "~/parts/part";
import { PART_PUBLIC_FIELDS, partFieldsSchema, partSchema } from "~/parts/part-schema";
import {
  vehicleInquiryRecordSchema,
  vehicleInquirySchema,
  vehicleInquiryUpdateSchema,
} from "~/requests/inquiry-schema";
import { partRequestRecordSchema, partRequestSchema, partRequestUpdateSchema } from "~/requests/part-schema";
import {
  repairRequestRecordSchema,
  repairRequestSchema,
  repairRequestUpdateSchema,
} from "~/requests/repair-schema";
import { DISMANTLED_STATUSES } from "~/vehicles/dismantled";
import {
  DISMANTLED_PUBLIC_FIELDS,
  dismantledFieldsSchema,
  dismantledVehicleSchema,
} from "~/vehicles/dismantled-schema";
import { RETAIL_STATUSES } from "~/vehicles/retail";
import { RETAIL_PUBLIC_FIELDS, retailFieldsSchema, retailVehicleSchema } from "~/vehicles/retail-schema";
import { imageRecordSchema } from "~/vehicles/schema";
import { vehicleInfoSchema, vinDecodeSchema } from "~/vin/schema";

/* The API's request bodies and response records, built from the schemas that validate them. */

const stored = { _id: z.string().min(10), createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() };
const staffMember = z.object({ _id: z.string(), username: z.string() });
const inventory = {
  inInventory: z.boolean(),
  inventoryType: z.enum(["dismantled", "retail"]).nullable(),
};

// Empty for a vehicle that came from another program without one.
const storedVin = { vin: z.string() };

const staffDismantledVehicle = dismantledFieldsSchema.extend({
  ...stored,
  ...storedVin,
  // Missing where another program did not say.
  mileage: z.number().int().optional(),
  images: z.array(imageRecordSchema),
  status: z.enum(DISMANTLED_STATUSES),
  dateAcquired: z.iso.datetime(),
  dispositionDate: z.iso.datetime().optional(),
  intendedForExport: z.boolean().optional(),
});
const staffRetailVehicle = retailFieldsSchema.extend({
  ...stored,
  ...storedVin,
  images: z.array(imageRecordSchema),
  status: z.enum(RETAIL_STATUSES),
  dateAcquired: z.iso.datetime(),
});
const dismantledVehicle = staffDismantledVehicle.pick(maskOf(DISMANTLED_PUBLIC_FIELDS));
const retailVehicle = staffRetailVehicle.pick(maskOf(RETAIL_PUBLIC_FIELDS));

const staffPart = partFieldsSchema.extend({
  ...stored,
  entryId: z.string(),
  part: z.string(),
  donorId: z.string().optional(),
  year: z.number().int(),
  make: z.string(),
  model: z.string(),
  trim: z.string().optional(),
  vin: z.string().optional(),
  fits: z.array(z.object({ vehicle: z.string(), yearFrom: z.number().int(), yearTo: z.number().int() })),
  grade: z.enum(GRADES).optional(),
  damage: z.string().optional(),
  status: z.enum(PART_STATUSES),
  heldUntil: z.iso.datetime().optional(),
  heldRequestId: z.string().optional(),
  soldAt: z.iso.datetime().optional(),
  dateAcquired: z.iso.datetime(),
  images: z.array(imageRecordSchema),
});
const part = staffPart.pick(maskOf(PART_PUBLIC_FIELDS));

/** The private link to the customer's own page, for 30 days; a path where the site does not know its public URL. */
const customerLink = { customerUrl: z.string() };

const error = z.object({
  error: z.string(),
  fields: z.record(z.string(), z.array(z.string())).optional(),
  retryAfter: z.number().int().optional(),
});

/** The body of a 412. */
const changed = <Record extends z.ZodType>(current: Record) => z.object({ error: z.string(), current });

/** Request bodies; each is the schema that validates it. */
export const bodies = {
  DismantledVehicleBody: dismantledVehicleSchema,
  RetailVehicleBody: retailVehicleSchema,
  PartBody: partSchema,
  PartRequestBody: partRequestSchema,
  PartRequestUpdate: partRequestUpdateSchema,
  RepairRequestBody: repairRequestSchema,
  RepairRequestUpdate: repairRequestUpdateSchema,
  VehicleInquiryBody: vehicleInquirySchema,
  VehicleInquiryUpdate: vehicleInquiryUpdateSchema,
  VinBody: vinDecodeSchema,
  SignInBody: signInSchema,
} satisfies Record<string, z.ZodType>;

/** Response bodies. */
export const records = {
  DismantledVehicle: dismantledVehicle,
  DismantledVehicles: z.array(dismantledVehicle),
  StaffDismantledVehicle: staffDismantledVehicle,
  StaffDismantledVehicles: z.array(staffDismantledVehicle),
  RetailVehicle: retailVehicle,
  RetailVehicles: z.array(retailVehicle),
  StaffRetailVehicle: staffRetailVehicle,
  StaffRetailVehicles: z.array(staffRetailVehicle),
  Part: part,
  Parts: z.array(part),
  StaffPart: staffPart,
  StaffParts: z.array(staffPart),
  VehicleData: z.object({
    // With `fields=card` they have no features, and a count instead of their pictures.
    retailVehicles: z.array(
      retailVehicle
        .partial({ features: true, images: true })
        .extend({ imageCount: z.number().int().optional() }),
    ),
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
  CreatedPartRequest: partRequestRecordSchema.extend(customerLink),
  PartRequests: z.array(partRequestRecordSchema),
  RepairRequest: repairRequestRecordSchema,
  CreatedRepairRequest: repairRequestRecordSchema.extend(customerLink),
  RepairRequests: z.array(repairRequestRecordSchema),
  VehicleInquiry: vehicleInquiryRecordSchema,
  CreatedVehicleInquiry: vehicleInquiryRecordSchema.extend(customerLink),
  VehicleInquiries: z.array(vehicleInquiryRecordSchema),
  ChangedDismantledVehicle: changed(staffDismantledVehicle),
  ChangedRetailVehicle: changed(staffRetailVehicle),
  ChangedPart: changed(staffPart),
  ChangedPartRequest: changed(partRequestRecordSchema),
  ChangedRepairRequest: changed(repairRequestRecordSchema),
  ChangedVehicleInquiry: changed(vehicleInquiryRecordSchema),
  VinDecode: z.object({
    vehicleInfo: vehicleInfoSchema.required({ year: true, make: true, model: true }),
    ...inventory,
  }),
  VinProblem: error.extend({
    vehicleInfo: vehicleInfoSchema.optional(),
    possibleYears: z.array(z.number().int()).optional(),
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

/** A record as the API returns it. */
export type RecordOf<Name extends RecordName> = z.output<(typeof records)[Name]>;

/** These names, as zod picks fields by them. */
function maskOf<Name extends string>(names: readonly Name[]): Record<Name, true> {
  return Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>;
}
