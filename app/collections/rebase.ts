import type { FormValues } from "./form";

/** What a form that was opened with an older version would change in what is stored now. */
interface Rebase {
  /** The form's values, in which the fields that its user has not touched are as stored now. */
  values: FormValues;
  /** The fields that both its user and someone else have changed, to different values. */
  conflicts: string[];
  /** The fields that only someone else has changed. */
  kept: string[];
  /** False if what its user has changed is stored already. */
  hasChanges: boolean;
}

/**
 * Moves a form onto what is stored now: only touched fields are compared and written.
 * @param options.isLoaded whether the form was opened with this text in this field
 */
export function rebaseValues(
  typed: FormValues,
  stored: FormValues,
  { isLoaded }: { isLoaded: (name: string, text: string) => boolean },
): Rebase {
  const rebased: Rebase = { values: { ...typed }, conflicts: [], kept: [], hasChanges: false };
  for (const [name, text] of Object.entries(typed)) {
    const now = stored[name] ?? "";
    if (text === now) continue;
    if (isLoaded(name, text)) {
      rebased.kept.push(name);
      rebased.values[name] = now;
      continue;
    }
    rebased.hasChanges = true;
    if (!isLoaded(name, now)) rebased.conflicts.push(name);
  }
  return rebased;
}

/** What a form says that its fields were opened with. Empty for a form that doesn't say; then all its fields count as touched. */
export function readLoaded(text: FormDataEntryValue | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(String(text)));
  } catch {
    return {};
  }
}
