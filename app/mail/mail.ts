import type { MailStatus } from "~/db/schema";

/** The staff page that lists the outbox. */
export const MAIL_PAGE = "/admin/mail";

export const MAIL_STATUS_LABELS = {
  waiting: "Waiting",
  sent: "Sent",
  failed: "Failed",
  dismissed: "Not sent",
} as const satisfies Record<MailStatus, string>;

export const MAIL_STATUS_TONES = {
  waiting: "yellow",
  sent: "green",
  failed: "red",
  dismissed: "gray",
} as const satisfies Record<MailStatus, string>;

/** Where mail is set up. */
export const MAIL_SETTINGS = "/admin/settings/mail";
