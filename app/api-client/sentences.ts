/** What the visitor reads when the API fails: the specification's section 8, to the letter. */
export const FETCH_VEHICLES_FAILED = "Failed to fetch vehicles";
export const INVALID_RESPONSE_FORMAT = "Invalid response format";
export const PARSE_FAILED = "Failed to parse response data";
export const PROCESS_FAILED = "Failed to process response";
export const RETRIES_EXHAUSTED = "Maximum retry attempts reached. Please try again later.";

export const VEHICLE_ID_REQUIRED = "Vehicle ID is required";
export const INVALID_VEHICLE_ID = "Invalid vehicle ID format";
export const VEHICLE_NOT_FOUND = "Vehicle not found";
export const VEHICLE_DETAILS_FAILED = "Failed to load vehicle details";

/** Where neither an error field nor a text came with the failure. */
export function httpErrorSentence(status: number): string {
  return `HTTP error! status: ${status}`;
}
