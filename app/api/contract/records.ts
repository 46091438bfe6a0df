import { z } from "zod";
import { signInSchema } from "~/accounts/administrator";
import { type Collection, publicFields } from "~/collections/collection";
import { bodySchema, recordSchema } from "~/collections/schema";
import { PARTS } from "~/parts/parts";
import { vehicleInquirySchema } from "~/requests/inquiry-schema";
import { REQUEST_KINDS } from "~/requests/kinds";
import { requestUpdateSchema } from "~/requests/note";
import { PART_REQUESTS } from "~/requests/part-requests";
import { repairRequestSchema } from "~/requests/repair-schema";
import type { RequestCollection } from "~/requests/request";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { vehicleInfoSchema, vinDecodeSchema } from "~/vin/schema";

/* The API's request bodies and response records, built from the schemas that validate them. */

const staffMember = z.object({ _id: z.string(), username: z.string() });
const inventory = {
  inInventory: z.boolean(),
  inventoryType: z.enum(["dismantled", "retail"]).nullable(),
};

const [staffDismantledVehicle, dismantledVehicle] = schemasOf(DISMANTLED_VEHICLES);
const [staffRetailVehicle, retailVehicle] = schemasOf(RETAIL_VEHICLES);
const [staffPart, part] = schemasOf(PARTS);

/** The private link to the customer's own page, for 30 days; a path where the site does not know its public URL. */
const customerLink = { customerUrl: z.string() };

const error = z.object({
  error: z.string(),
  fields: z.record(z.string(), z.array(z.string())).optional(),
  retryAfter: z.number().int().optional(),
});

/** The body of a 412. */
const changed = <Record extends z.ZodType>(current: Record) => z.object({ error: z.string(), current });

type RequestName = "PartRequest" | "RepairRequest" | "VehicleInquiry";

const newRequest: Record<RequestCollection["recordKind"], z.ZodType> = {
  partRequest: bodySchema(PART_REQUESTS),
  repairRequest: repairRequestSchema,
  vehicleInquiry: vehicleInquirySchema,
};

const requestBodies = Object.fromEntries(
  REQUEST_KINDS.flatMap((kind): [string, z.ZodType][] => {
    const [name] = requestNames(kind);
    return [
      [`${name}Body`, newRequest[kind.recordKind]],
      [`${name}Update`, requestUpdateSchema(kind)],
    ];
  }),
) as Record<`${RequestName}${"Body" | "Update"}`, z.ZodType>;

const requestRecords = Object.fromEntries(
  REQUEST_KINDS.flatMap((kind) => {
    const [one, several] = requestNames(kind);
    const record = recordSchema(kind);
    return [
      [one, record],
      [`Created${one}`, record.extend(customerLink)],
      [several, z.array(record)],
      [`Changed${one}`, changed(record)],
    ];
  }),
) as Record<
  `${"" | "Created" | "Changed"}${RequestName}` | "PartRequests" | "RepairRequests" | "VehicleInquiries",
  z.ZodType
>;

/** Request bodies; each is the schema that validates it. */
export const bodies = {
  DismantledVehicleBody: bodySchema(DISMANTLED_VEHICLES),
  RetailVehicleBody: bodySchema(RETAIL_VEHICLES),
  PartBody: bodySchema(PARTS),
  ...requestBodies,
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
        .partial(maskOf(["features", "images"]))
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
  ...requestRecords,
  ChangedDismantledVehicle: changed(staffDismantledVehicle),
  ChangedRetailVehicle: changed(staffRetailVehicle),
  ChangedPart: changed(staffPart),
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

/** What one and several of a kind are called: `PartRequest`, `PartRequests`. */
export function requestNames({ nouns }: Pick<RequestCollection, "nouns">) {
  return nouns.map((noun) => noun.replace(/ (.)/g, (_, first: string) => first.toUpperCase())) as [
    RequestName,
    "PartRequests" | "RepairRequests" | "VehicleInquiries",
  ];
}

/** A record as staff get it, and as the public does. */
function schemasOf(collection: Collection) {
  const staff = recordSchema(collection);
  return [staff, staff.pick(maskOf(publicFields(collection, "page")))] as const;
}

/** These names, as zod picks fields by them. */
function maskOf(names: readonly string[]): Record<string, true> {
  return Object.fromEntries(names.map((name) => [name, true]));
}
