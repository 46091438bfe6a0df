import { COLLECTIONS } from "~/collections";
import { type Collection, uniqueField } from "~/collections/collection";
import { COST_KIND_NAMES } from "~/costs/costs";
import { TRASH_DAYS } from "~/history/change";
import { PART_SORTS } from "~/parts/list-query";
import { SOLD_PAGE_DAYS } from "~/parts/part";
import { CUSTOMER_LINK_DAYS } from "~/requests/customer";
import { REQUEST_KINDS } from "~/requests/kinds";
import { apiRequestList } from "~/requests/list";
import { OFFERED_CARS } from "~/requests/offered-cars";
import { PART_REQUESTS } from "~/requests/part-requests";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import type { RequestCollection } from "~/requests/request";
import { VEHICLE_INQUIRIES } from "~/requests/vehicle-inquiries";
import { SALES } from "~/sales/sales";
import { FIRST_MODEL_YEAR } from "~/vehicles/inventory";
import { DISMANTLED_SORTS, LAST_SEARCHED_YEAR, RETAIL_SORTS } from "~/vehicles/list-query";
import {
  badRequest,
  createdResponses,
  dayParameter,
  deletedResponses,
  enumParameter,
  errorResponse,
  idempotencyKeyParameter,
  idParameter,
  ifMatchParameter,
  integerParameter,
  listResponses,
  notFound,
  notModified,
  type Operation,
  partFilterParameters,
  rangeParameters,
  recordResponses,
  retailFilterParameters,
  staffKeyParameter,
  staffListParameters,
  textParameter,
  tooManyRequests,
  updatedResponses,
  updatedSinceParameter,
  usedKey,
  vehicleFilterParameters,
} from "./operation";
import { requestListNameOf, schemaNameOf } from "./records";

const CUSTOMER_LINK = `\`customerUrl\` is the customer's private link to their request, for ${CUSTOMER_LINK_DAYS} days: give it to nobody else.`;

const TAGS: Record<string, string> = {
  "Public vehicles": "Both inventories, as visitors see them.",
  "Public parts": "The parts on the shelf, as visitors see them.",
  "Public requests": "What visitors send: part requests, repair requests and questions about a vehicle.",
  VIN: "What a VIN says about its vehicle.",
  Interchange: "Which cars share parts.",
  "Staff session": "Signing in and out, and access tokens.",
  "This description": "The contract itself.",
  "Staff: requests": "The requests that visitors sent, to read and to work on.",
  "Staff: sales":
    "Sales: drafts to store, complete and discard; completed ones to read, and to void on their day.",
  "Staff: credit notes": "What customers brought back, to read. Each has its lines.",
  "Staff: payments on account": "What customers paid later on what they owe, to read.",
  "Staff: book": "Every car and core that came or left, in lines that never change. It has no prices.",
  "Staff: costs of cars": "Costs and income of cars other than their purchase, their parts and their sale.",
  "Staff: pictures": "Pictures to upload.",
  "Staff: search": "Every kind of record at once.",
};

/** What a group of operations is about; by default, a collection's description. */
export function descriptionOfTag(tag: string): string {
  return TAGS[tag] ?? "Every record with all its fields, to list, add, change and remove.";
}

