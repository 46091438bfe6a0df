import { DISMANTLED_STATUSES } from "~/models/dismantled-vehicle";
import { MAX_LIMIT } from "~/models/list-window";
import { PART_REQUEST_STATUSES } from "~/models/part-request";
import { REPAIR_REQUEST_STATUSES } from "~/models/repair-request";
import { CONDITIONS, FUEL_TYPES, RETAIL_DRIVE_TYPES, RETAIL_STATUSES } from "~/models/retail-vehicle";
import { DISMANTLED_SORTS, RETAIL_SORTS } from "~/models/vehicle-search";
import type { Answer, Operation, Parameter } from "./operation";
import type { RecordName } from "./records";

const id: Parameter = {
  name: "id",
  in: "path",
  required: true,
  description: "The record's `_id`.",
  schema: { type: "string", minLength: 10 },
};

const text = (name: string, description: string): Parameter => ({
  name,
  in: "query",
  description,
  schema: { type: "string" },
});
const amount = (name: string, description: string): Parameter => ({
  name,
  in: "query",
  description,
  schema: { type: "integer", minimum: 0 },
});
const choice = (name: string, description: string, choices: readonly string[]): Parameter => ({
  name,
  in: "query",
  description,
  schema: { type: "string", enum: choices },
});

const window: Parameter[] = [
  {
    name: "limit",
    in: "query",
    description: "At most so many records; all of them where it is left out.",
    schema: { type: "integer", minimum: 1, maximum: MAX_LIMIT },
  },
  amount("offset", "Skip so many records."),
];
const vehicleFilters = [
  text("q", "Words, all of which the vehicle has."),
  text("make", "The make, exactly."),
  text("model", "The model, exactly."),
  amount("yearFrom", "Model year from."),
  amount("yearTo", "Model year to."),
];
const retailFilters = [
  ...vehicleFilters,
  amount("priceFrom", "Price in dollars from."),
  amount("priceTo", "Price in dollars to."),
  amount("mileageTo", "Miles at most."),
  choice("condition", "Condition.", CONDITIONS),
  choice("fuel", "Fuel type.", FUEL_TYPES),
  choice("drive", "Drive type.", RETAIL_DRIVE_TYPES),
];
const staffFilters = (statuses: readonly string[]) => [
  text("q", "Words, all of which the record has."),
  choice("status", "Status.", statuses),
  ...window,
];
const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A key of your own: a retry with it stores nothing twice and gets the first answer again, for a day.",
  schema: { type: "string" },
};

const problem = (description: string): Answer => ({ description, record: "Error" });
const invalid = { 400: problem("What was sent is not valid; `fields` says where.") };
const notFound = { 404: problem("There is no such record.") };
const clash = { 409: problem("Another vehicle has this stock number.") };
const flood = {
  429: {
    description: "Too many requests; `retryAfter` in seconds.",
    record: "Error",
    headers: ["Retry-After"],
  },
} satisfies Record<number, Answer>;
const unchanged = {
  304: { description: "Unchanged since the ETag that was sent.", headers: ["ETag"] },
} satisfies Record<number, Answer>;
const one = (record: RecordName): Record<number, Answer> => ({
  200: { description: "The record.", record, headers: ["ETag", "Cache-Control"] },
  ...unchanged,
});
const list = (record: RecordName): Record<number, Answer> => ({
  200: {
    description: "A plain array, newest first unless asked otherwise.",
    record,
    headers: ["ETag", "Cache-Control", "X-Total-Count", "Link"],
  },
  ...unchanged,
  ...invalid,
});
const made = (record: RecordName): Record<number, Answer> => ({
  201: { description: "Stored.", record },
  ...invalid,
});
const removed: Record<number, Answer> = { 204: { description: "Removed." }, ...notFound };

