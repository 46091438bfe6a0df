import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { SAVED_PARAM } from "~/accounts/saved-form";
import { findSavedForm } from "~/accounts/saved-form.server";
import { business } from "~/business/business.server";
import { formFields, type NamedRecord, uniqueField, uniqueKey } from "~/collections/collection";
import {
  type Difference,
  emptyFormValues,
  type FormValues,
  lackingFields,
  mayLack,
  toFormValues,
} from "~/collections/form";
import { hashValues } from "~/collections/rebase.server";
import {
  type Created,
  createRecord,
  findNamedHolder,
  findRecord,
  type Updated,
  updateRecord,
} from "~/collections/records.server";
import type { RecordTypes, StoredCollection, VersionedRecord } from "~/collections/store.server";
import { loadRecordHistory } from "~/history/view.server";
import {
  accountTooManyRequestsMessage,
  readForm,
  rejectedInit,
  tooManyRequestsInit,
} from "~/http/form.server";
import { runOnce } from "~/http/idempotency.server";
import { log } from "~/http/log.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { redirectWithToast } from "~/http/toast.server";
import { listUrlFrom } from "~/lists/staff";
import { PICTURE_PROBLEM, type PictureErrors, readPictureFields } from "~/pictures/claims.server";
import { arrangePictures, IMAGE_FIELDS, imagesText, readImageRows } from "~/pictures/image-rows";
import { rememberOpened } from "~/search/recent.server";
import { capitalize } from "~/values/capitals";
import { dayInTimeZone } from "~/values/format";
import { isValidId } from "~/values/id";
import { newId } from "~/values/id.server";
import { decodeIntoForm } from "~/vin/lookup.server";
import { vinSchema } from "~/vin/schema";
import { rebaseForm } from "./rebase.server";
import {
  ADD_AS_NEW,
  checkItem,
  DAMAGE_CONFIRMED,
  type EditorPage,
  type EditorResult,
  FUTURE_DATE_CONFIRMED,
  failedResult,
  IDEMPOTENCY_KEY,
  INTENT,
  LOADED,
  STATUS_CONFIRMED,
  TWIN_CONFIRMED,
  unchecked,
  VERSION,
} from "./submission";

type LoaderArgs = StaffRequestArgs<LoaderFunctionArgs>;
type ActionArgs = StaffRequestArgs<ActionFunctionArgs>;
type PictureResult = Awaited<ReturnType<typeof readPictureFields>>;

/** The loader's data for a new item. */
export async function loadNewRecord<T extends RecordTypes>(
  store: StoredCollection<T>,
  args: LoaderArgs,
): Promise<EditorPage> {
  const { values, ...page } = await loadPage(store, args);
  const started = await store.startValues?.().catch((error: unknown) => {
    log.error({ requestId: args.context.requestId, error }, "suggesting what a form starts with failed");
  });
  return {
    ...page,
    ...{ lacks: [], choices: store.choices?.() },
    values: values ?? { ...emptyFormValues(store, page.today), ...started },
  };
}

/**
 * The loader's data for a stored item: its values, or those of a saved submission with the version they were based on.
 * An item that does not exist gives 404 but no error, because the browser may have unsaved values for it, which can be
 * added as a new item.
 */
export async function loadStoredRecord<T extends RecordTypes>(store: StoredCollection<T>, args: LoaderArgs) {
  const { id } = args.params;
  const [{ values, ...page }, stored] = await Promise.all([
    loadPage(store, args),
    isValidId(id) ? findRecord(store, id) : undefined,
  ]);
  if (stored) await rememberOpened(store.recordKind, stored.item._id);
  const history = stored && (await loadRecordHistory(store.recordKind, stored.item._id));
  const notes = stored && (await store.fieldNotes?.(stored.item));
  const editNote = stored && (await store.editNote?.(stored.item._id));
  return data<EditorPage>(
    {
      ...page,
      values: values ?? toFormValues(store, stored?.item ?? {}),
      version: page.version ?? stored?.version,
      loaded: page.version ? page.loaded : stored && hashValues(toFormValues(store, stored.item)),
      name: stored && store.nameOf(stored.item),
      deleted: !stored,
      choices: store.choices?.(stored?.item),
      lacks: stored ? lackingFields(store, stored.item) : [],
      history,
      notes,
      editNote,
    },
    stored || values ? 200 : 404,
  );
}

