import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { problemOfFolder } from "~/backup/folder.server";
import { businessSource } from "~/business/business.server";
import { type BusinessSource, withSettings } from "~/business/business-file.server";
import type { BusinessFile } from "~/business/links";
import { ANOTHER_PLACE, businessSchema, hasThreeDecimals, THREE_DECIMALS } from "~/business/schema";
import { toWeek } from "~/business/week";
import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { recordChange } from "~/history/changes.server";
import { usualLines } from "~/parts/teardown-list.server";
import { claimPictures } from "~/pictures/claims.server";
import { isWholeCents } from "~/values/money";
import { foldText } from "~/values/normalize";
import { isMissing } from "~/values/start-error";
import { tellFormerAddresses } from "./former-addresses.server";
import { lockedSettings } from "./locked.server";
import { outdatedFields } from "./outdated";
import { rebaseSection } from "./rebase.server";
import { secretState, storeSecret } from "./secrets.server";
import {
  historyId,
  keysOf,
  SECRET_NAMES,
  SECTIONS,
  SETTINGS_KIND,
  type SectionId,
  type SettingField,
  type SettingsSection,
  sectionOf,
  settingLabel,
  settingText,
} from "./sections";
import { findSetting, refreshSettings, storeSetting } from "./store.server";
import {
  byName,
  filledRows,
  fromTyped,
  getAt,
  listOf,
  type SectionValue,
  setAt,
  type TypedValues,
  toTyped,
} from "./values";

/** A section as its page shows it. */
interface CurrentSection {
  value: SectionValue;
  /** 0 as long as the business file counts. */
  version: number;
  updatedAt?: string;
  updatedBy?: string | undefined;
}

/** The errors of what was typed, by the field's name; those without a field go above the form. */
interface SectionErrors {
  fields: Record<string, string[]>;
  form: string[];
}

/** What was typed as it would be stored, or what is wrong with it. */
export async function checkTyped(
  section: SettingsSection,
  typed: TypedValues,
): Promise<{ value: SectionValue } | { errors: SectionErrors }> {
  const { value: current } = await readSection(section);
  const value = typedValue(section, typed, current);
  const errors = checkSection(section, value);
  return errors ? { errors: asTyped(section, typed, errors) } : { value };
}

type SavedSection =
  | { outcome: "saved" | "unchanged" }
  | { outcome: "invalid"; errors: SectionErrors }
  /** Someone else has changed the same fields since; `differences` are what they have now, by label. */
  | { outcome: "changed"; current: CurrentSection; typed: TypedValues; differences: string[] };

/** What a section has now, and since when. What is stored but not valid doesn't count, so it isn't shown either. */
export async function readSection(section: SettingsSection): Promise<CurrentSection> {
  const row = await findSetting(section.id);
  if (!row) return { value: completed(section, businessSource), version: 0 };
  const { version, updatedAt, updatedBy } = row;
  const stored = withSettings(businessSource, new Map([[section.id, JSON.parse(row.value)]]));
  const isValid = businessSchema.safeParse(stored).success;
  const value = completed(section, isValid ? stored : businessSource);
  return { value, version, updatedAt, updatedBy: updatedBy ?? undefined };
}

/** What an older version, or the file, says in another form than the section's fields. */
const CONVERTED: Partial<Record<SectionId, (value: SectionValue) => SectionValue>> = {
  hours: (value) =>
    value.hours ? { ...value, hours: toWeek(value.hours as Parameters<typeof toWeek>[0]) } : value,
  templates: (value) => (value.teardown ? value : { ...value, teardown: usualLines() }),
};

/** A section's value as it counts once it is stored. */
function asStored(section: SettingsSection, value: SectionValue): SectionValue {
  return completed(section, withSettings(businessSource, new Map([[section.id, value]])));
}

/** A section's part of a business file, with the schema's defaults in the fields that it leaves out. */
function completed(section: SettingsSection, source: BusinessSource): SectionValue {
  const written = partOf(section, source);
  const value = CONVERTED[section.id]?.(written) ?? written;
  const whole = businessSchema.safeParse(withSettings(source, new Map([[section.id, value]]))).data;
  const defaults = Object.entries(byName(section, (whole ?? {}) as SectionValue));
  const filled = defaults.reduce<unknown>(
    (made, [name, fallback]) =>
      getAt(made, name) === undefined && fallback !== undefined ? setAt(made, name, fallback) : made,
    value,
  );
  return filled as SectionValue;
}

