import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequest } from "~/requests/record.server";
import { isValidId } from "~/values/id";
import { findStock } from "./stock.server";

/** What there is for a part request, for a row of the list that script has opened. */
export const loader = staffLoader(async ({ params: { id } }) => {
  const request = isValidId(id) ? await findRequest(PART_REQUESTS, id) : undefined;
  if (!request) throw new Response(null, { status: 404 });
  return Response.json(await findStock(request));
});

export const action = noStaffAction;
