import { z } from "zod";
import type { VehicleImage } from "~/pictures/image-rows";
import { optionalLine, requiredLine } from "~/values/text";
import type { IsoDay } from "~/values/typed-date";
import {
  DISMANTLED,
  DISMANTLED_DRIVE_TYPE_LABELS,
  DISMANTLED_DRIVE_TYPES,
  DISMANTLED_STATUS_LABELS,
  DISMANTLED_STATUSES,
  DISMANTLED_TRANSMISSION_LABELS,
  DISMANTLED_TRANSMISSIONS,
  DISPOSITION_LABELS,
  DISPOSITIONS,
} from "./dismantled";
import { type ItemForm, toOptions } from "./form";
import type { ImageCount } from "./images";
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
  yesOrNoSchema,
} from "./schema";

/** The editable fields. */
export const dismantledFieldsSchema = z.object({
  ...commonFields,
  year: yearSchema("Year is required"),
  make: requiredLine("Make is required"),
  model: requiredLine("Model is required"),
  mileage: mileageSchema("Mileage is required"),
  dateAcquired: daySchema,
  status: z.enum(DISMANTLED_STATUSES, "Please select a status").default("Awaiting Dismantle"),
  transmission: orOmitted(z.enum(DISMANTLED_TRANSMISSIONS, "Please select a transmission")),
  driveType: orOmitted(z.enum(DISMANTLED_DRIVE_TYPES, "Please select a drive type")),
  obtainedFrom: optionalLine(),
  disposition: orOmitted(z.enum(DISPOSITIONS, "Please select what became of it")),
  dispositionDate: orOmitted(daySchema),
  disposedTo: optionalLine(),
  intendedForExport: orOmitted(yesOrNoSchema),
});

/** The same, as an API body. */
export const dismantledVehicleSchema = dismantledBodySchema();

/** The API body of a vehicle that lacks these required fields. */
export function dismantledBodySchema(lacks: readonly string[] = []) {
  return withVinOfYear(dismantledFieldsSchema.extend(missingFields(lacks)));
}

/** An imported vehicle's mileage may be unknown. */
export type DismantledVehicleFields = Omit<z.output<typeof dismantledFieldsSchema>, "mileage"> & {
  mileage?: number | undefined;
};

/** A dismantled vehicle as the API returns it to staff. */
export type DismantledVehicle = DismantledVehicleFields & {
  _id: string;
  createdAt: string;
  /** Its version, which every change of it raises. */
  updatedAt: string;
  images: VehicleImage[];
};

/** The fields of a dismantled vehicle that the public sees. */
export const DISMANTLED_PUBLIC_FIELDS = [
  "_id",
  "stockNumber",
  "vin",
  "year",
  "make",
  "model",
  "trim",
  "mileage",
  "dateAcquired",
  "status",
  "exteriorColor",
  "interiorColor",
  "transmission",
  "engineType",
  "driveType",
  "imageUrl",
  "images",
  "createdAt",
] as const satisfies (keyof DismantledVehicle)[];

/** A dismantled vehicle as the public sees it. */
export type PublicDismantledVehicle = Pick<DismantledVehicle, (typeof DISMANTLED_PUBLIC_FIELDS)[number]>;

/** What a card in a list shows. */
export type DismantledCardVehicle = Omit<
  PublicDismantledVehicle,
  "vin" | "exteriorColor" | "interiorColor" | "createdAt" | "images"
> &
  ImageCount;

/** The editable fields, as in a form, where the date is typed. */
export function dismantledFormSchema(today: IsoDay, lacks: readonly string[] = []) {
  return withVinOfYear(
    dismantledFieldsSchema.extend({
      images: imagesFormSchema,
      dateAcquired: typedDaySchema(today),
      dispositionDate: orOmitted(typedDaySchema(today)),
      ...missingFields(lacks),
    }),
  );
}

/** The form of a dismantled vehicle. */
export const DISMANTLED_FORM: ItemForm<DismantledVehicleFields> = {
  kind: DISMANTLED.kind,
  list: DISMANTLED.list.path,
  titles: { add: "Add New Dismantled Vehicle", edit: "Edit Vehicle" },
  noun: DISMANTLED.noun,
  fields: {
    images: commonFormFields.images,
    stockNumber: commonFormFields.stockNumber,
    vin: commonFormFields.vin,
    year: { label: "Year", input: "integer" },
    make: { label: "Make", input: "short" },
    model: { label: "Model", input: "short" },
    trim: commonFormFields.trim,
    mileage: { label: "Mileage", input: "integer", unit: "miles" },
    dateAcquired: { label: "Date Acquired", input: "date" },
    status: { label: "Status", input: "select", options: toOptions(DISMANTLED_STATUS_LABELS) },
    exteriorColor: commonFormFields.exteriorColor,
    interiorColor: commonFormFields.interiorColor,
    transmission: {
      label: "Transmission",
      input: "select",
      optional: true,
      options: toOptions(DISMANTLED_TRANSMISSION_LABELS),
      placeholder: "Not specified",
    },
    engineType: commonFormFields.engineType,
    driveType: {
      label: "Drive Type",
      input: "select",
      optional: true,
      options: toOptions(DISMANTLED_DRIVE_TYPE_LABELS),
      placeholder: "Not specified",
    },
    notes: commonFormFields.notes,
    obtainedFrom: {
      label: "Obtained From",
      input: "short",
      optional: true,
      hint: "The person or business. For the monthly report only; never shown on the public site.",
    },
    disposition: {
      label: "Disposition",
      input: "select",
      optional: true,
      options: toOptions(DISPOSITION_LABELS),
      placeholder: "Still here",
    },
    dispositionDate: { label: "Disposition Date", input: "date", optional: true },
    disposedTo: {
      label: "Disposed To",
      input: "short",
      optional: true,
      hint: "Who bought it or took it.",
    },
    intendedForExport: {
      label: "Intended for Export",
      input: "select",
      optional: true,
      options: toOptions({ false: "No", true: "Yes" }),
      placeholder: "Not specified",
    },
  },
  sections: [
    {
      title: "Basic Information",
      rows: [
        { fields: ["stockNumber"] },
        { fields: ["vin"] },
        { fields: ["year", "make", "model", "trim", "mileage", "dateAcquired"], inPairs: true },
        { fields: ["status"] },
      ],
    },
    {
      title: "Vehicle Details",
      rows: [
        { fields: ["exteriorColor", "interiorColor"], inPairs: true },
        { fields: ["transmission", "engineType", "driveType"] },
      ],
    },
    { title: "Vehicle Image", rows: [{ fields: ["images"] }] },
    { title: "Notes", rows: [{ fields: ["notes"] }] },
    {
      title: "NMVTIS Report",
      rows: [
        { fields: ["obtainedFrom"] },
        { fields: ["disposition"] },
        { fields: ["dispositionDate"] },
        { fields: ["disposedTo"] },
        { fields: ["intendedForExport"] },
      ],
    },
  ],
  defaults: { status: "Awaiting Dismantle" },
  mayLack: ["vin", "mileage"],
  schema: dismantledFormSchema,
  failed: (message) => [`Failed to save vehicle: ${message}`],
};
