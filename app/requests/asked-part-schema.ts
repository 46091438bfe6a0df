import { group } from "~/collections/fields/group";
import { bodySchema } from "~/collections/schema";
import { PART_REQUESTS } from "./part-requests";

const { partId, vin, vehicleInfo, customerInfo, partDetails } = PART_REQUESTS.fields;
const { additionalInfo } = partDetails.fields;

/** The form on a part's page: what `POST /api/part-requests` takes of a request for a part on the shelf, by the same names. */
export const askedPartSchema = bodySchema({
  fields: { partId, vin, vehicleInfo, customerInfo, partDetails: group({ additionalInfo }) },
  rules: PART_REQUESTS.rules,
});