/** Every operation of the API: the public's, the session's, then the staff's. */
export const operations: readonly Operation[] = [
  {
    id: "listDismantledVehicles",
    method: "get",
    path: "/dismantled-vehicles",
    tag: "Public vehicles",
    summary: "Dismantled vehicles that are not scrapped",
    parameters: [
      ...vehicleFilterParameters,
      enumParameter("sort", "Order.", Object.keys(DISMANTLED_SORTS)),
      ...rangeParameters,
    ],
    responses: listResponses("DismantledVehicles"),
  },
  {
    id: "getDismantledVehicle",
    method: "get",
    path: "/dismantled-vehicles/{id}",
    tag: "Public vehicles",
    summary: "One dismantled vehicle",
    parameters: [idParameter],
    responses: { ...recordResponses("DismantledVehicle"), ...badRequest, ...notFound },
  },
  {
    id: "listRetailVehicles",
    method: "get",
    path: "/retail-vehicles",
    tag: "Public vehicles",
    summary: "Vehicles for sale",
    parameters: [
      ...retailFilterParameters,
      enumParameter("sort", "Order.", Object.keys(RETAIL_SORTS)),
      ...rangeParameters,
    ],
    responses: listResponses("RetailVehicles"),
  },
  {
    id: "getRetailVehicle",
    method: "get",
    path: "/retail-vehicles/{id}",
    tag: "Public vehicles",
    summary: "One vehicle for sale; a sold one is still there",
    parameters: [idParameter],
    responses: { ...recordResponses("RetailVehicle"), ...badRequest, ...notFound },
  },
  {
    id: "listParts",
    method: "get",
    path: "/parts",
    tag: "Public parts",
    summary: "Parts on the shelf that are available or on hold",
    parameters: [
      ...partFilterParameters,
      enumParameter("sort", "Order.", Object.keys(PART_SORTS)),
      ...rangeParameters,
    ],
    responses: listResponses("Parts"),
  },
  {
    id: "getPart",
    method: "get",
    path: "/parts/{id}",
    tag: "Public parts",
    summary: `One part; a sold one is still there for ${SOLD_PAGE_DAYS} days`,
    parameters: [idParameter],
    responses: { ...recordResponses("Part"), ...badRequest, ...notFound },
  },
  {
    id: "getVehicleData",
    method: "get",
    path: "/vehicle-data/batched",
    tag: "Public vehicles",
    summary: "Both inventories in one response, or one page of one list",
    parameters: [
      enumParameter("list", "One page of this list alone, with the list's own filters.", [
        "retail",
        "dismantled",
      ]),
      enumParameter("fields", "With `list=retail`: `card` leaves out `description` and `features`.", [
        "card",
      ]),
      integerParameter("page", "The page, with `list`.", 1),
      ...retailFilterParameters,
      enumParameter("sort", "Order, with `list`.", [
        ...new Set([...Object.keys(RETAIL_SORTS), ...Object.keys(DISMANTLED_SORTS)]),
      ]),
    ],
    responses: { ...recordResponses("VehicleData"), ...badRequest },
  },
  publicRequest(PART_REQUESTS, {
    summary: "Ask for a part",
    description:
      "`customerInfo` needs `phone` and `email`. Without `vin`, `vehicleInfo` needs `year`, `make` and `model`. With `partId`, the `_id` of a part on the shelf, `phone` or `email` is enough and no vehicle is needed; `askedPart` in the response is the part as it was offered then.",
    responses: { 409: errorResponse("The part is sold.") },
  }),
  publicRequest(REPAIR_REQUESTS, { summary: "Ask for a repair, or for a callback" }),
  publicRequest(VEHICLE_INQUIRIES, {
    summary: "Ask about a vehicle for sale, or for a test drive",
    description:
      "`customerInfo` needs `phone` or `email`; a question needs `inquiry.message`. `vehicleInfo` in the response is the vehicle as it was offered then.",
    responses: { 409: errorResponse("The vehicle is sold.") },
  }),
  publicRequest(OFFERED_CARS, {
    summary: "Offer us a car",
    description:
      "`customerInfo` needs `name` and `phone`, `carInfo` needs `location`, `runs` and `title`. Without `vin`, `vehicleInfo` needs `year`, `make` and `model`. Photos can be sent only with the form on the website.",
  }),
  {
    id: "decodeVin",
    method: "post",
    path: "/vin/direct-decode",
    tag: "VIN",
    summary: "Decode a VIN, and check whether the vehicle is in one of our inventories",
    body: "VinBody",
    responses: {
      200: { description: "Year, make and model are known.", record: "VinDecode" },
      ...badRequest,
      422: {
        description: "Year, make or model is missing; the response has what is known.",
        record: "VinProblem",
      },
      ...tooManyRequests,
      503: errorResponse("No decode method is available. Try again later."),
    },
  },
  {
    id: "findMatches",
    method: "get",
    path: "/interchange",
    tag: "Interchange",
    summary: "Cars whose parts fit a car, and why",
    description:
      'Give `vin`, or `make`, `model` and `year`. Another generation of the same model is never a match. Without `entry` the matches are for the body and most parts; with it, only cars that share that part are matches, and none for parts that are coded to one car. A `reason` with "if" applies only under that condition.',
    parameters: [
      textParameter("vin", "A VIN, instead of make, model and year."),
      textParameter("make", "The make: `Honda`."),
      textParameter("model", "The model: `Accord`."),
      integerParameter("year", "The model year.", FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR),
      textParameter("engine", "The engine, for parts that depend on it: `2.4L`, `3.5L V6`, or its code."),
      textParameter("entry", "The part, by its id or name in the catalog: `alternator`."),
    ],
    responses: {
      200: {
        description: "Empty for a car that we know nothing about.",
        record: "Matches",
        headers: ["ETag"],
      },
      ...notModified,
      ...badRequest,
      ...tooManyRequests,
    },
  },
  {
    id: "signIn",
    method: "post",
    path: "/auth/login",
    tag: "Staff session",
    summary: "Sign in: sets the session cookie and returns an access token for 30 minutes",
    body: "SignInBody",
    responses: {
      200: { description: "Signed in.", record: "Session", headers: ["Set-Cookie"] },
      400: errorResponse("Username or password is missing."),
      401: errorResponse(
        "Unknown user or wrong password, with the same response; or a second factor's `code` that is missing or wrong, named in `fields`.",
      ),
      ...tooManyRequests,
    },
  },
  {
    id: "signOut",
    method: "post",
    path: "/auth/logout",
    tag: "Staff session",
    summary: "Sign out: ends the session for its cookie and its tokens at once",
    auth: "bearer",
    responses: {
      200: { description: "Signed out.", record: "LoggedOut", headers: ["Set-Cookie"] },
      401: errorResponse("There is no open session."),
    },
  },
  {
    id: "verifySession",
    method: "get",
    path: "/auth/verify",
    tag: "Staff session",
    summary: "Check an access token",
    auth: "bearer",
    responses: {
      200: { description: "The token is valid.", record: "Verified" },
      401: { description: "The token is not valid.", record: "NotVerified" },
    },
  },
  {
    id: "refreshSession",
    method: "post",
    path: "/auth/refresh",
    tag: "Staff session",
    summary: "Extend the session to 30 minutes from now, at most 12 hours after sign-in",
    auth: "cookie",
    responses: {
      200: { description: "A new access token.", record: "Session" },
      401: { description: "There is no open session.", record: "Error", headers: ["Set-Cookie"] },
      ...tooManyRequests,
    },
  },
  {
    id: "describeApi",
    method: "get",
    path: "/openapi.json",
    tag: "This description",
    summary: "This API as an OpenAPI 3.1 document",
    responses: {
      ...notModified,
      200: { description: "The document.", record: "OpenApi", headers: ["ETag"] },
    },
  },
  ...COLLECTIONS.flatMap(staffOperations),
  ...saleOperations(),
  ...bookOperations(),
  ...costOperations(),
  ...REQUEST_KINDS.flatMap(staffRequests),
  {
    id: "uploadPicture",
    method: "post",
    path: "/admin/upload",
    tag: "Staff: pictures",
    summary: "Upload a picture; its `url` goes into a record's `images` or `imageUrl`",
    description: "A picture that no record uses is removed after a day.",
    auth: "bearer",
    body: "picture",
    responses: {
      201: { description: "Stored.", record: "Picture" },
      400: errorResponse("The form is malformed, or has no picture."),
      ...tooManyRequests,
    },
  },
  {
    id: "searchEverything",
    method: "get",
    path: "/admin/search",
    tag: "Staff: search",
    summary: "Search every kind of record at once",
    description:
      "Finds stock numbers, VINs and their last six, references, phone numbers in any format and their last four digits, email addresses, names, parts and cars, and what customers wrote. At most five of a kind, the best first; `path` is the record's staff page.",
    auth: "bearer",
    parameters: [textParameter("q", "What to look for: `H2001-3`, `0142`, `dave transmission`.")],
    responses: {
      200: {
        description:
          "The kinds of records in which something was found. Empty if nothing was, or without `q`.",
        record: "SearchGroups",
      },
    },
  },
];

