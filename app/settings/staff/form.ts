import type { Preview } from "~/settings/preview.server";
import { pictureFileField, type SettingRows, type SettingsSection } from "~/settings/sections";
import { fieldNames, rowsTyped, type TypedValues, withoutRow } from "~/settings/values";

/** The form's fields besides the section's own. */
export const INTENT = "intent";
export const LOADED = "loaded";
export const CHANGE = "change";
/** The password of the person who saves or undoes, if the section asks for it. */
export const OWN_PASSWORD = "ownPassword";
export const UNDO_PASSWORD = "undoPassword";

/** What a button of the form asks for. */
export const INTENTS = {
  save: "save",
  add: "add",
  remove: "remove-",
  undo: "undo",
  preview: "preview",
} as const;

/** A section's form that is shown again. */
export interface SectionResult {
  typed: TypedValues;
  loaded: string;
  /** By the field's name. */
  errors?: Record<string, string[]>;
  formErrors?: string[];
  /** What visitors would read of it. */
  preview?: Preview | undefined;
  /** What someone else has set since, by label. */
  differences?: string[];
  /** The name of the field that gets the focus after a row was added or removed. */
  focus?: string;
}

/** What every field that the form can have starts with: a row, a secret or a file that is added to it starts empty. */
export function startValues(
  section: SettingsSection,
  stored: TypedValues,
  locked: Readonly<Record<string, unknown>>,
): TypedValues {
  // A browser sends nothing of a field that is locked.
  const names = fieldNames(section).filter((name) => !Object.hasOwn(locked, name));
  return Object.fromEntries(
    names.flatMap((name) => [
      [name, stored[name] ?? ""],
      [pictureFileField(name), ""],
    ]),
  );
}

/** The form with another row, or one less, as the button that was pressed asks; undefined for any other button. */
export function arrangeRows(
  rows: SettingRows,
  typed: TypedValues,
  intent: string,
): Pick<SectionResult, "typed" | "focus"> | undefined {
  const [first] = rows.fields;
  const count = rowsTyped(rows.name, typed);
  const nameIn = (row: number) => `${rows.name}.${row}.${first?.name}`;
  if (intent === INTENTS.add) return { typed: { ...typed, [nameIn(count)]: "" }, focus: nameIn(count) };
  const removed = /^remove-(\d{1,3})$/.exec(intent)?.[1];
  if (removed === undefined) return undefined;
  const left = Math.min(Number(removed), count - 2);
  return {
    typed: withoutRow(rows.name, typed, Number(removed)),
    ...(left >= 0 ? { focus: nameIn(left) } : {}),
  };
}
