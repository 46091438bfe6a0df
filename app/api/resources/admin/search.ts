import { searchEverything } from "~/search/search.server";
import { getTextParam } from "~/values/query-params";
import { staffResourceRoute } from "../staff-resource.server";

/** `GET /api/admin/search?q=`: what the staff page of a search of everything lists. */
const handlers = staffResourceRoute({
  GET: async ({ request }) => {
    const q = getTextParam(new URL(request.url).searchParams, "q") ?? "";
    const { groups } = await searchEverything(q);
    return Response.json(groups);
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