/**
 * The action of both editors: decodes the VIN, adds or moves pictures, or checks and stores the item and redirects to the list.
 * If nothing was stored, the form is shown again as typed, with the pictures.
 * @throws Response 404 if the URL's id is not valid
 */
export async function saveRecord<T extends RecordTypes>(store: StoredCollection<T>, args: ActionArgs) {
  const { request, context, params } = args;
  if ("id" in params && !isValidId(params.id)) throw new Response(null, { status: 404 });
  const form = await readForm(request, [
    // Pictures come in separate fields, which are claimed.
    ...formFields(store).flatMap(([name, { input }]) => (input === "pictures" ? IMAGE_FIELDS : [name])),
    ...[
      VERSION,
      LOADED,
      ADD_AS_NEW,
      IDEMPOTENCY_KEY,
      INTENT,
      FUTURE_DATE_CONFIRMED,
      DAMAGE_CONFIRMED,
      STATUS_CONFIRMED,
      TWIN_CONFIRMED,
    ],
  ]);
  try {
    const pictures = await readPictureFields(form, context.uploads);
    const intent = String(form.get(INTENT));
    if (arrangePictures(form, intent)) return showWithPictures(pictures, { result: unchecked(form) });
    return intent === "decode"
      ? await decodeVin(store, form, pictures, args)
      : await checkAndSave(store, form, pictures, args);
  } catch (error) {
    log.error({ requestId: context.requestId, error }, `storing a ${store.noun} failed`);
    return data(failedResult(form, store, "site"), 500);
  }
}

type LoadedPage = Omit<EditorPage, "values" | "lacks"> & { values?: FormValues | undefined };

/** The data without the item, with the values of the saved submission that the URL names. */
async function loadPage<T extends RecordTypes>(
  store: StoredCollection<T>,
  args: LoaderArgs,
): Promise<LoadedPage> {
  const { request, session, now } = args;
  const { searchParams } = new URL(request.url);
  const page = {
    today: dayInTimeZone(business.timeZone, now),
    listUrl: listUrlFrom(searchParams, store.list.path),
    owner: session.user._id,
    idempotencyKey: newId(now),
  };
  if (!searchParams.has(SAVED_PARAM)) return page;
  const saved = await findSavedForm(args);
  if (!saved) return { ...page, savedSubmission: "lost" };
  const posted = new Map(saved.fields);
  return {
    ...page,
    savedSubmission: "found",
    values: {
      ...Object.fromEntries(formFields(store).map(([name]) => [name, posted.get(name) ?? ""])),
      images: imagesText(readImageRows((name) => posted.get(name))),
    },
    version: posted.get(VERSION),
    loaded: posted.get(LOADED),
    pictureProblem: posted.get(PICTURE_PROBLEM),
  };
}

