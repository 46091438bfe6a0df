import { Link } from "@remix-run/react";
import { NoticePage } from "~/ui/layout/notice-page";

interface StaffNoticeProps {
  title: string;
  message: string;
  back: PageLink;
  /** Where else it may be found. */
  other?: PageLink;
}

interface PageLink {
  to: string;
  label: string;
}

/** A staff page for something that does not exist or failed. */
export function StaffNotice({ title, message, back, other }: StaffNoticeProps) {
  return (
    <NoticePage title={title} message={message} main>
      <p className="cluster">
        <Link className="button" to={back.to}>
          {back.label}
        </Link>
        {other ? (
          <Link className="button button--secondary" to={other.to}>
            {other.label}
          </Link>
        ) : null}
      </p>
    </NoticePage>
  );
}
