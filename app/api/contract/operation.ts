import type { StaffFilter, StaffListDefinition } from "~/lists/staff";
import { MAX_LIMIT } from "~/lists/window";
import { FIRST_MODEL_YEAR, MILEAGE_MAX } from "~/vehicles/inventory";
import { LAST_SEARCHED_YEAR } from "~/vehicles/list-query";
import { CONDITIONS, FUEL_TYPES, PRICE_MAX, RETAIL_DRIVE_TYPES } from "~/vehicles/retail";

type HttpMethod = "get" | "post" | "put" | "delete";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  description: string;
  required?: boolean;
  schema: {
    type: "string" | "integer";
    format?: "date" | "date-time";
    enum?: readonly string[];
    minimum?: number;
    maximum?: number;
    minLength?: number;
  };
}

export interface OperationResponse {
  description: string;
  /** The schema of the body; undefined if there is no body. */
  record?: string;
  /** Headers besides those of every response. */
  headers?: readonly HeaderName[];
}

export type HeaderName = keyof typeof HEADERS;

/** Descriptions of response headers. */
export const HEADERS = {
  ETag: "Changes with the content; send it back as If-None-Match. For a single staff record it is the record's `updatedAt` in double quotes; send it as If-Match.",
  "Cache-Control": "How long the response may be cached.",
  "X-Total-Count": "How many records match, regardless of the limit.",
  Link: "With a limit: the first, prev, next and last part of the list (RFC 8288).",
  "Retry-After": "Seconds to wait before the next request.",
  "WWW-Authenticate": "Bearer, with the reason if a token was sent.",
  "Set-Cookie": "The session cookie: HttpOnly, SameSite=Lax, Secure under https.",
} as const;

/** One method of one path, with every response it can give. */
export interface Operation {
  id: string;
  method: HttpMethod;
  /** Under `/api`, with `{id}` for a parameter. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** `bearer`: a token of `/auth/login`; `cookie`: the session's cookie. */
  auth?: "bearer" | "cookie";
  parameters?: readonly Parameter[];
  /** A JSON body, or a multipart form with a picture. */
  body?: string;
  responses: Record<number, OperationResponse>;
}

/* Parameters and responses that several operations share. */

export const idParameter: Parameter = {
  name: "id",
  in: "path",
  required: true,
  description: "The record's `_id`.",
  schema: { type: "string", minLength: 10 },
};

export const textParameter = (name: string, description: string): Parameter => ({
  name,
  in: "query",
  description,
  schema: { type: "string" },
});
export const integerParameter = (
  name: string,
  description: string,
  minimum = 0,
  maximum?: number,
): Parameter => ({
  name,
  in: "query",
  description,
  schema: { type: "integer", minimum, ...(maximum === undefined ? {} : { maximum }) },
});
export const enumParameter = (name: string, description: string, choices: readonly string[]): Parameter => ({
  name,
  in: "query",
  description,
  schema: { type: "string", enum: choices },
});

export const updatedSinceParameter: Parameter = {
  name: "updatedSince",
  in: "query",
  description:
    "Only records added, changed or taken out of the trash at this time or later: `2026-03-02T15:04:00Z`. Pass the newest `updatedAt` that you have read. A record that gets an earlier `updatedAt` back, from the trash or because an import was undone, is listed too. Deleted records are in no list.",
  schema: { type: "string", format: "date-time" },
};

export const dayParameter = (name: string, description: string): Parameter => ({
  name,
  in: "query",
  description,
  schema: { type: "string", format: "date" },
});

