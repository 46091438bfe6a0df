import { data, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { TRASH_DAYS, TRASH_PAGE } from "~/history/change";
import { RECORD_KIND_LABELS } from "~/history/kinds";
import { formatRemovalDay } from "~/history/removal.server";
import { removeUrl, TRASH_FIELDS } from "~/history/trash";
import { countRemovable, type DeletedRecord, findTrashPage, restoreRecord } from "~/history/trash.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { useMayOpen } from "~/staff/use-may-open";
import { AnswerNotice } from "~/ui/forms/answer-notice";
import { EmptyState } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { countText } from "~/ui/lists/count-text";
import { Pagination } from "~/ui/lists/pagination";
import { formatDateTime } from "~/values/format";
import { getPageParam } from "~/values/query-params";
import { safeReturnPath } from "~/values/return-path";
import { readTrashEntry } from "./entry";

export const meta: MetaFunction = ({ matches }) => pageTitle("Trash", matches, "For staff.");

export const loader = staffLoader(async ({ request, now }) => {
  const { entries, ...page } = await findTrashPage(getPageParam(new URL(request.url).searchParams));
  const { removable } = await countRemovable(now);
  return {
    ...page,
    removable,
    entries: entries.map((entry) => toView(entry, now)),
    loadedAt: now.toISOString(),
  };
});

/** Restores a record, for this page's buttons and for the Undo of a delete, which returns to its list. */
export const action = staffAction(async ({ request }) => {
  const form = await readForm(request, TRASH_FIELDS);
  const entry = readTrashEntry(form);
  if (!entry) throw new Response(null, { status: 400 });
  const restored = await restoreRecord(entry);
  const isUndo = form.has("returnTo");
  const to = isUndo ? safeReturnPath(form.get("returnTo")?.toString()) : pageUrl(request);
  if (restored.outcome === "restored") {
    const { name, note } = restored;
    return redirectWithToast(to, { title: "Restored", description: note ? `${name}. ${note}` : name });
  }
  const problem = {
    title: "Not restored",
    description:
      restored.outcome === "not-found"
        ? "It's no longer in the trash. Someone may have restored it before you did."
        : `${restored.name}: its stock number belongs to ${restored.holder} now. Give that one another number first.`,
  };
  if (isUndo) return redirectWithToast(to, { ...problem, variant: "destructive" });
  return data({ problem }, 409);
});

export const clientAction = keepTyped;

/** What was deleted in the last 30 days, and what must be kept for longer, to restore it or to remove it permanently. */
export default function Trash() {
  const { entries, loadedAt, removable, ...page } = useLoaderData<typeof loader>();
  const problem = useLastAnswer<typeof action>()?.problem;
  const mayRemove = useMayOpen()(removeUrl({ until: loadedAt }));
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <header>
        <h1>Trash</h1>
        <p className="lead">
          Deleted records stay here for {TRASH_DAYS} days, and are then permanently deleted.
        </p>
      </header>
      {problem ? (
        <AnswerNotice tone="error" title={problem.title} answer={problem}>
          <p>{problem.description}</p>
        </AnswerNotice>
      ) : null}
      {page.total > 0 ? (
        <div className="cluster">
          <p className="muted results__count">{countText(page, ["record", "records"])}</p>
          {mayRemove && removable > 0 ? (
            <Link className="button button--secondary button--small" to={removeUrl({ until: loadedAt })}>
              Empty trash
            </Link>
          ) : null}
        </div>
      ) : (
        <EmptyState title="The trash is empty." />
      )}
      <ul className="rows gap-4 trash__list">
        {entries.map((entry) => (
          <Deleted key={entry.id} entry={entry} />
        ))}
      </ul>
      <Pagination page={page.page} pages={page.pages} urlFor={urlFor} />
    </main>
  );
}

function Deleted({
  entry: { kind, id, kindLabel, name, deletedOn, removal, isKept },
}: {
  entry: DeletedView;
}) {
  const { pathname, search } = useLocation();
  const mayRemove = useMayOpen()(removeUrl({ kind, id }));
  return (
    <li className="cluster between gap-2 gap-x-4">
      <div>
        <h2>{name}</h2>
        <p className="muted">
          {kindLabel}. Deleted {deletedOn}. {removal}
        </p>
      </div>
      <div className="cluster gap-2 gap-x-3">
        <Form method="post" action={pathname + search}>
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="id" value={id} />
          <button type="submit" className="button button--secondary button--small">
            Restore<span className="visually-hidden"> {name}</span>
          </button>
        </Form>
        {isKept || !mayRemove ? null : (
          <Link className="button button--quiet button--small" to={removeUrl({ kind, id })}>
            {" "}
            Delete permanently<span className="visually-hidden"> {name}</span>
          </Link>
        )}
      </div>
    </li>
  );
}

type DeletedView = ReturnType<typeof toView>;

function toView(record: DeletedRecord, now: Date) {
  const { kind, id, name, deletedAt, deletedBy, keptUntil, staysWhile } = record;
  const when = formatDateTime(deletedAt, business.timeZone);
  const isKept = keptUntil !== undefined && keptUntil > now.toISOString();
  const because = isKept ? ", because an approved estimate must be kept until then" : "";
  return {
    kind,
    id,
    name,
    kindLabel: RECORD_KIND_LABELS[kind],
    /** `by marta, Nov 21, 2026, 3:12 PM` */
    deletedOn: deletedBy ? `by ${deletedBy}, ${when}` : when,
    removal: staysWhile
      ? `It isn't permanently deleted while ${staysWhile}.`
      : `It's permanently deleted on ${formatRemovalDay(record)}${because}.`,
    isKept: isKept || staysWhile !== undefined,
  };
}

function pageUrl(request: Request): string {
  return urlFor(getPageParam(new URL(request.url).searchParams));
}

function urlFor(page: number): string {
  return page > 1 ? `${TRASH_PAGE}?page=${page}` : TRASH_PAGE;
}
