import { Link } from "@remix-run/react";
import { MAIL_PAGE, MAIL_STATUS_LABELS, MAIL_STATUS_TONES } from "~/mail/mail";
import { answerQuery, topicOfStatus } from "~/requests/answer";
import { Badge } from "~/ui/layout/chip";
import type { RequestMail } from "./loaders.server";

/** The mail that the customer was sent, and its state. */
export function CustomerMail({ mail: { mails } }: { mail: RequestMail }) {
  if (mails.length === 0) return null;
  return (
    <ul className="grid gap-2 screen-only request-mail breaks">
      {mails.map(({ id, to, subject, status, progress, problem }) => (
        <li key={id}>
          <Badge tone={MAIL_STATUS_TONES[status]}>{MAIL_STATUS_LABELS[status]}</Badge> To {to}: {subject}.{" "}
          {progress}
          {problem ? ` ${problem}` : null}{" "}
          {status === "failed" ? <Link to={MAIL_PAGE}>Send again on the Email page</Link> : null}
        </li>
      ))}
    </ul>
  );
}

/** The page on which to write to a customer about where their request stands; undefined if they can't be mailed. */
export function answerUrl(
  { status, removedOn, mail }: { status: string; removedOn: string | undefined; mail: RequestMail },
  from: string,
): string | undefined {
  if (removedOn || mail.answerPath === undefined) return undefined;
  return `${mail.answerPath}?${new URLSearchParams(answerQuery({ about: topicOfStatus(status), from }))}`;
}
