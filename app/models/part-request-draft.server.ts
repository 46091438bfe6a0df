import { createHash, randomBytes } from "node:crypto";
import type { ExpressionBuilder } from "kysely";
import { z } from "zod";
import { type Db, db } from "~/db/connection.server";
import type { Database } from "~/db/schema";
import { checkSelection, componentFor, type PartSelection, systemFor } from "./part-catalogue";
import type { WizardStep } from "./part-request";
import { createPartRequest, partRequestOf } from "./part-request.server";
import {
  contactStepSchema,
  type PartRequest,
  partRequestSchema,
  partStepSchema,
  typedVehicleSchema,
  vinStepSchema,
} from "./part-request-schema";
import { MAX_MESSAGE_LENGTH } from "./text";
import { MAX_VEHICLE_WORDS_LENGTH } from "./vin";
import { type VehicleInfo, vehicleInfoSchema } from "./vin-schema";

/** What an unfinished request holds is gone within this time of its start (decisions, section 5). */
export const DRAFT_LIFETIME_SECONDS = 24 * 60 * 60;
const SWEEP_INTERVAL_MS = 10 * 60 * 1000;

/** What can be typed in each step. */
export const TYPED_FIELDS = {
  1: ["vin", "year", "make", "model", "trim", "engineSize"],
  2: ["categoryId", "subcategoryId", "partId"],
  3: ["name", "phone", "email", "additionalInfo"],
  4: [],
} as const satisfies Record<WizardStep, readonly string[]>;

export type TypedField = (typeof TYPED_FIELDS)[WizardStep][number];
export type Typed = Partial<Record<TypedField, string>>;

const draftAnswersSchema = z.object({
  /** As typed, right or wrong: nothing is lost on the way back. */
  typed: z
    .partialRecord(z.enum([...TYPED_FIELDS[1], ...TYPED_FIELDS[2], ...TYPED_FIELDS[3]]), z.string())
    .default({}),
  /** What came of the VIN's decode, for that VIN alone. */
  decode: z
    .object({
      vin: z.string(),
      outcome: z.enum(["decoded", "incomplete", "failed", "unavailable"]),
      vehicleInfo: vehicleInfoSchema,
    })
    .optional(),
  /** The dismantled vehicle the part shall come from. */
  donor: z.object({ id: z.string(), stockNumber: z.string(), name: z.string() }).optional(),
});

export type DraftAnswers = z.output<typeof draftAnswersSchema>;
export type DonorVehicle = NonNullable<DraftAnswers["donor"]>;

export interface PartRequestDraft {
  id: string;
  answers: DraftAnswers;
  /** Changes with every change of the answers. */
  updatedAt: string;
}

/** The vehicle as the request will name it. */
export interface RequestedVehicle {
  vin: string;
  year: string;
  make: string;
  model: string;
  trim?: string | undefined;
  engineSize?: string | undefined;
}

/** What the answers amount to, and the first step that is not complete; 4 where all are. */
export interface DraftProgress {
  vehicle?: RequestedVehicle;
  part?: PartSelection;
  contact?: z.output<typeof contactStepSchema>;
  firstOpenStep: WizardStep;
}

/** The draft of this id until it is sent or its time is over; answers that cannot be read count as none. */
export async function findDraft(
  id: string,
  now: Date,
  within: Db = db,
): Promise<PartRequestDraft | undefined> {
  const row = await within
    .selectFrom("partRequestDrafts")
    .selectAll()
    .where("id", "=", id)
    .where("createdAt", ">", before(now, DRAFT_LIFETIME_SECONDS * 1000))
    .where(wasNotSent(id))
    .executeTakeFirst();
  return row && { id: row.id, answers: readAnswers(row.answers), updatedAt: row.updatedAt };
}