function publicRequest(
  kind: RequestCollection,
  { summary, description, responses }: Pick<Operation, "summary" | "description"> & Partial<Operation>,
): Operation {
  const name = schemaNameOf(kind);
  return {
    id: `create${name}`,
    method: "post",
    path: `/${kind.apiPath}`,
    tag: "Public requests",
    summary,
    description: description ? `${description} ${CUSTOMER_LINK}` : CUSTOMER_LINK,
    parameters: [idempotencyKeyParameter],
    body: `${name}Body`,
    responses: {
      ...createdResponses(`Created${name}`),
      ...responses,
      ...usedKey,
      ...tooManyRequests,
    },
  };
}

function staffRequests(kind: RequestCollection): Operation[] {
  const [name, several] = [schemaNameOf(kind), requestListNameOf(kind)];
  const one = kind.nouns[0].toLowerCase();
  const staff = { tag: "Staff: requests", auth: "bearer" } as const;
  const path = `/admin/${kind.apiPath}`;
  return [
    {
      id: `list${several}`,
      method: "get",
      path,
      summary: kind.nouns[1],
      ...staff,
      parameters: staffListParameters(apiRequestList(kind.list)),
      responses: listResponses(several),
    },
    {
      id: `get${name}`,
      method: "get",
      path: `${path}/{id}`,
      summary: `One ${one}`,
      ...staff,
      parameters: [idParameter],
      responses: { ...recordResponses(name), ...notFound },
    },
    {
      id: `update${name}`,
      method: "put",
      path: `${path}/{id}`,
      summary: "Change the status and add notes; fields that are left out stay",
      ...staff,
      parameters: [idParameter, ifMatchParameter],
      body: `${name}Update`,
      responses: updatedResponses(name, `Changed${name}`),
    },
    ...(kind.isDeletedByApi
      ? [
          {
            id: `delete${name}`,
            method: "delete",
            path: `${path}/{id}`,
            summary: `Remove a ${one}`,
            ...staff,
            parameters: [idParameter, ifMatchParameter],
            responses: deletedResponses(`Changed${name}`),
          } as const,
        ]
      : []),
  ];
}

