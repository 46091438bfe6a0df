import { openApiDocument } from "~/api/contract/openapi";
import { business } from "~/business/business.server";
import { preparedResponse, prepareJson, resourceRoute } from "./json.server";

const prepared = prepareJson(openApiDocument(business.name));

/** `GET /api/openapi.json`: the contract as OpenAPI 3.1. */
const handlers = resourceRoute({ GET: ({ request }) => preparedResponse(request, prepared) });

export const loader = handlers.loader;
export const action = handlers.action;
