import { defineCollection } from "~/collections/collection";
import type { FieldsOf, PublicRecordOf, RecordOf } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { day } from "~/collections/fields/day";
import { longText } from "~/collections/fields/long-text";
import { text } from "~/collections/fields/text";
import { yesOrNo } from "~/collections/fields/yes-or-no";
import { firstPicture, pictures } from "~/pictures/field";
import type { ImageCount } from "~/pictures/images";
import { MAX_VEHICLE_TEXT_LENGTH } from "~/vin/validate";
import {
  DISMANTLED_DRIVE_TYPE_LABELS,
  DISMANTLED_STATUS_LABELS,
  DISMANTLED_TRANSMISSION_LABELS,
  DISPOSITION_LABELS,
  PUBLIC_DISMANTLED_STATUSES,
} from "./dismantled";
import { mileage, modelYear, stockNumber, VIN_OF_YEAR, vin } from "./fields";
import { pickSorts, staffVehicleName, VEHICLE_IMPORT_NOTES } from "./inventory";

/** The cars in the yard. */
export const DISMANTLED_VEHICLES = defineCollection({
  kind: "dismantled",
  recordKind: "dismantledVehicle",
  table: "dismantledVehicles",
  path: "/admin/dismantled-vehicles",
  noun: "vehicle",
  titles: {
    add: "Add New Dismantled Vehicle",
    edit: "Edit Vehicle",
    one: "Dismantled vehicle",
    many: "Dismantled vehicles",
  },
  nameOf: staffVehicleName,
  deleteQuestion: "Are you sure you want to delete this vehicle?",
  failed: (message) => [`Failed to save vehicle: ${message}`],
  fields: {
    images: pictures("Vehicle Image", { public: "page" }),
    imageUrl: firstPicture({ public: "card" }),
    stockNumber: stockNumber({ public: "card" }),
    vin: vin({ public: "page" }),
    year: modelYear({ required: "Year is required", public: "card" }),
    make: text("Make", { required: "Make is required", public: "card" }),
    model: text("Model", { required: "Model is required", public: "card" }),
    // A VIN decode may return longer text than staff would type.
    trim: text("Trim", { max: MAX_VEHICLE_TEXT_LENGTH, public: "card" }),
    mileage: mileage({ required: "Mileage is required", mayLack: true, public: "card" }),
    dateAcquired: day("Date Acquired", {
      required: "Date acquired is required",
      startsToday: true,
      public: "card",
    }),
    status: choice("Status", DISMANTLED_STATUS_LABELS, {
      default: "Awaiting Dismantle",
      isAsked: true,
      public: "card",
    }),
    exteriorColor: text("Exterior Color", { public: "page" }),
    interiorColor: text("Interior Color", { public: "page" }),
    transmission: choice("Transmission", DISMANTLED_TRANSMISSION_LABELS, { public: "card" }),
    engineType: text("Engine Type", { shortLabel: "Engine", max: MAX_VEHICLE_TEXT_LENGTH, public: "card" }),
    driveType: choice("Drive Type", DISMANTLED_DRIVE_TYPE_LABELS, { public: "card" }),
    notes: longText("Notes", { longLabel: "Notes for staff", hint: "Never shown on the public site." }),
    obtainedFrom: text("Obtained From", {
      hint: "The person or business. For the monthly report only; never shown on the public site.",
    }),
    disposition: choice("Disposition", DISPOSITION_LABELS, {
      placeholder: "Still here",
      hint: "Once it has left, set the status to Scrapped too: until then the public site shows it.",
      message: "Please select what became of it",
    }),
    dispositionDate: day("Disposition Date"),
    disposedTo: text("Disposed To", { hint: "Who bought it or took it." }),
    intendedForExport: yesOrNo("Intended for Export"),
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
  // The seller of a car that was bought.
  restricted: { obtainedFrom: "purchases" },
  forgets: ["obtainedFrom", "disposedTo"],
  rules: [VIN_OF_YEAR],
  search: { tells: ["status", "mileage", "exteriorColor", "vin"] },
  importNotes: VEHICLE_IMPORT_NOTES,
  list: {
    path: "/admin",
    title: "Dismantled Vehicle Inventory",
    nouns: ["vehicle", "vehicles"],
    searchLabel: "Search by stock #, VIN, make or model",
    emptyText: "No dismantled vehicles found. Add one to get started.",
    sorts: pickSorts("newest", "oldest", "stock-number", "year-new", "year-old", "make"),
    bulkNote:
      "Parts from a vehicle stay for sale when it's scrapped or deleted, and keep what is known about it.",
  },
  api: {
    tag: "vehicles",
    bodyNote:
      "An imported vehicle without a VIN or a mileage may be changed without them; its `vin` is empty, and `mileage` is left out.",
  },
  shown: { list: PUBLIC_DISMANTLED_STATUSES, page: PUBLIC_DISMANTLED_STATUSES },
});

type DismantledFields = (typeof DISMANTLED_VEHICLES)["fields"];

/** The editable fields. */
export type DismantledVehicleFields = FieldsOf<DismantledFields>;
/** A car in the yard as the API returns it to staff. */
export type DismantledVehicle = RecordOf<DismantledFields>;
/** A car in the yard as the public sees it. */
export type PublicDismantledVehicle = PublicRecordOf<DismantledFields>;
/** What a card in a list shows. */
export type DismantledCardVehicle = PublicRecordOf<DismantledFields, "card"> &
  ImageCount & { onShelf?: OnShelf | undefined };

/** The parts from a car that are for sale, and the lowest of their prices, in dollars, where any has one. */
export interface OnShelf {
  count: number;
  lowestPrice?: number | undefined;
}
