import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { data } from "@remix-run/node";
import { Form, Link, type MetaFunction, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { toRecord } from "~/collections/store.server";
import { readForm, rejectedInit } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { purchasePage } from "~/purchases/paths";
import { KEPT_FIELDS, PHOTO_FIELDS } from "~/purchases/photos";
import { PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { MAX_OF_PURCHASE, PURCHASES, sealedText } from "~/purchases/purchases";
import { addSealed } from "~/purchases/sealed-items.server";
import { IDEMPOTENCY_KEY, submitInBrowser } from "~/staff/records/submission";
import { ErrorSummary, TextField } from "~/ui/forms/fields";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { dayInTimeZone } from "~/values/format";
import { newId } from "~/values/id.server";
import { readSavedFields } from "./buy.server";
import { checkIdNumber, ID_NUMBER } from "./buy-form";
import { requirePurchase } from "./load-purchase.server";
import { PhotoField } from "./photo-field";

export { ErrorBoundary } from "~/staff/not-found";

const TITLE = "Add ID or Title Photo";

export const meta: MetaFunction = ({ matches }) => pageTitle(TITLE, matches, "For staff.");

export const loader = staffLoader(async (args) => {
  const { params, now } = args;
  const row = await requirePurchase(params.id);
  const saved = await readSavedFields(args, KEPT_FIELDS);
  const { what, _id: id } = toRecord(PURCHASE_RECORDS, row);
  return {
    ...{ id, isCar: what === "car", key: newId(now), today: dayInTimeZone(business.timeZone, now) },
    name: PURCHASES.nameOf(toRecord(PURCHASE_RECORDS, row)),
    ...{ values: saved ?? {}, isRestored: saved !== undefined },
  };
});

/** Encrypts what was missing when the car was bought. */
export const action = staffAction(
  async ({ request, params, context, now }) => {
    const purchase = await requirePurchase(params.id);
    const form = await readForm(request, [ID_NUMBER, ...KEPT_FIELDS, IDEMPOTENCY_KEY]);
    const submission = checkIdNumber(form, dayInTimeZone(business.timeZone, now));
    const [problem] = (context.uploads ?? []).flatMap((upload) => (upload.ok ? [] : [upload]));
    if (problem) {
      const { field = "idPhoto", message } = problem;
      return data(
        { result: submission.reply({ fieldErrors: { [field]: [message] } }) },
        rejectedInit(problem),
      );
    }
    if (submission.status !== "success") return data({ result: submission.reply() }, 400);
    const { [ID_NUMBER]: idNumber } = submission.value;
    const photos = KEPT_FIELDS.flatMap((name) => form.get(name)?.toString() ?? []);
    const key = form.get(IDEMPOTENCY_KEY)?.toString() || newId(now);
    const added = await addSealed(purchase, { idNumber, photos }, key);
    if (added === "full" || added.length === 0) {
      const message = added === "full" ? FULL : NOTHING_ADDED;
      return data({ result: submission.reply({ fieldErrors: { idPhoto: [message] } }) }, 400);
    }
    return redirectWithToast(purchasePage(purchase.id), {
      title: "Saved, encrypted",
      description: sealedText(added),
    });
  },
  { savesForm: "page", secretFields: [ID_NUMBER] },
);

const NOTHING_ADDED = "Choose a photo, or type the ID number";
const FULL = `A purchase has at most ${MAX_OF_PURCHASE} photos and numbers, and this would be more: ask an owner to remove one`;

export const clientAction = submitInBrowser;

const LABELS = { [ID_NUMBER]: "ID number", idPhoto: "ID, front", idBack: "ID, back", titlePhoto: "Title" };

type AddFields = Record<string, FieldMetadata<unknown, Record<string, unknown>, string[]>>;

/** The seller's ID and the title, if they weren't at hand when the car was bought. */
export default function AddPhotosPage() {
  const page = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>() as { result: SubmissionResult<string[]> } | undefined;
  const { pathname, search } = useLocation();
  const [form, metadata] = useForm<Record<string, unknown>, object, string[]>({
    id: "photos-form",
    lastResult: posted?.result,
    onValidate: ({ formData }) => checkIdNumber(formData, page.today),
  });
  const fields = metadata as AddFields;
  const fieldOf = (name: string) => fields[name] as NonNullable<AddFields[string]>;
  const shown = PHOTO_FIELDS.filter((name) => page.isCar || name !== "titlePhoto");
  return (
    <main id="main" className="page page--narrow staff-page stack gap-4" tabIndex={-1}>
      <h1>{TITLE}</h1>
      <p className="lead">{page.name}</p>
      {page.isRestored && !posted ? (
        <Notice tone="info" title="Your photos are back">
          <p>Type the ID number again: it wasn't kept while you were signed out.</p>
        </Notice>
      ) : null}
      <Form
        method="post"
        action={pathname + search}
        encType="multipart/form-data"
        className="form wide"
        {...getFormProps(form)}
      >
        <ErrorSummary form={form} fields={[ID_NUMBER, ...shown].map(fieldOf)} labels={LABELS} />
        <input type="hidden" name={IDEMPOTENCY_KEY} value={page.key} />
        <TextField
          field={fieldOf(ID_NUMBER)}
          label={LABELS[ID_NUMBER]}
          optional
          autoComplete="off"
          spellCheck={false}
        />
        <div className="grid pair gap-3">
          {shown.map((name) => (
            <PhotoField
              key={name}
              field={fieldOf(name)}
              label={LABELS[name]}
              kept={page.values}
              posted={posted}
            />
          ))}
        </div>
        <p className="muted note">
          The number and the photos are encrypted. Only an owner can open them, and every viewing is logged in
          the history. What was already kept stays.
        </p>
        <div className="cluster">
          <button type="submit" className="button">
            Save
          </button>
          <Link className="button button--secondary" to={purchasePage(page.id)}>
            Cancel
          </Link>
        </div>
      </Form>
    </main>
  );
}
