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

/** What staff did with a request, in order: each note is sent, and so signed, by its own author at its own time. */
export function updatesOf<Status>({ status, notes = [] }: SampleRequest<Status>, sent: Date) {
  const written = notes.map(({ author, hoursLater, content }) => {
    const now = new Date(sent.getTime() + hoursLater * HOUR);
    return { by: { author, now }, note: { author, timestamp: now.toISOString(), content } };
  });
  const updates = written.map(({ by }, index) => ({
    by,
    status,
    notes: written.slice(0, index + 1).map(({ note }) => note),
  }));
  return updates.length > 0 ? updates : [{ by: { author: "", now: sent }, status }];
}

const HOUR = 3_600_000;
