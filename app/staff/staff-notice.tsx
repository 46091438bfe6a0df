import { Link } from "@remix-run/react";
import { NoticePage } from "~/ui/layout/notice-page";
import { STAFF_HOME } from "~/values/return-path";

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

/** For an address that nothing is at. */
export function StaffNotFound() {
  return (
    <StaffNotice
      title="Page not found"
      message="The page you're looking for doesn't exist."
      back={{ to: STAFF_HOME, label: "Back to the dashboard" }}
    />
  );
}
