import { business } from "~/business/business.server";
import { formatDateTime } from "~/values/format";
import { formatReference } from "~/values/id";
import type { RequestNote } from "./note";

/** A request as staff pages display it. */
export type RequestView<Request> = Omit<Request, "notes"> & {
  /** The customer's reference: `PR-7K3Q9D`. */
  reference: string;
  /** The time it was sent: `Nov 21, 2026, 11:05 AM`. */
  sentAt: string;
  notes: NoteView[];
};

/** A note as staff pages display it. */
export interface NoteView extends RequestNote {
  /** `Nov 21, 2026, 11:05 AM` */
  writtenAt: string;
}

/** Adds the reference, and formats times in the business's time zone. */
export function toRequestView<Request extends { _id: string; createdAt: string; notes: RequestNote[] }>(
  request: Request,
  prefix: "PR" | "RR",
): RequestView<Request> {
  return {
    ...request,
    reference: formatReference(prefix, request._id),
    sentAt: formatTime(request.createdAt),
    notes: request.notes.map((note) => ({ ...note, writtenAt: formatTime(note.timestamp) })),
  };
}

// An imported note may have a timestamp in another format.
function formatTime(timestamp: string): string {
  return formatDateTime(timestamp, business.timeZone) || timestamp;
}
