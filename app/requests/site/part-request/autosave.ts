import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { WizardStep } from "~/requests/part";
import { isLiveCheck } from "~/ui/forms/checked-form";
import { stepUrl, WIZARD_FORM_ID } from "./wizard";

const TYPING_PAUSE_MS = 600;

/**
 * Saves a step while the visitor types, so that closing the tab or the browser's Back button loses nothing.
 */
export function useAutosave(step: WizardStep): void {
  const isPosting = useRef(false);
  isPosting.current = useNavigation().formMethod === "POST";
  useEffect(() => {
    const form = document.getElementById(WIZARD_FORM_ID);
    if (!(form instanceof HTMLFormElement)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unsaved = false;
    let submitted = false;
    let saving: AbortController | undefined;

    const save = () => {
      clearTimeout(timer);
      if (!unsaved) return;
      unsaved = false;
      const current = new AbortController();
      saving = current;
      postStep(form, step, current.signal).finally(() => {
        if (saving === current) saving = undefined;
      });
    };
    // While the step itself is being posted, a save could start a second draft: its cookie has not arrived yet.
    const saveUnlessPosting = () => {
      if (isPosting.current) timer = setTimeout(saveUnlessPosting, TYPING_PAUSE_MS);
      else save();
    };
    const markChanged = () => {
      unsaved = true;
      submitted = false;
      clearTimeout(timer);
      timer = setTimeout(saveUnlessPosting, TYPING_PAUSE_MS);
    };
    const markSubmitted = ({ submitter }: SubmitEvent) => {
      if (isLiveCheck(submitter)) return;
      // The post saves the same, and two first saves at once would start two drafts. A form with errors is not posted, so it is
      // saved later.
      if (saving || unsaved) markChanged();
      saving?.abort();
      submitted = true;
    };
    form.addEventListener("input", markChanged);
    form.addEventListener("submit", markSubmitted);
    // On reload, a page requested before pagehide would miss the save; phones fire pagehide only.
    window.addEventListener("beforeunload", save);
    window.addEventListener("pagehide", save);
    // Typed before hydration.
    if (isTyped(form)) markChanged();
    return () => {
      form.removeEventListener("input", markChanged);
      form.removeEventListener("submit", markSubmitted);
      window.removeEventListener("beforeunload", save);
      window.removeEventListener("pagehide", save);
      clearTimeout(timer);
      // A submitted form has been saved already.
      if (!submitted) save();
    };
  }, [step]);
}

function isTyped(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) =>
    field instanceof HTMLSelectElement
      ? field.value !== "" && !field.selectedOptions[0]?.defaultSelected
      : (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
        field.value !== field.defaultValue,
  );
}

async function postStep(form: HTMLFormElement, step: WizardStep, signal: AbortSignal): Promise<void> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.set(name, value);
  body.set("intent", "choose");
  // Nothing waits for the response, and a failure needs no message while the text is on the screen.
  await fetch(stepUrl(step), { method: "POST", body, signal, keepalive: true, redirect: "manual" }).catch(
    () => {},
  );
}
