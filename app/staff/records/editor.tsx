import { type FormMetadata, getFormProps, useForm } from "@conform-to/react";
import {
  Form,
  Link,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
  useParams,
} from "@remix-run/react";
import { type Collection, formFields } from "~/collections/collection";
import type { FormValues } from "~/collections/form";
import { RecordHistory } from "~/staff/history/record-history";
import { isChanged, LeaveDialog, useUnsavedChanges } from "~/staff/unsaved-changes";
import { ErrorSummary } from "~/ui/forms/fields";
import { titleCase } from "~/values/capitals";
import { BackToList } from "./head";
import { RecordNotFound } from "./not-found";
import { EditorNotices, TwinConfirmed } from "./notices";
import { DocumentLinks } from "./row";
import { type EditorFields, ItemSections, SectionLinks } from "./sections";
import {
  ADD_AS_NEW,
  checkItem,
  DAMAGE_CONFIRMED,
  type EditorPage,
  type EditorResult,
  FUTURE_DATE_CONFIRMED,
  IDEMPOTENCY_KEY,
  INTENT,
  LOADED,
  postedValue,
  STATUS_CONFIRMED,
  TWIN_CONFIRMED,
  VERSION,
} from "./submission";
import { useCollection } from "./use-collection";
import { viewOf } from "./views";

const FORM_ID = "record-form";

/** The form page of a new or a stored record. */
export function RecordEditor() {
  const { pathname } = useLocation();
  // Another record's form keeps nothing of this one.
  return <Editor key={pathname} />;
}

function Editor() {
  const collection = useCollection();
  const page = useLoaderData<EditorPage>();
  const posted = useActionData<EditorResult>();
  const { pathname } = useLocation();
  const { restored: stored, discard } = useUnsavedChanges({ id: FORM_ID, path: pathname, ...page });
  // A submission saved by the server is newer than the values that this tab stored when the session ended.
  const restored = page.savedSubmission === "found" ? undefined : stored;
  if (page.deleted && page.savedSubmission !== "found" && !restored && !posted) {
    return <RecordNotFound />;
  }
  return (
    <EditorForm
      // conform reads the initial values only once, so other values need another form.
      key={[pathname, restored ? "restored" : "loaded", postedValue(posted, LOADED) ?? page.loaded].join(" ")}
      collection={collection}
      page={restored ? restoredPage(page, restored) : page}
      posted={posted}
      onDiscard={restored ? discard : undefined}
    />
  );
}

/** What this tab has stored of the form, on the version that it was opened with. */
function restoredPage(page: EditorPage, values: FormValues): EditorPage {
  const { [VERSION]: version, [LOADED]: loaded } = values;
  return version ? { ...page, values, version, loaded } : { ...page, values };
}

interface EditorFormProps {
  collection: Collection;
  page: EditorPage;
  posted: EditorResult | undefined;
  onDiscard: (() => void) | undefined;
}

function EditorForm({ collection, page, posted, onDiscard }: EditorFormProps) {
  const { pathname, search } = useLocation();
  const { id } = useParams();
  const { form, fields } = useItemForm(collection, page, posted);
  const saving = useSaving(pathname);
  const deleted = Boolean(posted?.deleted ?? postedValue(posted, ADD_AS_NEW) ?? page.deleted);
  const version = postedValue(posted, VERSION) ?? page.version;
  const isStored = version !== undefined;
  const labels = Object.fromEntries(formFields(collection).map(([name, { label }]) => [name, label]));
  return (
    <>
      <main id="main" className="page page--narrow staff-page stack gap-4 editor" tabIndex={-1}>
        <BackToList list={collection.list} />
        <header>
          <h1>{isStored ? collection.titles.edit : collection.titles.add}</h1>
          {page.name ? <p className="lead above-1">{page.name}</p> : null}
          {page.name && id ? (
            <p className="cluster">
              <DocumentLinks documents={viewOf(collection).documents?.(id) ?? []} />
            </p>
          ) : null}
          {page.editNote ? <p className="muted above-1">{page.editNote}</p> : null}
          <p className="muted above-1">Everything not marked optional is required.</p>
        </header>
        <EditorNotices
          noun={collection.noun}
          picturesLabel={labels.images}
          page={page}
          posted={posted}
          deleted={deleted}
          onDiscard={onDiscard}
        />
        <Form
          method="post"
          action={pathname + search}
          encType="multipart/form-data"
          className="form wide"
          {...getFormProps(form)}
        >
          {/* Enter presses a form's first submit button, which must not be Decode VIN. */}
          <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
          <ErrorSummary
            form={form}
            fields={Object.keys(labels).flatMap((name) => fields[name] ?? [])}
            labels={labels}
          />
          {isStored ? (
            <>
              <input type="hidden" name={VERSION} value={version} />
              <input type="hidden" name={LOADED} value={postedValue(posted, LOADED) ?? page.loaded} />
            </>
          ) : null}
          {deleted ? <input type="hidden" name={ADD_AS_NEW} value="yes" /> : null}
          {posted?.statusQuestion ? <input type="hidden" name={STATUS_CONFIRMED} value="yes" /> : null}
          <TwinConfirmed twin={posted?.twin?.to ?? postedValue(posted, TWIN_CONFIRMED)} />
          <input type="hidden" name={IDEMPOTENCY_KEY} value={page.idempotencyKey} />
          <div className="grid gap-5 editor__columns">
            <div className="grid gap-5 editor__sidebar">
              <SectionLinks sections={collection.sections} />
            </div>
            <div className="grid gap-5">
              <ItemSections
                collection={collection}
                form={form}
                fields={fields}
                today={page.today}
                choices={page.choices}
                lacks={page.lacks}
                isStored={isStored && !deleted}
                decode={posted?.decode}
                pictureProblem={posted ? undefined : page.pictureProblem}
                notes={page.notes}
                damageConfirmed={postedValue(posted, DAMAGE_CONFIRMED) !== undefined}
                dateConfirmed={posted && postedValue(posted, FUTURE_DATE_CONFIRMED) !== undefined}
              />
            </div>
          </div>
          <div className="grid gap-3 screen-only sticky-bar editor__actions">
            <Link className="button button--secondary" to={page.listUrl}>
              Cancel
            </Link>{" "}
            <button type="submit" className="button" name={INTENT} value="save" disabled={saving}>
              {saving
                ? "Saving..."
                : isStored && !deleted
                  ? `Update ${titleCase(collection.noun)}`
                  : `Add ${titleCase(collection.noun)}`}
            </button>
          </div>
        </Form>
        {page.history ? <RecordHistory history={page.history} /> : null}
      </main>
      {/* A saved submission can be reached only at this URL. */}
      <LeaveDialog
        isUnsaved={() => page.savedSubmission === "found" || isChanged({ id: FORM_ID, values: page.values })}
      />
    </>
  );
}

/** The form with its checks, and its fields by name. */
function useItemForm(
  collection: Collection,
  { values, today, lacks }: Pick<EditorPage, "values" | "today" | "lacks">,
  posted: EditorResult | undefined,
): { form: FormMetadata<Record<string, unknown>, string[]>; fields: EditorFields } {
  const [form, metadata] = useForm<Record<string, unknown>, object>({
    id: FORM_ID,
    lastResult: posted?.result,
    defaultValue: values,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => checkItem(formData, collection, { today, lacks }),
  });
  return { form, fields: metadata as EditorFields };
}

function useSaving(pathname: string): boolean {
  const { formMethod, formAction, formData } = useNavigation();
  const posts = formMethod === "POST" && formAction?.split("?")[0] === pathname;
  return posts && formData?.get(INTENT) !== "decode";
}
