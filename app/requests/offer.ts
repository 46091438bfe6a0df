import type { Rules } from "~/collections/field";

/** The state of our offer for a car. */
export const OFFER_STATES = {
  open: { label: "Waiting for an answer", tone: "blue" },
  ended: { label: "Ended", tone: "gray" },
  accepted: { label: "Accepted", tone: "green" },
  declined: { label: "Declined", tone: "red" },
  unanswered: { label: "Not answered", tone: "gray" },
  replaced: { label: "Replaced", tone: "yellow" },
} as const;
export type OfferState = keyof typeof OFFER_STATES;

/** A customer's answer to an offer. */
export const OFFER_ANSWERS = ["accepted", "declined"] as const;
export type OfferAnswer = (typeof OFFER_ANSWERS)[number];

/** How many days an offer is good, unless staff type another day. */
export const OFFER_DAYS = 7;

/** An offer as the API returns it. */
export interface OfferRecord {
  /** 1 for the first of its request. */
  version: number;
  state: OfferState;
  /** In dollars. */
  amount: number;
  /** The last day on which it can be accepted: `2026-12-05`. */
  goodUntil: string;
  madeAt: string;
  madeBy: string;
  answeredAt?: string | undefined;
  /** The name that the customer typed. */
  answeredBy?: string | undefined;
}

/** The schema of a request's offers, the newest first. */
export function offerRecords({ z }: Rules) {
  return z.array(
    z.object({
      version: z.number().int(),
      state: z.enum(Object.keys(OFFER_STATES)),
      amount: z.number(),
      goodUntil: z.iso.date(),
      madeAt: z.iso.datetime(),
      madeBy: z.string(),
      answeredAt: z.iso.datetime().optional(),
      answeredBy: z.string().optional(),
    }),
  );
}
