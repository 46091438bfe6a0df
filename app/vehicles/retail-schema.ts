import { z } from "zod";
import type { VehicleImage } from "~/pictures/image-rows";
import { dollarsSchema } from "~/values/money";
import { MAX_LINE_LENGTH, normalizeLine } from "~/values/normalize";
import { optionalLine, optionalMessage } from "~/values/text";
import type { IsoDay } from "~/values/typed-date";
import { type ItemForm, toOptions } from "./form";
import type { ImageCount } from "./images";
import {
  CONDITION_LABELS,
  CONDITIONS,
  FUEL_TYPE_LABELS,
  FUEL_TYPES,
  MAX_FEATURES,
  PRICE_MAX,
  RETAIL,
  RETAIL_DRIVE_TYPE_LABELS,
  RETAIL_DRIVE_TYPES,
  RETAIL_STATUS_LABELS,
  RETAIL_STATUSES,
  RETAIL_TRANSMISSION_LABELS,
  RETAIL_TRANSMISSIONS,
} from "./retail";
import {
  commonFields,
  commonFormFields,
  daySchema,
  imagesFormSchema,
  mileageSchema,
  missingFields,
  orOmitted,
  typedDaySchema,
  withVinOfYear,
  yearSchema,
} from "./schema";

const PRICE_MESSAGE = "Please enter a valid price";
const FEATURES_MESSAGE = "Please enter one feature per line";

const priceSchema = dollarsSchema(PRICE_MESSAGE, { min: 0, max: PRICE_MAX });

/** An array in the API, one feature per line in a form. Errors apply to the whole field. */
const featuresSchema = z
  .preprocess(
    (value) => (typeof value === "string" ? value.split("\n") : (value ?? [])),
    z
      .array(z.string(FEATURES_MESSAGE).transform(normalizeLine), FEATURES_MESSAGE)
      .transform((features) => features.filter(Boolean))
      .pipe(
        z
          .array(z.string())
          .max(MAX_FEATURES, `Please enter at most ${MAX_FEATURES} features`)
          .refine(
            (features) => features.every((feature) => feature.length <= MAX_LINE_LENGTH),
            `Please use at most ${MAX_LINE_LENGTH} characters for each feature`,
          ),
      ),
  )
  .prefault([]);

/** The editable fields. Only stock number and VIN are required. */
export const retailFieldsSchema = z.object({
  ...commonFields,
  year: orOmitted(yearSchema()),
  make: optionalLine(),
  model: optionalLine(),
  mileage: orOmitted(mileageSchema()),
  price: orOmitted(priceSchema),
  transmission: orOmitted(z.enum(RETAIL_TRANSMISSIONS, "Please select a transmission")),
  driveType: orOmitted(z.enum(RETAIL_DRIVE_TYPES, "Please select a drive type")),
  fuelType: orOmitted(z.enum(FUEL_TYPES, "Please select a fuel type")),
  condition: orOmitted(z.enum(CONDITIONS, "Please select a condition")),
  status: orOmitted(z.enum(RETAIL_STATUSES, "Please select a status"))
    .transform((status) => status ?? "available")
    .pipe(z.enum(RETAIL_STATUSES)),
  features: featuresSchema,
  description: optionalMessage(),
  dateAcquired: orOmitted(daySchema),
});

/** The same, as an API body. */
export const retailVehicleSchema = retailBodySchema();

/** The API body of a vehicle that lacks these required fields. */
export function retailBodySchema(lacks: readonly string[] = []) {
  return withVinOfYear(retailFieldsSchema.extend(missingFields(lacks)));
}

export type RetailVehicleFields = z.output<typeof retailFieldsSchema>;

/** A retail vehicle as the API returns it to staff. A missing acquisition date has been filled in. */
export type RetailVehicle = RetailVehicleFields & {
  _id: string;
  createdAt: string;
  /** Its version, which every change of it raises. */
  updatedAt: string;
  dateAcquired: string;
  images: VehicleImage[];
};

