import { LINK_HOURS } from "~/accounts/people";
import { CopyArea } from "~/staff/copy-area";
import { AnswerNotice } from "~/ui/forms/answer-notice";

interface LinkNoticeProps {
  username: string;
  url: string;
  /** `Nov 27, 2026, 3:10 PM` */
  until: string;
}

/** A link to hand over, which is shown this once. */
export function LinkNotice({ username, url, until }: LinkNoticeProps) {
  return (
    <AnswerNotice tone="success" title={`Give this link to ${username}`} answer={url}>
      <p>
        Anyone who opens it can choose {username}'s password. It works once, within {LINK_HOURS} hours: until{" "}
        {until}. It isn't shown again, and ends before that if your own password changes.
      </p>
      <CopyArea id="link" label="Link" button="Copy Link" text={url} rows={4} />
    </AnswerNotice>
  );
}
