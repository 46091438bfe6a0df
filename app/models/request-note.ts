import { z } from "zod";
import { NOT_AN_OBJECT, optionalLine, requiredMessage } from "./text";

/** What staff wrote down about a request (specification, section 3). `timestamp` is an ISO date-time. */
export const requestNoteSchema = z.object({
  author: z.string(),
  timestamp: z.string(),
  content: z.string(),
});
export type RequestNote = z.output<typeof requestNoteSchema>;

export const MAX_NOTES = 200;

/** A note as it is sent: who and when are filled in where they are left out. */
const sentNoteSchema = z.object(
  {
    author: optionalLine(),
    timestamp: z.iso.datetime({ offset: true, error: "Please send an ISO date-time" }).optional(),
    content: requiredMessage("Please write the note's content"),
  },
  NOT_AN_OBJECT,
);

type SentNote = z.output<typeof sentNoteSchema>;

/**
 * What staff may change of a request (decisions, section 8): its status, and its notes as a whole list. What is left out
 * stays as it is.
 */
export function requestUpdateSchema<const Statuses extends readonly [string, ...string[]]>(
  statuses: Statuses,
) {
  return z.object(
    {
      status: z.enum(statuses, `Please use one of ${statuses.join(", ")}`).optional(),
      notes: z
        .array(sentNoteSchema, "Please send a list of notes")
        .max(MAX_NOTES, `Please send at most ${MAX_NOTES} notes`)
        .optional(),
    },
    NOT_AN_OBJECT,
  );
}

/** The columns that an update writes; notes are signed by whoever sends them. */
export function columnsOfUpdate(
  { status, notes }: { status?: string | undefined; notes?: SentNote[] | undefined },
  { author, now }: { author: string; now: Date },
) {
  const moment = now.toISOString();
  const signed = notes?.map(
    (note): RequestNote => ({
      author: note.author ?? author,
      timestamp: note.timestamp ?? moment,
      content: note.content,
    }),
  );
  return {
    ...(status ? { status } : {}),
    ...(signed ? { notes: JSON.stringify(signed) } : {}),
    updatedAt: moment,
  };
}