/** The fields of a retail vehicle that the public sees. */
export const RETAIL_PUBLIC_FIELDS = [
  "_id",
  "stockNumber",
  "vin",
  "year",
  "make",
  "model",
  "trim",
  "mileage",
  "dateAcquired",
  "price",
  "condition",
  "status",
  "exteriorColor",
  "interiorColor",
  "transmission",
  "engineType",
  "driveType",
  "fuelType",
  "features",
  "description",
  "imageUrl",
  "images",
  "createdAt",
] as const satisfies (keyof RetailVehicle)[];

/** A retail vehicle as the public sees it. */
export type PublicRetailVehicle = Pick<RetailVehicle, (typeof RETAIL_PUBLIC_FIELDS)[number]>;

/** What a card in a list shows. Without the two long fields, a page of 24 cards is much smaller. */
export type RetailCardVehicle = Omit<PublicRetailVehicle, "description" | "features" | "images"> & ImageCount;

/** The editable fields, as in a form, where the date is typed. */
export function retailFormSchema(today: IsoDay, lacks: readonly string[] = []) {
  return withVinOfYear(
    retailFieldsSchema.extend({
      images: imagesFormSchema,
      dateAcquired: orOmitted(typedDaySchema(today)),
      ...missingFields(lacks),
    }),
  );
}

/** The form of a retail vehicle. */
export const RETAIL_FORM: ItemForm<RetailVehicleFields> = {
  kind: RETAIL.kind,
  list: RETAIL.list.path,
  titles: { add: "Add New Retail Vehicle", edit: "Edit Retail Vehicle" },
  noun: RETAIL.noun,
  fields: {
    images: commonFormFields.images,
    stockNumber: commonFormFields.stockNumber,
    vin: commonFormFields.vin,
    year: { label: "Year", input: "integer", optional: true },
    make: { label: "Make", input: "short", optional: true },
    model: { label: "Model", input: "short", optional: true },
    trim: commonFormFields.trim,
    mileage: { label: "Mileage", input: "integer", optional: true, unit: "miles" },
    dateAcquired: { label: "Date Acquired", input: "date", optional: true },
    price: { label: "Price", input: "decimal", optional: true, unit: "dollars" },
    condition: {
      label: "Condition",
      input: "select",
      optional: true,
      options: toOptions(CONDITION_LABELS),
      placeholder: "Not specified",
    },
    status: { label: "Status", input: "select", options: toOptions(RETAIL_STATUS_LABELS) },
    exteriorColor: commonFormFields.exteriorColor,
    interiorColor: commonFormFields.interiorColor,
    transmission: {
      label: "Transmission",
      input: "select",
      optional: true,
      options: toOptions(RETAIL_TRANSMISSION_LABELS),
      placeholder: "Not specified",
    },
    engineType: commonFormFields.engineType,
    driveType: {
      label: "Drive Type",
      input: "select",
      optional: true,
      options: toOptions(RETAIL_DRIVE_TYPE_LABELS),
      placeholder: "Not specified",
    },
    fuelType: {
      label: "Fuel Type",
      input: "select",
      optional: true,
      options: toOptions(FUEL_TYPE_LABELS),
      placeholder: "Not specified",
    },
    features: { label: "Features", input: "long", optional: true, hint: "One per line." },
    description: {
      label: "Description",
      input: "long",
      optional: true,
      hint: "Buyers see this on the vehicle's page.",
    },
    notes: commonFormFields.notes,
  },
  sections: [
    {
      title: "Basic Information",
      rows: [
        { fields: ["stockNumber"] },
        { fields: ["vin"] },
        { fields: ["year", "make", "model", "trim", "mileage", "dateAcquired"], inPairs: true },
      ],
    },
    {
      title: "Price and Condition",
      rows: [{ fields: ["price", "condition"], inPairs: true }, { fields: ["status"] }],
    },
    {
      title: "Vehicle Details",
      rows: [
        { fields: ["exteriorColor", "interiorColor"], inPairs: true },
        { fields: ["transmission", "engineType", "driveType", "fuelType"] },
      ],
    },
    { title: "Vehicle Image", rows: [{ fields: ["images"] }] },
    {
      title: "Features and Description",
      rows: [{ fields: ["features"] }, { fields: ["description"] }],
    },
    { title: "Notes", rows: [{ fields: ["notes"] }] },
  ],
  defaults: { status: "available" },
  mayLack: ["vin"],
  schema: retailFormSchema,
  failed: (message) => ["An error occurred while saving the vehicle", message],
};