/** Every call there is (specification, section 7), in the order of its table. */
export const operations: readonly Operation[] = [
  {
    id: "listDismantledVehicles",
    method: "get",
    path: "/dismantled-vehicles",
    tag: "Public vehicles",
    summary: "Dismantled vehicles that are not scrapped",
    parameters: [...vehicleFilters, choice("sort", "Order.", Object.keys(DISMANTLED_SORTS)), ...window],
    answers: list("DismantledVehicles"),
  },
  {
    id: "getDismantledVehicle",
    method: "get",
    path: "/dismantled-vehicles/{id}",
    tag: "Public vehicles",
    summary: "One dismantled vehicle",
    parameters: [id],
    answers: { ...one("DismantledVehicle"), ...invalid, ...notFound },
  },
  {
    id: "listRetailVehicles",
    method: "get",
    path: "/retail-vehicles",
    tag: "Public vehicles",
    summary: "Vehicles for sale",
    parameters: [...retailFilters, choice("sort", "Order.", Object.keys(RETAIL_SORTS)), ...window],
    answers: list("RetailVehicles"),
  },
  {
    id: "getRetailVehicle",
    method: "get",
    path: "/retail-vehicles/{id}",
    tag: "Public vehicles",
    summary: "One vehicle for sale; a sold one is still there",
    parameters: [id],
    answers: { ...one("RetailVehicle"), ...invalid, ...notFound },
  },
  {
    id: "getVehicleData",
    method: "get",
    path: "/vehicle-data/batched",
    tag: "Public vehicles",
    summary: "Both inventories in one answer, or the page that a list's address shows",
    parameters: [
      choice("list", "One page of this list alone, by the list's own filters.", ["retail", "dismantled"]),
      amount("page", "The page, with `list`."),
      ...retailFilters,
      choice("sort", "Order, with `list`.", [
        ...new Set([...Object.keys(RETAIL_SORTS), ...Object.keys(DISMANTLED_SORTS)]),
      ]),
    ],
    answers: { ...one("VehicleData"), ...invalid },
  },
  {
    id: "createPartRequest",
    method: "post",
    path: "/part-requests",
    tag: "Public requests",
    summary: "Ask for a part",
    parameters: [idempotencyKey],
    body: "PartRequestBody",
    answers: {
      ...made("PartRequest"),
      422: problem("The Idempotency-Key was used with another body."),
      ...flood,
    },
  },
  {
    id: "createRepairRequest",
    method: "post",
    path: "/repair-requests",
    tag: "Public requests",
    summary: "Ask for a repair, or for a callback",
    parameters: [idempotencyKey],
    body: "RepairRequestBody",
    answers: {
      ...made("RepairRequest"),
      422: problem("The Idempotency-Key was used with another body."),
      ...flood,
    },
  },
  {
    id: "decodeVin",
    method: "post",
    path: "/vin/direct-decode",
    tag: "VIN",
    summary: "What a VIN says of its vehicle, and whether it stands in one of our inventories",
    body: "VinBody",
    answers: {
      200: { description: "Year, make and model are known.", record: "VinDecode" },
      ...invalid,
      422: {
        description: "Year, make or model is missing; what is known stands beside.",
        record: "VinProblem",
      },
      ...flood,
      503: problem("No method could be asked. Try again later."),
    },
  },
  {
    id: "signIn",
    method: "post",
    path: "/auth/login",
    tag: "Staff's session",
    summary: "Open a session: its cookie, and an access token for 30 minutes",
    body: "SignInBody",
    answers: {
      200: { description: "Signed in.", record: "Session", headers: ["Set-Cookie"] },
      400: problem("Username or password is missing."),
      401: problem("Unknown user or wrong password, which are alike."),
      ...flood,
    },
  },
  {
    id: "signOut",
    method: "post",
    path: "/auth/logout",
    tag: "Staff's session",
    summary: "End the session, for its cookie and its tokens at once",
    auth: "bearer",
    answers: {
      200: { description: "Ended.", record: "LoggedOut", headers: ["Set-Cookie"] },
      401: problem("There was no session to end."),
    },
  },
  {
    id: "verifySession",
    method: "get",
    path: "/auth/verify",
    tag: "Staff's session",
    summary: "Whether an access token is still good",
    auth: "bearer",
    answers: {
      200: { description: "It is.", record: "Verified" },
      401: { description: "It is not.", record: "NotVerified" },
    },
  },
  {
    id: "refreshSession",
    method: "post",
    path: "/auth/refresh",
    tag: "Staff's session",
    summary: "Move the session's end to 30 minutes from now, at most 12 hours after sign-in",
    auth: "cookie",
    answers: {
      200: { description: "A new access token.", record: "Session" },
      401: { description: "There is no open session.", record: "Error", headers: ["Set-Cookie"] },
      ...flood,
    },
  },
  ...staffVehicles("dismantled", DISMANTLED_STATUSES),
  ...staffVehicles("retail", RETAIL_STATUSES),
  {
    id: "listPartRequests",
    method: "get",
    path: "/admin/part-requests",
    tag: "Staff: requests",
    summary: "Part requests",
    auth: "bearer",
    parameters: staffFilters(PART_REQUEST_STATUSES),
    answers: list("PartRequests"),
  },
  {
    id: "getPartRequest",
    method: "get",
    path: "/admin/part-requests/{id}",
    tag: "Staff: requests",
    summary: "One part request",
    auth: "bearer",
    parameters: [id],
    answers: { 200: { description: "The record.", record: "PartRequest" }, ...notFound },
  },
  {
    id: "updatePartRequest",
    method: "put",
    path: "/admin/part-requests/{id}",
    tag: "Staff: requests",
    summary: "Change status and notes; what is left out stays",
    auth: "bearer",
    parameters: [id],
    body: "PartRequestUpdate",
    answers: { 200: { description: "The record.", record: "PartRequest" }, ...invalid, ...notFound },
  },
  {
    id: "listRepairRequests",
    method: "get",
    path: "/admin/repair-requests",
    tag: "Staff: requests",
    summary: "Repair requests",
    auth: "bearer",
    parameters: staffFilters(REPAIR_REQUEST_STATUSES),
    answers: list("RepairRequests"),
  },
  {
    id: "getRepairRequest",
    method: "get",
    path: "/admin/repair-requests/{id}",
    tag: "Staff: requests",
    summary: "One repair request",
    auth: "bearer",
    parameters: [id],
    answers: { 200: { description: "The record.", record: "RepairRequest" }, ...notFound },
  },
  {
    id: "updateRepairRequest",
    method: "put",
    path: "/admin/repair-requests/{id}",
    tag: "Staff: requests",
    summary: "Change status and notes; what is left out stays",
    auth: "bearer",
    parameters: [id],
    body: "RepairRequestUpdate",
    answers: { 200: { description: "The record.", record: "RepairRequest" }, ...invalid, ...notFound },
  },
  {
    id: "deleteRepairRequest",
    method: "delete",
    path: "/admin/repair-requests/{id}",
    tag: "Staff: requests",
    summary: "Remove a repair request",
    auth: "bearer",
    parameters: [id],
    answers: removed,
  },
  {
    id: "uploadPicture",
    method: "post",
    path: "/admin/upload",
    tag: "Staff: pictures",
    summary: "Keep a picture; its `url` is what a vehicle's `imageUrl` takes",
    description: "A picture that no vehicle uses is removed after a day.",
    auth: "bearer",
    body: "picture",
    answers: {
      201: { description: "Kept.", record: "Picture" },
      400: problem("The form is broken, or holds no picture."),
      ...flood,
    },
  },
  {
    id: "describeApi",
    method: "get",
    path: "/openapi.json",
    tag: "This description",
    summary: "This contract as OpenAPI 3.1",
    answers: { ...unchanged, 200: { description: "The document.", record: "OpenApi", headers: ["ETag"] } },
  },
];

