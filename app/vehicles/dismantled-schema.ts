import { z } from "zod";
import type { VehicleImage } from "~/pictures/image-rows";
import { optionalLine, requiredLine } from "~/values/text";
import type { IsoDay } from "~/values/typed-date";
import {
  DISMANTLED,
  DISMANTLED_DRIVE_TYPE_LABELS,
  DISMANTLED_DRIVE_TYPES,
  type DISMANTLED_STAFF_FIELDS,
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
export const dismantledVehicleSchema = withVinOfYear(dismantledFieldsSchema);

export type DismantledVehicleFields = z.output<typeof dismantledFieldsSchema>;

/** A dismantled vehicle as the API returns it to staff. */
export type DismantledVehicle = DismantledVehicleFields & {
  _id: string;
  createdAt: string;
  images: VehicleImage[];
};

/** A dismantled vehicle as the public sees it, without what only staff may know. */
export type PublicDismantledVehicle = Omit<DismantledVehicle, (typeof DISMANTLED_STAFF_FIELDS)[number]>;

/** What a card in a list shows. */
export type DismantledCardVehicle = Omit<
  PublicDismantledVehicle,
  "vin" | "exteriorColor" | "interiorColor" | "createdAt" | "images"
> &
  ImageCount;

/** The editable fields, as in a form, where the date is typed (specification, section 5). */
export function dismantledFormSchema(today: IsoDay) {
  return withVinOfYear(
    dismantledFieldsSchema.extend({
      images: imagesFormSchema,
      dateAcquired: typedDaySchema(today),
      dispositionDate: orOmitted(typedDaySchema(today)),
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
    notes: commonFormFields.notes,
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
    { title: "Notes", rows: [{ fields: ["notes"] }] },
  ],
  defaults: { status: "Awaiting Dismantle" },
  schema: dismantledFormSchema,
  failed: (message) => [`Failed to save vehicle: ${message}`],
};