/** The value that a form says, unchecked. */
function typedValue(section: SettingsSection, typed: TypedValues, current: SectionValue): SectionValue {
  return fromTyped(section, typed, { current, privateAddress: () => randomBytes(18).toString("base64url") });
}

/**
 * Checks what was typed in a section's form and stores it, with its history. The next request sees it, in every process. What the
 * form's user has not touched stays as it is stored, and so does what an environment variable has in its place.
 * @param loaded what the form was opened with (rebase.server.ts)
 */
export async function saveSection(
  section: SettingsSection,
  form: TypedValues,
  loaded: string,
): Promise<SavedSection> {
  // A bucket may take seconds to answer, for which no other write should wait.
  const pictures = await claimPicturesOf(section, (await readForm(section, form, loaded)).value);
  const saved = await transaction(async (): Promise<SavedSection> => {
    const { current, typed, conflicts, value: read, secrets } = await readForm(section, form, loaded);
    const errors = withSecretErrors(
      checkSection(section, read) ??
        pictureErrors(section, read, pictures) ??
        leftBehind(section, current.value, read),
      secrets,
    );
    if (errors) return { outcome: "invalid", errors: asTyped(section, typed, errors) };
    const value = asStored(section, read);
    const differences = differingFields(section, current.value, value);
    const both = differences.filter(({ name }) => conflicts.includes(name));
    if (both.length > 0) {
      const labels = both.map(
        ({ label, name }) => `${label}: ${settingText(name, getAt(current.value, name)) || "none"}`,
      );
      return { outcome: "changed", current, typed, differences: labels };
    }
    const changed = secrets.filter(({ change }) => change !== "kept");
    if (differences.length === 0 && changed.length === 0 && current.version > 0)
      return { outcome: "unchanged" };
    await store(section, current, value, changed);
    return { outcome: "saved" };
  });
  await refreshSettings();
  return saved;
}

/**
 * What is wrong in a section's form alone, for someone who hasn't typed their password right: nothing on this machine, such as a folder, is
 * checked or made for them.
 */
export async function checkForm(
  section: SettingsSection,
  form: TypedValues,
  loaded: string,
): Promise<SectionErrors | undefined> {
  const { typed, value, secrets } = await readForm(section, form, loaded);
  const errors = withSecretErrors(schemaErrors(section, value), secrets);
  return errors && asTyped(section, typed, errors);
}

/** A section's form over what is stored now. */
async function readForm(section: SettingsSection, form: TypedValues, loaded: string) {
  const current = await readSection(section);
  const locked = Object.keys(lockedSettings(section));
  const open = withoutLocked(section, form, { current: current.value, locked });
  const { typed, conflicts } = rebaseSection(section, open, { current: current.value, loaded });
  const value = typedValue(section, typed, current.value);
  const secrets = typedSecrets(section, typed, value).filter(({ name }) => !locked.includes(name));
  return { current, typed, conflicts, value, secrets };
}

/** What was typed, with the stored value of what can't be changed. */
function withoutLocked(
  section: SettingsSection,
  typed: TypedValues,
  { current, locked }: { current: SectionValue; locked: readonly string[] },
): TypedValues {
  const stored = toTyped(section, current);
  return { ...typed, ...Object.fromEntries(locked.map((name) => [name, stored[name] ?? ""])) };
}

/** What happens to a secret when its section is saved. */
interface TypedSecret {
  name: string;
  label: string;
  boundTo: unknown[];
  change: "kept" | "set" | "forgotten";
  /** Whether there was one before. */
  isThere: boolean;
  text: string;
  error?: string;
}

