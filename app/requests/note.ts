import { z } from "zod";
import type { StaffListDefinition } from "~/lists/staff";
import { NOT_AN_OBJECT, optionalLine, requiredMessage } from "~/values/text";
import { MAX_CUSTOMER_NOTE_LENGTH } from "./customer";
import type { LostReason, LostReasons } from "./work";

/** A note about a request. */
export interface RequestNote {
  author: string;
  /** ISO date-time. */
  timestamp: string;
  content: string;
  /** Written by the customer on their own page: no request body has it, so nobody else can set it. */
  from?: "customer" | undefined;
}

/** The most notes on one request. */
const MAX_NOTES = 200;

/** The message that a customer adds on their own page. */
export const customerNoteSchema = z.object({
  content: requiredMessage("Please write your message", MAX_CUSTOMER_NOTE_LENGTH),
});

/** A note in a request body: a stored one has its author and timestamp, a new one doesn't. */
const sentNoteSchema = z.object(
  {
    author: optionalLine(),
    timestamp: optionalLine(),
    content: requiredMessage("Please write the note's content"),
  },
  NOT_AN_OBJECT,
);

type SentNote = z.output<typeof sentNoteSchema>;

/**
 * What staff may change in a request by the API: its status, why it was lost, the day to follow up, and its notes, which are only ever
 * added to. A field that is left out is not changed.
 */
export function requestUpdateSchema({
  list,
  withdrawn,
  lostReasons,
}: {
  list: Pick<StaffListDefinition, "statuses">;
  withdrawn: string;
  lostReasons: LostReasons;
}) {
  const statuses = Object.keys(list.statuses);
  return z
    .object(
      {
        status: z.enum(statuses, `Please use one of ${statuses.join(", ")}`).optional(),
        notes: z
          .array(sentNoteSchema, "Please send a list of notes")
          .max(MAX_NOTES, `Please send at most ${MAX_NOTES} notes`)
          .optional(),
        followUpOn: z.iso
          .date("Please use a date such as 2026-12-31, or null for none")
          .nullable()
          .optional(),
        lostReason: z.enum(lostReasons, `Please use one of ${lostReasons.join(", ")}`).optional(),
      },
      NOT_AN_OBJECT,
    )
    .refine(({ status, lostReason }) => lostReason === undefined || status === withdrawn, {
      path: ["lostReason"],
      error: `Please send it with the status ${withdrawn}`,
    });
}

/** A validated update of any kind of request. */
export interface RequestUpdate {
  status?: string | undefined;
  notes?: SentNote[] | undefined;
  /** Null for no day. */
  followUpOn?: string | null | undefined;
  /** Only with the status of a request that was lost. */
  lostReason?: LostReason | undefined;
}

/**
 * The notes to store: those that are stored, and after them what was sent and is not stored yet. A new note gets the sender's
 * name and the time, so nobody can write in someone else's name, and no note is changed or removed.
 */
export function mergeNotes(
  notes: readonly SentNote[],
  stored: readonly RequestNote[],
  { author, now }: { author: string; now: Date },
): RequestNote[] {
  const isStored = (note: SentNote) =>
    stored.some(
      (one) => one.author === note.author && one.timestamp === note.timestamp && one.content === note.content,
    );
  const added = notes
    .filter((note) => !isStored(note))
    .map(({ content }) => ({ author, timestamp: now.toISOString(), content }));
  return [...stored, ...added];
}
