import { createHash } from "node:crypto";
import { business } from "~/business/business.server";
import { toHistoryRecord } from "~/collections/store.server";
import { actAs, now, THE_SITE } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { overwriteDeleted } from "~/db/overwrite.server";
import type { Row } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { noteErasure } from "~/history/erasures.server";
import { storeOnce } from "~/http/idempotency.server";
import { openSealedBytes, seal } from "~/http/sealed.server";
import { encodePicture, readPixels } from "~/pictures/resize.server";
import { newId } from "~/values/id.server";
import { MAX_OF_PURCHASE, PURCHASES, SEALED_LABELS, sealedText, sellerPurpose } from "./purchases";

/*
 * The number and photo of a seller's ID, the photo of the title and the signature: encrypted in the database, in no list, export,
 * search or history. An owner opens the first three, each time with a line of history, and they are gone after the years that
 * Settings says.
 */

type SealedKind = Row<"sealedItems">["kind"];

/** What is deleted after some years. The signature stays as long as the bill of sale that it is on. */
const ID_KINDS_SEALED = ["idNumber", "idPhoto", "titlePhoto"] as const satisfies SealedKind[];

/** How long what came with a form that was never saved is kept. */
const UNCLAIMED_MS = 24 * 60 * 60 * 1000;

/** Encrypts an item, of a purchase or of none yet; returns its id. */
export async function storeSealed(
  kind: SealedKind,
  content: Uint8Array,
  { purchaseId = null, at }: { purchaseId?: string | null; at: Date },
): Promise<string> {
  const id = newId(at);
  const row = { id, purchaseId, kind, sealed: seal(sellerPurpose(id), content), createdAt: at.toISOString() };
  await db.insertInto("sealedItems").values(row).execute();
  return id;
}

/** Encrypts a photo that is no one's yet, upright and without metadata; or says what is wrong with it. */
export async function sealPhoto(
  kind: "idPhoto" | "titlePhoto",
  bytes: Uint8Array,
  at: Date,
): Promise<{ ok: true; id: string } | { ok: false; message: string }> {
  const read = await readPixels(bytes);
  if (!read.ok) return read;
  const webp = await encodePicture(read.pixels, read.pixels.info.width, "webp");
  return { ok: true, id: await storeSealed(kind, webp, { at }) };
}

/** Attaches a form's photos to its purchase. An id of another purchase, or that doesn't exist, is left alone. */
export async function claimSealed(ids: readonly string[], purchaseId: string): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("sealedItems")
    .set({ purchaseId })
    .where("id", "in", ids)
    .where("purchaseId", "is", null)
    .execute();
}

/**
 * Adds what was missing about a seller when the car was bought, once however often its form is sent, with a line of history. What is there
 * stays.
 * @returns the kinds of what was added, none if no photo of the form is left; `full` where the purchase would have too many
 */
export async function addSealed(
  purchase: Row<"purchases">,
  { idNumber, photos }: { idNumber: string | undefined; photos: readonly string[] },
  key: string,
): Promise<SealedKind[] | "full"> {
  const added = async (): Promise<SealedKind[] | "full"> => {
    const more = photos.length + (idNumber ? 1 : 0);
    if (!(await hasRoomFor(more, ID_KINDS_SEALED, purchase.id))) return "full";
    await claimSealed(photos, purchase.id);
    const number = idNumber ? Buffer.from(idNumber) : undefined;
    const stored = number && (await storeSealed("idNumber", number, { purchaseId: purchase.id, at: now() }));
    const kinds = await listSealedKinds(purchase.id, [...photos, ...(stored ? [stored] : [])]);
    if (kinds.length > 0) {
      const after = { sellerId: `Added: ${sealedText(kinds)}` };
      await recordChange({ record: toHistoryRecord(PURCHASES, purchase), action: "changed", after });
    }
    return kinds;
  };
  // Each submission reseals its photos, so they are recognized by their content.
  const said = [key, purchase.id, idNumber, await digestsOf(photos)];
  return storeOnce("seller ID", said, now(), added, (kinds) => kinds !== "full" && kinds.length > 0);
}

