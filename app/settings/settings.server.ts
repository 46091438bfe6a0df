import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { type BusinessSource, businessSource, withSettings } from "~/business/business.server";
import { businessSchema } from "~/business/schema";
import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { recordChange } from "~/history/changes.server";
import { rebaseSection } from "./rebase.server";
import {
  historyId,
  inWords,
  keysOf,
  SECTIONS,
  SETTINGS_KIND,
  type SettingField,
  type SettingsSection,
  sectionOf,
  settingLabel,
} from "./sections";
import { findSetting, refreshSettings, storeSetting } from "./store.server";
import { byName, filledRows, fromTyped, getAt, type SectionValue, setAt, type TypedValues } from "./values";

/** A section as its page shows it. */
export interface CurrentSection {
  value: SectionValue;
  /** 0 as long as the business file counts. */
  version: number;
  updatedAt?: string;
  updatedBy?: string | undefined;
}

/** The messages of what was typed, by the field's name; those without a field stand above the form. */
export interface SectionErrors {
  fields: Record<string, string[]>;
  form: string[];
}

export type SavedSection =
  | { outcome: "saved" | "unchanged" }
  | { outcome: "invalid"; errors: SectionErrors }
  /** Somebody else has changed the same fields since; `differences` are what they have now, by label. */
  | { outcome: "changed"; current: CurrentSection; typed: TypedValues; differences: string[] };

/** What a section has now, and since when. */
export async function readSection(section: SettingsSection): Promise<CurrentSection> {
  const row = await findSetting(section.id);
  if (!row) return { value: completed(section, partOf(section, businessSource)), version: 0 };
  const { version, updatedAt, updatedBy } = row;
  const value = completed(section, JSON.parse(row.value));
  return { value, version, updatedAt, updatedBy: updatedBy ?? undefined };
}

/** A section's value with the schema's defaults in the fields that it leaves out. */
function completed(section: SettingsSection, value: SectionValue): SectionValue {
  const whole = businessSchema.safeParse(withSettings(businessSource, new Map([[section.id, value]]))).data;
  const defaults = Object.entries(byName(section, (whole ?? {}) as SectionValue));
  const filled = defaults.reduce<unknown>(
    (made, [name, fallback]) =>
      getAt(made, name) === undefined && fallback !== undefined ? setAt(made, name, fallback) : made,
    value,
  );
  return filled as SectionValue;
}

/** The value that a form says, unchecked. */
export function typedValue(
  section: SettingsSection,
  typed: TypedValues,
  current: SectionValue,
): SectionValue {
  return fromTyped(section, typed, { current, privateAddress: () => randomBytes(18).toString("base64url") });
}

/**
 * Checks what was typed in a section's form and stores it, with its history. The next request sees it, in every process. What the
 * form's user has not touched stays as it is stored.
 * @param loaded what the form was opened with (rebase.server.ts)
 */
export async function saveSection(
  section: SettingsSection,
  form: TypedValues,
  loaded: string,
): Promise<SavedSection> {
  const saved = await transaction(async (): Promise<SavedSection> => {
    const current = await readSection(section);
    const { typed, conflicts } = rebaseSection(section, form, { current: current.value, loaded });
    const value = typedValue(section, typed, current.value);
    const errors = checkSection(section, value);
    if (errors) return { outcome: "invalid", errors: asTyped(section, typed, errors) };
    const differences = differingFields(section, current.value, value);
    const both = differences.filter(({ name }) => conflicts.includes(name));
    if (both.length > 0) {
      const labels = both.map(
        ({ label, name }) => `${label}: ${inWords(getAt(current.value, name)) || "none"}`,
      );
      return { outcome: "changed", current, typed, differences: labels };
    }
    if (differences.length === 0 && current.version > 0) return { outcome: "unchanged" };
    await store(section, current, value);
    return { outcome: "saved" };
  });
  await refreshSettings();
  return saved;
}

export type UndoneChange = "undone" | "not-found" | "changed-since" | "invalid";

/**
 * Takes back one change of a section: each of its fields gets the value that it had before, if none has changed since.
 * @param changeId the number of the change in the history
 */
export async function undoChange(section: SettingsSection, changeId: number): Promise<UndoneChange> {
  const undone = await transaction(async (): Promise<UndoneChange> => {
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
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    if (names.some((name) => !isSame(getAt(current.value, name), after[name]))) return "changed-since";
    const value = names.reduce<unknown>((made, name) => setAt(made, name, before[name]), current.value);
    if (checkSection(section, value as SectionValue)) return "invalid";
    await store(section, current, (value ?? {}) as SectionValue);
    return "undone";
  });
  await refreshSettings();
  return undone;
}

/**
 * Stores every section of a business file that says something else than the site has now.
 * @returns the titles of the sections that were stored, or what is wrong with the file
 */
export async function importSettings(
  source: BusinessSource,
): Promise<{ stored: string[] } | { error: z.ZodError }> {
  const { error } = businessSchema.safeParse(source);
  if (error) return { error };
  const stored = await transaction(async () => {
    const titles: string[] = [];
    for (const section of SECTIONS) {
      const current = await readSection(section);
      const value = completed(section, partOf(section, source));
      if (isSame(current.value, value)) continue;
      await store(section, current, value);
      titles.push(section.title);
    }
    return [...titles, ...(await storeOthers(source))];
  });
  await refreshSettings();
  return { stored };
}

/** What a section's value would be refused for, in sentences beside its fields; undefined if it can be stored. */
function checkSection(section: SettingsSection, value: SectionValue): SectionErrors | undefined {
  const whole = withSettings(businessSource, new Map([[section.id, value]]));
  const issues = businessSchema.safeParse(whole).error?.issues ?? [];
  const keys = keysOf(section);
  const own = issues.filter(({ path: [key] }) => keys.includes(String(key)));
  if (own.length === 0) return undefined;
  const errors: SectionErrors = { fields: {}, form: [] };
  for (const issue of own) {
    const path = issue.path.map(String).join(".");
    const found = findField(section, path);
    const message = sentence(issue, found?.field.label ?? path);
    if (!found) errors.form.push(message);
    // One sentence is enough: the second would say the same of another line.
    else errors.fields[found.name] ??= [message];
  }
  return errors;
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
    return [`${key}.${numbers[Number(row)] ?? row}.${cell}`, messages] as const;
  });
  return { ...errors, fields: Object.fromEntries(fields) };
}

type Issue = z.core.$ZodIssue;

/** An issue as somebody at the counter reads it. The schema's own messages begin with "must" and follow the label. */
function sentence(issue: Issue, label: string): string {
  if (/^must /.test(issue.message)) return `${label} ${issue.message}`;
  if (/received undefined$/.test(issue.message)) return `${label} is required`;
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

async function store(section: SettingsSection, current: CurrentSection, value: SectionValue): Promise<void> {
  const { username } = actor();
  await storeSetting(section.id, value, { version: current.version + 1, at: now(), by: username });
  await recordChange({
    record: { kind: SETTINGS_KIND, id: historyId(section), name: section.title },
    action: "changed",
    before: byName(section, current.value),
    after: byName(section, value),
  });
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