export const rangeParameters: Parameter[] = [
  integerParameter("limit", "At most this many records; without it, all of them.", 1, MAX_LIMIT),
  integerParameter("offset", "Skip this many records."),
];
export const vehicleFilterParameters = [
  textParameter("q", "Words that must all be in the vehicle."),
  textParameter("make", "The make, exactly."),
  textParameter("model", "The model, exactly."),
  integerParameter("yearFrom", "The earliest model year.", FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR),
  integerParameter("yearTo", "The latest model year.", FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR),
];
export const retailFilterParameters = [
  ...vehicleFilterParameters,
  integerParameter("priceFrom", "The lowest price, in dollars.", 0, PRICE_MAX),
  integerParameter("priceTo", "The highest price, in dollars.", 0, PRICE_MAX),
  integerParameter("mileageTo", "The most miles.", 0, MILEAGE_MAX),
  enumParameter("condition", "Condition.", CONDITIONS),
  enumParameter("fuel", "Fuel type.", FUEL_TYPES),
  enumParameter("drive", "Drive type.", RETAIL_DRIVE_TYPES),
];
export const staffListParameters = ({
  statuses,
  sorts,
  filters = {},
}: Pick<StaffListDefinition, "statuses" | "sorts" | "filters">) => [
  textParameter("q", "Words that must all be in the record."),
  ...(Object.keys(statuses).length > 0 ? [enumParameter("status", "Status.", Object.keys(statuses))] : []),
  ...Object.entries(filters).map(([name, filter]) => filterParameter(name, filter)),
  enumParameter("sort", "Order.", Object.keys(sorts)),
  ...rangeParameters,
];
export const partFilterParameters = [
  ...vehicleFilterParameters.map((parameter) =>
    parameter.name === "q"
      ? textParameter("q", "Words that must all be in the part or its vehicle.")
      : parameter,
  ),
  integerParameter("year", "The model year, exactly.", FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR),
  textParameter("entryId", "The part's entry in the catalog, exactly: `alternator`."),
];
export const idempotencyKeyParameter: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A random key of your own, such as a UUID: for a day, a retry with it and the same body stores nothing twice and gets the first response again, with the customer's private link in it.",
  schema: { type: "string" },
};

/** The same for what staff's programs write, which has no customer's link. */
export const staffKeyParameter: Parameter = {
  ...idempotencyKeyParameter,
  description:
    "A random key of your own, such as a UUID: for a day, a retry with it and the same body stores nothing twice and gets the first response again.",
};

export const ifMatchParameter: Parameter = {
  name: "If-Match",
  in: "header",
  description:
    'The `updatedAt` that you read, in double quotes: `"2026-03-02T15:04:00.000Z"`. If the record has changed since, nothing is written and the response is 412. `*` or no header overwrites whatever is stored.',
  schema: { type: "string" },
};

export const errorResponse = (description: string): OperationResponse => ({ description, record: "Error" });
export const usedKey = { 422: errorResponse("The Idempotency-Key was already used with a different body.") };
export const badRequest = { 400: errorResponse("The request is not valid; `fields` says what is wrong.") };
export const notFound = { 404: errorResponse("There is no such record.") };
export const tooManyRequests = {
  429: {
    description: "Too many requests; `retryAfter` in seconds.",
    record: "Error",
    headers: ["Retry-After"],
  },
} satisfies Record<number, OperationResponse>;
export const notModified = {
  304: { description: "Not modified since the ETag that was sent.", headers: ["ETag"] },
} satisfies Record<number, OperationResponse>;
export const recordResponses = (record: string): Record<number, OperationResponse> => ({
  200: { description: "The record.", record, headers: ["ETag", "Cache-Control"] },
  ...notModified,
});
export const listResponses = (record: string): Record<number, OperationResponse> => ({
  200: {
    description: "A plain array, newest first by default.",
    record,
    headers: ["ETag", "Cache-Control", "X-Total-Count", "Link"],
  },
  ...notModified,
  ...badRequest,
});
export const createdResponses = (record: string): Record<number, OperationResponse> => ({
  201: { description: "Stored.", record },
  ...badRequest,
});
/** @param record the name of the 412's body */
export const deletedResponses = (record: string): Record<number, OperationResponse> => ({
  204: { description: "Deleted." },
  ...notFound,
  ...changedResponses(record),
});
/** @param record what is stored; @param changed the name of the 412's body */
export const updatedResponses = (record: string, changed: string): Record<number, OperationResponse> => ({
  200: { description: "The record.", record, headers: ["ETag"] },
  ...badRequest,
  ...notFound,
  ...changedResponses(changed),
});

/** A filter of the staff list, as a parameter of its call. */
function filterParameter(name: string, { label, choices, input }: StaffFilter): Parameter {
  if (input === "day") return dayParameter(name, `${label}.`);
  if (input === "year") return integerParameter(name, `${label}.`, FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR);
  return input ? textParameter(name, `${label}.`) : enumParameter(name, `${label}.`, Object.keys(choices));
}

function changedResponses(record: string): Record<number, OperationResponse> {
  return {
    412: {
      description: "The record's version is not the one in `If-Match`; `current` is what is stored now.",
      record,
      headers: ["ETag"],
    },
  };
}
