import { nothingHere } from "./json.server";

/** Any other path under `/api`. */
export const loader = nothingHere;
export const action = nothingHere;
