import { createRepairRequest, repairRequestForApi } from "~/models/repair-request.server";
import { repairRequestSchema } from "~/models/repair-request-schema";
import { resource } from "./respond.server";
import { submission } from "./submit.server";

/** `POST /api/repair-requests`: public; answers 201 with the stored request (specification, section 7). */
const handlers = resource({
  POST: submission({
    schema: repairRequestSchema,
    limited: "repairRequest",
    create: async (fields, options) => repairRequestForApi(await createRepairRequest(fields, options)),
  }),
});

export const loader = handlers.loader;
export const action = handlers.action;
