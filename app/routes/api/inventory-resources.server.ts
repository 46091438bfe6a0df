import type { z } from "zod";
import type { Collection } from "~/collections/collection";
import { lackingFields } from "~/collections/form";
import { bodySchema } from "~/collections/schema";
import { COLLECTIONS } from "~/collections.server";
import { exportName, readStaffQuery } from "~/lists/staff";
import { claimPicture } from "~/pictures/claims.server";
import { IMAGE_MISSING_MESSAGE } from "~/pictures/upload";
import { isValidId } from "~/values/id";
import { deleteItem } from "~/vehicles/bin.server";
import type { GivenImages } from "~/vehicles/images";
import { STOCK_NUMBER_TAKEN } from "~/vehicles/inventory";
import {
  type Created,
  createItem,
  findItem,
  findPublicItem,
  type Updated,
  updateItem,
} from "~/vehicles/inventory.server";
import {
  findPublicSlice,
  findStaffSlice,
  openPublicList,
  openStaffList,
} from "~/vehicles/inventory-lists.server";
import type { Fields, InventoryStore, Item, Kind } from "~/vehicles/store.server";
import {
  errorResponse,
  type Handler,
  jsonResponse,
  longListResponse,
  nothingHere,
  readJson,
  resourceRoute,
} from "./json.server";
import { changedResponse, recordResponse, staffResourceRoute } from "./staff-resource.server";

/*
 * The calls of a collection, such as `/api/retail-vehicles`, `/api/dismantled-vehicles` and `/api/parts`.
 */

const notFound = ({ noun }: Pick<Collection, "noun">) => errorResponse(404, `${noun} not found`);
const invalidId = ({ noun }: Pick<Collection, "noun">) =>
  errorResponse(400, `Invalid ${noun.toLowerCase()} ID format`);

/** `GET /api/{kind}-vehicles`: the public list, newest first. */
export function publicItems<K extends Kind>(store: InventoryStore<K>) {
  return resourceRoute({
    GET: (args) =>
      longListResponse(args, {
        find: (params, range) => findPublicSlice(store, store.readQuery(params), range),
        open: (params, offset) => openPublicList(store, store.readQuery(params), offset),
      }),
  });
}

/** `GET /api/{kind}-vehicles/{id}`: 404 where the public has no page of it. */
export function publicItem<K extends Kind>(store: InventoryStore<K>) {
  return resourceRoute({
    GET: async ({ request, params: { id } }) => {
      if (!isValidId(id)) return invalidId(store);
      const item = await findPublicItem(store, id);
      return item ? jsonResponse(request, item) : notFound(store);
    },
  });
}

/** `GET, POST /api/admin/{kind}-vehicles`. */
export function staffItems<K extends Kind>(store: InventoryStore<K>) {
  return staffResourceRoute({
    GET: (args) =>
      longListResponse(args, {
        find: (params, range) => findStaffSlice(store, readStaffQuery(params, store.list), range),
        open: (params, offset) => openStaffList(store, readStaffQuery(params, store.list), offset),
      }),
    POST: async ({ request }) => {
      const body = await readFields(request, store);
      if (!body.ok) return body.response;
      return saveResponse(store, await createItem(store, body.value), 201);
    },
  });
}

/** `PUT, DELETE /api/admin/{kind}-vehicles/{id}`. */
export function staffItem<K extends Kind>(store: InventoryStore<K>) {
  return staffResourceRoute({
    PUT: async ({ request, params: { id }, version }) => {
      const stored = isValidId(id) ? await findItem(store, id) : undefined;
      const body = await readFields(request, store, stored?.item);
      if (!body.ok) return body.response;
      if (!isValidId(id)) return notFound(store);
      return saveResponse(store, await updateItem(store, id, body.value, { version }), 200);
    },
    DELETE: async ({ params: { id }, version }) => {
      if (!isValidId(id)) return notFound(store);
      const deleted = await deleteItem(store, id, { version });
      switch (deleted.outcome) {
        case "deleted":
          return new Response(null, { status: 204 });
        case "changed":
          return changedResponse(deleted.current.item);
        case "not-found":
          return notFound(store);
      }
    },
  });
}

/**
 * A route's handler for whichever collection its address names: `/api/parts`, `/api/admin/parts/{id}`. Like the router, it reads
 * names whatever their case and escapes.
 * @param resource makes the handlers of one collection
 */
export function ofCollection(resource: (store: InventoryStore<Kind>) => { loader: Handler }): Handler {
  const handlers = new Map(COLLECTIONS.map((store) => [exportName(store), resource(store).loader]));
  return (args) => {
    const [, , ...names] = decodeURIComponent(new URL(args.request.url).pathname).toLowerCase().split("/");
    const handler = handlers.get(names.find((name) => name !== "admin") ?? "");
    return handler ? handler(args) : nothingHere();
  };
}

type Body<K extends Kind> = { ok: true; value: Fields<K> } | { ok: false; response: Response };

/** The body's fields; 400 where they are not valid or name a picture that does not exist. What the stored item lacks may be left out. */
async function readFields<K extends Kind>(
  request: Request,
  store: InventoryStore<K>,
  stored?: Item<K>,
): Promise<Body<K>> {
  const lacks = stored ? lackingFields(store, stored) : [];
  const body = await readJson(request, bodySchema(store, lacks) as z.ZodType<Fields<K>>);
  if (!body.ok) return body;
  const fields = await findMissingPicture(body.value);
  return fields ? { ok: false, response: errorResponse(400, IMAGE_MISSING_MESSAGE, { fields }) } : body;
}

/** Claims the pictures that a body names; the error if one is not on disk. `imageUrl` does not count beside `images`. */
async function findMissingPicture({
  imageUrl,
  images,
}: GivenImages): Promise<Record<string, string[]> | undefined> {
  if (images === undefined) {
    const isMissing = imageUrl !== undefined && !(await claimPicture(imageUrl));
    return isMissing ? { imageUrl: [IMAGE_MISSING_MESSAGE] } : undefined;
  }
  for (const [index, image] of images.entries()) {
    if (!(await claimPicture(image.imageUrl)))
      return { [`images.${index}.imageUrl`]: [IMAGE_MISSING_MESSAGE] };
  }
  return undefined;
}

/** 201 or 200 with the record, 404, 409, or 412. */
function saveResponse<K extends Kind>(
  store: InventoryStore<K>,
  saved: Created<Item<K>> | Updated<Item<K>>,
  status: 200 | 201,
): Response {
  switch (saved.outcome) {
    case "saved":
      return recordResponse(saved.item, status);
    case "stock-number-taken":
      return errorResponse(409, STOCK_NUMBER_TAKEN, { fields: { stockNumber: [STOCK_NUMBER_TAKEN] } });
    case "invalid":
      return errorResponse(400, Object.values(saved.fields)[0]?.[0] ?? "", { fields: saved.fields });
    case "not-found":
      return notFound(store);
    case "changed":
      return changedResponse(saved.current.item);
  }
}
