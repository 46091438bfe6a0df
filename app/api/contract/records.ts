import { z } from "zod";
import { signInSchema } from "~/accounts/administrator";
import { BOOK_WAYS, BOOK_WHAT, MAJOR_PARTS } from "~/book/book";
import { COLLECTIONS } from "~/collections";
import { type Collection, publicFields } from "~/collections/collection";
import { bodySchema, recordSchema } from "~/collections/schema";
import { COST_KIND_NAMES, COST_PAID_BY_NAMES } from "~/costs/costs";
import { matchSchema } from "~/interchange/match";
import { vehicleInquirySchema } from "~/requests/inquiry-schema";
import { REQUEST_KINDS } from "~/requests/kinds";
import { requestUpdateSchema } from "~/requests/note";
import { offeredCarSchema } from "~/requests/offered-car-schema";
import { PART_REQUESTS } from "~/requests/part-requests";
import { repairRequestSchema } from "~/requests/repair-schema";
import type { RequestCollection } from "~/requests/request";
import { accountPaymentBody } from "~/sales/account-schema";
import { returnSchema } from "~/sales/return-schema";
import { saleSchema, voidSchema } from "~/sales/sale-schema";
import { keysOf } from "~/values/query-params";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { vehicleInfoSchema, vinDecodeSchema } from "~/vin/schema";

/* The API's request bodies and response records, built from the schemas that validate them. */

const staffMember = z.object({ _id: z.string(), username: z.string() });
const inventory = {
  inInventory: z.boolean(),
  inventoryType: z.enum(["dismantled", "retail"]).nullable(),
};

const collectionSchemas = new Map<Collection, Record<"staff" | "visible", z.ZodObject>>();

const { visible: dismantledVehicle } = schemasOf(DISMANTLED_VEHICLES);
const { visible: retailVehicle } = schemasOf(RETAIL_VEHICLES);

/** The private link to the customer's own page, for 30 days; a path where the site does not know its public URL. */
const customerLink = { customerUrl: z.string() };

const error = z.object({
  error: z.string(),
  fields: z.record(z.string(), z.array(z.string())).optional(),
  retryAfter: z.number().int().optional(),
});

const bookLine = z.object({
  line: z.number().int(),
  ...{ previousHash: z.string(), hash: z.string(), at: z.iso.datetime(), day: z.iso.date() },
  direction: z.enum(["in", "out"]),
  ...{ recordKind: z.string(), recordId: z.string() },
  ...{ corrects: z.number().int().optional(), by: z.string().optional() },
  content: z.object({
    ...{ what: z.enum(keysOf(BOOK_WHAT)), way: z.enum(keysOf(BOOK_WAYS)), on: z.iso.date() },
    ...{ name: z.string(), quantity: z.number().int().optional(), stockNumber: z.string().optional() },
    ...{ vin: z.string().optional(), odometer: z.number().int().optional() },
    party: z
      .object({ name: z.string(), address: z.string().optional(), number: z.string().optional() })
      .optional(),
    ...{ title: z.string().optional(), formNumber: z.string().optional() },
    catalyticConverters: z.enum(keysOf(MAJOR_PARTS)).optional(),
    airBags: z.enum(keysOf(MAJOR_PARTS)).optional(),
    ...{ reason: z.string().optional(), isVoid: z.boolean().optional() },
  }),
});

const cost = z.object({
  ...{ _id: z.string(), vehicleKind: z.enum(["dismantled", "retail"]), vehicleId: z.string() },
  ...{ kind: z.enum(COST_KIND_NAMES), isIncome: z.boolean(), on: z.iso.date(), amount: z.number() },
  ...{
    party: z.string().optional(),
    paidBy: z.enum(COST_PAID_BY_NAMES).optional(),
    note: z.string().optional(),
  },
  ...{ createdAt: z.iso.datetime(), createdBy: z.string().optional() },
});

/** The body of a 412. */
const changed = <Record extends z.ZodType>(current: Record) => z.object({ error: z.string(), current });

const newRequests: Record<RequestCollection["recordKind"], z.ZodType> = {
  partRequest: bodySchema(PART_REQUESTS),
  repairRequest: repairRequestSchema,
  vehicleInquiry: vehicleInquirySchema,
  offeredCar: offeredCarSchema,
};