/** What is done with one sale. */
function saleOperations(): Operation[] {
  const staff = { tag: "Staff: sales", auth: "bearer", parameters: [idParameter] } as const;
  const path = "/admin/sales/{id}";
  const changed = "ChangedSale";
  const closed = { 409: errorResponse("The sale is completed and never changes.") };
  return [
    {
      ...{ id: "createSale", method: "post", path: "/admin/sales", tag: staff.tag, auth: "bearer" },
      summary: "Store a draft, which holds what is on it",
      description: SALES.api?.bodyNote ?? "",
      body: "SaleBody",
      responses: {
        ...createdResponses("StaffSale"),
        201: { description: "Stored.", record: "StaffSale", headers: ["ETag"] },
      },
    },
    {
      ...staff,
      ...{ id: "updateSale", method: "put", path, summary: "Replace a draft" },
      parameters: [idParameter, ifMatchParameter],
      body: "SaleBody",
      responses: { ...updatedResponses("StaffSale", changed), ...closed },
    },
    {
      ...staff,
      ...{
        id: "discardSale",
        method: "delete",
        path,
        summary: "Discard a draft, which lets go of what it holds",
      },
      parameters: [idParameter, ifMatchParameter],
      responses: { ...deletedResponses(changed), ...closed },
    },
    {
      ...staff,
      ...{ id: "completeSale", method: "post", path: `${path}/complete` },
      summary: "Complete a draft: it gets its number, and what is on it is sold",
      description: "If it is sent again, the response is the completed sale, which never changes.",
      responses: {
        200: { description: "The completed sale.", record: "StaffSale", headers: ["ETag"] },
        ...badRequest,
        ...notFound,
        409: errorResponse("The sale is voided."),
      },
    },
    {
      ...staff,
      ...{ id: "voidSale", method: "post", path: `${path}/void` },
      summary: "Void a sale on the day it was completed; owners only",
      body: "VoidBody",
      responses: {
        200: { description: "The voided sale.", record: "StaffSale", headers: ["ETag"] },
        ...badRequest,
        ...notFound,
        409: errorResponse("It can't be voided; the error says why."),
      },
    },
    {
      ...staff,
      ...{ id: "takeBackSale", method: "post", path: `${path}/take-back` },
      summary:
        "Take a return on a completed sale: it makes a credit note, and the parts go where each line says",
      description: "`saleLineId` is a line's `_id`. A line without `goesTo` is set aside to be checked.",
      parameters: [idParameter, staffKeyParameter],
      body: "TakeBackBody",
      responses: {
        201: { description: "The credit note.", record: "StaffCreditNote", headers: ["ETag"] },
        ...badRequest,
        ...notFound,
        409: errorResponse("The sale is not completed."),
        ...usedKey,
      },
    },
    {
      ...{ id: "createAccountPayment", method: "post", path: "/admin/account-payments", auth: "bearer" },
      tag: "Staff: payments on account",
      summary: "Take a payment on what a customer owes",
      description:
        "With `customerId` it pays their oldest sales first; with `saleId` that sale. `on` is today if it is left out.",
      parameters: [staffKeyParameter],
      body: "AccountPaymentBody",
      responses: {
        201: { description: "The payment.", record: "StaffAccountPayment", headers: ["ETag"] },
        ...badRequest,
        ...notFound,
        409: errorResponse("Nothing is owed there."),
        ...usedKey,
      },
    },
  ];
}

