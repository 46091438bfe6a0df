import { bodySchema } from "~/collections/schema";
import { OFFERED_CARS } from "./offered-cars";

/** The body of `POST /api/offered-cars`, and the form, whose fields have the same names (`customerInfo.name`). */
export const offeredCarSchema = bodySchema(OFFERED_CARS);
