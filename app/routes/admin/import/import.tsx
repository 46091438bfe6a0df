import { type ActionFunctionArgs, data, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { type StaffRequestArgs, staffAction, staffLoader } from "~/accounts/require-staff.server";
import { staffMember } from "~/history/change";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { columnFields, missingColumn } from "~/import/headings";
import {
  confirmImport,
  discardImport,
  findImport,
  type Import,
  matchColumns,
  reopenColumns,
  undoImport,
} from "~/import/import.server";
import { importForm } from "~/import/plan.server";
import { type ImportView, toImportView } from "~/import/view.server";
import { Badge } from "~/ui/layout/chip";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { StaffNotice } from "~/ui/layout/staff-notice";
import { useHydrated } from "~/ui/layout/use-hydrated";
import { formatCount } from "~/values/format";
import { MatchColumns, type PostedColumns } from "./columns";
import { DiscardForm } from "./forms";
import { Review } from "./review";
import { STATUS_TONES } from "./status-tones";

const START = "/admin/import";
const POLL_MS = 1000;

export const meta: MetaFunction = ({ matches }) => pageTitle("Import", matches, "For staff.");

export const loader = staffLoader(async ({ params }) => toImportView(await requireImport(params.id)));

export const action = staffAction(
  async (args) => {
    const work = await requireImport(args.params.id);
    const form = await readForm(args.request, ["intent", ...columnFields(importForm(work.kind))]);
    switch (form.get("intent")) {
      case "columns":
        return saveColumns(work, form, args);
      case "back":
        return goOn(work, await reopenColumns(work.id, args.now));
      case "confirm":
        return goOn(
          work,
          await confirmImport(work.id, { now: args.now, by: staffMember(args.session, "import") }),
        );
      case "undo":
        return goOn(
          work,
          await undoImport(work.id, { now: args.now, by: staffMember(args.session, "import") }),
        );
      case "discard":
        await discardImport(work.id);
        return redirectWithToast(START, { title: "Import discarded", description: work.fileName });
      default:
        throw new Response(null, { status: 400 });
    }
  },
  { savesForm: false },
);

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
  const problem = missingColumn(work.kind, columns);
  if (problem !== undefined) return data({ problem, columns }, 400);
  return goOn(work, await matchColumns(work.id, columns, now));
}

/** To the page in its new state; somebody else may have changed it meanwhile. */
function goOn({ id }: Import, isDone: boolean) {
  const path = `${START}/${id}`;
  if (isDone) return redirect(path, 303);
  const description = "Someone else was faster, or the form was sent twice. This is how it is now.";
  return redirectWithToast(path, { title: "This import has gone on", description });
}

/** One import: its columns, its check, its report. */
export default function ImportPage() {
  const view = useLoaderData<typeof loader>() as ImportView;
  const posted = useActionData<typeof action>() as PostedColumns | undefined;
  const { fileName, kindLabel, rows, format, status, statusLabel, startedAt, createdBy, problem } = view;
  return (
    <main id="main" className="page import" tabIndex={-1}>
      <header>
        <p>
          <Link to={START}>All imports</Link>
        </p>
        <h1 className="import__title">{fileName}</h1>
        <p className="import__head">
          <Badge tone={STATUS_TONES[status]}>{statusLabel}</Badge>
          <span className="import__note">
            {kindLabel}, {formatCount(rows)} {rows === 1 ? "row" : "rows"}, {format}. {startedAt}, by{" "}
            {createdBy}
          </span>
        </p>
      </header>
      {problem ? (
        <Notice tone="error" title="This file can't be imported">
          <p>{problem}</p>
          <DiscardForm label="Remove" />
        </Notice>
      ) : null}
      {view.columns ? <MatchColumns kind={view.kind} columns={view.columns} posted={posted} /> : null}
      {view.isWorking ? <Progress view={view} /> : null}
      {view.review && !problem ? <Review view={view} review={view.review} /> : null}
    </main>
  );
}

/** How far the job is. With script the page follows by itself. */
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
        {status === "checking" ? "Nothing is changed yet." : "You can leave this page; it goes on by itself."}
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
