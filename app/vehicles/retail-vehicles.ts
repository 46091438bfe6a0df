import { defineCollection } from "~/collections/collection";
import type { FieldsOf, PublicRecordOf, RecordOf } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { day } from "~/collections/fields/day";
import { lines } from "~/collections/fields/lines";
import { longText } from "~/collections/fields/long-text";
import { money } from "~/collections/fields/money";
import { text } from "~/collections/fields/text";
import { firstPicture, pictures } from "~/pictures/field";
import type { ImageCount } from "~/pictures/images";
import { MAX_VEHICLE_TEXT_LENGTH } from "~/vin/validate";
import { mileage, modelYear, stockNumber, VIN_OF_YEAR, vin } from "./fields";
import { pickSorts, staffVehicleName, VEHICLE_IMPORT_NOTES } from "./inventory";
import {
  CONDITION_LABELS,
  FUEL_TYPE_LABELS,
  MAX_FEATURES,
  PRICE_MAX,
  PUBLIC_RETAIL_FIELDS,
  PUBLIC_RETAIL_STATUSES,
  RETAIL_DRIVE_TYPE_LABELS,
  RETAIL_STATUS_LABELS,
  RETAIL_STATUSES,
  RETAIL_TRANSMISSION_LABELS,
} from "./retail";

/** The vehicles for sale. Only stock number and VIN are required. */
export const RETAIL_VEHICLES = defineCollection({
  kind: "retail",
  recordKind: "retailVehicle",
  table: "retailVehicles",
  path: "/admin/retail-vehicles",
  noun: "vehicle",
  titles: {
    add: "Add New Retail Vehicle",
    edit: "Edit Retail Vehicle",
    one: "Retail vehicle",
    many: "Retail vehicles",
  },
  nameOf: staffVehicleName,
  deleteQuestion: "Are you sure you want to delete this retail vehicle?",
  failed: (message) => ["An error occurred while saving the vehicle", message],
  fields: {
    images: pictures("Vehicle Image", { public: "page" }),
    imageUrl: firstPicture({ public: "card" }),
    stockNumber: stockNumber({ public: "card" }),
    vin: vin({ public: "card" }),
    year: modelYear({ public: "card" }),
    make: text("Make", { public: "card" }),
    model: text("Model", { public: "card" }),
    // A VIN decode may return longer text than staff would type.
    trim: text("Trim", { max: MAX_VEHICLE_TEXT_LENGTH, public: "card" }),
    mileage: mileage({ public: "card" }),
    dateAcquired: day("Date Acquired", { startsToday: true, public: "card" }),
    price: money("Price", { max: PRICE_MAX, public: "card" }),
    condition: choice("Condition", CONDITION_LABELS, { public: "card" }),
    status: choice("Status", RETAIL_STATUS_LABELS, { default: "available", public: "card" }),
    exteriorColor: text("Exterior Color", { public: "card" }),
    interiorColor: text("Interior Color", { public: "card" }),
    transmission: choice("Transmission", RETAIL_TRANSMISSION_LABELS, { public: "card" }),
    engineType: text("Engine Type", { shortLabel: "Engine", max: MAX_VEHICLE_TEXT_LENGTH, public: "card" }),
    driveType: choice("Drive Type", RETAIL_DRIVE_TYPE_LABELS, { public: "card" }),
    fuelType: choice("Fuel Type", FUEL_TYPE_LABELS, { shortLabel: "Fuel", public: "card" }),
    features: lines("Features", {
      nouns: ["feature", "features"],
      max: MAX_FEATURES,
      hint: "One per line.",
      public: "page",
    }),
    description: longText("Description", {
      hint: "Buyers see this on the vehicle's page.",
      public: "page",
    }),
    notes: longText("Notes", { longLabel: "Notes for staff", hint: "Never shown on the public site." }),
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
  rules: [VIN_OF_YEAR],
  search: { tells: ["status", "price", "mileage", "exteriorColor", "vin"] },
  importNotes: VEHICLE_IMPORT_NOTES,
  list: {
    title: "Retail Vehicles",
    nouns: ["vehicle", "vehicles"],
    searchLabel: "Search by stock #, VIN, make or model",
    emptyText: "No retail vehicles found. Add one to get started.",
    sorts: pickSorts(
      "newest",
      "oldest",
      "stock-number",
      "year-new",
      "year-old",
      "make",
      "price-low",
      "price-high",
      "mileage-low",
    ),
    emptyLast: ["year", "make", "model", "mileage", "priceCents"],
  },
  api: {
    tag: "vehicles",
    bodyNote: "An imported vehicle without a VIN may be changed without one; its `vin` is empty.",
  },
  public: { card: ["createdAt"] },
  // A sold vehicle keeps its page.
  shown: { list: PUBLIC_RETAIL_STATUSES, page: RETAIL_STATUSES, needs: PUBLIC_RETAIL_FIELDS },
});

type RetailFields = (typeof RETAIL_VEHICLES)["fields"];

/** The editable fields. */
export type RetailVehicleFields = FieldsOf<RetailFields>;
/** A vehicle for sale as the API returns it to staff. */
export type RetailVehicle = RecordOf<RetailFields>;
/** A vehicle for sale as the public sees it. */
export type PublicRetailVehicle = PublicRecordOf<RetailFields>;
/** What a card in a list shows. Without the two long fields, a page of 24 cards is much smaller. */
export type RetailCardVehicle = PublicRecordOf<RetailFields, "card"> & { createdAt: string } & ImageCount;
