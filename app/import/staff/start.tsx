import { data, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { IMPORTED_COLLECTIONS } from "~/collections";
import { readForm } from "~/http/form.server";
import { FILE_TOO_LARGE } from "~/import/file.server";
import { createImport, listImports } from "~/import/import.server";
import { toImportSummary } from "~/import/view.server";
import { isSettingUp } from "~/set-up/steps.server";
import { BackToSetUp } from "~/staff/records/head";
import { Badge } from "~/ui/layout/chip";
import { Icon } from "~/ui/layout/icon";
import { pageTitle } from "~/ui/layout/page-title";
import { getChoiceParam } from "~/values/query-params";
import { STATUS_TONES } from "./status-tones";

const COLLECTION_KINDS = IMPORTED_COLLECTIONS.map(({ kind }) => kind);

export const meta: MetaFunction = ({ matches }) => pageTitle("Import", matches, "For staff.");

export const loader = staffLoader(async ({ request }) => ({
  kind: getChoiceParam(new URL(request.url).searchParams, "kind", COLLECTION_KINDS) ?? "dismantled",
  imports: (await listImports()).map(toImportSummary),
  isSettingUp: await isSettingUp(),
}));

export const action = staffAction(async ({ request, context, session, now }) => {
  const form = await readForm(request, ["kind"]);
  const kind = COLLECTION_KINDS.find((type) => type === form.get("kind"));
  const { importFile: file } = context;
  const fail = (problem: { kind?: string; file?: string }) => data({ ...problem, chosen: kind }, 400);
  if (!kind) return fail({ kind: "Please choose what the file holds" });
  if (!file) return fail({ file: "Please choose a file" });
  if (file.tooLarge) return fail({ file: FILE_TOO_LARGE });
  const created = await createImport({ kind, ...file, by: session.user.username }, now);
  return created.ok ? redirect(`/admin/import/${created.id}`, 303) : fail({ file: created.message });
});

/** Where an import starts: what the file holds, and the file; and the imports of the last 30 days. */
export default function StartImport() {
  const { kind, imports, isSettingUp } = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>() as Problem | undefined;
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      {isSettingUp ? <BackToSetUp /> : null}
      <header>
        <h1>Import</h1>
        <p className="lead">
          Records from a spreadsheet or another program, as a CSV file or an Excel workbook
        </p>
      </header>
      <UploadForm kind={posted?.chosen ?? kind} problem={posted} />
      <section className="card" aria-labelledby="how-title">
        <h2 className="card__title" id="how-title">
          What Happens Next
        </h2>
        <ol>
          <li>
            You match the file's columns with our fields, and its words with our choices. Most are matched for
            you.
          </li>
          <li>You see what would be added, changed and rejected, and why. Nothing is changed yet.</li>
          <li>You confirm, and can undo all of it for 30 days.</li>
        </ol>
      </section>
      {imports.length > 0 ? <Imports imports={imports} /> : null}
    </main>
  );
}

interface Problem {
  kind?: string;
  file?: string;
  chosen?: string;
}

interface UploadFormProps {
  kind: string;
  problem: Problem | undefined;
}

/** A plain form: the browser sends the file and shows how far it is. */
function UploadForm({ kind, problem }: UploadFormProps) {
  return (
    <form className="card form wide" method="post" action="/admin/import" encType="multipart/form-data">
      <fieldset className={problem?.kind ? "field radios field--invalid" : "field radios"}>
        <legend className="field__label">What's in the file?</legend>
        {IMPORTED_COLLECTIONS.map(({ kind: value, titles }) => (
          <label className="radio" key={value}>
            <input type="radio" name="kind" value={value} defaultChecked={value === kind} required />{" "}
            {titles.many}
          </label>
        ))}
        <FieldError id="kind-error" message={problem?.kind} />
      </fieldset>
      <div className={problem?.file ? "field field--invalid" : "field"}>
        <label className="field__label" htmlFor="file">
          CSV file or Excel workbook
        </label>
        <p className="field__hint" id="file-hint">
          Up to 20 MB and 50,000 rows, with headings in its first row. In a workbook (.xlsx), only the first
          sheet is read.
        </p>
        <input
          className="input"
          id="file"
          type="file"
          name="file"
          accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          required
          aria-invalid={problem?.file ? true : undefined}
          aria-describedby={problem?.file ? "file-hint file-error" : "file-hint"}
        />
        <FieldError id="file-error" message={problem?.file} />
      </div>
      <div className="cluster form__actions">
        <button type="submit" className="button">
          Upload File
        </button>
      </div>
    </form>
  );
}

function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p className="field__error" id={id} role="alert">
      <Icon name="alert" size={18} /> {message}
    </p>
  );
}

function Imports({ imports }: { imports: ReturnType<typeof useLoaderData<typeof loader>>["imports"] }) {
  return (
    <section aria-labelledby="imports-title">
      <h2 id="imports-title">Imports of the Last 30 Days</h2>
      <ul className="rows">
        {imports.map(({ id, fileName, kindLabel, rows, status, statusLabel, startedAt, createdBy }) => (
          <li key={id}>
            <div className="cluster gap-2 gap-x-3 wide breaks">
              <Link to={`/admin/import/${id}`}>{fileName}</Link>
              <Badge tone={STATUS_TONES[status]}>{statusLabel}</Badge>
            </div>
            <p className="note">
              {kindLabel}, {rows.toLocaleString("en-US")} {rows === 1 ? "row" : "rows"}. {startedAt}, by{" "}
              {createdBy}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
