import { createHash } from "node:crypto";
import { type Collection, formFields } from "~/collections/collection";
import { type Difference, type FormValues, toDifference, toFormValues } from "~/collections/form";
import type { VersionedRecord } from "~/collections/store.server";
import { toImageRows, writeImageRows } from "~/pictures/image-rows";
import { LOADED, VERSION } from "./submission";

/**
 * A hash of the text that each field was opened with, as JSON. The form carries it, so that whoever saves it on a newer version
 * changes only the fields that they have touched. The texts themselves could make the form larger than a form may be.
 */
export function hashValues(values: FormValues): string {
  return JSON.stringify(Object.fromEntries(Object.entries(values).map(([name, text]) => [name, hash(text)])));
}

/** A form that was opened with an older version, moved onto the one that is stored now. */
export interface Rebased {
  /** The form, in which the fields that its user has not touched are as stored now. */
  form: FormData;
  /** What both its user and somebody else have changed, each to something else. */
  conflicts: Difference[];
  /** What somebody else alone has changed. */
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
  const loaded = readHashes(form.get(LOADED));
  const [typedValues, storedValues] = [toFormValues(collection, typed), toFormValues(collection, item)];
  const rebased: Rebased = { form: copyOf(form), conflicts: [], kept: [], hasChanges: false };
  for (const [name, field] of formFields(collection)) {
    const { [name]: text = "" } = typedValues;
    const { [name]: stored = "" } = storedValues;
    if (text === stored) continue;
    // An empty date keeps the stored one.
    const isTouched = hash(text) !== loaded[name] && !(field.startsToday && text === "");
    const difference = toDifference(field, { name, stored, typed: text });
    if (!isTouched) {
      rebased.kept.push(difference);
      setField(rebased.form, name, stored);
      continue;
    }
    rebased.hasChanges = true;
    if (hash(stored) !== loaded[name]) rebased.conflicts.push(difference);
  }
  rebased.form.set(VERSION, version);
  rebased.form.set(LOADED, hashValues(storedValues));
  return rebased;
}

function setField(form: FormData, name: string, text: string): void {
  if (name === "images") writeImageRows(form, toImageRows(text));
  else form.set(name, text);
}

/** Empty for a form without hashes, whose fields then all count as touched. */
function readHashes(text: FormDataEntryValue | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(String(text)));
  } catch {
    return {};
  }
}

function copyOf(form: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value);
  return copy;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 8);
}
