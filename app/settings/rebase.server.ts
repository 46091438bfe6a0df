import { readLoaded, rebaseValues } from "~/collections/rebase";
import { hashText, hashValues } from "~/collections/rebase.server";
import type { SettingsSection } from "./sections";
import { filledRows, type SectionValue, type TypedValues, toTyped } from "./values";

/** What a section's form carries: a hash of each text that it was opened with, its rows as one. */
export function loadedHashes(section: SettingsSection, value: SectionValue): string {
  return hashValues(toTexts(section, toTyped(section, value)));
}

interface RebasedSection {
  /** What was typed, in which the fields that its user has not touched are as stored now. */
  typed: TypedValues;
  /** The names of the fields that both have changed, each to something else. */
  conflicts: string[];
}

/**
 * Moves a section's form onto what is stored now.
 * @param loaded what the form carries of `loadedHashes`
 */
export function rebaseSection(
  section: SettingsSection,
  typed: TypedValues,
  { current, loaded }: { current: SectionValue; loaded: string },
): RebasedSection {
  const hashes = readLoaded(loaded);
  const stored = toTyped(section, current);
  const rebased = rebaseValues(toTexts(section, typed), toTexts(section, stored), {
    isLoaded: (name, text) => hashText(text) === hashes[name],
  });
  // A password is typed for the server on the page, and must not go to another one that someone else has set.
  const meant = namesBehindSecrets(section, typed);
  const kept = rebased.kept.filter((name) => !meant.has(name));
  const conflicts = [...rebased.conflicts, ...rebased.kept.filter((name) => meant.has(name))];
  const values = { ...rebased.values, ...pick(typed, conflicts) };
  const own = kept.reduce((made, name) => withoutValue(made, name), typed);
  const theirs = section.rows && kept.includes(section.rows.name) ? rowsOf(section.rows.name, stored) : {};
  const fields = section.fields.map(({ name }) => [name, values[name] ?? typed[name] ?? ""] as const);
  return { typed: { ...own, ...Object.fromEntries(fields), ...theirs }, conflicts };
}

/** The settings that a secret was typed for. */
function namesBehindSecrets({ fields }: SettingsSection, typed: TypedValues): Set<string> {
  return new Set(fields.flatMap(({ name, boundTo = [] }) => (typed[name] ? boundTo : [])));
}

function pick(typed: TypedValues, names: readonly string[]): TypedValues {
  return Object.fromEntries(names.map((name) => [name, typed[name] ?? ""]));
}

/** A text for each field, and one for all rows. */
function toTexts({ fields, rows }: SettingsSection, typed: TypedValues): Record<string, string> {
  const texts = fields
    .filter(({ input }) => input !== "secret")
    .map(({ name }) => [name, typed[name] ?? ""] as const);
  if (!rows) return Object.fromEntries(texts);
  const cells = filledRows(rows, typed).map((row) =>
    rows.fields.map(({ name }) => typed[`${rows.name}.${row}.${name}`] ?? ""),
  );
  return { ...Object.fromEntries(texts), [rows.name]: JSON.stringify(cells) };
}

function rowsOf(name: string, typed: TypedValues): TypedValues {
  return Object.fromEntries(Object.entries(typed).filter(([key]) => key.startsWith(`${name}.`)));
}

function withoutValue(typed: TypedValues, name: string): TypedValues {
  return Object.fromEntries(
    Object.entries(typed).filter(([key]) => key !== name && !key.startsWith(`${name}.`)),
  );
}
