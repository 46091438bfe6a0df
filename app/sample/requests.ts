/** What every sample request has besides its own fields. */
export interface SampleRequest<Status> {
  /** Days before the sample is planted, and the time of that day (UTC). */
  sent: readonly [daysAgo: number, time: string];
  /** The first one unless said. */
  status?: Status;
  notes?: readonly SampleNote[];
}

interface SampleNote {
  author: string;
  /** After the request came in. */
  hoursLater: number;
  content: string;
}

/** The moment a sample request was sent; one of today lies before `now`, whatever the time of day. */
export function sentAt([daysAgo, time]: SampleRequest<unknown>["sent"], now: Date): Date {
  const moment = new Date(now);
  moment.setUTCDate(moment.getUTCDate() - daysAgo);
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  moment.setUTCHours(hours, minutes, 0, 0);
  return moment < now ? moment : new Date(moment.getTime() - 24 * HOUR);
}

/** A request's notes as staff would have sent them. */
export function notesOf(notes: readonly SampleNote[], sent: Date) {
  return notes.map(({ author, hoursLater, content }) => ({
    author,
    timestamp: new Date(sent.getTime() + hoursLater * HOUR).toISOString(),
    content,
  }));
}

const HOUR = 3_600_000;
