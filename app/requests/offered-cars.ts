import type { FieldsOf, Rules } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { group } from "~/collections/fields/group";
import { longText } from "~/collections/fields/long-text";
import { text } from "~/collections/fields/text";
import { MODEL_YEARS } from "~/vehicles/inventory";
import { MAX_VEHICLE_TEXT_LENGTH } from "~/vin/validate";
import {
  asWritten,
  contact,
  kept,
  mileageAsWritten,
  type RequestStatus,
  received,
  requestVin,
  textIfAny,
  vehicleName,
  WORKED,
} from "./fields";
import { offerRecords } from "./offer";
import { HAS_TITLE, OFFERED_CAR_MESSAGES, RUNS } from "./offered-car";
import { defineRequests, type RequestOf } from "./request";
import { LOST_CAR_REASONS } from "./work";

const STATUSES = {
  pending: {
    label: "Pending",
    tone: "yellow",
    meaning: "We have your car's details and will get back to you with an offer.",
  },
  offered: { label: "Offer Made", tone: "blue", meaning: "We've made you an offer." },
  accepted: {
    label: "Accepted",
    tone: "green",
    meaning: "You accepted our offer. We'll call you to set a time and place.",
  },
  declined: {
    label: "Declined",
    tone: "violet",
    meaning: "You declined our offer. Call us if you change your mind.",
  },
  bought: {
    label: "Bought",
    tone: "gray",
    meaning: "We bought your car. Thanks for your business.",
    isFinished: true,
  },
  closed: { label: "Closed", tone: "red", meaning: "This request is closed.", isFinished: true },
} as const satisfies Record<string, RequestStatus>;

const { vehicleMissing, locationMissing, runsMissing, titleMissing } = OFFERED_CAR_MESSAGES;
const { nameMissing, phoneMissing, phoneMalformed, emailMalformed } = OFFERED_CAR_MESSAGES;

/** What the rules check. Wrong fields may be missing or of any type. */
interface Given {
  vin?: unknown;
  vehicleInfo?: Record<string, unknown>;
  carInfo?: Record<string, unknown>;
}

/** The cars that people offer us, on the page and by the API. What we offer for one is in `offer.server.ts`. */
export const OFFERED_CARS = defineRequests({
  recordKind: "offeredCar",
  table: "offeredCars",
  prefix: "OC",
  path: "/admin/offered-cars",
  apiPath: "offered-cars",
  nouns: ["Car offered", "Cars offered"],
  shortName: "Cars offered",
  nameOf: () => "car offer",
  fields: {
    ...received(STATUSES),
    customerInfo: group(
      contact(
        {
          name: nameMissing,
          phoneMissing,
          phone: phoneMalformed,
          emailMissing: emailMalformed,
          email: emailMalformed,
        },
        { phone: true },
      ),
      { prefix: "customer" },
    ),
    vin: requestVin(),
    vehicleInfo: group(
      {
        year: {
          ...asWritten("Year", 40),
          rule: ({ wholeNumber, orBlank }: Rules) =>
            orBlank(wholeNumber(MODEL_YEARS, { malformed: MODEL_YEARS.message })),
        },
        make: text("Make"),
        model: text("Model"),
        trim: text("Trim", { max: MAX_VEHICLE_TEXT_LENGTH }),
        mileage: mileageAsWritten(),
      },
      { label: "Vehicle", format: vehicleName, prefix: "vehicle", mayBeLeftOut: true },
    ),
    // Required by the rules below and not here: what staff take down from a call may lack any of them.
    carInfo: group(
      {
        location: text("Where it is", { max: 200 }),
        runs: choice("Runs", RUNS, { message: runsMissing }),
        title: choice("Title", HAS_TITLE, { message: titleMissing }),
        message: longText("Message"),
      },
      { mayBeLeftOut: true },
    ),
    photoCount: kept<number>("Photos", ({ z }) => z.number().int().optional()),
    ...WORKED,
    purchaseId: textIfAny("Purchase ID"),
  },
  rules: [
    {
      at: "vin",
      with: ["vin"],
      message: vehicleMissing,
      holds: ({ vin, vehicleInfo }: Given) =>
        Boolean(vin || (vehicleInfo?.year && vehicleInfo.make && vehicleInfo.model)),
    },
    needed("location", locationMissing),
    needed("runs", runsMissing),
    needed("title", titleMissing),
  ],
  statuses: STATUSES,
  won: "bought",
  withdrawn: "closed",
  lostReasons: LOST_CAR_REASONS,
  withdrawal: { question: "Not selling it anymore?", noun: "Car Offer" },
  list: {
    title: "Cars Offered",
    nouns: ["car", "cars"],
    searchLabel: "Search by name, phone, VIN or car",
    emptyText: "No cars offered yet.",
    failed: "Failed to fetch cars offered",
  },
  searchColumns: ["location"],
  sameIf: { subject: ["vin", "vehicleYear", "vehicleMake", "vehicleModel"], words: ["message"] },
  sections: [
    { title: "Car", fields: ["vin", "vehicleInfo", "carInfo"] },
    { title: "Customer", fields: ["customerInfo"] },
  ],
  asksFor: [],
  subject: ["vehicleInfo", "vin", "vehicleInfo.mileage", "carInfo.runs", "carInfo.title", "photoCount"],
  sender: ["customerInfo.name", "customerInfo.phone", "carInfo.location", "carInfo.message"],
  checklist: ["Customer called", "Offer made", "Title seen", "ID seen", "Tow set", "Bought"],
  isDeletedByApi: true,
  besides: (rules) => ({ offers: offerRecords(rules).optional() }),
});

/** A car that was offered, as the API returns it to staff. */
export type OfferedCar = RequestOf<typeof OFFERED_CARS>;
/** A new one, as its form and the API take it. */
export type OfferedCarFields = FieldsOf<(typeof OFFERED_CARS)["fields"]>;

function needed(name: "location" | "runs" | "title", message: string) {
  return {
    at: `carInfo.${name}`,
    with: [],
    message,
    holds: ({ carInfo }: Given) => Boolean(carInfo?.[name]),
  };
}
