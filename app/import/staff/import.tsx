import { type ActionFunctionArgs, data, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { type StaffRequestArgs, staffAction, staffLoader } from "~/accounts/require-staff.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { columnFields, missingColumn } from "~/import/headings";
import {
  answerMeanings,
  confirmImport,
  discardImport,
  findImport,
  findUnknownWords,
  type Import,
  matchColumns,
  reopenColumns,
  retryImport,
  undoImport,
} from "~/import/import.server";
import { meaningsOf } from "~/import/meanings.server";
import { importForm } from "~/import/plan.server";
import { type ImportView, toImportView } from "~/import/view.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { StaffNotice } from "~/staff/staff-notice";
import { Badge } from "~/ui/layout/chip";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { useHydrated } from "~/ui/layout/use-hydrated";
import { formatCount } from "~/values/format";
import { CHANGES_VINS, keepField, MatchColumns, type PostedColumns } from "./columns";
import { DiscardForm, IntentForm } from "./forms";
import { Review } from "./review";
import { STATUS_TONES } from "./status-tones";
import { ASKED, askedWords, MatchValues, meaningField } from "./values";

const START = "/admin/import";
const POLL_MS = 1000;

export const meta: MetaFunction = ({ matches }) => pageTitle("Import", matches, "For staff.");

export const loader = staffLoader(async ({ params }) => toImportView(await requireImport(params.id)));

export const action = staffAction(
  async (args) => {
    const work = await requireImport(args.params.id);
    const form = await readForm(args.request, [
      ...["intent", ASKED, CHANGES_VINS, ...columnFields(importForm(work.kind))],
      ...work.headings.map((_, column) => keepField(column)),
      ...work.choices.words.map((_, index) => meaningField(index)),
    ]);
    switch (form.get("intent")) {
      case "columns":
        return saveColumns(work, form, args);
      case "values":
        return saveMeanings(work, form, args);
      case "back":
        return goOn(work, await reopenColumns(work.id, args.now));
      case "confirm":
        return goOn(work, await confirmImport(work.id));
      case "undo":
        return goOn(work, await undoImport(work.id));
      case "retry":
        return goOn(work, await retryImport(work.id));
      case "discard":
        await discardImport(work.id);
        return redirectWithToast(START, { title: "Import discarded", description: work.fileName });
      default:
        throw new Response(null, { status: 400 });
    }
  },
  { savesForm: "frame", namedBy: ["intent"] },
);

export const clientAction = keepTyped;

async function requireImport(id = ""): Promise<Import> {
  const work = await findImport(id);
  if (!work) throw new Response(null, { status: 404 });
  return work;
}

async function saveColumns(
  work: Import,
  form: FormData,
  { now }: Pick<StaffRequestArgs<ActionFunctionArgs>, "now">,
) {
  const columns: Record<string, number> = {};
  for (const name of columnFields(importForm(work.kind))) {
    const column = form.get(name)?.toString() ?? "";
    if (/^\d{1,3}$/.test(column) && Number(column) < work.headings.length) columns[name] = Number(column);
  }
  const keptColumns = work.headings
    .map((_, column) => column)
    .filter((column) => form.has(keepField(column)));
  const changesVins = form.has(CHANGES_VINS);
  const problem = missingColumn(importForm(work.kind), columns);
  if (problem !== undefined)
    return data<PostedColumns>({ problem, columns, kept: keptColumns, changesVins }, 400);
  const words = await findUnknownWords(work, columns);
  const taken = Object.values(columns);
  const choices = {
    ...work.choices,
    changesVins,
    keptColumns: keptColumns.filter((column) => !taken.includes(column)),
    words,
    meanings: {},
  };
  return goOn(work, await matchColumns(work.id, columns, now, choices));
}

async function saveMeanings(
  work: Import,
  form: FormData,
  { now }: Pick<StaffRequestArgs<ActionFunctionArgs>, "now">,
) {
  // Line breaks are posted as CR LF.
  if (form.get(ASKED)?.toString().replaceAll("\r", "") !== askedWords(work.choices.words))
    return goOn(work, false);
  const { fields } = importForm(work.kind);
  const words = work.choices.words.map((word, index) => {
    const chosen = form.get(meaningField(index))?.toString() ?? "";
    const options: Record<string, { options?: readonly { value: string }[] }> = fields;
    const isChoice = options[word.field]?.options?.some(({ value }) => value === chosen);
    return { ...word, meaning: isChoice ? chosen : "" };
  });
  return goOn(work, await answerMeanings(work, meaningsOf(words), now));
}

/** To the page in its new state; someone else may have changed it in the meantime. */
function goOn({ id }: Import, isDone: boolean) {
  const path = `${START}/${id}`;
  if (isDone) return redirect(path, 303);
  const description = "Someone else got there first, or the form was sent twice. Here's where it stands.";
  return redirectWithToast(path, { title: "This import has moved on", description });
}

/** One import: its columns, its check, its report. */
export default function ImportPage() {
  const view = useLoaderData<typeof loader>() as ImportView;
  const posted = useLastAnswer<PostedColumns>();
  const { fileName, kindLabel, rows, format, status, statusLabel, startedAt, createdBy, problem } = view;
  return (
    <main id="main" className="page staff-page stack gap-5" tabIndex={-1}>
      <header>
        <p>
          <Link to={START}>All imports</Link>
        </p>
        <h1 className="import__title">{fileName}</h1>
        <p className="cluster gap-2 gap-x-3 wide breaks">
          <Badge tone={STATUS_TONES[status]}>{statusLabel}</Badge>
          <span className="note">
            {kindLabel}, {formatCount(rows)} {rows === 1 ? "row" : "rows"}, {format}. {startedAt}, by{" "}
            {createdBy}
          </span>
        </p>
      </header>
      {problem ? <Failure view={view} problem={problem} /> : null}
      {view.columns ? <MatchColumns view={view} columns={view.columns} posted={posted} /> : null}
      {view.words ? <MatchValues words={view.words} /> : null}
      {view.isWorking ? <Progress view={view} /> : null}
      {view.review && !problem ? <Review view={view} review={view.review} /> : null}
    </main>
  );
}

const FAILURES = {
  checking: "This file couldn't be checked",
  importing: "This import stopped",
  undoing: "This undo stopped",
} as const;

/** What happened, how far it got, and what can be done about it. */
function Failure({ view, problem }: { view: ImportView; problem: string }) {
  const { failedStep, counts, nouns } = view;
  const { added, changed, stored, restored, left: skipped } = counts;
  const kept = stored - restored - skipped;
  return (
    <Notice tone="error" title={failedStep ? FAILURES[failedStep] : "This file can't be imported"}>
      <p>{problem}</p>
      {failedStep === "checking" ? <p>Nothing was changed.</p> : null}
      {failedStep === "importing" ? (
        <p>
          {formatCount(stored)} of {formatCount(added + changed)} {nouns[1]} are stored. You can go on with
          the others, or undo those.
        </p>
      ) : null}
      {failedStep === "undoing" ? (
        <p>
          {formatCount(restored)} of {formatCount(stored)} {nouns[1]} are as they were before.
        </p>
      ) : null}
      <div className="cluster gap-2 gap-x-4 import__actions">
        {failedStep ? (
          <IntentForm intent="retry">
            <button type="submit" className="button">
              Try Again
            </button>
          </IntentForm>
        ) : null}
        {failedStep === "importing" && kept > 0 ? (
          <IntentForm intent="undo">
            <button type="submit" className="button button--danger">
              Undo What Is Stored
            </button>
          </IntentForm>
        ) : null}
        <DiscardForm label="Remove" />
      </div>
      {kept > 0 ? <p>Remove keeps what is stored, and it can't be undone afterward.</p> : null}
    </Notice>
  );
}

/** How far the job is. With script the page updates automatically. */
function Progress({ view: { status, statusLabel, done, rows } }: { view: ImportView }) {
  const isHydrated = useHydrated();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, POLL_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <section className="card import__progress" aria-labelledby="progress-title">
      <h2 className="card__title" id="progress-title">
        {statusLabel}
      </h2>
      <progress max={rows} value={done} aria-labelledby="progress-title" />
      <p>
        {formatCount(done)} of {formatCount(rows)} rows.{" "}
        {status === "checking" ? "Nothing is changed yet." : "You can leave this page; it keeps running."}
      </p>
      {isHydrated ? null : (
        <p>
          {/* A plain link: without script nothing else shows the present state. */}
          <Link className="button button--secondary" to="." reloadDocument>
            Refresh
          </Link>
        </p>
      )}
    </section>
  );
}

export function ErrorBoundary() {
  return (
    <StaffNotice
      title="Import not found"
      message="It may have been discarded, or it is older than 30 days."
      back={{ to: START, label: "All imports" }}
    />
  );
}
