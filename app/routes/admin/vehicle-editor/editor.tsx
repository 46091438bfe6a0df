import { getFormProps } from "@conform-to/react";
import { Form, Link, useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { VehicleForm } from "~/models/vehicle-form";
import { ErrorSummary } from "~/ui/form";
import { ADD_AS_NEW, type EditorAnswer, type EditorPage, echoed, INTENT, VERSION } from "./answer";
import { isChanged, useKeptWords } from "./kept-words";
import { LeaveQuestion } from "./leave-question";
import { VehicleNotFound } from "./not-found";
import { EditorNotices } from "./notices";
import { type EditorParts, PartLinks, PictureSection } from "./sections";
import {
  EDITOR_FORM_ID,
  type EditorFields,
  type EditorFormMetadata,
  useVehicleForm,
} from "./use-vehicle-form";

interface Pictured {
  imageUrl?: string | undefined;
}

interface VehicleEditorProps<Fields extends Pictured> {
  vehicleForm: VehicleForm<Fields>;
  page: EditorPage;
  answer: EditorAnswer | undefined;
  /** The headings of the sections under the picture. */
  parts: EditorParts;
  /** Those sections. */
  children: (parts: { form: EditorFormMetadata; fields: EditorFields<keyof Fields & string> }) => ReactNode;
}

/** The page of one vehicle's form, for a new vehicle and a stored one (specification, section 2). */
export function VehicleEditor<Fields extends Pictured>({ page, ...props }: VehicleEditorProps<Fields>) {
  const { pathname } = useLocation();
  const { kept, discard } = useKeptWords({ id: EDITOR_FORM_ID, address: pathname, ...page });
  // A form that was sent is newer than what was kept when the session ended under it.
  const restored = page.held === "back" ? undefined : kept;
  if (page.gone && page.held !== "back" && !restored && !props.answer) {
    return <VehicleNotFound list={props.vehicleForm.list} />;
  }
  const start = restored ? { ...page, words: restored, version: restored[VERSION] ?? page.version } : page;
  return (
    <EditorForm
      // What a form starts with it takes once: other words make another form.
      key={`${pathname} ${restored ? "kept" : "loaded"}`}
      page={start}
      onDiscard={restored ? discard : undefined}
      {...props}
    />
  );
}

function EditorForm<Fields extends Pictured>({
  vehicleForm,
  page,
  answer,
  parts,
  children,
  onDiscard,
}: VehicleEditorProps<Fields> & { onDiscard: (() => void) | undefined }) {
  const { pathname, search } = useLocation();
  const { form, fields } = useVehicleForm(vehicleForm, page, answer);
  const saving = useSaving(pathname);
  const gone = Boolean(answer?.gone ?? echoed(answer, ADD_AS_NEW) ?? page.gone);
  const version = answer?.conflict?.version ?? echoed(answer, VERSION) ?? page.version;
  const stored = version !== undefined;
  const { titles, labels } = vehicleForm;
  const names = Object.keys(labels) as (keyof Fields & string)[];
  return (
    <>
      <main id="main" className="page editor" tabIndex={-1}>
        <header className="editor__head">
          <h1>{stored ? titles.edit : titles.add}</h1>
          {page.name ? <p className="lead">{page.name}</p> : null}
          <p className="editor__hint">Fill in whatever is not marked optional. The rest can wait.</p>
        </header>
        <EditorNotices page={page} answer={answer} gone={gone} onDiscard={onDiscard} />
        <Form
          method="post"
          action={pathname + search}
          encType="multipart/form-data"
          className="form editor__form"
          {...getFormProps(form)}
        >
          {/* What the Enter key presses: a browser takes the first button, which must not be the one that decodes. */}
          <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
          <ErrorSummary form={form} fields={names.map((name) => fields[name])} labels={labels} />
          {stored ? <input type="hidden" name={VERSION} value={version} /> : null}
          {gone ? <input type="hidden" name={ADD_AS_NEW} value="yes" /> : null}
          <div className="editor__columns">
            <div className="editor__rail">
              <PictureSection field={fields.imageUrl} problem={answer ? undefined : page.pictureProblem} />
              <PartLinks parts={parts} />
            </div>
            <div className="editor__sections">{children({ form, fields })}</div>
          </div>
          <div className="editor__actions">
            <Link className="button button--secondary" to={page.back}>
              Cancel
            </Link>
            <button type="submit" className="button" name={INTENT} value="save" disabled={saving}>
              {saving ? "Saving..." : stored && !gone ? "Update Vehicle" : "Add Vehicle"}
            </button>
          </div>
        </Form>
      </main>
      {/* What was held waits at this address alone. */}
      <LeaveQuestion
        isUnsaved={() => page.held === "back" || isChanged({ id: EDITOR_FORM_ID, words: page.words })}
      />
    </>
  );
}

function useSaving(pathname: string): boolean {
  const { formMethod, formAction, formData } = useNavigation();
  const posts = formMethod === "POST" && formAction?.split("?")[0] === pathname;
  return posts && formData?.get(INTENT) !== "decode";
}
