import { answerError } from "./respond.server";

/** Any other path under `/api`: 404, and never HTML (decisions, section 8). */
export function loader(): Response {
  return answerError(404, "There is nothing at this address.");
}

export const action = loader;
