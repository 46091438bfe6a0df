import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { readSavedForm, SAVED_FORM_MESSAGE } from "~/accounts/saved-form.server";
import { confirmPassword } from "~/accounts/sign-in.server";
import { feedAddress } from "~/feeds/address.server";
import { loadRecordHistory } from "~/history/view.server";
import {
  accountTooManyRequestsMessage,
  readForm,
  rejectedInit,
  tooManyRequestsInit,
} from "~/http/form.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { redirectWithToast } from "~/http/toast.server";
import type { ReceivedPicture } from "~/pictures/claims.server";
import { IMAGE_TYPE_MESSAGE, LOGO_TYPE_MESSAGE } from "~/pictures/upload";
import { isSettingUp } from "~/set-up/steps.server";
import { tellsFormerAddresses } from "~/settings/former-addresses.server";
import { lockedSettings } from "~/settings/locked.server";
import { previewOf } from "~/settings/preview.server";
import { loadedHashes } from "~/settings/rebase.server";
import {
  findSection,
  historyId,
  removePictureField,
  SECRET_NAMES,
  SETTINGS_KIND,
  type SettingsSection,
  sectionPath,
  takesSvg,
} from "~/settings/sections";
import { checkForm, checkTyped, readSection, saveSection, undoChange } from "~/settings/settings.server";
import { fieldNames, type TypedValues, toTyped } from "~/settings/values";
import {
  arrangeRows,
  CHANGE,
  INTENT,
  INTENTS,
  LOADED,
  OWN_PASSWORD,
  type SectionResult,
  UNDO_PASSWORD,
} from "./form";

type LoaderArgs = StaffRequestArgs<LoaderFunctionArgs>;
type ActionArgs = StaffRequestArgs<ActionFunctionArgs>;

/** What a section has now, or what was typed when the session ended. */
export async function loadSection(args: LoaderArgs) {
  const section = requireSection(args.params.section);
  const [{ value, version }, history, saved, hasOpenSteps] = await Promise.all([
    readSection(section),
    loadRecordHistory(SETTINGS_KIND, historyId(section)),
    readSavedForm(args, [...fieldNames(section), LOADED]),
    isSettingUp(),
  ]);
  const shown: SectionResult = saved
    ? {
        typed: readTyped(section, saved),
        loaded: saved.get(LOADED)?.toString() ?? "",
        formErrors: [SAVED_FORM_MESSAGE],
      }
    : { typed: toTyped(section, value), loaded: loadedHashes(section, value) };
  return {
    id: section.id,
    isSettingUp: hasOpenSteps,
    isSaved: saved !== undefined,
    shown,
    version,
    history,
    locked: lockedSettings(section),
    addresses: Object.fromEntries(
      section.fields.map(({ name, feed }) => [name, feed === undefined ? undefined : feedAddress(feed)]),
    ),
    preview: section.hasPreview ? previewOf(section, value, args.now) : undefined,
  };
}

/** Saves a section, adds or removes one of its rows, or takes a change back, as the button that was pressed says. */
export async function writeSection(args: ActionArgs) {
  const { request, params, context, now } = args;
  const section = requireSection(params.section);
  const passwords = [OWN_PASSWORD, UNDO_PASSWORD];
  const form = await readForm(request, [...fieldNames(section), INTENT, LOADED, CHANGE, ...passwords]);
  const intent = form.get(INTENT)?.toString() ?? INTENTS.save;
  if (intent === INTENTS.undo) {
    const rejected =
      (await rejectPassword(section, form, UNDO_PASSWORD, args)) ?? (await rejectTooMany(section, args));
    const change = form.get(CHANGE)?.toString() ?? "";
    // PostgreSQL rejects a number that no row can have.
    if (!rejected) return undoInSection(section, /^\d{1,9}$/.test(change) ? Number(change) : 0);
    const { value } = await readSection(section);
    const shown = { typed: toTyped(section, value), loaded: loadedHashes(section, value) };
    const { errors, formErrors, init } = rejected;
    return data<SectionResult>({ ...shown, errors, formErrors }, init);
  }
  const { typed, rejected } = withPictures(section, readTyped(section, form), context.uploads);
  const loaded = form.get(LOADED)?.toString() ?? "";
  if (Object.keys(rejected).length > 0)
    return data<SectionResult>({ typed: shownAgain(typed), loaded, errors: rejected }, 400);
  const arranged = section.rows && arrangeRows(section.rows, typed, intent);
  if (arranged) return data<SectionResult>({ ...arranged, loaded });
  if (intent === INTENTS.preview && section.hasPreview) {
    const checked = await checkTyped(section, typed);
    if ("value" in checked)
      return data<SectionResult>({
        ...{ typed: shownAgain(typed), loaded },
        preview: previewOf(section, checked.value, now),
      });
    const { fields, form: formErrors } = checked.errors;
    return data<SectionResult>({ typed: shownAgain(typed), loaded, errors: fields, formErrors }, 400);
  }
  const notConfirmed = await rejectPassword(section, form, OWN_PASSWORD, args);
  if (notConfirmed) {
    // Both at once, so that nobody types the password again for a slip elsewhere.
    const { fields, form: formErrors } = (await checkForm(section, typed, loaded)) ?? {};
    const errors = { ...fields, ...notConfirmed.errors };
    return data<SectionResult>({ typed: shownAgain(typed), loaded, errors, formErrors }, notConfirmed.init);
  }
  const tooMany = await rejectTooMany(section, args);
  if (tooMany) {
    const { formErrors, init } = tooMany;
    return data<SectionResult>({ typed: shownAgain(typed), loaded, formErrors }, init);
  }
  const saved = await saveSection(section, typed, loaded);
  switch (saved.outcome) {
    case "invalid": {
      const { fields, form: formErrors } = saved.errors;
      return data<SectionResult>({ typed: shownAgain(typed), loaded, errors: fields, formErrors }, 400);
    }
    case "changed": {
      const { typed: merged, current, differences } = saved;
      const again = { typed: shownAgain(merged), loaded: loadedHashes(section, current.value), differences };
      return data<SectionResult>(again, 409);
    }
    default:
      return redirectWithToast(sectionPath(section.id), {
        title: saved.outcome === "saved" ? `${section.title} saved` : "Nothing has changed",
        ...(saved.outcome === "saved" ? { description: section.effect ?? "Visitors see it now." } : {}),
      });
  }
}

