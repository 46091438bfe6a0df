import { z } from "zod";
import { business } from "~/business/business.server";
import { updateRecord } from "~/collections/records.server";
import {
  type AllFields,
  type DerivedColumns,
  findStoredRow,
  type InvalidFields,
  type RecordWrite,
  type StoredCollection,
  toRecord,
  toStoredColumns,
} from "~/collections/store.server";
import { maySetPrices, now } from "~/context.server";
import { compareColumn } from "~/db/conditions.server";
import type { Row } from "~/db/schema";
import { refuseWhileOnSale } from "~/sales/holding.server";
import { DAY_MS } from "~/values/days";
import { formatDateTime, formatDayInTimeZone } from "~/values/format";
import { toCents } from "~/values/money";
import { compactText, foldText } from "~/values/normalize";
import { optionalLine } from "~/values/text";
import { findEntry } from "./catalog";
import { findSource, type PartSource } from "./donor.server";
import { fitKeys } from "./fits";
import { computeGrade } from "./grade";
import { recordPartAddedAsGone, recordPartLeaving } from "./leaving.server";
import { partFilters, partSearchConditions } from "./list-conditions.server";
import { type PartQuery, readPartQuery } from "./list-query";
import { PUBLIC_PART_STATUSES, SOLD_PAGE_DAYS } from "./part";
import { gradeOf } from "./part-notes.server";
import { PART_MESSAGES, PARTS, type Part, type PartFields, type PublicPart } from "./parts";
import { askBeforeUndoingSales } from "./sold-parts.server";
import { findOffered, staffSearchConditions } from "./staff-search.server";
import { nextStockNumber } from "./stock-number.server";

export interface PartTypes {
  row: Row<"parts">;
  fields: PartFields;
  record: Part;
  publicRecord: PublicPart;
  publicQuery: PartQuery;
}

/** The parts, how they are searched, and what else changes with one. */
export const PART_RECORDS: StoredCollection<PartTypes> = {
  ...PARTS,
  readQuery: readPartQuery,
  publicConditions: async ({ q, make, model, yearFrom, yearTo, year, entryId }) => [
    ...(q === undefined ? [] : await partSearchConditions(q, new Date())),
    ...compareColumn("make", "=", make),
    ...compareColumn("model", "=", model),
    ...compareColumn("year", ">=", yearFrom),
    ...compareColumn("year", "<=", yearTo),
    ...compareColumn("year", "=", year),
    ...compareColumn("entryId", "=", entryId),
  ],
  isPageShown: ({ status, soldAt }, now) =>
    status !== "Sold" || (soldAt !== null && Date.parse(soldAt) > now.getTime() - SOLD_PAGE_DAYS * DAY_MS),
  deriveColumns,
  findFaults: async ({ donor, warranty }, write) => {
    const typed = z
      .object({ donor: optionalLine(40), warranty: optionalLine() })
      .safeParse({ donor, warranty });
    return typed.success ? (await checkReferences(typed.data, write)).invalid : {};
  },
  statusColumns,
  besidesOf: ({ entryId, status, donorId, year, make, model, trim, vin, ...row }) => ({
    ...{ donorId, year, make, model, trim, vin },
    part: findEntry(entryId)?.name ?? entryId,
    grade: row.gradeOverride ?? row.computedGrade,
    saleId: row.saleId,
    ...(status === "On hold"
      ? { heldUntil: row.heldUntil, heldRequestId: row.heldRequestId }
      : { heldFor: undefined }),
    ...(status === "Sold" ? { soldAt: row.soldAt } : { soldTo: undefined, soldPrice: undefined }),
  }),
  moreHistory: ({ status, heldUntil, soldAt }) => ({
    ...(status === "On hold" && heldUntil ? { heldUntil: formatDateTime(heldUntil, business.timeZone) } : {}),
    ...(status === "Sold" && soldAt
      ? { soldOn: formatDayInTimeZone(new Date(soldAt), business.timeZone) }
      : {}),
  }),
  isStatusFixed: ({ saleId }) => saleId !== null,
  statusQuestion: askBeforeUndoingSales,
  staffFilters: partFilters,
  fieldNotes,
  choices: (part) => ({
    warranty: business.partWarranties.map((text) => ({ value: text, label: text })),
    status: (PARTS.fields.status.options ?? []).filter(({ value }) => maySetStatus(value, part?.status)),
  }),
  searchText: toSearchText,
  searchConditions: staffSearchConditions,
  findFurther: findOffered,
  afterCreate: recordPartAddedAsGone,
  afterUpdate: recordPartLeaving,
  afterRestore: followDonor,
};

/** Brings a restored part that is for sale up to date with its donor, which may have been edited in the meantime. */
async function followDonor(id: string): Promise<void> {
  const row = await findStoredRow(PART_RECORDS, id);
  if (!row || !PUBLIC_PART_STATUSES.some((status) => status === row.status)) return;
  const record = toRecord(PART_RECORDS, row);
  const columns = await toStoredColumns(PART_RECORDS, record, { stored: row, now: now() });
  const stored: Record<string, unknown> = { ...row };
  if (Object.entries(columns).every(([name, value]) => stored[name] === value)) return;
  const { outcome } = await updateRecord(PART_RECORDS, id, record);
  // Rolls back the restore too: nobody may buy it as a part of what its donor no longer is.
  if (outcome !== "saved") throw new Error(`Part ${id} could not follow its donor: ${outcome}`);
}

