import { ROLE_LABELS, toRole } from "~/accounts/roles";
import { business } from "~/business/business.server";
import { COLLECTIONS } from "~/collections";
import { type Collection, recordPath } from "~/collections/collection";
import type { Field } from "~/collections/field";
import { formatFieldValue } from "~/collections/form";
import { unreadableFields } from "~/collections/restricted.server";
import type { RecordKind } from "~/db/schema";
import type { VehicleImage } from "~/pictures/image-rows";
import { historyLabels, requestFieldText } from "~/requests/history.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import type { RequestCollection } from "~/requests/request";
import { historyPath, SETTING_NAMES, SETTINGS_KIND, settingLabel, settingText } from "~/settings/sections";
import { formatDateTime, truncate } from "~/values/format";
import { ACTION_LABELS } from "./change";
import type { FieldValues } from "./changes.server";
import { RECORD_KIND_LABELS } from "./kinds";
import { findRecordChanges, listAccountNames, type StoredChange } from "./list.server";

/** A change as staff read it. */
export interface ChangeView {
  id: number;
  /** ISO date-time, and `Nov 21, 2026, 11:05 AM`. */
  at: string;
  madeAt: string;
  action: string;
  /** A username, `Customer`, `Command line` or `The site`. */
  who: string;
  /** `on the site`, `through the API`; undefined where `who` says it. */
  source: string | undefined;
  recordKind: string;
  recordName: string;
  /** The record's page; undefined if it has none, or no longer. */
  recordPath: string | undefined;
  /** What the change is about: the differences, or every field of a record that was added or removed. */
  fields: FieldChange[];
  /** True if `fields` is a whole record, which is shown on request. */
  isWhole: boolean;
}

/** One field before and after; empty text for no value. */
export interface FieldChange {
  label: string;
  before: string;
  after: string;
  /** The whole texts, where `before` and `after` are shortened. */
  whole?: { before: string; after: string };
}

/** A record's history, for its own page. */
export interface RecordHistoryView {
  id: string;
  changes: ChangeView[];
  hasMore: boolean;
}

/** The most characters of a value in a line of the history. */
const MAX_VALUE_LENGTH = 60;

/** The last changes of one record, for its own page. */
export async function loadRecordHistory(kind: RecordKind, id: string): Promise<RecordHistoryView> {
  const { changes, hasMore } = await findRecordChanges(kind, id);
  return { id, changes: await toChangeViews(changes), hasMore };
}

export async function toChangeViews(changes: readonly StoredChange[]): Promise<ChangeView[]> {
  if (changes.length === 0) return [];
  const accounts = await listAccountNames();
  return changes.map((change) => toChangeView(change, accounts));
}

type Accounts = ReadonlyMap<string, string>;

function toChangeView(change: StoredChange, accounts: Accounts): ChangeView {
  const { id, at, recordKind, recordId, recordName, action, username, source } = change;
  return {
    id,
    at,
    madeAt: formatDateTime(at, business.timeZone),
    action: ACTION_LABELS[action],
    who: username ?? WHO_WITHOUT_ACCOUNT[source],
    source:
      username === null && (source === "command" || source === "job") ? undefined : SOURCE_PHRASES[source],
    recordKind: RECORD_KIND_LABELS[recordKind] ?? recordKind,
    recordName,
    recordPath: action === "removed" ? undefined : RECORD_PATHS[recordKind]?.(recordId),
    fields: toFieldChanges(change, accounts),
    isWhole: action === "created" || action === "removed",
  };
}

const SOURCE_PHRASES: Record<StoredChange["source"], string> = {
  page: "on the site",
  api: "through the API",
  import: "by an import",
  command: "from the command line",
  job: "by the site",
};

const WHO_WITHOUT_ACCOUNT: Record<StoredChange["source"], string> = {
  page: "Customer",
  api: "Customer",
  import: "Command line",
  command: "Command line",
  job: "The site",
};

const RECORD_PATHS: Partial<Record<RecordKind, (id: string) => string>> = {
  ...ofCollections((collection) => (id: string) => recordPath(collection, id)),
  ...Object.fromEntries(
    REQUEST_KINDS.map(({ recordKind, path }) => [recordKind, (id: string) => `${path}/${id}`]),
  ),
  [SETTINGS_KIND]: historyPath,
};

/** Something for each collection, by its key in the history. */
function ofCollections<Value>(toValue: (collection: Collection) => Value): Record<RecordKind, Value> {
  return Object.fromEntries(COLLECTIONS.map((collection) => [collection.recordKind, toValue(collection)]));
}

