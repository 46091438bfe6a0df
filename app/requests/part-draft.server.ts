import { createHash, randomBytes } from "node:crypto";
import { bodySchema } from "~/collections/schema";
import { actAs, CUSTOMER } from "~/context.server";
import { db } from "~/db/connection.server";
import { findStoredResponse, runOnce } from "~/http/idempotency.server";
import { componentFor, systemFor } from "~/parts/catalog";
import { receivePartRequest } from "./part.server";
import { type WizardAnswers, wizardAnswersSchema, wizardProgress } from "./part-answers";
import { PART_REQUESTS, type PartRequestFields } from "./part-requests";

/** An unfinished request is deleted this long after it was started. */
export const DRAFT_LIFETIME_SECONDS = 24 * 60 * 60;
/** The longest interval between runs of the job that deletes drafts (jobs.server.ts). */
const JOB_INTERVAL_SECONDS = 60 * 60;

/** A part request that a visitor has started but not sent. */
export interface PartRequestDraft {
  id: string;
  answers: WizardAnswers;
  /** Changes whenever the answers change. */
  updatedAt: string;
}

/** The draft with this id, unless it was sent or has expired. Answers that cannot be parsed count as empty. */
export async function findDraft(id: string, now: Date): Promise<PartRequestDraft | undefined> {
  const row = await db
    .selectFrom("partRequestDrafts")
    .selectAll()
    .where("id", "=", id)
    .where("createdAt", ">", secondsBefore(now, DRAFT_LIFETIME_SECONDS))
    .executeTakeFirst();
  return row && { id: row.id, answers: parseAnswers(row.answers), updatedAt: row.updatedAt };
}

/** Creates a draft. Its id has 192 random bits and is known only to its visitor. */
export async function startDraft(answers: WizardAnswers, now: Date): Promise<PartRequestDraft> {
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
 * Saves the answers; does nothing if the draft was sent or deleted.
 * @param options.ifUnchanged skips the save if the draft was saved again after `draft` was read; for autosave
 */
export async function saveDraft(
  draft: PartRequestDraft,
  answers: WizardAnswers,
  { now, ifUnchanged = false }: { now: Date; ifUnchanged?: boolean },
): Promise<void> {
  const text = JSON.stringify(answers);
  if (text === JSON.stringify(draft.answers)) return;
  await db
    .updateTable("partRequestDrafts")
    .set({ answers: text, updatedAt: now.toISOString() })
    .where("id", "=", draft.id)
    .$if(ifUnchanged, (query) => query.where("updatedAt", "=", draft.updatedAt))
    .execute();
}

/** A hash of the draft's id that is safe to put in a page, because it does not reveal the id. */
export function draftKey(id: string): string {
  return createHash("sha256").update(`part request draft ${id}`).digest("base64url");
}

/** The id of the request that the draft with this key was sent as. */
export async function findSentRequestId(key: string, now: Date): Promise<string | undefined> {
  const stored = await findStoredResponse(idempotentSend(key), now);
  return stored && parseRequestId(stored.response);
}

/**
 * Sends the draft: stores the request and deletes the draft in one transaction. Sending it again returns the same request.
 * @returns the request's id; undefined if the draft does not exist or is incomplete
 */
export async function sendDraft(id: string, now: Date): Promise<string | undefined> {
  const draft = await findDraft(id, now);
  if (!draft) return findSentRequestId(draftKey(id), now);
  const fields = toRequestFields(draft.answers);
  if (!fields) return undefined;
  const sent = await actAs(CUSTOMER, now, () =>
    runOnce(idempotentSend(draftKey(id)), now, async () => {
      const { _id } = await receivePartRequest(fields);
      await db.deleteFrom("partRequestDrafts").where("id", "=", id).execute();
      return { _id };
    }),
  );
  return parseRequestId(sent.response);
}

/** Deletes the drafts that will expire before the hourly job runs again, so that none is stored past its lifetime. */
export async function deleteExpiredDrafts(now: Date): Promise<void> {
  await db
    .deleteFrom("partRequestDrafts")
    .where("createdAt", "<=", secondsBefore(now, DRAFT_LIFETIME_SECONDS - JOB_INTERVAL_SECONDS))
    .execute();
}

// The key identifies the draft, so the body can be empty.
function idempotentSend(key: string) {
  return { key, scope: "partRequestDraft", body: "" };
}

function parseRequestId(response: string): string {
  return (JSON.parse(response) as { _id: string })._id;
}

function toRequestFields(answers: WizardAnswers): PartRequestFields | undefined {
  const { vehicle, part, contact } = wizardProgress(answers);
  if (!vehicle || !part || !contact) return undefined;
  const { vin, ...vehicleInfo } = vehicle;
  const { additionalInfo, ...customerInfo } = contact;
  return bodySchema(PART_REQUESTS).parse({
    vin,
    vehicleInfo,
    partDetails: {
      system: systemFor(part.category.id),
      component: componentFor(part.subcategory, part.part),
      additionalInfo: messageWithSource(answers, additionalInfo),
    },
    customerInfo,
  });
}

/** Where the visitor wants the part from, above the notes. */
function messageWithSource(answers: WizardAnswers, notes: string | undefined): string | undefined {
  const { donor } = answers;
  const lines = [donor && `Part from stock # ${donor.stockNumber}, ${donor.name}`, notes];
  return lines.filter(Boolean).join("\n") || undefined;
}

function parseAnswers(text: string): WizardAnswers {
  try {
    return wizardAnswersSchema.parse(JSON.parse(text));
  } catch {
    return { typed: {} };
  }
}

function secondsBefore(now: Date, seconds: number): string {
  return new Date(now.getTime() - seconds * 1000).toISOString();
}