/** @param kept what the form has taken over from a version that someone else has saved since it was opened */
async function checkAndSave<T extends RecordTypes>(
  store: StoredCollection<T>,
  form: FormData,
  pictures: PictureResult,
  args: ActionArgs,
  kept: readonly Difference[] = [],
): Promise<EditorResponse> {
  const { id } = args.params;
  const current = id === undefined || form.get(ADD_AS_NEW) ? undefined : await findRecord(store, id);
  const submission = checkItem(form, store, {
    today: dayInTimeZone(business.timeZone, args.now),
    lacks: current ? fieldsToLack(store, current, form) : [],
  });
  if (!pictures.ok) {
    return pictureErrorResponse(
      { result: submission.reply({ fieldErrors: { images: pictures.messages } }) },
      pictures,
    );
  }
  const showAgain = (shown: Partial<EditorResult>, status: number) =>
    data<EditorResult>(
      { result: submission.reply(), ...(kept.length > 0 ? { kept: [...kept] } : {}), ...shown },
      status,
    );
  if (submission.status !== "success") return showAgain({}, 400);
  if (current && current.version !== form.get(VERSION)) {
    const rebased = rebaseForm(store, form, submission.value, current);
    const allKept = [...kept, ...rebased.kept];
    // The form was sent twice, or two people made the same change.
    if (!rebased.hasChanges) {
      return savedResponse(store, { outcome: "updated", item: current.item }, allKept, args);
    }
    if (rebased.conflicts.length === 0) return checkAndSave(store, rebased.form, pictures, args, allKept);
    const { conflicts } = rebased;
    return showAgain({ result: unchecked(rebased.form), conflicts, kept: allKept }, 409);
  }
  const { status } = submission.value as { status?: string };
  if (id !== undefined && status !== undefined && !form.has(STATUS_CONFIRMED)) {
    const statusQuestion = await store.statusQuestion?.([id], status);
    if (statusQuestion) return showAgain({ statusQuestion }, 409);
  }
  const saved = await save(store, submission.value as T["fields"], form, { ...args, current });
  switch (saved.outcome) {
    case "added":
    case "updated":
      return savedResponse(store, saved, kept, args);
    case "taken": {
      const holder = await findNamedHolder(store, submission.value);
      return showAgain(
        {
          result: submission.reply({ fieldErrors: saved.fields }),
          holders: holder ? [holder] : [],
        },
        409,
      );
    }
    case "twin":
      return showAgain({ twin: saved.twin }, 409);
    case "invalid":
      return showAgain(
        {
          result: submission.reply({ fieldErrors: saved.fields }),
          holders: (await store.findHolders?.(submission.value as T["fields"], current?.item)) ?? [],
        },
        400,
      );
    case "not-found":
      return showAgain({ deleted: true }, 409);
    case "changed":
      // Someone saved between the two queries.
      return checkAndSave(store, form, pictures, args, kept);
  }
}

/**
 * What the form may leave empty: what the stored item lacks. Of a form that was opened with an older version everything that an item may
 * lack, because it is checked again once it has taken over what someone else has filled in.
 */
function fieldsToLack<T extends RecordTypes>(
  store: StoredCollection<T>,
  { item, version }: VersionedRecord<T["record"]>,
  form: FormData,
): readonly string[] {
  return version === form.get(VERSION) ? lackingFields(store, item) : mayLack(store);
}

type EditorResponse = Response | ReturnType<typeof data<EditorResult>>;

interface Stored<T extends RecordTypes> {
  outcome: "added" | "updated";
  item: T["record"];
}

type NotStored<T extends RecordTypes> = Exclude<Updated<T["record"]>, { outcome: "saved" }> | Twin;

type Saved<T extends RecordTypes> = Stored<T> | NotStored<T>;

interface Twin {
  outcome: "twin";
  twin: NamedRecord;
}

/** Another record that may be the same thing, unless the form was sent again in spite of it. */
async function askAboutTwin<T extends RecordTypes>(
  store: StoredCollection<T>,
  fields: T["fields"],
  form: FormData,
  stored: T["record"] | undefined,
): Promise<Twin | undefined> {
  const twin = await store.findTwin?.(fields, stored);
  return twin && form.get(TWIN_CONFIRMED) !== twin.to ? { outcome: "twin", twin } : undefined;
}

async function save<T extends RecordTypes>(
  store: StoredCollection<T>,
  fields: T["fields"],
  form: FormData,
  { params: { id }, now, current }: ActionArgs & { current: VersionedRecord<T["record"]> | undefined },
): Promise<Saved<T>> {
  if (id === undefined || form.get(ADD_AS_NEW)) return addOnce(store, fields, form, now);
  const asked = await askAboutTwin(store, fields, form, current?.item);
  if (asked) return asked;
  const version = form.get(VERSION)?.toString() ?? "";
  const updated = await updateRecord(store, id, fields, { version });
  return updated.outcome === "saved" ? { outcome: "updated", item: updated.item } : updated;
}

