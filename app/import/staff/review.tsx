import { Link, useNavigation } from "@remix-run/react";
import type { ImportView } from "~/import/view.server";
import { Notice } from "~/ui/layout/notice";
import { capitalize, titleCase } from "~/values/capitals";
import { formatCount } from "~/values/format";
import { DiscardForm, IntentForm } from "./forms";

interface ReviewProps {
  view: ImportView;
  review: NonNullable<ImportView["review"]>;
}

/** What an import would do, or did: figures, what is wrong, the first rows of each kind, and what can be done about it. */
export function Review({ view, review }: ReviewProps) {
  const { status, counts } = view;
  const isChecked = status === "checked";
  return (
    <>
      <section aria-labelledby="counts-title">
        <h2 id="counts-title">{isChecked ? "What This Import Would Do" : "What This Import Did"}</h2>
        <dl className="grid gap-3 columns import__counts">
          {review.outcomes.map(({ outcome, label }) => (
            <div key={outcome} className={`box import__count import__count--${outcome}`}>
              <dt>{isChecked ? PLANNED_LABELS[outcome] : label}</dt>
              <dd>{formatCount(counts[outcome])}</dd>
            </div>
          ))}
        </dl>
        {status === "undone" ? (
          <p>
            Undone: {formatCount(counts.restored)} of {formatCount(counts.stored)} {view.nouns[1]} are as they
            were before.
          </p>
        ) : null}
        {review.pictures > 0 ? (
          <p>
            The file has {formatCount(review.pictures)} picture{" "}
            {review.pictures === 1 ? "address" : "addresses"}. They're listed in the report, not fetched.
          </p>
        ) : null}
      </section>
      {review.skipped.length > 0 ? <Skipped {...review} listPath={view.listPath} /> : null}
      <Actions view={view} />
      {review.faults.length > 0 ? <Faults {...view} faults={review.faults} /> : null}
      {review.outcomes.map(({ outcome, label, rows }) =>
        rows.length > 0 && outcome !== "unchanged" ? (
          <section key={outcome} aria-labelledby={`${outcome}-title`}>
            <h2 id={`${outcome}-title`}>
              {isChecked ? PLANNED_LABELS[outcome] : label}
              {counts[outcome] > rows.length ? `: the First ${rows.length}` : ""}
            </h2>
            <ul className="rows import__rows">
              {rows.map((row) => (
                <li key={row.row}>
                  <p>
                    <span className="note">Row {formatCount(row.row)}</span>{" "}
                    {view.key ? <strong>{row.stockNumber || "No stock number"}</strong> : null} {row.name}
                  </p>
                  <RowDetails {...row} />
                </li>
              ))}
            </ul>
          </section>
        ) : null,
      )}
    </>
  );
}

const PLANNED_LABELS = {
  added: "To Be Added",
  changed: "To Be Changed",
  unchanged: "Left Unchanged",
  refused: "Rejected",
} as const;

type RowView = NonNullable<ImportView["review"]>["outcomes"][number]["rows"][number];

function RowDetails({ faults, changes }: Pick<RowView, "faults" | "changes">) {
  if (faults.length + changes.length === 0) return null;
  return (
    <ul>
      {changes.map(({ name, label, stored, typed }) => (
        <li key={name}>
          {label}: {stored || "empty"} → {typed || "empty"}
        </li>
      ))}
      {faults.map(({ column, value, message }) => (
        <li key={column + message}>
          {column ? `${column}: ` : null}
          {value ? <q>{value}</q> : null} {message}
        </li>
      ))}
    </ul>
  );
}

/** What to do next. */
function Actions({ view }: { view: ImportView }) {
  const { id, nouns, status, counts, keptUntil, listPath, fieldsNote } = view;
  const intent = useNavigation().formData?.get("intent");
  const changes = counts.added + counts.changed;
  const button = `Import ${formatCount(changes)} ${titleCase(nouns[changes === 1 ? 0 : 1])}`;
  if (status === "checked")
    return (
      <section className="card" aria-labelledby="confirm-title">
        <h2 className="card__title" id="confirm-title">
          {changes > 0 ? `${button}?` : "Nothing to Import"}
        </h2>
        <p>
          {fieldsNote}{" "}
          {counts.refused > 0
            ? "Rejected rows are skipped; you can correct and import them afterwards."
            : null}
        </p>
        <div className="cluster gap-2 gap-x-4 import__actions">
          {changes > 0 ? (
            <IntentForm intent="confirm">
              <button type="submit" className="button" disabled={intent === "confirm"}>
                {button}
              </button>
            </IntentForm>
          ) : null}
          <IntentForm intent="back">
            <button type="submit" className="button button--secondary">
              Change the Columns
            </button>
          </IntentForm>
          <DiscardForm label="Discard This Import" />
        </div>
        <Downloads id={id} rejected={counts.refused} />
      </section>
    );
  return (
    <section className="card" aria-labelledby="done-title">
      <h2 className="card__title" id="done-title">
        {status === "undone" ? "Undone" : "Done"}
      </h2>
      <p>
        <Link to={listPath}>Go to the {nouns[1]}</Link>
      </p>
      <Downloads id={id} rejected={counts.refused} />
      {status === "imported" && counts.stored > 0 ? (
        <>
          <p>
            Undo restores every {nouns[0]} to what it was and deletes the ones that were added.{" "}
            {capitalize(nouns[1])} that someone has changed or used since are skipped and named. Possible
            until {keptUntil}.
          </p>
          <IntentForm intent="undo">
            <button type="submit" className="button button--danger" disabled={intent === "undo"}>
              Undo This Import
            </button>
          </IntentForm>
        </>
      ) : null}
    </section>
  );
}

function Downloads({ id, rejected }: { id: string; rejected: number }) {
  return (
    <p className="cluster gap-2 gap-x-4 import__actions">
      <a href={`/admin/import/${id}/report.csv`}>Download the report (CSV)</a>
      {rejected > 0 ? (
        <>
          {" "}
          <a href={`/admin/import/${id}/refused.csv`}>Download the rejected rows to correct them (CSV)</a>
        </>
      ) : null}
    </p>
  );
}

function Faults({
  faults,
  counts,
}: Pick<ImportView, "counts"> & Pick<NonNullable<ImportView["review"]>, "faults">) {
  return (
    <section aria-labelledby="faults-title">
      <h2 id="faults-title">
        Why {formatCount(counts.refused)} {counts.refused === 1 ? "Row Is" : "Rows Are"} Rejected
      </h2>
      <ul className="rows import__rows">
        {faults.map(({ column, message, rows }) => (
          <li key={column + message}>
            <strong>
              {formatCount(rows)} {rows === 1 ? "row" : "rows"}
            </strong>{" "}
            {column ? `${column}: ` : null}
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Skipped({
  skipped,
  listPath,
}: Pick<NonNullable<ImportView["review"]>, "skipped"> & Pick<ImportView, "listPath">) {
  return (
    <Notice
      tone="info"
      title={`Skipped, because someone changed, used or deleted them since: ${skipped.length}`}
    >
      <ul>
        {skipped.map(({ row, name }) => (
          <li key={row}>
            <Link to={`${listPath}?${new URLSearchParams({ q: name })}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
