/** What the visitor reads when the API fails: the specification's section 8, to the letter. */
export const FETCH_VEHICLES_FAILED = "Failed to fetch vehicles";
export const FETCH_PART_REQUESTS_FAILED = "Failed to fetch part requests";
export const FETCH_REPAIR_REQUESTS_FAILED = "Failed to fetch repair requests";
export const INVALID_RESPONSE_FORMAT = "Invalid response format";
export const PARSE_FAILED = "Failed to parse response data";
export const PROCESS_FAILED = "Failed to process response";
export const RETRIES_EXHAUSTED = "Maximum retry attempts reached. Please try again later.";

export const VEHICLE_ID_REQUIRED = "Vehicle ID is required";
export const INVALID_VEHICLE_ID = "Invalid vehicle ID format";
export const VEHICLE_NOT_FOUND = "Vehicle not found";
export const VEHICLE_DETAILS_FAILED = "Failed to load vehicle details";

export const REQUEST_ID_REQUIRED = "Request ID is required";
export const INVALID_REQUEST_ID = "Invalid request ID format";

/** Where the failed answer for one vehicle says what is wrong. */
export function apiErrorSentence(status: number, body: string): string {
  return `API error: ${status} - ${body}`;
}

/** Where it does not. */
export function fetchVehicleSentence(status: number, statusText: string): string {
  return `Failed to fetch vehicle: ${status} ${statusText}`.trim();
}

/** A sign-in that no answer came to, and one that something odd answered. */
export const LOGIN_FAILED = "Login failed";
export const AUTHENTICATION_FAILED = "Authentication failed";

export const REFRESH_FAILED = "Failed to refresh token";
/** Where no answer came at all. */
export const UNREACHABLE = "No connection. Trying again.";

/** Where the server asks for patience with refreshing, in seconds. */
export function rateLimitedSentence(seconds: number): string {
  return `Rate limited. Retrying in ${seconds} seconds`;
}

/** Where an upload was answered with success and nothing to show for it; `NO_URL` is the cause, not shown. */
export const UPLOAD_UNREADABLE = "Failed to process upload response";
export const NO_URL = "No URL in response";

/** Where the server refused an upload, and why. */
export function uploadFailedSentence(text: string): string {
  return `Upload failed: ${text}`;
}

/** Where neither an error field nor a text came with the failure. */
export function httpErrorSentence(status: number): string {
  return `HTTP error! status: ${status}`;
}
