import type { BookLine } from "~/book/book";
import { findBookLine, findBookSlice, openBook } from "~/book/book.server";
import { COST_KIND_NAMES } from "~/costs/costs";
import { findCost, findCostSlice, openCosts } from "~/costs/costs.server";
import type { OpenList } from "~/lists/window";
import { getChoiceParam, getTextParam } from "~/values/query-params";
import { errorResponse, jsonResponse, longListResponse } from "./json.server";
import { staffResourceRoute } from "./staff-resource.server";

/*
 * The book and the costs of cars, to read. What is written in the book follows from what is bought and sold, and no call changes it.
 */

/** `GET /api/admin/book`: its lines, the newest first. */
export const bookLines = staffResourceRoute({
  GET: (args) =>
    longListResponse(args, {
      find: async (params, range) => {
        const { total, records } = await findBookSlice(readBookParams(params), range);
        return { total, records: records.map(toBookRecord) };
      },
      open: async (params, offset) => {
        const list = await openBook(readBookParams(params), offset);
        return { ...list, batches: toBookRecords(list) };
      },
    }),
});

/** `GET /api/admin/book/{id}`: the line of a number. */
export const bookLine = staffResourceRoute({
  GET: async ({ request, params: { id = "" } }) => {
    const line = /^[1-9]\d{0,8}$/.test(id) ? await findBookLine(Number(id)) : undefined;
    return line ? jsonResponse(request, toBookRecord(line)) : errorResponse(404, "Line not found");
  },
});

/** `GET /api/admin/costs`: what was written down, the newest first. */
export const costs = staffResourceRoute({
  GET: (args) =>
    longListResponse(args, {
      find: (params, range) => findCostSlice(readCostParams(params), range),
      open: (params, offset) => openCosts(readCostParams(params), offset),
    }),
});

/** `GET /api/admin/costs/{id}`. */
export const cost = staffResourceRoute({
  GET: async ({ request, params: { id = "" } }) => {
    const found = await findCost(id);
    return found ? jsonResponse(request, found) : errorResponse(404, "Cost not found");
  },
});

function readBookParams(params: URLSearchParams) {
  return {
    q: getTextParam(params, "q"),
    direction: getChoiceParam(params, "direction", ["in", "out"]),
    ...readDays(params),
  };
}

function readCostParams(params: URLSearchParams) {
  return {
    vehicleId: getTextParam(params, "vehicleId"),
    kind: getChoiceParam(params, "kind", COST_KIND_NAMES),
    ...readDays(params),
  };
}

function readDays(params: URLSearchParams) {
  return { from: getTextParam(params, "from"), to: getTextParam(params, "to") };
}

async function* toBookRecords({ batches }: OpenList<BookLine>) {
  for await (const batch of batches) yield batch.map(toBookRecord);
}

function toBookRecord({ sequence, subjectKind, subjectId, corrects, by, ...line }: BookLine) {
  return {
    line: sequence,
    ...{ ...line, recordKind: subjectKind, recordId: subjectId },
    ...(corrects === null ? {} : { corrects }),
    ...(by === null ? {} : { by }),
  };
}