/** Thrown to roll back, so that the form's idempotency key can be used again. */
class NotCreated extends Error {
  constructor(readonly created: Exclude<Created<unknown>, { outcome: "saved" }> | Twin) {
    super(created.outcome);
  }
}

/** Stores a new item once, however often its form is sent. */
async function addOnce<T extends RecordTypes>(
  store: StoredCollection<T>,
  fields: T["fields"],
  form: FormData,
  now: Date,
): Promise<Saved<T>> {
  const values = fields as Record<string, unknown>;
  const { images: _differPerUpload, ...body } = values;
  const unique = uniqueField(store);
  const submission = {
    // Includes what must be unique, or else all that was typed, because Back and a second record reuse the page's key.
    key: `${form.get(IDEMPOTENCY_KEY) ?? newId(now)} ${unique ? uniqueKey(String(values[unique.name])) : JSON.stringify(body)}`,
    scope: `vehicle form: ${store.kind}`,
    body: JSON.stringify(body),
  };
  try {
    const once = await runOnce(submission, now, async () => {
      const created =
        (await askAboutTwin(store, fields, form, undefined)) ?? (await createRecord(store, fields));
      if (created.outcome !== "saved") throw new NotCreated(created);
      return created.item;
    });
    return once.outcome === "other-body"
      ? { outcome: "taken", fields: unique ? { [unique.name]: [unique.taken] } : {} }
      : { outcome: "added", item: JSON.parse(once.response) as T["record"] };
  } catch (error) {
    if (error instanceof NotCreated) return error.created;
    throw error;
  }
}

async function savedResponse<T extends RecordTypes>(
  store: StoredCollection<T>,
  { outcome, item }: Stored<T>,
  kept: readonly Difference[],
  { request }: ActionArgs,
) {
  const { searchParams } = new URL(request.url);
  return redirectWithToast(listUrlFrom(searchParams, store.list.path), {
    title: `${capitalize(store.noun)} ${outcome}`,
    description: [store.nameOf(item), ...keptNote(kept)].join(". "),
  });
}

function keptNote(kept: readonly Difference[]): string[] {
  const labels = [...new Set(kept.map(({ label }) => label))];
  return labels.length === 0 ? [] : [`Kept what someone else changed: ${labels.join(", ")}.`];
}

async function decodeVin<T extends RecordTypes>(
  { kind }: StoredCollection<T>,
  form: FormData,
  pictures: PictureResult,
  { session, params }: ActionArgs,
) {
  const limit = await consumeRateLimit("vinDecode", { id: session.user._id });
  if (!limit.ok) {
    const problem = { message: accountTooManyRequestsMessage(limit.retryAfter), canRetry: true };
    return data<EditorResult>(
      { result: unchecked(form), decode: { problem } },
      tooManyRequestsInit(limit.retryAfter),
    );
  }
  const { values, problem, inStock, toast } = await decodeIntoForm(kind, form, params.id);
  const vin = vinSchema.safeParse(form.get("vin"));
  if (vin.success) form.set("vin", vin.data);
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return showWithPictures(pictures, {
    result: unchecked(form),
    decode: { problem, inStock, toast: toast && { variant: "default", ...toast } },
  });
}

/** The form as typed, with what is wrong with its pictures. */
function showWithPictures(pictures: PictureResult, shown: EditorResult) {
  if (pictures.ok) return data(shown);
  const result = { ...shown.result, status: "error" as const, error: { images: pictures.messages } };
  return pictureErrorResponse({ ...shown, result }, pictures);
}

function pictureErrorResponse(result: EditorResult, errors: PictureErrors) {
  return data(result, rejectedInit(errors));
}
