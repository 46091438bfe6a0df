import type { z } from "zod";
import { collectionAt } from "~/collections";
import type { Collection } from "~/collections/collection";
import { lackingFields } from "~/collections/form";
import { findPublicSlice, findStaffSlice, openPublicList, openStaffList } from "~/collections/lists.server";
import {
  type Created,
  createRecord,
  findPublicRecord,
  findRecord,
  type Updated,
  updateRecord,
} from "~/collections/records.server";
import { unreadableFields } from "~/collections/restricted.server";
import { bodySchema } from "~/collections/schema";
import type { RecordTypes, StoredCollection } from "~/collections/store.server";
import { deleteRecord } from "~/collections/trash.server";
import { STORED_COLLECTIONS } from "~/collections.server";
import { readStaffQuery } from "~/lists/staff";
import { claimPicture } from "~/pictures/claims.server";
import type { GivenImages } from "~/pictures/images";
import { IMAGE_MISSING_MESSAGE } from "~/pictures/upload";
import { capitalize } from "~/values/capitals";
import { isValidId } from "~/values/id";
import {
  errorResponse,
  type Handler,
  type HandlerArgs,
  jsonResponse,
  longListResponse,
  nothingHere,
  readJson,
  resourceRoute,
} from "./json.server";
import { changedResponse, foundResponse, recordResponse, staffResourceRoute } from "./staff-resource.server";

/*
 * The calls of a collection, such as `/api/retail-vehicles`, `/api/dismantled-vehicles` and `/api/parts`.
 */

const notFound = ({ noun }: Pick<Collection, "noun">) => errorResponse(404, `${capitalize(noun)} not found`);
const invalidId = ({ noun }: Pick<Collection, "noun">) => errorResponse(400, `Invalid ${noun} ID format`);

/** `GET /api/{collection}`: the public list, newest first; 404 for a collection that has none. */
export function publicRecords<T extends RecordTypes>(store: StoredCollection<T>) {
  return resourceRoute({
    GET: (args) => {
      const { readQuery } = store;
      if (!readQuery) return nothingHere();
      return longListResponse(args, {
        find: (params, range) => findPublicSlice(store, readQuery(params), range),
        open: (params, offset) => openPublicList(store, readQuery(params), offset),
      });
    },
  });
}

/** `GET /api/{collection}/{id}`: 404 where the public has no page of it. */
export function publicRecord<T extends RecordTypes>(store: StoredCollection<T>) {
  return resourceRoute({
    GET: async ({ request, params: { id } }) => {
      if (!store.readQuery) return nothingHere();
      if (!isValidId(id)) return invalidId(store);
      const item = await findPublicRecord(store, id);
      return item ? jsonResponse(request, item) : notFound(store);
    },
  });
}

/** `GET, POST /api/admin/{collection}`; only `GET` if its subject writes it. */
export function staffRecords<T extends RecordTypes>(store: StoredCollection<T>) {
  if (store.isWrittenBySubject) return staffResourceRoute({ GET: staffList(store) });
  return staffResourceRoute({
    GET: staffList(store),
    POST: async ({ request }) => {
      const body = await readFields(request, store);
      if (!body.ok) return body.response;
      return saveResponse(store, await createRecord(store, body.value), 201);
    },
  });
}

/** The list of a collection's records with every status, newest first, by the filters of the staff's list. */
export function staffList<T extends RecordTypes>(store: StoredCollection<T>) {
  const withDetails = async (records: readonly T["record"][]) => store.withDetails?.(records) ?? [...records];
  const readQuery = (params: URLSearchParams) => ({
    ...readStaffQuery(params, store.list),
    updatedSince: readInstant(params.get("updatedSince")),
  });
  return (args: HandlerArgs) =>
    longListResponse(args, {
      find: async (params, range) => {
        const found = await findStaffSlice(store, readQuery(params), range);
        return { ...found, records: await withDetails(found.records) };
      },
      open: async (params, offset) => {
        const list = await openStaffList(store, readQuery(params), offset);
        return { ...list, batches: mapBatches(list.batches, withDetails) };
      },
    });
}

/** As it is stored: `2026-03-02T10:04:00-05:00` is `2026-03-02T15:04:00.000Z`. */
function readInstant(typed: string | null): string | undefined {
  return typed ? new Date(typed).toISOString() : undefined;
}

