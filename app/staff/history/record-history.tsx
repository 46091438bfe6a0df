import { Link } from "@remix-run/react";
import { historyUrl } from "~/history/query";
import type { RecordHistoryView } from "~/history/view.server";
import { ChangeList } from "./change-list";

/** The history of one record on its own page, closed until it is asked for. */
export function RecordHistory({ history: { id, changes, hasMore } }: { history: RecordHistoryView }) {
  return (
    <details className="disclosure screen-only record-history">
      <summary>
        <h2>History</h2>
      </summary>
      {changes.length > 0 ? (
        <ChangeList changes={changes} />
      ) : (
        <p className="muted record-facts__none">Nothing has changed since the history began.</p>
      )}
      {hasMore ? (
        <p>
          <Link to={historyUrl({ record: id })}>All changes</Link>
        </p>
      ) : null}
    </details>
  );
}