/** Request bodies; each is the schema that validates it. */
export const bodies = {
  ...Object.fromEntries(
    COLLECTIONS.filter(({ isWrittenBySubject }) => !isWrittenBySubject).map((collection) => [
      `${schemaNameOf(collection)}Body`,
      bodySchema(collection),
    ]),
  ),
  ...Object.assign({}, ...REQUEST_KINDS.map(requestBodiesOf)),
  SaleBody: saleSchema,
  VoidBody: voidSchema,
  TakeBackBody: returnSchema,
  // Which day it is changes nothing of what a body looks like.
  AccountPaymentBody: accountPaymentBody("2026-12-31"),
  VinBody: vinDecodeSchema,
  SignInBody: signInSchema,
} satisfies Record<string, z.ZodType>;

/** Response bodies. */
export const records = {
  ...Object.assign({}, ...COLLECTIONS.map(recordsOf)),
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
  ...Object.assign({}, ...REQUEST_KINDS.map(requestRecordsOf)),
  BookLine: bookLine,
  BookLines: z.array(bookLine),
  Cost: cost,
  Costs: z.array(cost),
  Matches: z.array(matchSchema),
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
  SearchGroups: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      hits: z.array(z.object({ _id: z.string(), path: z.string(), title: z.string(), note: z.string() })),
      more: z.string().optional(),
    }),
  ),
  Picture: z.object({ url: z.string(), public_id: z.string() }),
  Session: z.object({ accessToken: z.string(), user: staffMember }),
  Verified: z.object({ valid: z.literal(true), user: staffMember }),
  NotVerified: z.object({ valid: z.literal(false), error: z.string() }),
  LoggedOut: z.object({ success: z.literal(true) }),
  Error: error,
} satisfies Record<string, z.ZodType>;

/** What the schemas of a collection are called: `RetailVehicle`, `StaffRetailVehicle`, `RetailVehicleBody`. */
export function schemaNameOf({ recordKind }: Pick<Collection, "recordKind">): string {
  return recordKind.charAt(0).toUpperCase() + recordKind.slice(1);
}

/** A collection's records as staff get them, one at a time, in lists and in a 412, and as the public does if it sees any. */
function recordsOf(collection: Collection): Record<string, z.ZodType> {
  const name = schemaNameOf(collection);
  const { staff, visible } = schemasOf(collection);
  return {
    ...(collection.shown ? { [name]: visible, [`${name}s`]: z.array(visible) } : {}),
    [`Staff${name}`]: staff,
    [`Staff${name}s`]: z.array(staff),
    ...(collection.isAddedElsewhere ? {} : { [`Changed${name}`]: changed(staff) }),
  };
}

/** The name of the schema of a list of requests: `VehicleInquiries`. */
export function requestListNameOf({ nouns: [, several] }: Pick<RequestCollection, "nouns">): string {
  return several.replace(/ (.)/g, (_, first: string) => first.toUpperCase());
}

function requestBodiesOf(kind: RequestCollection): Record<string, z.ZodType> {
  const name = schemaNameOf(kind);
  return { [`${name}Body`]: newRequests[kind.recordKind], [`${name}Update`]: requestUpdateSchema(kind) };
}

function requestRecordsOf(kind: RequestCollection): Record<string, z.ZodType> {
  const name = schemaNameOf(kind);
  const record = recordSchema(kind);
  return {
    [name]: record,
    [`Created${name}`]: record.extend(customerLink),
    [requestListNameOf(kind)]: z.array(record),
    [`Changed${name}`]: changed(record),
  };
}

/** Made once for a collection, because the description refers to a schema that is the same object. */
function schemasOf(collection: Collection) {
  const known = collectionSchemas.get(collection);
  if (known) return known;
  const staff = recordSchema(collection);
  const made = { staff, visible: staff.pick(maskOf(publicFields(collection, "page"))) };
  collectionSchemas.set(collection, made);
  return made;
}

/** These names, as zod picks fields by them. */
function maskOf(names: readonly string[]): Record<string, true> {
  return Object.fromEntries(names.map((name) => [name, true]));
}
