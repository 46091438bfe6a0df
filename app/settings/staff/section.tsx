import type { HeadersFunction } from "@remix-run/node";
import { Form, Link, type MetaFunction, useLoaderData, useNavigation } from "@remix-run/react";
import { Fragment, useEffect, useState } from "react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { retryAfterHeader } from "~/http/form.server";
import type { LockedSetting } from "~/settings/locked.server";
import type { Preview } from "~/settings/preview.server";
import {
  findSection,
  hasPictures,
  SECRET_NAMES,
  SETTINGS_PAGE,
  type SettingRows,
  type SettingsSection,
} from "~/settings/sections";
import { maxRows, rowsTyped } from "~/settings/values";
import { keepTyped, useLastAnswer, usePageKey } from "~/staff/forms/keep-typed";
import { YourPassword } from "~/staff/forms/your-password";
import { RecordHistory } from "~/staff/history/record-history";
import { BackToList, BackToSetUp } from "~/staff/records/head";
import { isChanged, LeaveDialog } from "~/staff/unsaved-changes";
import { AnswerNotice } from "~/ui/forms/answer-notice";
import { ErrorSummary } from "~/ui/forms/fields";
import { pageTitle } from "~/ui/layout/page-title";
import { FORM_ID, SettingInput, toFormField } from "./field";
import {
  CHANGE,
  INTENT,
  INTENTS,
  LOADED,
  OWN_PASSWORD,
  type SectionResult,
  startValues,
  UNDO_PASSWORD,
} from "./form";
import { PreviewCard } from "./preview-card";
import { loadSection, writeSection } from "./section.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(findSection(data?.id)?.title ?? "Settings", matches, "For staff.");

export const headers: HeadersFunction = retryAfterHeader;

export const loader = staffLoader(loadSection);
export const action = staffAction(writeSection, {
  savesForm: "page",
  namedBy: [INTENT],
  secretFields: [...SECRET_NAMES, OWN_PASSWORD, UNDO_PASSWORD],
});

export const clientAction = keepTyped;

