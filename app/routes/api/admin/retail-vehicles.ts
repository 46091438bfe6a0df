import { business } from "~/business.server";
import { createRetailVehicle } from "~/models/retail-vehicle.server";
import { RETAIL_LIST } from "~/models/retail-vehicle-list";
import { findRetailListWindow } from "~/models/retail-vehicle-list.server";
import { retailVehicleSchema } from "~/models/retail-vehicle-schema";
import { readStaffQuery } from "~/models/staff-list";
import { answerList } from "../answer-list.server";
import { readJson } from "../respond.server";
import { staffResource } from "../staff-resource.server";
import { answerSaved, refuseMissingPicture } from "./save-vehicle.server";

/** `GET, POST /api/admin/retail-vehicles` (specification, section 7). */
const handlers = staffResource({
  GET: ({ request }) =>
    answerList(request, (params, window) =>
      findRetailListWindow(readStaffQuery(params, RETAIL_LIST), window),
    ),
  POST: async ({ request, now }) => {
    const body = await readJson(request, retailVehicleSchema);
    if (!body.ok) return body.answer;
    const refused = await refuseMissingPicture(body.value.imageUrl);
    return (
      refused ?? answerSaved(await createRetailVehicle(body.value, { now, timeZone: business.timeZone }), 201)
    );
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
