import { type ClientActionFunctionArgs, useBlocker } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import type { FormValues } from "~/collections/form";
import { IMAGE_FIELDS, imagesText, readImageRows } from "~/pictures/image-rows";
import { ConfirmDialog } from "~/ui/forms/confirm-dialog";
import { STAFF_SESSION_ENDING } from "./session/store";

/** The values of a form whose session ended, in `sessionStorage`. */
interface StoredChanges {
  owner: string;
  values: FormValues;
}

interface Form {
  id: string;
  /** The page's path. */
  path: string;
  /** The signed-in user; other users of this tab do not get the values. */
  owner: string;
  /** The initial values. */
  values: FormValues;
}

/**
 * Stores the unsaved values of a form in this tab when the session ends, and returns them when the page is opened
 * again, until they are saved or discarded.
 */
export function useUnsavedChanges({ id, path, owner, values }: Form): {
  restored: FormValues | undefined;
  discard: () => void;
} {
  const [restored, setRestored] = useState<FormValues>();
  useEffect(() => setRestored(readUnsavedChanges(path, owner)), [path, owner]);
  useEffect(() => {
    const store = () => {
      const typed = readForm(id);
      if (typed && (restored || isDifferent(typed, values)))
        writeUnsavedChanges(path, { owner, values: typed });
    };
    window.addEventListener(STAFF_SESSION_ENDING, store);
    return () => window.removeEventListener(STAFF_SESSION_ENDING, store);
  }, [id, path, owner, values, restored]);
  const discard = useCallback(() => {
    clearUnsavedChanges(path);
    setRestored(undefined);
  }, [path]);
  return { restored, discard };
}

/** The answer to a page's form: one that leads elsewhere has saved it, so its stored values are removed; one to sign in has not. */
export async function clearOnceSaved<Answer>(
  { request }: ClientActionFunctionArgs,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const isSaved = error instanceof Response && !error.headers.get("Location")?.startsWith("/login");
    if (isSaved) clearUnsavedChanges(new URL(request.url).pathname);
    throw error;
  }
}

/** Removes the stored values of a page, once they are saved. */
export function clearUnsavedChanges(path: string): void {
  // If storage is blocked, nothing was stored.
  try {
    sessionStorage.removeItem(storageKey(path));
  } catch {}
}

/** True if a form differs from its initial values. */
export function isChanged({ id, values }: Pick<Form, "id" | "values">): boolean {
  const typed = readForm(id);
  return typed !== undefined && isDifferent(typed, values);
}

interface LeaveDialogProps {
  isUnsaved: () => boolean;
  /** What happens to it. */
  detail?: string;
}

/** Asks before Cancel, a link or Back discards unsaved changes; the end of the session stores them instead. */
export function LeaveDialog({ isUnsaved, detail = "What you typed hasn't been saved." }: LeaveDialogProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );
  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      question="Leave without saving?"
      detail={detail}
      cancelLabel="Keep editing"
      onClose={blocker.reset}
    >
      {(cancelButton) => (
        <div className="cluster form__actions">
          <button type="button" className="button button--danger" onClick={blocker.proceed}>
            Leave
          </button>
          {cancelButton}
        </div>
      )}
    </ConfirmDialog>
  );
}

function readUnsavedChanges(path: string, owner: string): FormValues | undefined {
  try {
    const entry = JSON.parse(sessionStorage.getItem(storageKey(path)) ?? "null") as StoredChanges | null;
    return entry?.owner === owner ? entry.values : undefined;
  } catch {
    return undefined;
  }
}

function writeUnsavedChanges(path: string, entry: StoredChanges): void {
  // Full or blocked storage must not prevent signing in.
  try {
    sessionStorage.setItem(storageKey(path), JSON.stringify(entry));
  } catch {}
}

function isDifferent(typed: FormValues, values: FormValues): boolean {
  return Object.keys(values).some((name) => (typed[name] ?? "") !== values[name]);
}

/** What is in a form, by field; for a chosen file, its name. */
function readForm(id: string): FormValues | undefined {
  const form = document.getElementById(id);
  if (!(form instanceof HTMLFormElement)) return undefined;
  const data = new FormData(form);
  const typed: FormValues = { images: imagesText(readImageRows((name) => data.get(name))) };
  for (const [name, value] of data) {
    if (!IMAGE_FIELDS.includes(name)) typed[name] = typeof value === "string" ? value : value.name;
  }
  return typed;
}

function storageKey(path: string): string {
  return `unsaved:${path}`;
}