/** A record as the calls for one and for a list answer with it; undefined if there is none. */
export async function findDetailed<T extends RecordTypes>(
  store: StoredCollection<T>,
  id: string,
): Promise<T["record"] | undefined> {
  const found = await findRecord(store, id);
  const [record] = (found && (await store.withDetails?.([found.item]))) ?? [found?.item];
  return record;
}

/** One record of a collection. */
export function staffItem<T extends RecordTypes>(store: StoredCollection<T>) {
  return async ({ request, params: { id } }: HandlerArgs) => {
    const record = isValidId(id) ? await findDetailed(store, id) : undefined;
    return record ? foundResponse(request, record) : notFound(store);
  };
}

/** `GET, PUT, DELETE /api/admin/{collection}/{id}`; only `GET` if its subject writes it. */
export function staffRecord<T extends RecordTypes>(store: StoredCollection<T>) {
  if (store.isWrittenBySubject) return staffResourceRoute({ GET: staffItem(store) });
  return staffResourceRoute({
    GET: staffItem(store),
    PUT: async ({ request, params: { id }, version }) => {
      const stored = isValidId(id) ? await findRecord(store, id) : undefined;
      const body = await readFields(request, store, stored?.item);
      if (!body.ok) return body.response;
      if (!isValidId(id)) return notFound(store);
      return saveResponse(store, await updateRecord(store, id, body.value, { version }), 200);
    },
    DELETE: async ({ params: { id }, version }) => {
      if (!isValidId(id)) return notFound(store);
      const deleted = await deleteRecord(store, id, { version });
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
export function ofCollection(resource: (store: StoredCollection) => { loader: Handler }): Handler {
  const handlers = new Map(STORED_COLLECTIONS.map((store) => [store.table, resource(store).loader]));
  return (args) => {
    const collection = collectionAt(new URL(args.request.url).pathname);
    const handler = collection && handlers.get(collection.table);
    return handler ? handler(args) : nothingHere();
  };
}

async function* mapBatches<Record>(
  batches: AsyncIterable<Record[]>,
  change: (batch: Record[]) => Promise<Record[]>,
): AsyncGenerator<Record[]> {
  for await (const batch of batches) yield change(batch);
}

type Body<T extends RecordTypes> = { ok: true; value: T["fields"] } | { ok: false; response: Response };

const FIELD_REFUSED = "Your role doesn't include this: leave it out, and it stays as it is";

/** The body's fields; 400 if they aren't valid or name a picture that doesn't exist. What the stored item lacks may be left out. */
async function readFields<T extends RecordTypes>(
  request: Request,
  store: StoredCollection<T>,
  stored?: T["record"],
): Promise<Body<T>> {
  const lacks = stored ? lackingFields(store, stored) : [];
  const body = await readJson(request, bodySchema(store, lacks) as z.ZodType<T["fields"]>);
  if (!body.ok) return body;
  const refused = unreadableFields(store).filter(
    (name) => name in body.value && body.value[name as never] !== undefined,
  );
  if (refused.length > 0)
    return {
      ok: false,
      response: errorResponse(400, FIELD_REFUSED, {
        fields: Object.fromEntries(refused.map((name) => [name, [FIELD_REFUSED]])),
      }),
    };
  const fields = await findMissingPicture(body.value);
  return fields ? { ok: false, response: errorResponse(400, IMAGE_MISSING_MESSAGE, { fields }) } : body;
}

/** Claims the pictures that a body names; the error if one is not on disk. `imageUrl` is ignored if there is `images`. */
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
function saveResponse<T extends RecordTypes>(
  store: StoredCollection<T>,
  saved: Created<T["record"]> | Updated<T["record"]>,
  status: 200 | 201,
): Response {
  switch (saved.outcome) {
    case "saved":
      return recordResponse(saved.item, status);
    case "taken":
    case "invalid":
      return errorResponse(saved.outcome === "taken" ? 409 : 400, Object.values(saved.fields)[0]?.[0] ?? "", {
        fields: saved.fields,
      });
    case "not-found":
      return notFound(store);
    case "changed":
      return changedResponse(saved.current.item);
  }
}
