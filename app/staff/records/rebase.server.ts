import { type Collection, formFields, isEditable } from "~/collections/collection";
import { type Difference, toDifference, toFormValues } from "~/collections/form";
import { readLoaded, rebaseValues } from "~/collections/rebase";
import { hashText, hashValues } from "~/collections/rebase.server";
import type { VersionedRecord } from "~/collections/store.server";
import { toImageRows, writeImageRows } from "~/pictures/image-rows";
import { LOADED, VERSION } from "./submission";

/** A form that was opened with an older version, moved onto the one that is stored now. */
interface Rebased {
  /** The form, in which the fields that its user has not touched are as stored now. */
  form: FormData;
  /** What both its user and someone else have changed, to different values. */
  conflicts: Difference[];
  /** What only someone else has changed. */
  kept: Difference[];
  /** False if what its user has changed is stored already. */
  hasChanges: boolean;
}

/** @param typed the fields of the form, as its schema read them */
export function rebaseForm<Fields extends object>(
  collection: Pick<Collection, "fields">,
  form: FormData,
  typed: Fields,
  { item, version }: VersionedRecord<Partial<Fields>>,
): Rebased {
  const loaded = readLoaded(form.get(LOADED));
  const fields = Object.fromEntries(formFields(collection).filter(([, field]) => isEditable(field)));
  const [typedValues, storedValues] = [toFormValues({ fields }, typed), toFormValues({ fields }, item)];
  const { values, conflicts, kept, hasChanges } = rebaseValues(typedValues, storedValues, {
    // An empty date keeps the stored one.
    isLoaded: (name, text) =>
      hashText(text) === loaded[name] || Boolean(fields[name]?.startsToday && text === ""),
  });
  const differences = (names: readonly string[]) =>
    names.flatMap((name) => {
      const [stored = "", typed = ""] = [storedValues[name], typedValues[name]];
      return fields[name] ? [toDifference(fields[name], { name, stored, typed })] : [];
    });
  const rebased: Rebased = {
    form: copyOf(form),
    conflicts: differences(conflicts),
    kept: differences(kept),
    hasChanges,
  };
  for (const name of kept) setField(rebased.form, name, values[name] ?? "");
  rebased.form.set(VERSION, version);
  rebased.form.set(LOADED, hashValues(storedValues));
  return rebased;
}

function setField(form: FormData, name: string, text: string): void {
  if (name === "images") writeImageRows(form, toImageRows(text));
  else form.set(name, text);
}

function copyOf(form: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value);
  return copy;
}
