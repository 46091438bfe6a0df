import { openApiDocument } from "~/api/contract/openapi";
import { business } from "~/business/business.server";
import { preparedResponse, prepareJson, resourceRoute } from "./json.server";

let prepared: { name: string; json: ReturnType<typeof prepareJson> } | undefined;

/** `GET /api/openapi.json`: the contract as OpenAPI 3.1. */
const handlers = resourceRoute({ GET: ({ request }) => preparedResponse(request, prepareDocument()) });

export const loader = handlers.loader;
export const action = handlers.action;

/** Prepared once for each name of the business. */
function prepareDocument(): ReturnType<typeof prepareJson> {
  const { name } = business;
  if (prepared?.name !== name) prepared = { name, json: prepareJson(openApiDocument(name)) };
  return prepared.json;
}