/** Whether a purchase may have so many more of these kinds, which are counted together. */
export async function hasRoomFor(
  more: number,
  kinds: readonly SealedKind[],
  purchaseId: string,
): Promise<boolean> {
  const { kept } = await db
    .selectFrom("sealedItems")
    .where("purchaseId", "=", purchaseId)
    .where("kind", "in", kinds)
    .select((eb) => eb.fn.countAll<number>().as("kept"))
    .executeTakeFirstOrThrow();
  return Number(kept) + more <= MAX_OF_PURCHASE;
}

/** What tells photos apart that were sealed under other ids. */
async function digestsOf(ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom("sealedItems").selectAll().where("id", "in", ids).execute();
  return rows
    .map(({ id, kind, sealed }) =>
      createHash("sha256")
        .update(kind)
        .update(openSealedBytes(sellerPurpose(id), sealed) ?? id)
        .digest("base64url"),
    )
    .sort();
}

/** Which items a purchase has, without what is in them. @param only among those with these ids */
export async function listSealedKinds(purchaseId: string, among?: readonly string[]): Promise<SealedKind[]> {
  const rows = await db
    .selectFrom("sealedItems")
    .select("kind")
    .where("purchaseId", "=", purchaseId)
    .$if(among !== undefined, (query) => query.where("id", "in", among ?? []))
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
}

/** An item without what is in it. */
export interface Sealed {
  purchaseId: string | null;
  kind: SealedKind;
  /** When it is deleted; undefined for what stays as long as its purchase. */
  until: string | undefined;
}

/** What these purchases have, without what is in it. */
export async function listSealed(purchaseIds: readonly string[]): Promise<Sealed[]> {
  const rows = await db
    .selectFrom("sealedItems")
    .select(["purchaseId", "kind", "createdAt"])
    .where("purchaseId", "in", purchaseIds)
    .orderBy("id")
    .execute();
  return rows.map(({ purchaseId, kind, createdAt }) => {
    const until = new Date(createdAt);
    until.setUTCFullYear(until.getUTCFullYear() + business.buying.sellerIdYears);
    return { purchaseId, kind, until: kind === "signature" ? undefined : until.toISOString() };
  });
}

/** An item that owners may open, without what is in it. */
interface KeptItem {
  id: string;
  kind: (typeof ID_KINDS_SEALED)[number];
  /** Distinguishes it from the others of its purchase: `Photo of the ID 2`. */
  name: string;
}

/** What a purchase has of its seller, the oldest first. */
export async function listKeptItems(purchaseId: string): Promise<KeptItem[]> {
  const rows = await db
    .selectFrom("sealedItems")
    .select(["id", "kind"])
    .where("purchaseId", "=", purchaseId)
    .where("kind", "in", ID_KINDS_SEALED)
    .orderBy("id")
    .execute();
  return rows.map((row) => {
    const kind = row.kind as KeptItem["kind"];
    const alike = rows.filter((other) => other.kind === kind);
    const label = SEALED_LABELS[kind];
    return { id: row.id, kind, name: alike.length === 1 ? label : `${label} ${alike.indexOf(row) + 1}` };
  });
}

/** What an owner sees of an item. */
interface OpenedItem extends KeptItem {
  /** Whether another session secret has encrypted it. */
  isLocked: boolean;
  /** What it says, if it is a number. */
  number: string | undefined;
}

/** Opens what a purchase has about its seller, with a line of history unless nothing opens. A photo is then read separately. */
export async function openSellerId(purchase: Row<"purchases">): Promise<OpenedItem[]> {
  const opened: OpenedItem[] = [];
  // One after the other: together the photos take more memory than a small server has.
  for (const item of await listKeptItems(purchase.id)) {
    const content = await openKeptItem(purchase.id, item.id);
    const number = item.kind === "idNumber" ? content?.toString("utf8") : undefined;
    opened.push({ ...item, isLocked: content === undefined, number });
  }
  if (opened.some(({ isLocked }) => !isLocked))
    await transaction(() =>
      recordChange({ record: toHistoryRecord(PURCHASES, purchase), action: "seen", after: SEEN }),
    );
  return opened;
}

/** What is in one of a purchase's items; undefined if it is not there, or another session secret has encrypted it. */
export function openKeptItem(purchaseId: string, id: string): Promise<Buffer | undefined> {
  return openItem({ purchaseId, id, kinds: ID_KINDS_SEALED });
}

/** What is stored as one of a purchase's signatures; undefined in the same cases. */
export function openSignature(purchaseId: string, id: string): Promise<Buffer | undefined> {
  return openItem({ purchaseId, id, kinds: ["signature"] });
}