/** How the fields of a kind of record are shown. */
interface FieldsDescription {
  /** The names of the fields, in their order. */
  names: readonly string[];
  describe(name: string, accounts: Accounts): { label: string; toText: (value: unknown) => string };
}

/** The fields that the reader of the history may not see. */
const UNREADABLE: Partial<Record<RecordKind, () => string[]>> = ofCollections(
  (collection) => () => unreadableFields(collection),
);

const ACCOUNT_LABELS: Readonly<Record<string, string>> = {
  name: "Name",
  email: "Email",
  role: "Role",
  signIn: "Signing in",
  secondFactor: "Second factor",
  passwordLink: "Link to choose a password",
  sessions: "Sessions",
};

const DESCRIPTIONS: Partial<Record<RecordKind, FieldsDescription>> = {
  ...ofCollections(({ fields }) => describeItem(fields)),
  ...Object.fromEntries(REQUEST_KINDS.map((kind) => [kind.recordKind, describeRequest(kind)])),
  account: {
    names: Object.keys(ACCOUNT_LABELS),
    describe: (name) => ({
      label: ACCOUNT_LABELS[name] ?? toWords(name),
      toText: (value) => {
        if (value === undefined || value === null) return "";
        return name === "role" ? ROLE_LABELS[toRole(String(value))] : String(value);
      },
    }),
  },
  [SETTINGS_KIND]: {
    names: SETTING_NAMES,
    describe: (name) => ({ label: settingLabel(name), toText: (value) => settingText(name, value) }),
  },
};

function describeItem(fields: Readonly<Record<string, Field>>): FieldsDescription {
  return {
    names: Object.keys(fields),
    describe: (name) => {
      const field = fields[name];
      return {
        label: field?.label ?? toWords(name),
        toText: (value) => formatFieldValue(field ?? {}, value),
      };
    },
  };
}

function describeRequest(kind: RequestCollection): FieldsDescription {
  const labels = historyLabels(kind);
  return {
    names: Object.keys(labels),
    describe: (name, accounts) => ({
      label: labels[name] ?? toWords(name),
      toText: (value) => requestFieldText(name, value, { statuses: kind.list.statuses, accounts }),
    }),
  };
}

/** The label of a field that a former version had: `quoteWarranty` is "Quote warranty". */
function toWords(name: string): string {
  const words = name.replace(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toFieldChanges(change: StoredChange, accounts: Accounts): FieldChange[] {
  const description = DESCRIPTIONS[change.recordKind];
  if (!description) return [];
  const hidden = UNREADABLE[change.recordKind]?.() ?? [];
  const [before, after] = [parse(change.before), parse(change.after)];
  // In the order of the form, then what only a former version had.
  const names = new Set([...description.names, ...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    if (hidden.includes(name)) return [];
    const { label, toText } = description.describe(name, accounts);
    return name === "images"
      ? toPicturesChange(label, toImages(before[name]), toImages(after[name]))
      : toFieldChange(label, toText(before[name]), toText(after[name]));
  });
}

function toImages(value: unknown): VehicleImage[] {
  return Array.isArray(value) ? value : [];
}

/** An address says nothing to staff, and an old picture may be gone. */
function toPicturesChange(
  label: string,
  before: readonly VehicleImage[],
  after: readonly VehicleImage[],
): FieldChange[] {
  if (before.length === 0 && after.length === 0) return [];
  if (before.length !== after.length)
    return [{ label, before: countPhotos(before), after: countPhotos(after) }];
  const [urlsBefore, urlsAfter] = [before, after].map((images) => images.map(({ imageUrl }) => imageUrl));
  const isSame = (urlsAfter ?? []).every((url, index) => url === urlsBefore?.[index]);
  const isReordered = (urlsAfter ?? []).every((url) => urlsBefore?.includes(url));
  const what = isSame ? "other texts" : isReordered ? "another order" : "other photos";
  return [{ label, before: countPhotos(before), after: `${countPhotos(after)}, ${what}` }];
}

function countPhotos(images: readonly VehicleImage[]): string {
  if (images.length === 0) return "";
  return images.length === 1 ? "1 photo" : `${images.length} photos`;
}

function toFieldChange(label: string, before: string, after: string): FieldChange[] {
  if (before === after) return [];
  const [shortBefore, shortAfter] = [truncate(before, MAX_VALUE_LENGTH), truncate(after, MAX_VALUE_LENGTH)];
  const isShort = shortBefore === before && shortAfter === after;
  return [
    { label, before: shortBefore, after: shortAfter, ...(isShort ? {} : { whole: { before, after } }) },
  ];
}

function parse(json: string | null): FieldValues {
  return json === null ? {} : (JSON.parse(json) as FieldValues);
}