/** The page of one section: its form, and who changed what. */
export default function Section() {
  const { id, isSettingUp, isSaved, shown, version, history, preview, locked, addresses } =
    useLoaderData<typeof loader>();
  const posted = useLastAnswer<SectionResult>();
  const section = findSection(id);
  if (!section) return null;
  const undoErrors = posted?.errors?.[UNDO_PASSWORD];
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      {isSettingUp ? <BackToSetUp /> : <BackToList list={{ path: SETTINGS_PAGE, title: "Settings" }} />}
      <header>
        <h1>{section.title}</h1>
        <p className="lead">{section.about}</p>
      </header>
      <SectionForm
        key={id}
        section={section}
        shown={posted ?? shown}
        version={version}
        locked={locked}
        addresses={addresses}
        preview={posted ? posted.preview : preview}
        isTyped={posted !== undefined}
      />
      {section.links ? (
        <ul className="cluster gap-2 gap-x-4">
          {section.links.map(({ to, label }) => (
            <li key={to}>
              <Link className="button button--secondary" to={to}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <RecordHistory
        history={history}
        isOpen={undoErrors !== undefined}
        undoForm={<UndoForm section={section} errors={undoErrors} />}
        undo={({ id: change, madeAt }) => (
          <button
            type="submit"
            form={UNDO_FORM_ID}
            name={CHANGE}
            value={change}
            className="button button--secondary button--small"
          >
            Undo<span className="visually-hidden"> the change of {madeAt}</span>
          </button>
        )}
      />
      {/* What was typed when the session ended can be reached only at this URL. */}
      <LeaveDialog
        isUnsaved={() =>
          isSaved || isChanged({ id: FORM_ID, values: startValues(section, shown.typed, locked) })
        }
      />
    </main>
  );
}

interface SectionFormProps {
  section: SettingsSection;
  shown: SectionResult;
  version: number;
  locked: Record<string, LockedSetting>;
  /** Where the feeds are that are on, by their settings' names. */
  addresses: Record<string, string | undefined>;
  preview: Preview | undefined;
  /** Whether the preview is of what was typed, and not stored yet. */
  isTyped: boolean;
}

function SectionForm({ section, shown, version, locked, addresses, preview, isTyped }: SectionFormProps) {
  const { typed, loaded, errors, formErrors, differences, focus } = shown;
  const isBusy = useNavigation().state !== "idle";
  // A new key for each answer, so that the fields show what it has.
  const key = usePageKey();
  useEffect(() => {
    if (focus) document.getElementById(toFormField(focus, undefined, undefined).id)?.focus();
  }, [focus]);
  const passwordKey = usePasswordKey(!isTyped || errors?.[OWN_PASSWORD] !== undefined);
  const toField = (name: string) => toFormField(name, locked[name]?.text ?? typed[name], errors);
  // Nothing is left to be saved.
  const isLocked = !section.rows && section.fields.every(({ name }) => locked[name]);
  const form = {
    id: FORM_ID,
    errorId: `${FORM_ID}-errors`,
    errors: formErrors,
    status: errors || formErrors ? ("error" as const) : undefined,
  };
  return (
    <Form
      method="post"
      className="form wide"
      id={FORM_ID}
      noValidate
      {...(hasPictures(section) ? { encType: "multipart/form-data" as const } : {})}
    >
      {/* What Enter does: the first button of the form would remove a row. */}
      <button type="submit" name={INTENT} value={INTENTS.save} hidden />
      <Fragment key={`${key} head`}>
        <ErrorSummary form={form} fields={Object.keys(errors ?? {}).map(toField)} />
        {differences ? <ChangedSince differences={differences} /> : null}
        <input type="hidden" name={LOADED} value={loaded} />
      </Fragment>
      {/* Above the fields, because an answer is shown from its top. */}
      {preview ? <PreviewCard preview={preview} isTyped={isTyped} /> : null}
      {section.fields.map((setting) => (
        // No answer has a secret, so what is typed of one stays until it is stored.
        <Fragment key={`${setting.input === "secret" ? version : key} ${setting.name}`}>
          {setting.heading ? <h2>{setting.heading}</h2> : null}
          <SettingInput
            setting={setting}
            field={toField(setting.name)}
            lockedBy={locked[setting.name]?.variable}
            address={addresses[setting.name]}
          />
        </Fragment>
      ))}
      {section.rows ? <Rows key={`${key} rows`} rows={section.rows} shown={shown} /> : null}
      {section.asksPassword && !isLocked ? (
        <YourPassword
          key={`${passwordKey} password`}
          field={toFormField(OWN_PASSWORD, undefined, errors)}
          hint={`To save ${section.title}.${section.hasPreview ? " It isn't needed for a preview." : ""}`}
        />
      ) : null}
      <div className="cluster form__actions">
        {isLocked ? null : (
          <button type="submit" name={INTENT} value={INTENTS.save} className="button" disabled={isBusy}>
            Save {section.title}
          </button>
        )}
        {section.hasPreview ? (
          <button
            type="submit"
            name={INTENT}
            value={INTENTS.preview}
            className="button button--secondary"
            disabled={isBusy}
          >
            Preview
          </button>
        ) : null}
      </div>
    </Form>
  );
}

/** A key for the own password, which no answer has: it is emptied once it was taken or was wrong, and stays while other fields are. */
function usePasswordKey(isEmptied: boolean): string {
  const key = usePageKey();
  const [last, setLast] = useState(key);
  if (!isEmptied || last === key) return last;
  setLast(key);
  return key;
}

const UNDO_FORM_ID = "undo-form";

/** What the Undo next to each change sends. */
function UndoForm({
  section: { asksPassword },
  errors,
}: {
  section: SettingsSection;
  errors: string[] | undefined;
}) {
  return (
    <Form method="post" className="form" id={UNDO_FORM_ID} noValidate>
      <input type="hidden" name={INTENT} value={INTENTS.undo} />
      {asksPassword ? (
        <>
          {/* Enter does nothing: it would undo the newest change. */}
          <button type="submit" disabled hidden />
          <YourPassword
            field={{
              ...toFormField(UNDO_PASSWORD, undefined, errors && { [UNDO_PASSWORD]: errors }),
              formId: UNDO_FORM_ID,
            }}
            hint="To undo a change."
          />
        </>
      ) : null}
    </Form>
  );
}

function ChangedSince({ differences }: { differences: readonly string[] }) {
  return (
    <AnswerNotice tone="error" title="Someone else has changed this since you opened it" answer={differences}>
      <p>What the site has now:</p>
      <ul className="prose">
        {differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
      <p>Nothing is saved yet. Save again to replace it with what you typed.</p>
    </AnswerNotice>
  );
}

function Rows({ rows, shown: { typed, errors } }: { rows: SettingRows; shown: SectionResult }) {
  const count = rowsTyped(rows.name, typed);
  const noun = rows.noun.toLowerCase();
  return (
    <>
      {rows.about ? (
        <>
          <h2>{rows.noun}s</h2>
          <p>{rows.about}</p>
        </>
      ) : null}
      {count > 0 ? (
        <ol className="rows">
          {Array.from({ length: count }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name, and all remount with each answer
            <li key={row} className="stack gap-3">
              {rows.fields.map((setting) => {
                const name = `${rows.name}.${row}.${setting.name}`;
                return (
                  <SettingInput key={name} setting={setting} field={toFormField(name, typed[name], errors)} />
                );
              })}
              <button
                type="submit"
                name={INTENT}
                value={`${INTENTS.remove}${row}`}
                className="button button--quiet button--small"
              >
                Remove
                <span className="visually-hidden">
                  {" "}
                  {noun} {row + 1}
                </span>
              </button>
            </li>
          ))}
        </ol>
      ) : null}
      {count < maxRows(rows) ? (
        <p>
          <button
            type="submit"
            name={INTENT}
            value={INTENTS.add}
            className="button button--secondary button--small"
          >
            Add a {noun}
          </button>
        </p>
      ) : null}
    </>
  );
}
