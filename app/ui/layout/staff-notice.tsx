import { Link } from "@remix-run/react";
import { NoticePage } from "./notice-page";

interface StaffNoticeProps {
  title: string;
  message: string;
  back: { to: string; label: string };
}

/** A staff page for something that does not exist or failed. */
export function StaffNotice({ title, message, back }: StaffNoticeProps) {
  return (
    <NoticePage title={title} message={message} main>
      <p>
        <Link className="button" to={back.to}>
          {back.label}
        </Link>
      </p>
    </NoticePage>
  );
}
