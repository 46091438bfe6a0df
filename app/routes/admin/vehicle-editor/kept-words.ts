import { useCallback, useEffect, useState } from "react";
import type { Words } from "~/models/vehicle-form";
import { STAFF_SESSION_ENDING } from "~/ui/staff-session-events";

/** What was typed when a session ended under a form, and of which version of the vehicle. */
interface KeptWords {
  owner: string;
  words: Words;
}

interface Form {
  id: string;
  /** The page's path. */
  address: string;
  /** Whose words they are: nobody else who signs in on this tab gets them. */
  owner: string;
  /** What the page started with: a form that says the same has nothing to keep. */
  words: Words;
}

/**
 * Keeps the unsaved words of a form in this tab where the browser is sent to `/login`, and gives them back when the
 * page is opened again, until they are saved or discarded.
 */
export function useKeptWords({ id, address, owner, words }: Form): {
  kept: Words | undefined;
  discard: () => void;
} {
  const [kept, setKept] = useState<Words>();
  useEffect(() => setKept(readKeptWords(address, owner)), [address, owner]);
  useEffect(() => {
    const keep = () => {
      const typed = typedIn(id);
      if (typed && (kept || differ(typed, words))) write(address, { owner, words: typed });
    };
    window.addEventListener(STAFF_SESSION_ENDING, keep);
    return () => window.removeEventListener(STAFF_SESSION_ENDING, keep);
  }, [id, address, owner, words, kept]);
  const discard = useCallback(() => {
    forgetKeptWords(address);
    setKept(undefined);
  }, [address]);
  return { kept, discard };
}

/** Lets go of what was kept for a page: it has been saved. */
export function forgetKeptWords(address: string): void {
  // Where a browser refuses its storage there is nothing to let go of.
  try {
    sessionStorage.removeItem(keyOf(address));
  } catch {}
}

/** True where a form says something else than it started with. */
export function isChanged({ id, words }: Pick<Form, "id" | "words">): boolean {
  const typed = typedIn(id);
  return typed !== undefined && differ(typed, words);
}

function readKeptWords(address: string, owner: string): Words | undefined {
  try {
    const entry = JSON.parse(sessionStorage.getItem(keyOf(address)) ?? "null") as KeptWords | null;
    return entry?.owner === owner ? entry.words : undefined;
  } catch {
    return undefined;
  }
}

function write(address: string, entry: KeptWords): void {
  // A full or refused storage keeps nothing; the way to sign in is open all the same.
  try {
    sessionStorage.setItem(keyOf(address), JSON.stringify(entry));
  } catch {}
}

function differ(typed: Words, words: Words): boolean {
  return Object.keys(words).some((name) => (typed[name] ?? "") !== words[name]);
}

function typedIn(id: string): Words | undefined {
  const form = document.getElementById(id);
  if (!(form instanceof HTMLFormElement)) return undefined;
  const typed: Words = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") typed[name] = value;
  return typed;
}

function keyOf(address: string): string {
  return `unsaved:${address}`;
}
