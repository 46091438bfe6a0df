import { business } from "~/business/business.server";
import type { MailCauseKind, MailStatus } from "~/db/schema";
import { REQUEST_KINDS } from "~/requests/kinds";
import type { RequestCollection } from "~/requests/request";
import { formatDateTime } from "~/values/format";
import type { MailHead } from "./outbox.server";
import { isMailOn, mailPasswordState, notifiedAddresses } from "./settings.server";

/** A message as the staff page displays it. */
export interface MailView {
  /** Its `Message-ID`. */
  id: string;
  subject: string;
  to: string;
  /** When it was queued: `Nov 21, 2026, 11:05 AM`. */
  queuedAt: string;
  status: MailStatus;
  /** When it went, or when the next attempt is made. */
  progress: string;
  /** Why the last attempt failed. */
  problem: string | undefined;
  /** The staff page of what it is about, if there is one. */
  about: { label: string; path: string } | undefined;
  canSendAgain: boolean;
  canDismiss: boolean;
}

const ABOUT_REQUESTS = Object.fromEntries(
  REQUEST_KINDS.map(({ recordKind, path }) => [
    recordKind,
    (id: string) => ({ label: "Open the request", path: `${path}/${id}` }),
  ]),
) as Record<RequestCollection["recordKind"], (id: string) => MailView["about"]>;

const ABOUT: Record<MailCauseKind, (id: string) => MailView["about"]> = {
  ...ABOUT_REQUESTS,
  // Stored nowhere but in the mail itself.
  dataRequest: () => undefined,
  // Only owners may open its page.
  account: () => undefined,
  book: () => ({ label: "Open the book", path: "/admin/book" }),
  sale: (id) => ({ label: "Open the sale", path: `/admin/sales/${id}` }),
  arrivalAlert: () => ({ label: "Open the alerts", path: "/admin/alerts" }),
};

/** The staff page of the record that a message is about; undefined if it has none. */
export function recordPath(kind: MailCauseKind, id: string): string | undefined {
  return ABOUT[kind](id)?.path;
}

export function toMailView(mail: MailHead): MailView {
  const { messageId, subject, to, createdAt, status, lastError, causeKind, causeId } = mail;
  return {
    id: messageId,
    subject,
    to,
    queuedAt: formatTime(createdAt),
    status,
    progress: describeProgress(mail),
    problem: lastError ?? undefined,
    about: ABOUT[causeKind](causeId),
    canSendAgain: isMailOn() && status !== "sent" && lastError !== null,
    canDismiss: status === "failed",
  };
}

/** What is missing for mail to be sent to everyone, in one sentence. */
export function describeMissingSetup(): string | undefined {
  if (!isMailOn())
    return "To turn it on, enter your mail server and who gets new requests in Settings, under Email.";
  if (mailPasswordState() !== "stored")
    return "The mail server's password has to be entered again in Settings, under Email. Until then messages wait.";
  return notifiedAddresses().length > 0
    ? undefined
    : "To have new requests emailed to staff, say who gets them in Settings, under Email.";
}

function describeProgress({ status, attempts, nextAttemptAt, sentAt }: MailHead): string {
  if (status === "sent") return `Sent ${formatTime(sentAt ?? "")}.`;
  const count = `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
  if (status === "failed" || status === "dismissed") return `Given up after ${count}.`;
  return attempts === 0 ? "Not tried yet." : `${count} so far. Next attempt ${formatTime(nextAttemptAt)}.`;
}

function formatTime(isoDateTime: string): string {
  return formatDateTime(isoDateTime, business.timeZone);
}
