import { db } from "~/db/connection.server";
import { log } from "~/http/log.server";
import type { Pixels } from "~/pictures/decoder.server";
import { encodePicture, readPixels } from "~/pictures/resize.server";
import { DAY_MS } from "~/values/days";
import { newId } from "~/values/id.server";
import { MAX_OFFER_PHOTOS } from "./offered-car";

/*
 * The photos that visitors send with a request. They are in the database and not among the site's pictures, because anyone can send one:
 * only staff see them, until they buy the car.
 */

/** The first is wide enough to see rust, and takes 200 to 400 KB; one that takes more than `MAX_BYTES` is made narrower. */
const WIDTHS = [1600, 1200, 800, 400];
/** A car has eight of them, and anyone can offer a car. */
const MAX_BYTES = 1024 * 1024;

/** How long a photo is kept that came with a form that was never stored. */
const UNCLAIMED_MS = DAY_MS;

/** Stores a photo that is no request's yet, upright and without metadata; or says what is wrong with it. */
export async function storeRequestPhoto(
  bytes: Uint8Array,
  at: Date,
): Promise<{ ok: true; id: string } | { ok: false; message: string }> {
  const read = await readPixels(bytes);
  if (!read.ok) return read;
  const webp = await encodeSmall(read.pixels);
  const id = newId(at);
  const row = { id, webp: webp.toString("base64"), createdAt: at.toISOString() };
  await db.insertInto("requestPhotos").values(row).execute();
  return { ok: true, id };
}

async function encodeSmall(pixels: Pixels): Promise<Buffer> {
  let webp: Buffer = Buffer.alloc(0);
  for (const width of WIDTHS) {
    webp = await encodePicture(pixels, Math.min(pixels.info.width, width), "webp");
    if (webp.length <= MAX_BYTES) break;
  }
  return webp;
}

/** Attaches a form's photos to its request; returns how many. One of another request, or that doesn't exist, is left alone. */
export async function claimRequestPhotos(ids: readonly string[], requestId: string): Promise<number> {
  if (ids.length === 0) return 0;
  const claimed = await db
    .updateTable("requestPhotos")
    .set({ requestId })
    .where("id", "in", ids.slice(0, MAX_OFFER_PHOTOS))
    .where("requestId", "is", null)
    .returning("id")
    .execute();
  return claimed.length;
}

/** The ids of a request's photos, in the order in which they came. */
export async function listRequestPhotos(requestId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("requestPhotos")
    .select("id")
    .where("requestId", "=", requestId)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** One of a request's photos, as WebP. */
export async function findRequestPhoto(requestId: string, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("requestPhotos")
    .select("webp")
    .where("id", "=", id)
    .where("requestId", "=", requestId)
    .executeTakeFirst();
  return row && Buffer.from(row.webp, "base64");
}

/**
 * Puts a request's photos among the site's pictures, for the car that is bought. A picture that fails is left out: it must not keep staff
 * from buying the car. Before the transaction that uses them, since encoding takes seconds.
 */
export async function publishRequestPhotos(
  requestId: string,
  store: (webp: Buffer) => Promise<{ ok: true; url: string } | { ok: false; message: string }>,
): Promise<void> {
  const rows = await db
    .selectFrom("requestPhotos")
    .selectAll()
    .where("requestId", "=", requestId)
    .orderBy("id")
    .execute();
  for (const { id, webp } of rows) {
    try {
      const stored = await store(Buffer.from(webp, "base64"));
      if (stored.ok)
        await db.updateTable("requestPhotos").set({ imageUrl: stored.url }).where("id", "=", id).execute();
      else log.warn({ requestId, message: stored.message }, "a photo of an offered car was left out");
    } catch (error) {
      log.error({ error, requestId }, "storing a photo of an offered car failed");
    }
  }
}

/** The addresses that a request's photos have among the site's pictures. */
export async function listPublishedPhotos(requestId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("requestPhotos")
    .select("imageUrl")
    .where("requestId", "=", requestId)
    .where("imageUrl", "is not", null)
    .orderBy("id")
    .execute();
  return [...new Set(rows.flatMap(({ imageUrl }) => imageUrl ?? []))];
}

/** Deletes photos whose form was never stored. Those of a request go with it. */
export async function deleteStrayPhotos(at: Date): Promise<void> {
  await db
    .deleteFrom("requestPhotos")
    .where("requestId", "is", null)
    .where("createdAt", "<=", new Date(at.getTime() - UNCLAIMED_MS).toISOString())
    .execute();
}