/** A new draft; its id has 192 random bits and is a secret of its visitor. */
export async function startDraft(answers: DraftAnswers, now: Date): Promise<PartRequestDraft> {
  await sweepDrafts(now);
  const draft = { id: randomBytes(24).toString("base64url"), answers, updatedAt: now.toISOString() };
  await db
    .insertInto("partRequestDrafts")
    .values({
      id: draft.id,
      answers: JSON.stringify(answers),
      createdAt: draft.updatedAt,
      updatedAt: draft.updatedAt,
    })
    .execute();
  return draft;
}

/**
 * Keeps the answers. A draft that was sent or swept stays as it is.
 * @param options.yielding a save on the side, which gives way to whatever was saved since `draft` was read
 */
export async function saveDraft(
  draft: PartRequestDraft,
  answers: DraftAnswers,
  { now, yielding = false }: { now: Date; yielding?: boolean },
): Promise<PartRequestDraft> {
  const text = JSON.stringify(answers);
  if (text === JSON.stringify(draft.answers)) return draft;
  const updatedAt = now.toISOString();
  await db
    .updateTable("partRequestDrafts")
    .set({ answers: text, updatedAt })
    .where("id", "=", draft.id)
    .where(wasNotSent(draft.id))
    .$if(yielding, (query) => query.where("updatedAt", "=", draft.updatedAt))
    .execute();
  return { ...draft, answers, updatedAt };
}

/** The typed text of a step laid over what was there, cut where no answer could be that long. */
export function withTyped(answers: DraftAnswers, typed: Typed): DraftAnswers {
  const bounded = Object.entries(typed).map(([field, text]) => [field, text.slice(0, longestTyped(field))]);
  const merged: Typed = { ...answers.typed, ...Object.fromEntries(bounded) };
  return { ...answers, typed: withConsistentSelection(merged) };
}

/** The answers of one to whom it does not matter any more which vehicle the part comes from. */
export function withoutDonor({ donor: _removed, ...answers }: DraftAnswers): DraftAnswers {
  return answers;
}

/** What the answers amount to (specification, section 4: a step opens when those ahead of it are valid). */
export function progressOf({ typed, decode }: DraftAnswers): DraftProgress {
  const vehicle = requestedVehicle(typed, decode);
  const part = partStepSchema(checkSelection).safeParse(typed).data;
  const contact = contactStepSchema.safeParse(leftOutWhereEmpty(typed)).data;
  const firstOpenStep = !vehicle ? 1 : !part ? 2 : !contact ? 3 : 4;
  return {
    ...(vehicle ? { vehicle } : {}),
    ...(part ? { part } : {}),
    ...(contact ? { contact } : {}),
    firstOpenStep,
  };
}

/** The decode of the VIN that now stands in the answers, if it has been looked up. */
export function currentDecode({ typed, decode }: DraftAnswers): DraftAnswers["decode"] {
  const vin = vinStepSchema.safeParse(typed).data?.vin;
  return decode && decode.vin === vin ? decode : undefined;
}

/** The message of the request: which of our vehicles the part shall come from, then the visitor's notes. */
export function messageWithDonor(
  donor: DonorVehicle | undefined,
  notes: string | undefined,
): string | undefined {
  if (!donor) return notes;
  return [`Part from stock # ${donor.stockNumber}, ${donor.name}`, notes].filter(Boolean).join("\n");
}

/** The name of a draft that may stand in a page and in the request: its id cannot be told from it. */
export function draftKey(id: string): string {
  return createHash("sha256").update(`part request draft ${id}`).digest("base64url");
}

/** The request that came of the draft of this key, if it was sent. */
export async function findSentRequest(key: string, within: Db = db): Promise<PartRequest | undefined> {
  const row = await within
    .selectFrom("partRequests")
    .selectAll()
    .where("draftId", "=", key)
    .executeTakeFirst();
  return row && partRequestOf(row);
}

/**
 * Sends the draft: in one transaction the request is stored and the answers are emptied. Sent again, it
 * answers the same request (decisions, section 5).
 * @returns undefined where the draft is gone or not complete
 */
