import { business } from "~/business/business.server";
import { formatRemovalDay } from "~/history/removal.server";
import { dayInTimeZone, formatDateTime, formatDay } from "~/values/format";
import { formatReference } from "~/values/id";
import { CUSTOMER_AUTHOR, WITHDRAWN_NOTE } from "./customer";
import type { RequestNote } from "./note";
import { dueSoonUntil, type StaffRequest } from "./record.server";
import type { AnyRequest, RequestCollection } from "./request";
import { CLOSED_AS, type Due, describeDue } from "./work";

/** A request as staff pages display it. */
export type RequestView<Request> = Omit<StaffRequest<Request>, "notes"> & {
  /** The customer's reference: `PR-7K3Q9D`. */
  reference: string;
  /** The time it was sent: `Nov 21, 2026, 11:05 AM`. */
  sentAt: string;
  notes: NoteView[];
  /** True if the customer has added a message and nobody has done anything with the request since. */
  hasMessage: boolean;
  /** When its first answer is due; undefined once it has one, and for spam. */
  due: Due | undefined;
  /** The username of the assignee. */
  assignee: string | undefined;
  /** When staff get back to the customer: `Follow up today`; undefined without a day, and for what is finished. */
  followUp: { text: string; state: Due["state"] } | undefined;
  /** How it was closed: `Won`, `Lost: price`; undefined for what is open. */
  closed: string | undefined;
  /** The last change: `marta, Nov 21, 2026, 3:12 PM`; undefined if nobody has changed it. */
  lastChange: string | undefined;
  /** The day on which a deleted request is removed permanently: `Dec 21, 2026`. */
  removedOn: string | undefined;
};

/** An account that requests can be assigned to. */
export interface StaffMember {
  _id: string;
  username: string;
}

/** A note as staff pages display it. */
export interface NoteView extends RequestNote {
  /** `Nov 21, 2026, 11:05 AM` */
  writtenAt: string;
}

/** Adds the reference and what depends on the time, and formats times in the business's time zone. */
export function toRequestView<Request extends AnyRequest>(
  request: StaffRequest<Request>,
  kind: Pick<RequestCollection, "prefix" | "finished" | "won">,
  { now, staff }: { now: Date; staff: readonly StaffMember[] },
): RequestView<Request> {
  const { updatedAt, updatedBy, deletedAt, keptUntil, assigneeId } = request;
  return {
    ...request,
    reference: formatReference(kind.prefix, request._id),
    sentAt: formatTime(request.createdAt),
    notes: request.notes.map((note) => ({ ...note, writtenAt: formatTime(note.timestamp) })),
    hasMessage: hasMessage(request),
    due: dueOf(request, now),
    assignee: staff.find(({ _id }) => _id === assigneeId)?.username,
    followUp: followUpOf(kind, request, now),
    closed: closedAs(kind, request),
    lastChange: updatedBy && `${updatedBy}, ${formatTime(updatedAt)}`,
    removedOn: deletedAt && formatRemovalDay({ deletedAt, keptUntil }),
  };
}

/** As the filter of the lists has it (list.server.ts). */
function hasMessage({ updatedBy, notes }: StaffRequest<AnyRequest>): boolean {
  return updatedBy === CUSTOMER_AUTHOR && notes.at(-1)?.content !== WITHDRAWN_NOTE;
}

function dueOf(request: StaffRequest<AnyRequest>, now: Date): Due | undefined {
  const { answerDueAt, firstAnsweredAt, spamAt, deletedAt } = request;
  if (!answerDueAt || firstAnsweredAt || spamAt || deletedAt) return undefined;
  return describeDue(answerDueAt, { now, soonUntil: dueSoonUntil(now), timeZone: business.timeZone });
}

function followUpOf(
  { finished }: Pick<RequestCollection, "finished">,
  { status, followUpOn, deletedAt }: StaffRequest<AnyRequest>,
  now: Date,
): RequestView<AnyRequest>["followUp"] {
  if (!followUpOn || deletedAt || finished.includes(status)) return undefined;
  const today = dayInTimeZone(business.timeZone, now);
  const isDue = followUpOn <= today;
  const day = followUpOn === today ? "today" : formatDay(`${followUpOn}T00:00:00.000Z`);
  return {
    text: `Follow up ${followUpOn === today ? day : isDue ? `since ${day}` : `on ${day}`}`,
    state: isDue ? "soon" : "later",
  };
}

function closedAs(
  { finished, won }: Pick<RequestCollection, "finished" | "won">,
  { status, lostReason }: AnyRequest,
): string | undefined {
  if (!finished.includes(status)) return undefined;
  if (status === won) return CLOSED_AS.won;
  return lostReason ? CLOSED_AS[lostReason] : "Lost";
}

// An imported note may have a timestamp in another format.
function formatTime(timestamp: string): string {
  return formatDateTime(timestamp, business.timeZone) || timestamp;
}
