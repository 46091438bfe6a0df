import { createPartRequest } from "~/models/part-request.server";
import { partRequestSchema } from "~/models/part-request-schema";
import { resource } from "./respond.server";
import { submission } from "./submit.server";

/** `POST /api/part-requests`: public; answers 201 with the stored request (specification, section 7). */
const handlers = resource({
  POST: submission({ schema: partRequestSchema, limited: "partRequest", create: createPartRequest }),
});

export const loader = handlers.loader;
export const action = handlers.action;
