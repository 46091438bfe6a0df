import { Form } from "@remix-run/react";
import type { BulkView } from "~/export/bulk.server";
import { formatCount } from "~/values/format";

/** The last changes of several records at once, with how far each is and its Undo. */
export function BulkChanges({ bulkChanges }: { bulkChanges: readonly BulkView[] }) {
  const isGoingOn = bulkChanges.some(
    ({ status, undoStatus }) => status === "running" || undoStatus === "running",
  );
  return (
    <details className="panel screen-only filters" open={isGoingOn}>
      <summary className="row chevron">Undo a bulk change</summary>
      <ol className="rows changes">
        {bulkChanges.map(({ id, list, title, madeAt, at, username, canUndo, ...change }) => (
          <li key={id}>
            <p>
              <strong>{title}</strong>
            </p>
            <p className="note">
              {username}, <time dateTime={at}>{madeAt}</time>
              {progressText(change)}
            </p>
            {canUndo ? (
              <Form method="post" action={`/admin/bulk/${list}`}>
                <input type="hidden" name="intent" value="undo" />
                <input type="hidden" name="change" value={id} />
                <input type="hidden" name="from" value="history" />
                <button className="button button--secondary button--small" type="submit">
                  Undo
                </button>
              </Form>
            ) : null}
          </li>
        ))}
      </ol>
    </details>
  );
}

const UNDO_TEXTS = {
  running: ", being undone",
  done: ", undone",
  failed: ". The undo stopped because of an error on our end",
} as const;

function progressText({
  status,
  undoStatus,
  done,
  total,
}: Pick<BulkView, "status" | "undoStatus" | "done" | "total">) {
  if (undoStatus) return UNDO_TEXTS[undoStatus];
  const progress = `${formatCount(done)} of ${formatCount(total)}`;
  if (status === "running") return `, in progress, ${progress}`;
  return status === "failed" ? `, stopped by an error on our end after ${progress}` : "";
}
