import type { PartRequest } from "~/models/part-request-schema";
import type { Shown } from "~/models/request-shown.server";
import type { RetailVehicle } from "~/models/retail-vehicle";

/** Where the gallery stands. */
export const GALLERY = "/parts-of-the-site";

/** Longer than anybody's, and without a place to break. */
export const LONG_NAME = "Sprinter3500XDExtendedHighRoofWheelbase";

export const VEHICLE: RetailVehicle = {
  _id: "01AAAAAAAAAAAAAAAAAAAAAAAA",
  stockNumber: "P1187",
  year: 2014,
  make: "BMW",
  model: "X5",
  trim: "xDrive35i",
  vin: "5UXKR0C5XE0K44021",
  mileage: 84_210,
  price: 12_995,
  exteriorColor: "Deep Sea Blue",
  transmission: "automatic",
  engineType: "3.0L I6 Turbo",
  driveType: "awd",
  fuelType: "gasoline",
  condition: "good",
  status: "available",
  features: ["Heated seats", "Tow hitch", "Panoramic roof"],
  description: "One owner, every service on record. New brakes all round.",
  dateAcquired: "2026-11-02T00:00:00.000Z",
  createdAt: "2026-11-02T15:04:00.000Z",
};

/** Little is known of it, and its names are long. */
export const LONG_VEHICLE: RetailVehicle = {
  _id: "01BBBBBBBBBBBBBBBBBBBBBBBB",
  stockNumber: "STOCK-2026-000000001187",
  year: 2021,
  make: "Mercedes-Benz",
  model: LONG_NAME,
  vin: "W1Y4EDHY5MT069521",
  status: "available",
  features: [],
  dateAcquired: "2026-11-02T00:00:00.000Z",
  createdAt: "2026-11-02T15:04:00.000Z",
};

/** Sold, with more features than a sheet has room for. */
export const SOLD_VEHICLE: RetailVehicle = {
  ...VEHICLE,
  _id: "01CCCCCCCCCCCCCCCCCCCCCCCC",
  stockNumber: "P1189",
  model: "M5",
  status: "sold",
  features: Array.from({ length: 44 }, (_, at) => `Feature number ${at + 1}`),
};

export const VEHICLES: readonly RetailVehicle[] = [
  VEHICLE,
  { ...LONG_VEHICLE, status: "pending" },
  SOLD_VEHICLE,
];

export const REQUEST: Shown<PartRequest> = {
  _id: "01DDDDDDDDDDDDDDDDDDDDDDDD",
  reference: "PR-TNV4YC",
  createdAt: "2026-11-20T15:04:00.000Z",
  sentAt: "Nov 20, 2026, 10:04 AM",
  status: "processing",
  vin: "1HGCM82633A004352",
  vehicleInfo: { year: "2003", make: "Honda", model: "Accord", trim: "EX" },
  partDetails: {
    system: "Exterior",
    component: "Side Mirror, Left (Driver)",
    additionalInfo: "It hangs by its wire.\nThe glass is still good.",
  },
  customerInfo: { name: "Ann Baker", phone: "(555) 555-0111", email: "ann.baker@example.com" },
  notes: [
    {
      author: "sam",
      timestamp: "2026-11-20T16:30:00.000Z",
      writtenAt: "Nov 20, 2026, 11:30 AM",
      content: "Row 14, still on the car.",
    },
  ],
};

/** Nothing but what must be given. */
export const BARE_REQUEST: Shown<PartRequest> = {
  ...REQUEST,
  _id: "01EEEEEEEEEEEEEEEEEEEEEEEE",
  reference: "PR-8K2MXD",
  status: "pending",
  vehicleInfo: {},
  partDetails: { system: "Exterior", component: LONG_NAME },
  notes: [],
};
