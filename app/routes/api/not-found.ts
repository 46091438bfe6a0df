import { errorResponse } from "./json.server";

/** Any other path under `/api`: 404, and never HTML. */
export function loader(): Response {
  return errorResponse(404, "There's nothing at this address.");
}

export const action = loader;
