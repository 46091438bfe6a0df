import { Link } from "@remix-run/react";
import { NoticePage } from "./notice-page";

interface StaffNoticeProps {
  title: string;
  sentence: string;
  back: { to: string; label: string };
}

/** A page of staff's side that has nothing to show: it, or the record, is not there, or something failed. */
export function StaffNotice({ title, sentence, back }: StaffNoticeProps) {
  return (
    <NoticePage title={title} sentence={sentence} main>
      <p>
        <Link className="button" to={back.to}>
          {back.label}
        </Link>
      </p>
    </NoticePage>
  );
}
