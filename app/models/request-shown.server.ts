import { business } from "~/business.server";
import { formatMoment } from "./format";
import { referenceFor } from "./id";
import type { RequestNote } from "./request-note";

/** A request as staff's pages show it. */
export type Shown<Request> = Omit<Request, "notes"> & {
  /** What the customer reads out on the phone. */
  reference: string;
  /** When it was sent: `Nov 21, 2026, 11:05 AM`. */
  sentAt: string;
  notes: ShownNote[];
};

export interface ShownNote extends RequestNote {
  writtenAt: string;
}

/** Adds to a request its reference, and its moments in the time zone of the business. */
export function shown<Request extends { _id: string; createdAt: string; notes: RequestNote[] }>(
  request: Request,
  prefix: "PR" | "RR",
): Shown<Request> {
  return {
    ...request,
    reference: referenceFor(prefix, request._id),
    sentAt: momentOf(request.createdAt),
    notes: request.notes.map((note) => ({ ...note, writtenAt: momentOf(note.timestamp) })),
  };
}

// Brought along from elsewhere, a note may say its moment in another way.
function momentOf(timestamp: string): string {
  return formatMoment(timestamp, business.timeZone) || timestamp;
}
