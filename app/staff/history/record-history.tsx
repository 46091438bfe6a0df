import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { historyUrl } from "~/history/query";
import type { ChangeView, RecordHistoryView } from "~/history/view.server";
import { useMayOpen } from "~/staff/use-may-open";
import { ChangeList } from "./change-list";

interface RecordHistoryProps {
  history: RecordHistoryView;
  /** The button that undoes a change, if that can be done. */
  undo?: (change: ChangeView) => ReactNode;
  /** The form that `undo` belongs to. */
  undoForm?: ReactNode;
  isOpen?: boolean;
}

/** The history of one record on its own page, closed until it is asked for. */
export function RecordHistory({
  history: { id, changes, hasMore },
  undo,
  undoForm,
  isOpen,
}: RecordHistoryProps) {
  const mayOpen = useMayOpen();
  const all = historyUrl({ record: id });
  return (
    <details className="disclosure screen-only box record-history" open={isOpen}>
      <summary>
        <h2>History</h2>
      </summary>
      {changes.length > 0 ? (
        <>
          {undoForm}
          <ChangeList changes={changes} undo={undo} />
        </>
      ) : (
        <p className="muted record-facts__none">Nothing has changed since the history began.</p>
      )}
      {hasMore && mayOpen(all) ? (
        <p>
          <Link to={all}>All changes</Link>
        </p>
      ) : null}
    </details>
  );
}
