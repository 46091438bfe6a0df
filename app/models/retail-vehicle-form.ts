import {
  CONDITION_LABELS,
  CONDITIONS,
  FUEL_TYPE_LABELS,
  FUEL_TYPES,
  RETAIL_DRIVE_TYPE_LABELS,
  RETAIL_DRIVE_TYPES,
  RETAIL_STATUS_LABELS,
  RETAIL_STATUSES,
  RETAIL_TRANSMISSION_LABELS,
  RETAIL_TRANSMISSIONS,
} from "./retail-vehicle";
import { type RetailVehicleFields, retailFormSchema } from "./retail-vehicle-schema";
import { choicesOf, type VehicleForm } from "./vehicle-form";

/** The retail vehicle's form. */
export const RETAIL_FORM = {
  kind: "retail",
  list: "/admin/retail-vehicles",
  titles: { add: "Add New Retail Vehicle", edit: "Edit Retail Vehicle" },
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
    price: "Price",
    condition: "Condition",
    status: "Status",
    exteriorColor: "Exterior Color",
    interiorColor: "Interior Color",
    transmission: "Transmission",
    engineType: "Engine Type",
    driveType: "Drive Type",
    fuelType: "Fuel Type",
    features: "Features",
    description: "Description",
    notes: "Notes",
  },
  choices: {
    condition: choicesOf(CONDITIONS, CONDITION_LABELS),
    status: choicesOf(RETAIL_STATUSES, RETAIL_STATUS_LABELS),
    transmission: choicesOf(RETAIL_TRANSMISSIONS, RETAIL_TRANSMISSION_LABELS),
    driveType: choicesOf(RETAIL_DRIVE_TYPES, RETAIL_DRIVE_TYPE_LABELS),
    fuelType: choicesOf(FUEL_TYPES, FUEL_TYPE_LABELS),
  },
  starts: { status: RETAIL_STATUSES[0] },
  schema: retailFormSchema,
  failed: (message) => ["An error occurred while saving the vehicle", message],
} satisfies VehicleForm<RetailVehicleFields>;
