import { z } from "zod";

/** What staff have done with a request of either kind, as the API returns it. */
export const workRecordFields = {
  /** When its answer is due: 24 business hours after it was received. */
  answerDueAt: z.iso.datetime().optional(),
  /** When its status first left pending or its first note was added. */
  firstAnsweredAt: z.iso.datetime().optional(),
  /** The id of the account that takes care of it. */
  assigneeId: z.string().optional(),
  spamAt: z.iso.datetime().optional(),
};

/** A part request's quote: dollars, and the last day on which the price holds. */
export const quoteRecordSchema = z.object({
  price: z.number(),
  warranty: z.string().optional(),
  validUntil: z.iso.date().optional(),
  quotedAt: z.iso.datetime(),
});