function typedSecrets(section: SettingsSection, typed: TypedValues, value: SectionValue): TypedSecret[] {
  return section.fields
    .filter(({ input }) => input === "secret")
    .map(({ name, label, boundTo: names = [], needs = [] }) => {
      const boundTo = names.map((one) => getAt(value, one));
      const text = typed[name] ?? "";
      const state = secretState(name, boundTo);
      const secret = { name, label, boundTo, text, isThere: state !== "none" };
      const missing = needs.find((one) => getAt(value, one) === undefined);
      if (missing !== undefined) {
        const change = state === "none" ? ("kept" as const) : ("forgotten" as const);
        if (text === "") return { ...secret, change };
        const error = `${label} does nothing without ${settingLabel(missing)}`;
        return { ...secret, change, error };
      }
      if (text.length > MAX_SECRET_LENGTH)
        return {
          ...secret,
          change: "kept",
          error: `${label}: please use at most ${MAX_SECRET_LENGTH} characters`,
        };
      if (text !== "") return { ...secret, change: "set" };
      if (state === "stored") return { ...secret, change: "kept" };
      const error =
        state === "none"
          ? `${label} is required with ${settingLabel(needs.at(-1) ?? "")}`
          : `Please type the ${label.toLowerCase()} again: the stored one is for another ${names.map(settingLabel).join(", ").toLowerCase()}`;
      return { ...secret, change: "kept", error };
    });
}

const MAX_SECRET_LENGTH = 500;

function withSecretErrors(
  errors: SectionErrors | undefined,
  secrets: readonly TypedSecret[],
): SectionErrors | undefined {
  const own = secrets.flatMap(({ name, error }) =>
    error === undefined ? [] : [[name, [error]] as [string, string[]]],
  );
  if (own.length === 0) return errors;
  return { form: errors?.form ?? [], fields: { ...errors?.fields, ...Object.fromEntries(own) } };
}

/**
 * `not-kept` is a secret, of which the history has no more than that it changed. `problem` is what is wrong with a picture that would
 * come back.
 */
type UndoneChange = "undone" | Impossible | { problem: string };
type Impossible = "not-found" | "not-kept" | "changed-since" | "invalid";

/**
 * Reverses one change of a section: each of its fields gets the value that it had before, if none has changed since.
 * @param changeId the number of the change in the history
 */
export async function undoChange(section: SettingsSection, changeId: number): Promise<UndoneChange> {
  const former = await readFormer(section, changeId);
  if (typeof former === "string") return former;
  const pictures = await claimPicturesOf(section, former.value);
  const undone = await transaction(async (): Promise<UndoneChange> => {
    const former = await readFormer(section, changeId);
    if (typeof former === "string") return former;
    const { current, value } = former;
    if (checkSection(section, value)) return "invalid";
    const [problem] = Object.values(pictureErrors(section, value, pictures)?.fields ?? {}).flat();
    if (problem !== undefined) return { problem };
    await store(section, current, value);
    return "undone";
  });
  await refreshSettings();
  return undone;
}

/** A section as it would be without one of its changes. */
async function readFormer(
  section: SettingsSection,
  changeId: number,
): Promise<{ current: CurrentSection; value: SectionValue } | Impossible> {
  const change = await db
    .selectFrom("changes")
    .select(["before", "after"])
    .where("id", "=", changeId)
    .where("recordKind", "=", SETTINGS_KIND)
    .where("recordId", "=", historyId(section))
    .executeTakeFirst();
  if (!change) return "not-found";
  const [before, after] = [parse(change.before), parse(change.after)];
  const current = await readSection(section);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !SECRET_NAMES.includes(name),
  );
  if (names.length === 0) return "not-kept";
  const withFields = (values: SectionValue) =>
    (names.reduce<unknown>((made, name) => setAt(made, name, values[name]), current.value) ??
      {}) as SectionValue;
  // A field that was emptied has its default now.
  if (!isSame(current.value, asStored(section, withFields(after)))) return "changed-since";
  return { current, value: asStored(section, withFields(before)) };
}

/**
 * Stores every section of a business file that says something else than the site has now. One that the file doesn't mention stays.
 * @returns the titles of the sections that were stored, or what is wrong with the file
 */
export async function importSettings(
  source: BusinessSource,
): Promise<{ stored: string[] } | { error: z.ZodError } | { problem: string }> {
  const { error } = businessSchema.safeParse(source);
  if (error) return { error };
  const sections = SECTIONS.filter((section) => Object.keys(partOf(section, source)).length > 0);
  for (const section of sections) {
    const { fields = {} } = problemsHere(section, partOf(section, source)) ?? {};
    const [problem] = Object.values(fields).flat();
    if (problem !== undefined) return { problem };
    const missing = await findMissingPicture(section, source);
    if (missing) return { problem: missing };
  }
  const stored = await transaction(async () => {
    const titles: string[] = [];
    for (const section of sections) {
      const current = await readSection(section);
      const value = completed(section, source);
      if (isSame(current.value, value)) continue;
      await store(section, current, value);
      titles.push(section.title);
    }
    return [...titles, ...(await storeOthers(source))];
  });
  await refreshSettings();
  return { stored };
}

