import { MAX_LIMIT } from "~/models/list-window";
import { CONDITIONS, FUEL_TYPES, RETAIL_DRIVE_TYPES } from "~/models/retail-vehicle";
import type { Answer, Parameter } from "./operation";
import type { RecordName } from "./records";

/* Parameters and answers that several calls of the contract have. */

export const id: Parameter = {
  name: "id",
  in: "path",
  required: true,
  description: "The record's `_id`.",
  schema: { type: "string", minLength: 10 },
};

export const text = (name: string, description: string): Parameter => ({
  name,
  in: "query",
  description,
  schema: { type: "string" },
});
export const amount = (name: string, description: string): Parameter => ({
  name,
  in: "query",
  description,
  schema: { type: "integer", minimum: 0 },
});
export const choice = (name: string, description: string, choices: readonly string[]): Parameter => ({
  name,
  in: "query",
  description,
  schema: { type: "string", enum: choices },
});

export const window: Parameter[] = [
  {
    name: "limit",
    in: "query",
    description: "At most so many records; all of them where it is left out.",
    schema: { type: "integer", minimum: 1, maximum: MAX_LIMIT },
  },
  amount("offset", "Skip so many records."),
];
export const vehicleFilters = [
  text("q", "Words, all of which the vehicle has."),
  text("make", "The make, exactly."),
  text("model", "The model, exactly."),
  amount("yearFrom", "Model year from."),
  amount("yearTo", "Model year to."),
];
export const retailFilters = [
  ...vehicleFilters,
  amount("priceFrom", "Price in dollars from."),
  amount("priceTo", "Price in dollars to."),
  amount("mileageTo", "Miles at most."),
  choice("condition", "Condition.", CONDITIONS),
  choice("fuel", "Fuel type.", FUEL_TYPES),
  choice("drive", "Drive type.", RETAIL_DRIVE_TYPES),
];
export const staffFilters = (statuses: readonly string[]) => [
  text("q", "Words, all of which the record has."),
  choice("status", "Status.", statuses),
  ...window,
];
export const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A key of your own: a retry with it stores nothing twice and gets the first answer again, for a day.",
  schema: { type: "string" },
};

export const problem = (description: string): Answer => ({ description, record: "Error" });
export const invalid = { 400: problem("What was sent is not valid; `fields` says where.") };
export const notFound = { 404: problem("There is no such record.") };
export const clash = { 409: problem("Another vehicle has this stock number.") };
export const flood = {
  429: {
    description: "Too many requests; `retryAfter` in seconds.",
    record: "Error",
    headers: ["Retry-After"],
  },
} satisfies Record<number, Answer>;
export const unchanged = {
  304: { description: "Unchanged since the ETag that was sent.", headers: ["ETag"] },
} satisfies Record<number, Answer>;
export const one = (record: RecordName): Record<number, Answer> => ({
  200: { description: "The record.", record, headers: ["ETag", "Cache-Control"] },
  ...unchanged,
});
export const list = (record: RecordName): Record<number, Answer> => ({
  200: {
    description: "A plain array, newest first unless asked otherwise.",
    record,
    headers: ["ETag", "Cache-Control", "X-Total-Count", "Link"],
  },
  ...unchanged,
  ...invalid,
});
export const made = (record: RecordName): Record<number, Answer> => ({
  201: { description: "Stored.", record },
  ...invalid,
});
export const removed: Record<number, Answer> = { 204: { description: "Removed." }, ...notFound };