/** The book, to read. */
function bookOperations(): Operation[] {
  const staff = { tag: "Staff: book", auth: "bearer", method: "get" } as const;
  return [
    {
      ...{ ...staff, id: "listBookLines", path: "/admin/book" },
      summary: "The lines of the book, the newest first",
      description:
        "`hash` is the SHA-256, in hexadecimal, of the JSON array of `line`, `previousHash`, `at`, `day`, `direction`, `recordKind`, `recordId`, `corrects`, `by` (null if left out) and `content` as a JSON string, with its names in the order of the response.",
      parameters: [
        textParameter("q", "Words that must all be in the line."),
        enumParameter("direction", "In or out.", ["in", "out"]),
        dayParameter("from", "Written on this day or later."),
        dayParameter("to", "Written on this day or earlier."),
        ...rangeParameters,
      ],
      responses: listResponses("BookLines"),
    },
    {
      ...{ ...staff, id: "getBookLine", path: "/admin/book/{id}", summary: "One line of the book" },
      parameters: [
        {
          ...{ name: "id", in: "path", required: true, description: "The line's number." },
          schema: { type: "integer", minimum: 1 },
        },
      ],
      responses: { ...recordResponses("BookLine"), ...notFound },
    },
  ];
}

/** What was written down of cars, to read. */
function costOperations(): Operation[] {
  const staff = { tag: "Staff: costs of cars", auth: "bearer", method: "get" } as const;
  return [
    {
      ...{ ...staff, id: "listCosts", path: "/admin/costs" },
      summary: "What cars cost and brought in, the newest first",
      description:
        "Only what is entered by hand. A car's price and tow are in its purchase, and what it and its parts sold for in sales.",
      parameters: [
        textParameter("vehicleId", "The `_id` of the vehicle."),
        enumParameter("kind", "What it is.", COST_KIND_NAMES),
        dayParameter("from", "On this day or later."),
        dayParameter("to", "On this day or earlier."),
        ...rangeParameters,
      ],
      responses: listResponses("Costs"),
    },
    {
      ...{ ...staff, id: "getCost", path: "/admin/costs/{id}", summary: "One cost or income" },
      parameters: [idParameter],
      responses: { ...recordResponses("Cost"), ...notFound },
    },
  ];
}

/** The staff's calls of a collection, as its definition says. */
function staffOperations(collection: Collection): Operation[] {
  const { list, titles, api = {}, fields } = collection;
  const name = schemaNameOf(collection);
  const record = `Staff${name}`;
  const noun = titles.one.toLowerCase();
  const aNoun = `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
  const path = `/admin/${list.name}`;
  const shared = { tag: `Staff: ${api.tag ?? titles.many.toLowerCase()}`, auth: "bearer" } as const;
  const unique = uniqueField(collection);
  const taken: Operation["responses"] = unique
    ? { 409: errorResponse(`Another record has this ${unique.field.label.toLowerCase()}.`) }
    : {};
  const hasPictures = Object.values(fields).some(({ input }) => input === "pictures");
  const all: Operation = {
    ...shared,
    id: `listStaff${name}s`,
    method: "get",
    path,
    summary: api.listed ?? `Every ${noun}, with all the fields that staff see`,
    parameters: [...staffListParameters(list), updatedSinceParameter],
    responses: listResponses(`${record}s`),
  };
  const one: Operation = {
    ...shared,
    id: `getStaff${name}`,
    method: "get",
    path: `${path}/{id}`,
    summary: `One ${noun}`,
    parameters: [idParameter],
    responses: { ...recordResponses(record), ...notFound },
  };
  if (collection.isWrittenBySubject) return [all, one];
  return [
    all,
    one,
    {
      ...shared,
      id: `create${name}`,
      method: "post",
      path,
      summary: `Add ${aNoun}`,
      ...(api.bodyNote ? { description: api.bodyNote } : {}),
      body: `${name}Body`,
      responses: {
        ...createdResponses(record),
        201: { description: "Stored.", record, headers: ["ETag"] },
        ...taken,
      },
    },
    {
      ...shared,
      id: `update${name}`,
      method: "put",
      path: `${path}/{id}`,
      summary: `Replace ${aNoun}'s fields; optional fields that are left out are cleared`,
      ...(hasPictures
        ? {
            description:
              "`images` replaces the pictures, and `imageUrl` is then ignored. `imageUrl` alone becomes the first picture, and the others stay.",
          }
        : {}),
      parameters: [idParameter, ifMatchParameter],
      body: `${name}Body`,
      responses: { ...updatedResponses(record, `Changed${name}`), ...taken },
    },
    {
      ...shared,
      id: `delete${name}`,
      method: "delete",
      path: `${path}/{id}`,
      summary: `Remove ${aNoun}`,
      description: `It is then in no list. For ${TRASH_DAYS} days it can be restored from the trash on the staff pages.`,
      parameters: [idParameter, ifMatchParameter],
      responses: deletedResponses(`Changed${name}`),
    },
  ];
}