/** Looks up what a part names: its donor, and a warranty of `business.json`, or the one that it has already. */
async function checkReferences(
  fields: Partial<AllFields<PartTypes>>,
  { stored }: RecordWrite<PartTypes>,
): Promise<{ source: PartSource | undefined } & InvalidFields> {
  const { warranty } = fields;
  const source = await findSource(fields, stored);
  const isKnown = !warranty || warranty === stored?.warranty || business.partWarranties.includes(warranty);
  return {
    source,
    invalid: {
      ...(source ? {} : { donor: [PART_MESSAGES.noDonor] }),
      ...(isKnown ? {} : { warranty: [PART_MESSAGES.warranty] }),
    },
  };
}

/** Whether the actor may store a part with this status: anyone who may set prices may sell, and undo a sale. */
function maySetStatus(status: string, stored: string | undefined): boolean {
  return (status === "Sold") === (stored === "Sold") || maySetPrices(PARTS.path);
}

/** What follows from the donor, from the rule of grades, and from the status. */
async function deriveColumns(
  fields: AllFields<PartTypes>,
  write: RecordWrite<PartTypes>,
): Promise<DerivedColumns<PartTypes> | InvalidFields> {
  const { stored, now, reserved } = write;
  const { source, invalid } = await checkReferences(fields, write);
  if (!source || Object.keys(invalid).length > 0) return { invalid };
  const onSale = await refuseOnSale(fields, stored);
  if (onSale) return onSale;
  const { entryId, damage, fits, heldFor, status } = fields;
  if (!maySetStatus(status, stored?.status)) return { invalid: { status: [PART_MESSAGES.sale] } };
  const { dateAcquired, ...vehicle } = source;
  const graded = { ...vehicle, entry: findEntry(entryId), damage };
  const isSold = status === "Sold";
  const isHeld = status === "On hold";
  // What is stored about a hold or sale is from an earlier one, unless that is still the status.
  const ongoing = stored?.status === status ? stored : undefined;
  return {
    ...vehicle,
    stockNumber: fields.stockNumber || stored?.stockNumber || (await nextStockNumber(vehicle, reserved)),
    makeKey: compactText(vehicle.make),
    modelKey: compactText(vehicle.model),
    fitKeys: fitKeys(fits),
    computedGrade: computeGrade({ ...graded, dateAcquired: dateAcquired ?? fields.dateAcquired })?.grade,
    heldUntil: isHeld ? ongoing?.heldUntil : undefined,
    // Typing another name holds it for someone else.
    heldRequestId: isHeld && ongoing?.heldFor === heldFor ? ongoing?.heldRequestId : undefined,
    soldAt: isSold ? (ongoing?.soldAt ?? now.toISOString()) : undefined,
    ...(isHeld ? {} : { heldFor: undefined }),
    ...(isSold ? {} : { soldTo: undefined, soldPriceCents: undefined }),
  };
}

/** Rejects changes that contradict the sale that has the part. */
async function refuseOnSale(
  { status, soldTo, soldPrice }: AllFields<PartTypes>,
  stored: Row<"parts"> | undefined,
): Promise<InvalidFields | undefined> {
  if (!stored || stored.saleId === null) return undefined;
  const isSame =
    status === stored.status &&
    (status !== "Sold" ||
      ((soldTo ?? null) === stored.soldTo &&
        (soldPrice === undefined ? null : toCents(soldPrice)) === stored.soldPriceCents));
  return isSame ? undefined : { invalid: { status: [await refuseWhileOnSale(stored.saleId)] } };
}

/**
 * What an automatically set status says about a hold or a sale: nothing is known about the customer. The former status's values stay,
 * unseen, so that an Undo finds them.
 */
function statusColumns(status: string, { now }: { now: Date }): Partial<Row<"parts">> {
  if (status === "On hold") return { heldUntil: null, heldFor: null, heldRequestId: null };
  return status === "Sold" ? { soldAt: now.toISOString(), soldTo: null, soldPriceCents: null } : {};
}

/** The grade by the rule, which staff may overrule. */
async function fieldNotes(part: Part): Promise<Record<string, string>> {
  const computed = await gradeOf(part);
  return {
    gradeOverride: computed
      ? `By the rule: ${computed.grade}. ${computed.reason}.`
      : "The rule gives no grade: it needs the miles of a mechanical part, and the damage of any other.",
  };
}

/** A part's words for its staff list: what it is, what it is from, and its numbers. */
function toSearchText(fields: Record<string, unknown>): string {
  const names = ["year", "make", "model", "stockNumber", "interchange", "location", "vin"];
  const texts = [findEntry(String(fields.entryId))?.label, ...names.map((name) => fields[name])];
  return ` ${foldText(texts.filter(Boolean).join(" "))} `;
}
