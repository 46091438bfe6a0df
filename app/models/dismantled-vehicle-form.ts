import {
  DISMANTLED_DRIVE_TYPE_LABELS,
  DISMANTLED_DRIVE_TYPES,
  DISMANTLED_STATUSES,
  DISMANTLED_TRANSMISSIONS,
} from "./dismantled-vehicle";
import { type DismantledVehicleFields, dismantledFormSchema } from "./dismantled-vehicle-schema";
import { choicesOf, type VehicleForm } from "./vehicle-form";

/** The dismantled vehicle's form. */
export const DISMANTLED_FORM = {
  kind: "dismantled",
  list: "/admin",
  titles: { add: "Add New Dismantled Vehicle", edit: "Edit Vehicle" },
  labels: {
    imageUrl: "Vehicle Image",
    stockNumber: "Stock Number",
    vin: "VIN",
    year: "Year",
    make: "Make",
    model: "Model",
    trim: "Trim",
    mileage: "Mileage",
    dateAcquired: "Date Acquired",
    status: "Status",
    exteriorColor: "Exterior Color",
    interiorColor: "Interior Color",
    transmission: "Transmission",
    engineType: "Engine Type",
    driveType: "Drive Type",
    notes: "Notes",
  },
  choices: {
    status: choicesOf(DISMANTLED_STATUSES),
    transmission: choicesOf(DISMANTLED_TRANSMISSIONS),
    driveType: choicesOf(DISMANTLED_DRIVE_TYPES, DISMANTLED_DRIVE_TYPE_LABELS),
  },
  starts: { status: DISMANTLED_STATUSES[0] },
  schema: dismantledFormSchema,
  failed: (message) => [`Failed to save vehicle: ${message}`],
} satisfies VehicleForm<DismantledVehicleFields>;