/** The message for a file that names a picture of another site. A section that stays as it is names its own. */
async function findMissingPicture(
  section: SettingsSection,
  source: BusinessSource,
): Promise<string | undefined> {
  const value = completed(section, source);
  if (isSame((await readSection(section)).value, value)) return undefined;
  const problems = await claimPicturesOf(section, value);
  const [name, url = ""] = picturesOf(section, value).find(([, url]) => problems.has(url)) ?? [];
  const problem = problems.get(url);
  if (name === undefined || problem?.status !== 400) return problem?.message;
  return `${name} names a picture that this site doesn't have. Take it out of the file, and choose the picture in Settings, ${section.title}.`;
}

/**
 * Stores sections that nobody has saved yet, with what `change` makes of them, in one transaction: one that someone saves in the meantime
 * is kept. What wouldn't be valid is left as it is.
 */
export async function saveUnsaved(
  ids: readonly SectionId[],
  change: (id: SectionId, value: SectionValue) => SectionValue,
): Promise<void> {
  await transaction(async () => {
    for (const section of SECTIONS.filter(({ id }) => ids.includes(id))) {
      const current = await readSection(section);
      const value = change(section.id, current.value);
      if (current.version > 0 || isSame(current.value, value) || checkSection(section, value)) continue;
      await store(section, current, value);
    }
  });
  await refreshSettings();
}

/** Why a section's value would be rejected, in sentences for its fields; undefined if it can be stored. */
function checkSection(section: SettingsSection, value: SectionValue): SectionErrors | undefined {
  return schemaErrors(section, value) ?? problemsHere(section, value);
}

function schemaErrors(section: SettingsSection, value: SectionValue): SectionErrors | undefined {
  const whole = withSettings(businessSource, new Map([[section.id, value]]));
  const issues = businessSchema.safeParse(whole).error?.issues ?? [];
  const keys = keysOf(section);
  const own = issues.filter(({ path: [key] }) => keys.includes(String(key)));
  if (own.length === 0) return undefined;
  const errors: SectionErrors = { fields: {}, form: [] };
  for (const issue of own) {
    const path = issue.path.map(String).join(".");
    const found = findField(section, path);
    const wrong = getAt(value, path);
    const message =
      (found && isMissing(issue) ? missingBeside(section, value, found) : undefined) ??
      sentence(issue, found ? subject(found.field, wrong) : settingLabel(path), wrong);
    if (!found) errors.form.push(message);
    // One sentence is enough: the second would say the same of another line.
    else errors.fields[found.name] ??= [message];
  }
  return errors;
}

/** The message for an empty field that may be empty, but not if others of its group are filled in. */
function missingBeside(
  { fields }: SettingsSection,
  value: SectionValue,
  { name, field }: { name: string; field: SettingField },
): string | undefined {
  const group = name.slice(0, name.lastIndexOf(".") + 1);
  const beside = fields.filter((one) => one.name.startsWith(group) && getAt(value, one.name) !== undefined);
  if (!field.optional || group === "" || beside.length === 0) return undefined;
  const others = beside.map(({ label }) => `“${label}”`);
  const [last = ""] = others.splice(-1);
  return `${field.label} must be filled in too, or ${[others.join(", "), last].filter(Boolean).join(" and ")} left empty`;
}

/** What a sentence is about: the field, or of several lines the one that is wrong. */
function subject({ label, input }: SettingField, wrong: unknown): string {
  return input === "lines" && typeof wrong === "string" ? `“${wrong}”` : label;
}

/** What is wrong with a value that the schema takes, because only this machine can tell, or because it was stored before. */
function problemsHere(section: SettingsSection, value: SectionValue): SectionErrors | undefined {
  const fields: SectionErrors["fields"] = repeatedPlaces(section, value);
  for (const { name, label } of section.fields) {
    const problem = PROBLEMS_HERE[name]?.(getAt(value, name), label);
    if (problem) fields[name] = [problem];
  }
  return Object.keys(fields).length > 0 ? { form: [], fields } : undefined;
}

