import { PART_REQUESTS } from "~/requests/part.server";
import { partRequestUpdateSchema } from "~/requests/part-schema";
import { requestResource } from "../request-resources.server";

const handlers = requestResource({
  kind: PART_REQUESTS,
  updateSchema: partRequestUpdateSchema,
  notFound: "Part request not found",
  canDelete: false,
});

export const loader = handlers.loader;
export const action = handlers.action;
