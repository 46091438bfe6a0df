import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { listUrlFrom, type StaffListDefinition } from "~/lists/staff";
import { SET_UP_PAGE } from "~/set-up/paths";
import { Icon } from "~/ui/layout/icon";

/** Leads back to the list that a page was opened from, with its filters. */
export function BackToList({ list: { path, title } }: { list: Pick<StaffListDefinition, "path" | "title"> }) {
  const [params] = useSearchParams();
  return <BackTo to={listUrlFrom(params, path)} title={title} />;
}

/** Leads back to the record that a page is about; without a title, to wherever it was opened from. */
export function BackTo({ to, title }: { to: string; title?: string }) {
  return (
    <nav className="tap-links screen-only small back-to" aria-label="Back">
      <Link to={to}>
        <Icon name="arrow-left" size={20} /> {title ? `Back to ${title}` : "Back"}
      </Link>
    </nav>
  );
}

/** Leads back to the steps of a new site, as long as some are open. */
export function BackToSetUp() {
  return <BackTo to={SET_UP_PAGE} title="Set Up Your Yard" />;
}

interface RecordHeadProps {
  list: Pick<StaffListDefinition, "path" | "title">;
  /** The page's `h1`. */
  title: ReactNode;
  status?: ReactNode;
  /** What tells it from others, under its title. */
  about?: ReactNode;
  /** What most people come for, first. */
  action?: ReactNode;
  /** The others, in a menu. */
  more?: ReactNode;
}

/** The top of a record's page: the way back, its title and status, and what can be done with it. */
export function RecordHead({ list, title, status, about, action, more }: RecordHeadProps) {
  return (
    <>
      <BackToList list={list} />
      <header className="cluster between start record-head">
        <div className="grid gap-2">
          <div className="cluster gap-2 gap-x-3">
            {title} {status}
          </div>
          {about}
        </div>
        <div className="cluster gap-2 screen-only push record-head__actions">
          {action}
          {more}
        </div>
      </header>
    </>
  );
}
