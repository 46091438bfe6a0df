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

/** A note as it is sent: one that was read before with its author and moment, a new one without. */
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

export interface RequestUpdate {
  status?: string | undefined;
  notes?: SentNote[] | undefined;
}

/**
 * The notes as they are kept. Those that stand there already stay as they were written; any other is signed by whoever
 * sends it, now: nobody writes in another's name.
 */
export function signed(
  notes: readonly SentNote[],
  stored: readonly RequestNote[],
  { author, now }: { author: string; now: Date },
): RequestNote[] {
  return notes.map((note) => {
    const { content } = note;
    const known = stored.find(
      (one) => one.author === note.author && one.timestamp === note.timestamp && one.content === content,
    );
    return known ?? { author, timestamp: now.toISOString(), content };
  });
}