/** What is wrong with the password, where the section asks for one. */
async function rejectPassword(
  section: SettingsSection,
  form: FormData,
  field: string,
  { session, context }: Pick<ActionArgs, "session" | "context">,
): Promise<Rejection | undefined> {
  if (!section.asksPassword) return undefined;
  const confirmed = await confirmPassword(session, form.get(field)?.toString() ?? "", context);
  return confirmed.ok
    ? undefined
    : { errors: { [field]: [confirmed.message] }, init: rejectedInit(confirmed) };
}

/** Why a change isn't stored, where each one is mailed to an address that may be anybody's. */
async function rejectTooMany(
  section: SettingsSection,
  { session }: Pick<ActionArgs, "session">,
): Promise<Rejection | undefined> {
  if (!tellsFormerAddresses(section)) return undefined;
  const limit = await consumeRateLimit("businessSettings", { id: session.user._id });
  return limit.ok
    ? undefined
    : {
        formErrors: [accountTooManyRequestsMessage(limit.retryAfter)],
        init: tooManyRequestsInit(limit.retryAfter),
      };
}

type Rejection = Pick<SectionResult, "errors" | "formErrors"> & { init: ResponseInit };

const UNDONE = {
  undone: { title: "Change undone" },
  "not-kept": {
    title: "Not undone",
    description: "Passwords aren't kept in the history. Type it again to change it.",
    variant: "destructive",
  },
  "changed-since": {
    title: "Not undone",
    description: "One of these settings has changed again since. Undo the newer change first.",
    variant: "destructive",
  },
  invalid: {
    title: "Not undone",
    description: "The earlier value doesn't fit the other settings anymore.",
    variant: "destructive",
  },
} as const;

async function undoInSection(section: SettingsSection, changeId: number): Promise<Response> {
  const outcome = await undoChange(section, changeId);
  if (outcome === "not-found") throw new Response(null, { status: 404 });
  const toast =
    typeof outcome === "string"
      ? UNDONE[outcome]
      : { title: "Not undone", description: outcome.problem, variant: "destructive" as const };
  return redirectWithToast(sectionPath(section.id), toast);
}

/** What was typed with the pictures that came with it, or without those that were taken away. */
function withPictures(
  section: SettingsSection,
  typed: TypedValues,
  uploads: readonly ReceivedPicture[] = [],
): { typed: TypedValues; rejected: Record<string, string[]> } {
  const pictures: TypedValues = {};
  const rejected: Record<string, string[]> = {};
  for (const { name, input } of section.fields)
    if (input === "picture" && typed[removePictureField(name)] === "yes") pictures[name] = "";
  for (const upload of uploads) {
    const name = upload.field?.replace(/\.image$/, "") ?? "";
    if (upload.ok) pictures[name] = upload.url;
    else {
      const isLogo = section.fields.some((field) => field.name === name && takesSvg(field));
      const isOfType = upload.message === IMAGE_TYPE_MESSAGE;
      rejected[name] = [isLogo && isOfType ? LOGO_TYPE_MESSAGE : upload.message];
    }
  }
  return { typed: { ...typed, ...pictures }, rejected };
}

/** No secret is sent back. */
function shownAgain(typed: TypedValues): TypedValues {
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !SECRET_NAMES.includes(name)));
}

/** @throws Response 404 */
function requireSection(id: string | undefined): SettingsSection {
  const section = findSection(id);
  if (!section) throw new Response(null, { status: 404 });
  return section;
}

/** The section's fields as they were typed. A browser sends a line's end as two characters. */
function readTyped(section: SettingsSection, form: FormData): TypedValues {
  return Object.fromEntries(
    fieldNames(section).flatMap((name) => {
      const text = form.get(name);
      return text === null ? [] : [[name, String(text).replaceAll("\r\n", "\n")]];
    }),
  );
}
