import { formatMileage } from "~/values/format";

/** The statuses that a customer should hear about. */
const TOLD_STATUSES = ["quoted", "fulfilled", "scheduled", "completed"] as const;

/** What a message to the customer is about, if it is more than a plain answer. */
const ANSWER_TOPICS = [...TOLD_STATUSES, "donor", "estimate", "offer"] as const;
export type AnswerTopic = (typeof ANSWER_TOPICS)[number];

/** The most characters in a message: with its address and subject it is stored as a note. */
export const MAX_ANSWER_LENGTH = 4_000;

/** The topic with this name; undefined for a plain answer. */
export function toAnswerTopic(name: string | null): AnswerTopic | undefined {
  return ANSWER_TOPICS.find((topic) => topic === name);
}

/** The topic of a message about a request in this status; undefined if the customer doesn't need to hear about it. */
export function topicOfStatus(status: string): AnswerTopic | undefined {
  return TOLD_STATUSES.find((topic) => topic === status);
}

interface AnswerLink {
  about?: AnswerTopic | undefined;
  /** The id of the donor. */
  vehicle?: string;
  /** The page to return to: the request's own, or its list. */
  from: string;
}

/** The query of the page on which a message to the customer is written. */
export function answerQuery({ about, vehicle, from }: AnswerLink): Record<string, string> {
  return { ...(about ? { about } : {}), ...(vehicle ? { vehicle } : {}), from };
}

/** A vehicle that could give a part. */
export interface Donor {
  stockNumber: string;
  year?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
  trim?: string | undefined;
  mileage?: number | undefined;
}

/** What staff tell a customer about a donor: `a 2002 Honda Accord EX, stock number D000123, 84,210 miles`. */
export function describeDonor({ year, make, model, trim, mileage, stockNumber }: Donor): string {
  const name = [year, make, model, trim].filter(Boolean).join(" ");
  const miles = mileage === undefined ? "" : `, ${formatMileage(mileage)}`;
  return `a ${name}, stock number ${stockNumber}${miles}`;
}