/** The second of two tax rates of one place that is written in two ways; what is written alike the schema finds. */
function repeatedPlaces({ rows }: SettingsSection, value: SectionValue): SectionErrors["fields"] {
  const rates = rows?.name === "salesTaxes" ? listOf(value.salesTaxes) : [];
  const places = rates.map((rate) => foldText((rate as BusinessFile["salesTaxes"][number]).place));
  return Object.fromEntries(
    places.flatMap((place, at) =>
      places.indexOf(place) < at ? [[`salesTaxes.${at}.place`, [`Place ${ANOTHER_PLACE}`]]] : [],
    ),
  );
}

const wholeCents = (dollars: unknown, label: string) =>
  typeof dollars !== "number" || isWholeCents(dollars)
    ? undefined
    : `${label} must have at most two decimals, such as 125.50`;

const PROBLEMS_HERE: Record<string, (value: unknown, label: string) => string | undefined> = {
  "shipping.price": wholeCents,
  "repairEstimate.laborRate": wholeCents,
  "returnPolicy.restockingPercent": (percent, label) =>
    typeof percent !== "number" || hasThreeDecimals(percent) ? undefined : `${label} ${THREE_DECIMALS}`,
  "backups.folder": (folder) => (typeof folder === "string" ? problemOfFolder(folder) : undefined),
  foundedYear: (year) =>
    Number(year) > now().getUTCFullYear() ? "Year founded must not be in the future" : undefined,
  // Guam and the islands beyond the date line are east of 140 degrees; nothing of the US is between.
  "coordinates.longitude": (degrees) =>
    Number(degrees) >= 0 && Number(degrees) < 140
      ? `Longitude must start with a minus in the US, such as -${Number(degrees) || "73.6935"}`
      : undefined,
};

/** What is wrong with pictures, by URL. */
type PictureProblems = Awaited<ReturnType<typeof claimPictures>>;

/** Keeps the pictures of a section for another day, until it is stored. */
function claimPicturesOf(section: SettingsSection, value: SectionValue): Promise<PictureProblems> {
  return claimPictures(picturesOf(section, value).map(([, url]) => url));
}

/** The pictures that can't be had, by their fields. */
function pictureErrors(
  section: SettingsSection,
  value: SectionValue,
  problems: PictureProblems,
): SectionErrors | undefined {
  const errors: SectionErrors = { fields: {}, form: [] };
  for (const [name, url] of picturesOf(section, value)) {
    const problem = problems.get(url);
    if (problem) errors.fields[name] = [problem.message];
  }
  return Object.keys(errors.fields).length > 0 ? errors : undefined;
}

/** What a change leaves wrong elsewhere (outdated.ts). */
function leftBehind(
  section: SettingsSection,
  before: SectionValue,
  after: SectionValue,
): SectionErrors | undefined {
  const fields = outdatedFields(section.id, before, after);
  return Object.keys(fields).length > 0 ? { fields, form: [] } : undefined;
}

function picturesOf({ fields, rows }: SettingsSection, value: SectionValue): [name: string, url: string][] {
  const own = fields.filter(({ input }) => input === "picture").map(({ name }) => name);
  const inRows = (rows?.fields ?? [])
    .filter(({ input }) => input === "picture")
    .flatMap(({ name }) => listOf(value[rows?.name ?? ""]).map((_row, at) => `${rows?.name}.${at}.${name}`));
  return [...own, ...inRows].flatMap((name) => {
    const url = getAt(value, name);
    return typeof url === "string" ? [[name, url] as [string, string]] : [];
  });
}

/** The field that an issue is about, by its name in the form: itself, the one it is within, or the first within it. */
function findField(
  { fields, rows }: SettingsSection,
  path: string,
): { name: string; field: SettingField } | undefined {
  const [key, row, cell] = path.split(".");
  const inRow = rows?.name === key && rows?.fields.find(({ name }) => name === cell);
  if (inRow) return { name: `${key}.${row}.${cell}`, field: inRow };
  const field =
    fields.find(({ name }) => path === name || path.startsWith(`${name}.`)) ??
    fields.find(({ name }) => name.startsWith(`${path}.`));
  return field && { name: field.name, field };
}

