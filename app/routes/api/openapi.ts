import { openApiDocument } from "~/api-contract/openapi";
import { business } from "~/business.server";
import { answerTagged, resource, tagged } from "./respond.server";

const prepared = tagged(openApiDocument(business.name));

/** `GET /api/openapi.json`: the contract as OpenAPI 3.1. */
const handlers = resource({ GET: ({ request }) => answerTagged(request, prepared) });

export const loader = handlers.loader;
export const action = handlers.action;