export async function sendDraft(id: string, now: Date): Promise<PartRequest | undefined> {
  return db.transaction().execute(async (within) => {
    // The write lock first, so that two processes sending the same draft do so one after the other.
    await within.updateTable("partRequestDrafts").set({ id }).where("id", "=", id).execute();
    const sent = await findSentRequest(draftKey(id), within);
    if (sent) return sent;
    const draft = await findDraft(id, now, within);
    const fields = draft && requestFields(draft.answers);
    if (!fields) return undefined;
    const request = await createPartRequest(fields, { draftId: draftKey(id), now, within });
    await within
      .updateTable("partRequestDrafts")
      .set({ answers: "{}", updatedAt: now.toISOString() })
      .where("id", "=", id)
      .execute();
    return request;
  });
}

/** Deletes the drafts that would outlive their time before the next sweep. */
export async function sweepDrafts(now: Date): Promise<void> {
  await db
    .deleteFrom("partRequestDrafts")
    .where("createdAt", "<=", before(now, DRAFT_LIFETIME_SECONDS * 1000 - SWEEP_INTERVAL_MS))
    .execute();
}

// Also where nobody starts a new one: the promise of 24 hours does not wait for visitors.
setInterval(() => void sweepDrafts(new Date()).catch(() => {}), SWEEP_INTERVAL_MS).unref();

function requestFields(answers: DraftAnswers) {
  const { vehicle, part, contact } = progressOf(answers);
  if (!vehicle || !part || !contact) return undefined;
  const { vin, ...vehicleInfo } = vehicle;
  const { additionalInfo, ...customerInfo } = contact;
  return partRequestSchema.parse({
    vin,
    vehicleInfo,
    partDetails: {
      system: systemFor(part.category.id),
      component: componentFor(part.subcategory, part.part),
      additionalInfo: messageWithDonor(answers.donor, additionalInfo),
    },
    customerInfo,
  });
}

function requestedVehicle(typed: Typed, decode: DraftAnswers["decode"]): RequestedVehicle | undefined {
  const vin = vinStepSchema.safeParse(typed).data?.vin;
  if (!vin || decode?.vin !== vin) return undefined;
  if (decode.outcome !== "decoded") return typedVehicleSchema.safeParse(leftOutWhereEmpty(typed)).data;
  const { year, make, model, trim, engineSize }: VehicleInfo = decode.vehicleInfo;
  return { vin, year: String(year), make: make ?? "", model: model ?? "", trim, engineSize };
}

// A form's empty field is one left out, as conform reads it too.
function leftOutWhereEmpty(typed: Typed): Typed {
  return Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ""));
}

/** Changing the category clears subcategory and part; changing the subcategory clears the part (section 4). */
function withConsistentSelection(typed: Typed): Typed {
  const check = checkSelection(typed);
  if (check.ok || typed.categoryId === undefined) return typed;
  const { categoryId, subcategoryId, partId: _cleared, ...rest } = typed;
  return check.field === "partId" ? { ...rest, categoryId, subcategoryId } : { ...rest, categoryId };
}

function readAnswers(text: string): DraftAnswers {
  try {
    return draftAnswersSchema.parse(JSON.parse(text));
  } catch {
    return { typed: {} };
  }
}

// A little beyond what each may hold, so that a text too long comes back as it was, with its sentence.
function longestTyped(field: string): number {
  return field === "additionalInfo" ? 2 * MAX_MESSAGE_LENGTH : 2 * MAX_VEHICLE_WORDS_LENGTH;
}

function wasNotSent(id: string) {
  return ({ exists, not, selectFrom }: ExpressionBuilder<Database, "partRequestDrafts">) =>
    not(exists(selectFrom("partRequests").select("partRequests.id").where("draftId", "=", draftKey(id))));
}

function before(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString();
}
