import { Link } from "@remix-run/react";
import { RoadClosedDrawing } from "./drawings/road-closed";

interface StaffNoticeProps {
  title: string;
  sentence: string;
  back: { to: string; label: string };
}

/** A page of staff's side that has nothing to show: it, or the record, is not there, or something failed. */
export function StaffNotice({ title, sentence, back }: StaffNoticeProps) {
  return (
    <main id="main" className="page page--narrow notice-page" tabIndex={-1}>
      <RoadClosedDrawing />
      <h1>{title}</h1>
      <p className="lead">{sentence}</p>
      <p>
        <Link className="button" to={back.to}>
          {back.label}
        </Link>
      </p>
    </main>
  );
}
