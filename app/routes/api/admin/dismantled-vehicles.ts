import { createDismantledVehicle } from "~/models/dismantled-vehicle.server";
import { DISMANTLED_LIST } from "~/models/dismantled-vehicle-list";
import { findDismantledListWindow } from "~/models/dismantled-vehicle-list.server";
import { dismantledVehicleSchema } from "~/models/dismantled-vehicle-schema";
import { readStaffQuery } from "~/models/staff-list";
import { answerList } from "../answer-list.server";
import { readJson } from "../respond.server";
import { staffResource } from "../staff-resource.server";
import { answerSaved, refuseMissingPicture } from "./save-vehicle.server";

/** `GET, POST /api/admin/dismantled-vehicles` (specification, section 7). */
const handlers = staffResource({
  GET: ({ request }) =>
    answerList(request, (params, window) =>
      findDismantledListWindow(readStaffQuery(params, DISMANTLED_LIST), window),
    ),
  POST: async ({ request, now }) => {
    const body = await readJson(request, dismantledVehicleSchema);
    if (!body.ok) return body.answer;
    const refused = await refuseMissingPicture(body.value.imageUrl);
    return refused ?? answerSaved(await createDismantledVehicle(body.value, { now }), 201);
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
