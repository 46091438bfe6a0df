import { sql } from "kysely";
import { may } from "~/accounts/roles";
import { business } from "~/business/business.server";
import { createRecord, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { findStoredRow, isStocked, selectRecords, toRecord } from "~/collections/store.server";
import { deleteRecord } from "~/collections/trash.server";
import { actor, maySetPrices, now, roleOfActor } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { findMatches } from "~/interchange/find.server";
import { isCondition, matchName } from "~/interchange/match-words";
import { claimPicture } from "~/pictures/claims.server";
import { MAX_IMAGES, TOO_MANY_IMAGES_MESSAGE, type VehicleImage } from "~/pictures/image-rows";
import { imagesOf } from "~/pictures/images";
import { IMAGE_MISSING_MESSAGE } from "~/pictures/upload";
import { dayInTimeZone, formatPrice } from "~/values/format";
import { compactText } from "~/values/normalize";
import type { IsoDay } from "~/values/typed-date";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { findBodyClass } from "~/vin/body-class.server";
import { bodyKind } from "./body-kind";
import { findEntry } from "./catalog";
import { PART_RECORDS } from "./part.server";
import { PARTS, type PartFields } from "./parts";
import {
  type StockErrors,
  type StockedPart,
  type StockFields,
  type StockResult,
  type TeardownGroup,
  TYPED_FIELDS,
  WAITS_FOR_TEARDOWN,
  WARRANTY,
} from "./teardown";
import { listUsualEntries } from "./teardown-list.server";

type Donor = Row<"dismantledVehicles">;

/** The dismantled vehicle that parts are taken from. */
export function findDonor(id: string): Promise<Donor | undefined> {
  return findStoredRow(DISMANTLED_RECORDS, id);
}

/** How many cars wait to be torn down. */
export async function countCarsToTearDown(): Promise<number> {
  const { count } = await db
    .selectFrom("dismantledVehicles")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(isStocked)
    .where("status", "=", WAITS_FOR_TEARDOWN)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * What is usually sold from a car, what else was stocked from it, and what was asked for besides, with what each row starts from.
 * @param options.added entries beyond the usual ones, which come first
 * @param options.askedFor how many open requests ask for an entry, by its id; each has a row
 */
export async function listTeardown(
  donor: Donor,
  {
    added = [],
    askedFor = new Map(),
  }: { added?: readonly string[] | undefined; askedFor?: ReadonlyMap<string, number> } = {},
): Promise<TeardownGroup[]> {
  const usual = listUsualEntries(bodyKind(findBodyClass(donor.vin, donor.year, donor.make)));
  const taken = await findStocked(donor.id);
  const usualIds = new Set(usual.flatMap(({ entryIds }) => entryIds));
  const others = [...new Set([...added.filter(findEntry), ...askedFor.keys(), ...taken.keys()])].filter(
    (id) => !usualIds.has(id),
  );
  const suggestions = await suggestPrices(donor, [...usualIds, ...others]);
  return [{ title: "Added", entryIds: others }, ...usual]
    .filter(({ entryIds }) => entryIds.length > 0)
    .map(({ title, entryIds }) => ({
      title,
      rows: entryIds.map((entryId) => ({
        entryId,
        suggestion: suggestions.get(entryId),
        taken: taken.get(entryId),
        askedFor: askedFor.get(entryId),
        alsoFits: namesOfFits(donor, entryId),
      })),
    }));
}

/** The most cars that a row names. */
const MAX_NAMED_FITS = 3;

/** The cars that a part of a car fits for sure, with how sure: those of its own name first. */
function namesOfFits({ year, make, model, trim, engineType }: Donor, entryId: string): string | undefined {
  const entry = findEntry(entryId);
  const fits = entry
    ? findMatches(
        { year, make, model, trim: trim ?? undefined, engine: engineType ?? undefined },
        entry,
      ).filter((match) => !isCondition(match))
    : [];
  if (fits.length === 0) return undefined;
  const named = fits.slice(0, MAX_NAMED_FITS).map((match) => `${matchName(match)} (${match.grade})`);
  const more = fits.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

/** What the same entries of other cars of this model went on the shelf for, at most the last three of each. */
async function suggestPrices(
  { make, model }: Pick<Donor, "make" | "model">,
  entryIds: readonly string[],
): Promise<Map<string, { price: number; from: string }>> {
  if (entryIds.length === 0) return new Map();
  const [makeKey, modelKey] = [compactText(make), compactText(model)];
  const ranked = db
    .selectFrom("parts")
    .select([
      "entryId",
      "priceCents",
      sql<number>`row_number() over (partition by "entryId" order by "createdAt" desc, "id" desc)`.as("rank"),
    ])
    .where("deletedAt", "is", null)
    .where("entryId", "in", entryIds)
    .where("modelKey", "=", modelKey)
    .where("makeKey", "=", makeKey)
    // A price of 0 counts as none.
    .where("priceCents", ">", 0);
  const rows = await db
    .selectFrom(ranked.as("ranked"))
    .select(["entryId", "priceCents"])
    .where("rank", "<=", LAST_PRICES)
    .orderBy("rank")
    .execute();
  const prices = new Map<string, number[]>();
  for (const { entryId, priceCents } of rows)
    prices.set(entryId, [...(prices.get(entryId) ?? []), (priceCents ?? 0) / 100]);
  return new Map([...prices].map(([entryId, last]) => [entryId, suggest(last)]));
}

/**
 * Stores a checked row as a part, or changes the part that this row has made. Sent again, it does nothing more: a car has one part of an
 * entry from this list, no matter who sends it. From someone who may not set prices it gets the suggested price, and keeps the one it has.
 * @param version of the part that this row has made; undefined before its first answer
 */
export async function stockPart(
  donor: Donor,
  entryId: string,
  typed: StockFields,
  { version }: { version?: string | undefined } = {},
): Promise<StockResult> {
  const checked = await checkRow(entryId, donor, typed);
  if ("errors" in checked) return { outcome: "invalid", errors: checked.errors };
  return transaction(async (): Promise<StockResult> => {
    const stored = (await findStocked(donor.id)).get(entryId);
    const row = stored && (await findStoredRow(PART_RECORDS, stored.id));
    const ownPrices = row ? toRecord(PART_RECORDS, row) : await suggestedPrices(donor, entryId);
    const { price, coreCharge } = maySetPrices(PARTS.path) ? checked.fields : ownPrices;
    const fields = { ...checked.fields, price, coreCharge };
    if (stored && row) {
      if (isSame(row, fields)) return { outcome: "saved", part: stored };
      if (version !== stored.version) return { outcome: "taken", part: stored };
      const kept = toRecord(PART_RECORDS, row);
      const { location, damage, weight, warranty, images } = fields;
      const typed = { price, location, damage, coreCharge, weight, warranty };
      const change = { ...kept, ...typed, images: withTexts(images, row) };
      const updated = await updateRecord(PART_RECORDS, stored.id, change, { version });
      if (updated.outcome === "invalid")
        return { outcome: "invalid", errors: { row: Object.values(updated.fields).flat() } };
    } else {
      const created = await createRecord(PART_RECORDS, fields, { ownPrices });
      if (created.outcome === "invalid")
        return { outcome: "invalid", errors: { row: Object.values(created.fields).flat() } };
      if (created.outcome === "taken")
        return { outcome: "invalid", errors: { row: ["Its stock number is taken. Please try again."] } };
    }
    const part = (await findStocked(donor.id)).get(entryId);
    if (!part) throw new Error("The part was not stored.");
    return { outcome: "saved", part };
  });
}

/** The prices that the site gives a part which nobody has priced. */
async function suggestedPrices(
  donor: Donor,
  entryId: string,
): Promise<Pick<PartFields, "price" | "coreCharge">> {
  return { price: (await suggestPrices(donor, [entryId])).get(entryId)?.price };
}

/**
 * Undoes a row: its part goes to the trash, unless someone has changed it since, or it is held or sold. From someone who may not delete
 * parts it must be one that they have just stocked.
 */
export async function undoStock(
  donor: Donor,
  entryId: string,
  { version }: { version: string | undefined },
): Promise<StockResult> {
  return transaction(async (): Promise<StockResult> => {
    const stored = (await findStocked(donor.id)).get(entryId);
    if (!stored) return { outcome: "removed" };
    if (stored.version !== version || stored.status !== "Available")
      return { outcome: "taken", part: stored };
    if (!stored.mayUndo) return { outcome: "forbidden", part: stored };
    await deleteRecord(PART_RECORDS, stored.id);
    return { outcome: "removed" };
  });
}

/** The ids of the parts that were stocked from a car on this day, in the order of their numbers. */
export async function listStockedOn(donorId: string, day: IsoDay): Promise<string[]> {
  const rows = await selectRecords("parts")
    .select(["id", "stockNumber"])
    .where("donorId", "=", donorId)
    .where("dateAcquired", "=", `${day}T00:00:00.000Z`)
    .execute();
  return rows.sort((a, b) => byNumber.compare(a.stockNumber, b.stockNumber)).map(({ id }) => id);
}

const byNumber = new Intl.Collator("en", { numeric: true });

const LAST_PRICES = 3;

function suggest(prices: readonly number[]): { price: number; from: string } {
  const [last = 0] = prices;
  const sorted = [...prices].sort((a, b) => a - b);
  if (prices.length < LAST_PRICES) return { price: last, from: `The last one was ${formatPrice(last)}` };
  const price = sorted[1] ?? last;
  return { price, from: `In the middle of the last ${LAST_PRICES}: ${sorted.map(formatPrice).join(", ")}` };
}

/** The parts of a car that are on record, by their entry; of several, the first that was stocked. */
async function findStocked(donorId: string): Promise<Map<string, StockedPart>> {
  const rows = (await selectRecords("parts")
    .selectAll()
    .where("donorId", "=", donorId)
    .orderBy("id", "desc")
    .execute()) as Row<"parts">[];
  const undoable = await listUndoable(rows);
  return new Map(rows.map((row) => [row.entryId, toStocked(row, undoable)]));
}

/**
 * The ids of the parts that the actor may take off the shelf by their rows: all, if they may delete parts; otherwise those that they have
 * stocked today and nobody else has changed, since a price that someone set would be lost with them.
 */
async function listUndoable(rows: readonly Row<"parts">[]): Promise<ReadonlySet<string>> {
  const role = roleOfActor();
  if (role === undefined || may(role, "parts", "delete")) return new Set(rows.map(({ id }) => id));
  const { accountId } = actor();
  const dayOf = (time: Date) => dayInTimeZone(business.timeZone, time);
  const ofToday = rows.filter(({ createdAt }) => dayOf(new Date(createdAt)) === dayOf(now()));
  const lines = await db
    .selectFrom("changes")
    .select(["recordId", "accountId"])
    .where("recordKind", "=", PART_RECORDS.recordKind)
    .where(
      "recordId",
      "in",
      ofToday.map(({ id }) => id),
    )
    .execute();
  const others = new Set(
    lines.filter((line) => line.accountId !== accountId).map(({ recordId }) => recordId),
  );
  return new Set(lines.map(({ recordId }) => recordId).filter((id) => !others.has(id)));
}

function toStocked(row: Row<"parts">, undoable: ReadonlySet<string>): StockedPart {
  const { price, coreCharge, weight } = toRecord(PART_RECORDS, row);
  return {
    id: row.id,
    version: row.updatedAt,
    stockNumber: row.stockNumber,
    status: row.status,
    mayUndo: undoable.has(row.id),
    price: toTyped(price),
    coreCharge: toTyped(coreCharge),
    weight: weight === undefined ? "" : String(weight),
    warranty: row.warranty ?? "",
    location: row.location ?? "",
    damage: row.damage ?? "",
    images: imagesOf(row).map(({ imageUrl }) => imageUrl),
  };
}

function toTyped(dollars: number | undefined): string {
  if (dollars === undefined) return "";
  return Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2);
}

/** The fields of a row as a part's, checked by the part's own schema. */
async function checkRow(
  entryId: string,
  donor: Donor,
  { images, ...typed }: StockFields,
): Promise<{ fields: PartFields } | { errors: StockErrors }> {
  const errors: StockErrors = {};
  const parsed = bodySchema(PARTS).safeParse({
    entryId,
    donor: donor.stockNumber,
    ...typed,
    images: images.map((imageUrl) => ({ imageUrl, alt: "" })),
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0]) as keyof StockErrors;
    const known = (TYPED_FIELDS as readonly string[]).includes(field) || field === "images" ? field : "row";
    errors[known] = [...(errors[known] ?? []), message];
  }
  if (images.length > MAX_IMAGES) errors.images = [TOO_MANY_IMAGES_MESSAGE];
  for (const imageUrl of images)
    if (!errors.images && !(await claimPicture(imageUrl))) errors.images = [IMAGE_MISSING_MESSAGE];
  return parsed.success && Object.keys(errors).length === 0 ? { fields: parsed.data } : { errors };
}

function isSame(row: Row<"parts">, { images = [], ...fields }: PartFields): boolean {
  const stored = toRecord(PART_RECORDS, row);
  const urls = (list: readonly VehicleImage[]) => list.map(({ imageUrl }) => imageUrl).join();
  return (
    ([...TYPED_FIELDS, WARRANTY] as const).every((name) => stored[name] === fields[name]) &&
    urls(stored.images) === urls(images)
  );
}

/** Captions and alternative texts that were typed in the part's form stay. */
function withTexts(images: readonly VehicleImage[] = [], row: Row<"parts">): VehicleImage[] {
  const known = new Map(imagesOf(row).map((image) => [image.imageUrl, image]));
  return images.map((image) => known.get(image.imageUrl) ?? image);
}
