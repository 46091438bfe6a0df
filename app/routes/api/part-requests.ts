import { receivePartRequest } from "~/requests/part.server";
import { partRequestSchema } from "~/requests/part-schema";
import { resourceRoute } from "./json.server";
import { submission } from "./submit.server";

/** `POST /api/part-requests`: public; responds 201 with the stored request. */
const handlers = resourceRoute({
  POST: submission({
    schema: partRequestSchema,
    rateLimit: "partRequest",
    prefix: "PR",
    prepare: (fields) => fields,
    create: receivePartRequest,
  }),
});

export const loader = handlers.loader;
export const action = handlers.action;