/** The errors of rows by the numbers that they were typed with: a row without any text is not checked. */
function asTyped({ rows }: SettingsSection, typed: TypedValues, errors: SectionErrors): SectionErrors {
  if (!rows) return errors;
  const numbers = filledRows(rows, typed);
  const fields = Object.entries(errors.fields).map(([name, messages]) => {
    const [key, row, cell] = name.split(".");
    if (key !== rows.name) return [name, messages] as const;
    return [`${key}.${numbers[Number(row)] ?? row}.${cell}`, messages] as const;
  });
  return { ...errors, fields: Object.fromEntries(fields) };
}

type Issue = z.core.$ZodIssue;

/** An issue as someone at the counter reads it. The schema's own messages begin with "must" and follow the label. */
function sentence(issue: Issue, label: string, wrong: unknown): string {
  if (/^must /.test(issue.message)) return `${label} ${issue.message}`;
  if (isMissing(issue)) return `${label} is required`;
  if (issue.code === "invalid_type" && typeof wrong === "string" && wrong.includes(","))
    return `${label} must be a number with commas only between thousands, such as 1,250.50`;
  if (issue.code === "invalid_type")
    return `${label} must be a ${issue.expected === "int" ? "whole number" : "number"}`;
  if (issue.code === "invalid_format" && issue.format === "email")
    return `${label} must be an email address such as office@example.com`;
  if (issue.code === "invalid_format" && issue.format === "url")
    return `${label} must be an address that begins with https://`;
  if (issue.code === "too_big" && issue.origin === "string")
    return `${label}: please use at most ${issue.maximum} characters`;
  if (issue.code === "too_big" && issue.origin === "array")
    return `${label}: please enter at most ${issue.maximum}`;
  if (issue.code === "too_small" && issue.origin === "string") return `${label} is required`;
  if (issue.code === "too_small") return `${label} must be at least ${issue.minimum}`;
  if (issue.code === "too_big") return `${label} must be at most ${issue.maximum}`;
  return `${label} is not valid`;
}

async function store(
  section: SettingsSection,
  current: CurrentSection,
  value: SectionValue,
  secrets: readonly TypedSecret[] = [],
): Promise<void> {
  const { username } = actor();
  for (const { name, change, text, boundTo } of secrets)
    await storeSecret(name, change === "set" ? text : undefined, boundTo);
  await storeSetting(section.id, value, { version: current.version + 1, at: now(), by: username });
  await recordChange({
    record: { kind: SETTINGS_KIND, id: historyId(section), name: section.title },
    action: "changed",
    before: {
      ...byName(section, current.value),
      ...ofSecrets(secrets, ({ isThere }) => (isThere ? FORMER_SECRET : undefined)),
    },
    after: {
      ...byName(section, value),
      ...ofSecrets(secrets, ({ change }) => (change === "set" ? NEW_SECRET : undefined)),
    },
  });
  await tellFormerAddresses(section, current.value, value);
}

/** All that the history has of a secret. */
const FORMER_SECRET = "not shown";
const NEW_SECRET = "a new one, not shown";

function ofSecrets(secrets: readonly TypedSecret[], say: (secret: TypedSecret) => string | undefined) {
  return Object.fromEntries(secrets.map((secret) => [secret.name, say(secret)]));
}

/** Stores the keys of a file that no page sets. */
async function storeOthers(source: BusinessSource): Promise<string[]> {
  const others = (from: BusinessSource) =>
    Object.fromEntries(Object.entries(from).filter(([key]) => sectionOf(key) === "other"));
  const value = others(source);
  if (isSame(others(businessSource), value)) return [];
  const version = (await findSetting("other"))?.version ?? 0;
  await storeSetting("other", value, { version: version + 1, at: now(), by: actor().username });
  return Object.keys(value);
}

function partOf(section: SettingsSection, source: BusinessSource): SectionValue {
  const keys = keysOf(section);
  return Object.fromEntries(Object.entries(source).filter(([key]) => keys.includes(key)));
}

function differingFields(
  section: SettingsSection,
  one: SectionValue,
  other: SectionValue,
): { name: string; label: string }[] {
  const [first, second] = [byName(section, one), byName(section, other)];
  const names = Object.keys(first).filter((name) => !isSame(first[name], second[name]));
  return names.map((name) => ({ name, label: settingLabel(name) }));
}

/** The same JSON, whatever the order of its keys. */
function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  const sorted = (_key: string, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value ?? null, sorted);
}

function parse(json: string | null): SectionValue {
  return json === null ? {} : JSON.parse(json);
}
