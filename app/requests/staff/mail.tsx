import { Link } from "@remix-run/react";
import { MAIL_PAGE, MAIL_STATUS_LABELS, MAIL_STATUS_TONES } from "~/mail/mail";
import { answerQuery, topicOfStatus } from "~/requests/answer";
import { Badge } from "~/ui/layout/chip";
import type { RequestMail } from "./loaders.server";

interface CustomerMailProps {
  request: { _id: string; reference: string; status: string; mail: RequestMail };
  /** The page to return to after writing: this one. */
  from: string;
  /** False for a deleted request. */
  canWrite: boolean;
}

/** The mail to the customer and its state, and the link to write to them. */
export function CustomerMail({ request, from, canWrite }: CustomerMailProps) {
  const { _id, reference, status, mail } = request;
  const { answerPath, mails } = mail;
  const isLinked = canWrite && answerPath !== undefined;
  if (!isLinked && mails.length === 0) return null;
  return (
    <div className="grid gap-2 lines" id={`answer-${_id}`}>
      {isLinked ? (
        <Link
          className="button button--secondary button--small"
          to={`${answerPath}?${new URLSearchParams(answerQuery({ about: topicOfStatus(status), from }))}`}
        >
          Answer by email<span className="visually-hidden"> {reference}</span>
        </Link>
      ) : null}
      {mails.length > 0 ? (
        <ul className="grid gap-2 request-mail breaks">
          {mails.map(({ id, to, subject, status, progress, problem }) => (
            <li key={id}>
              <Badge tone={MAIL_STATUS_TONES[status]}>{MAIL_STATUS_LABELS[status]}</Badge> To {to}: {subject}.{" "}
              {progress}
              {problem ? ` ${problem}` : null}{" "}
              {status === "failed" ? <Link to={MAIL_PAGE}>Send again on the page Email</Link> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