function staffVehicles(kind: "dismantled" | "retail", statuses: readonly string[]): Operation[] {
  const Kind = kind === "retail" ? "Retail" : "Dismantled";
  const path = `/admin/${kind}-vehicles`;
  const tag = "Staff: vehicles";
  const record = `Staff${Kind}Vehicle` as const;
  const body = `${Kind}VehicleBody` as const;
  return [
    {
      id: `listStaff${Kind}Vehicles`,
      method: "get",
      path,
      tag,
      summary: `Every ${kind} vehicle, with staff's notes`,
      auth: "bearer",
      parameters: staffFilters(statuses),
      answers: list(`${record}s`),
    },
    {
      id: `create${Kind}Vehicle`,
      method: "post",
      path,
      tag,
      summary: `Add a ${kind} vehicle`,
      auth: "bearer",
      body,
      answers: { ...made(record), ...clash },
    },
    {
      id: `update${Kind}Vehicle`,
      method: "put",
      path: `${path}/{id}`,
      tag,
      summary: `Replace a ${kind} vehicle's fields; an optional one that is left out is cleared`,
      auth: "bearer",
      parameters: [id],
      body,
      answers: { 200: { description: "The record.", record }, ...invalid, ...notFound, ...clash },
    },
    {
      id: `delete${Kind}Vehicle`,
      method: "delete",
      path: `${path}/{id}`,
      tag,
      summary: `Remove a ${kind} vehicle`,
      auth: "bearer",
      parameters: [id],
      answers: removed,
    },
  ];
}