interface ItemOfPurchase {
  purchaseId: string;
  id: string;
  kinds: readonly SealedKind[];
}

async function openItem({ purchaseId, id, kinds }: ItemOfPurchase): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("sealedItems")
    .select("sealed")
    .where("id", "=", id)
    .where("purchaseId", "=", purchaseId)
    .where("kind", "in", kinds)
    .executeTakeFirst();
  return row && openSealedBytes(sellerPurpose(id), row.sealed);
}

/**
 * Permanently deletes one of a purchase's items, with a line of history, also from what a restore brings back. One that is gone already
 * changes nothing.
 */
export async function deleteKeptItem(purchase: Row<"purchases">, id: string): Promise<void> {
  const kept = await listKeptItems(purchase.id);
  if (!kept.some((item) => item.id === id)) return;
  await transaction(() => removeKeptItem(id));
  await overwriteDeleted({ withCopies: true });
}

/** Deletes an item, within a transaction: an owner wants it gone, or a restore has brought it back. */
export async function removeKeptItem(id: string): Promise<void> {
  const gone = await db
    .deleteFrom("sealedItems")
    .where("id", "=", id)
    .returning(["purchaseId", "kind"])
    .executeTakeFirst();
  if (!gone) return;
  await noteErasure("sealedItem", id, { at: now() });
  const purchase = await db
    .selectFrom("purchases")
    .selectAll()
    .where("id", "=", gone.purchaseId)
    .executeTakeFirst();
  if (!purchase) return;
  const after = { sellerId: `Removed: ${sealedText([gone.kind])}` };
  await recordChange({ record: toHistoryRecord(PURCHASES, purchase), action: "changed", after });
}

/** Deletes all that is stored about the seller of a purchase that is removed permanently, within its transaction. */
export async function deleteSealedOf(purchaseId: string): Promise<void> {
  await db.deleteFrom("sealedItems").where("purchaseId", "=", purchaseId).execute();
}

/** The signatures of a purchase without what is in them, the newest first. */
export async function listSignatures(purchaseId: string): Promise<{ id: string; createdAt: string }[]> {
  return db
    .selectFrom("sealedItems")
    .select(["id", "createdAt"])
    .where("purchaseId", "=", purchaseId)
    .where("kind", "=", "signature")
    .orderBy("id", "desc")
    .execute();
}

const SEEN = { sellerId: "Number and photos of the seller's ID" };

/** Deletes what came with forms that nobody saved, and what belongs to purchases that an earlier version removed permanently. */
export async function deleteUnclaimed(at: Date): Promise<void> {
  const oldest = new Date(at.getTime() - UNCLAIMED_MS).toISOString();
  await db
    .deleteFrom("sealedItems")
    .where(({ and, eb, or }) =>
      or([
        and([eb("purchaseId", "is", null), eb("createdAt", "<=", oldest)]),
        eb("purchaseId", "not in", db.selectFrom("purchases").select("id")),
      ]),
    )
    .execute();
}

/**
 * Deletes what is older than the years set in Settings, with a line of history for each purchase. Rewrites the database, which makes
 * everyone wait, so it is for once a day.
 */
export async function deleteOldSealed(at: Date): Promise<void> {
  const gone = await actAs(THE_SITE, at, () => transaction(() => deleteExpired(at)));
  if (gone > 0) await overwriteDeleted({ withCopies: false });
}

async function deleteExpired(at: Date): Promise<number> {
  const oldest = new Date(at);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - business.buying.sellerIdYears);
  const gone = await db
    .deleteFrom("sealedItems")
    .where("kind", "in", ID_KINDS_SEALED)
    .where("createdAt", "<=", oldest.toISOString())
    .returning("purchaseId")
    .execute();
  const ids = [...new Set(gone.flatMap(({ purchaseId }) => purchaseId ?? []))];
  if (ids.length === 0) return gone.length;
  const purchases = await db.selectFrom("purchases").selectAll().where("id", "in", ids).execute();
  for (const purchase of purchases) {
    const before = { sellerId: `Kept for ${business.buying.sellerIdYears} years` };
    await recordChange({ record: toHistoryRecord(PURCHASES, purchase), action: "changed", before });
  }
  return gone.length;
}
