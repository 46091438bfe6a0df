export const FETCH_VEHICLES_FAILED = "Failed to fetch vehicles";
export const RETRIES_EXHAUSTED = "Maximum retry attempts reached. Please try again later.";
export const INVALID_VEHICLE_ID = "Invalid vehicle ID format";
export const VEHICLE_NOT_FOUND = "Vehicle not found";
export const VEHICLE_DETAILS_FAILED = "Failed to load vehicle details";
