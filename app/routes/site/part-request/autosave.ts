import { useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import type { WizardStep } from "~/models/part-request";
import { stepAddress, WIZARD_FORM_ID } from "./address";

/** How long a pause in typing is taken for the end of a thought. */
const PAUSE_MS = 600;

/**
 * Keeps what is typed in a step while it is typed, so that a closed tab or the browser's own Back loses nothing
 * (decisions, section 5). Answers a function that says that something changed without typing.
 */
export function useAutosave(step: WizardStep): () => void {
  const changed = useRef(() => {});
  const sending = useNavigation().formMethod === "POST";
  const isSending = useRef(sending);
  isSending.current = sending;
  useEffect(() => {
    const form = document.getElementById(WIZARD_FORM_ID);
    if (!(form instanceof HTMLFormElement)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unsaved = false;
    let posted = false;

    const save = () => {
      clearTimeout(timer);
      if (!unsaved) return;
      unsaved = false;
      post(form, step);
    };
    // Beside a step on its way, or waiting to be checked, a save would start a second request: the cookie of the first has not come yet.
    const saveInPause = () => {
      if (isSending.current || form.ariaBusy === "true") timer = setTimeout(saveInPause, PAUSE_MS);
      else save();
    };
    const markChanged = () => {
      unsaved = true;
      posted = false;
      clearTimeout(timer);
      timer = setTimeout(saveInPause, PAUSE_MS);
    };
    // The timer goes on: a form that was found wrong in the browser was not posted at all.
    const markPosted = () => {
      posted = true;
    };
    changed.current = markChanged;
    form.addEventListener("input", markChanged);
    form.addEventListener("submit", markPosted);
    // A reload asks for the page again before it hides this one; a phone's browser knows the second alone.
    window.addEventListener("beforeunload", save);
    window.addEventListener("pagehide", save);
    return () => {
      form.removeEventListener("input", markChanged);
      form.removeEventListener("submit", markPosted);
      window.removeEventListener("beforeunload", save);
      window.removeEventListener("pagehide", save);
      clearTimeout(timer);
      // The post has kept it already.
      if (!posted) save();
    };
  }, [step]);
  return useCallback(() => changed.current(), []);
}

function post(form: HTMLFormElement, step: WizardStep): void {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.set(name, value);
  body.set("intent", "save");
  // The answer leads to a page that nobody asked for; a failure is no news while the words are on the screen.
  fetch(stepAddress(step), { method: "POST", body, keepalive: true, redirect: "manual" }).catch(() => {});
}
