import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { listUrlFrom, type StaffListDefinition } from "~/lists/staff";
import { Icon } from "~/ui/layout/icon";

/** Leads back to the list that a page was opened from, with its filters. */
export function BackToList({ list: { path, title } }: { list: Pick<StaffListDefinition, "path" | "title"> }) {
  const [params] = useSearchParams();
  return (
    <nav className="tap-links screen-only back-to" aria-label="Back">
      <Link to={listUrlFrom(params, path)}>
        <Icon name="arrow-left" size={20} /> Back to {title}
      </Link>
    </nav>
  );
}

interface RecordHeadProps {
  list: Pick<StaffListDefinition, "path" | "title">;
  /** The page's `h1`. */
  title: ReactNode;
  status?: ReactNode;
  /** What most people come for. */
  action?: ReactNode;
  /** The others, in a menu. */
  more?: ReactNode;
}

/** The top of a record's page: the way back, its title and status, and what can be done with it. */
export function RecordHead({ list, title, status, action, more }: RecordHeadProps) {
  return (
    <>
      <BackToList list={list} />
      <header className="cluster between start record-head">
        <div className="cluster gap-2 gap-x-3">
          {title} {status}
        </div>
        <div className="row screen-only">
          {action}
          {more}
        </div>
      </header>
    </>
  );
}
