import { type Submission, useForm } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";

type Options<Fields extends Record<string, unknown>, Value> = Parameters<
  typeof useForm<Fields, Value, string[]>
>[0];
type ValidateContext = Parameters<NonNullable<Options<Record<string, unknown>, unknown>["onValidate"]>>[0];

interface CheckedFormOptions<Fields extends Record<string, unknown>, Value, Checks>
  extends Omit<Options<Fields, Value>, "id" | "onValidate"> {
  id: string;
  /** Loads the checks, which are not in the page's script because of zod's size. */
  load: () => Promise<Checks>;
  validate: (checks: Checks, context: ValidateContext) => Submission<Fields, string[], Value>;
}

/**
 * conform's `useForm` with checks that load when the form first gets the focus. Until then, and if loading fails, the form
 * posts to the server, which checks it.
 */
export function useCheckedForm<Fields extends Record<string, unknown>, Value, Checks>({
  load,
  validate,
  ...options
}: CheckedFormOptions<Fields, Value, Checks>) {
  const checks = useChecks(options.id, load);
  useChecksAfterPress(options.id);
  const [form, fields] = useForm<Fields, Value, string[]>({
    ...options,
    shouldValidate: checks ? options.shouldValidate : "onSubmit",
    shouldRevalidate: checks ? options.shouldRevalidate : "onSubmit",
    onValidate: checks ? (context) => validate(checks, context) : undefined,
  });
  // conform rerenders what depends on the state that the last render read. React may render a form without its fields, where a state is set
  // to what it was; no error would be shown after that.
  void form.allErrors;
  return [form, fields] as const;
}

/** True for the button that conform makes to check one field while the visitor continues: its form isn't being sent. */
export function isLiveCheck(submitter: HTMLElement | null): boolean {
  return submitter instanceof HTMLButtonElement && submitter.name === "__intent__";
}

function useChecks<Checks>(formId: string, load: () => Promise<Checks>): Checks | undefined {
  const [checks, setChecks] = useState<Checks>();
  const loadChecks = useRef(load);
  const left = useRef(new Set<EventTarget>());
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!form) return;
    let mounted = true;
    const remember = ({ target }: FocusEvent) => {
      if (target) left.current.add(target);
    };
    form.addEventListener("focusout", remember);
    const start = () => {
      loadChecks.current().then(
        (loaded) => mounted && setChecks(() => loaded),
        () => {},
      );
    };
    if (form.contains(document.activeElement)) start();
    else form.addEventListener("focusin", start, { once: true });
    return () => {
      mounted = false;
      form.removeEventListener("focusin", start);
      form.removeEventListener("focusout", remember);
    };
  }, [formId]);
  // On a slow line a field may be left before the checks are there.
  useEffect(() => {
    if (!checks) return;
    const fields = [...left.current].filter((field) => field !== document.activeElement);
    left.current.clear();
    for (const field of fields) field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  }, [checks]);
  return checks;
}

/**
 * Checks a field that was left by pressing something else only after the press: the sentence that appears would move that away
 * from under the pointer, and nothing would be clicked.
 */
function useChecksAfterPress(formId: string): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!form) return;
    let isPressed = false;
    let left: EventTarget | null = null;
    const press = () => {
      isPressed = true;
    };
    const release = () => {
      const field = left;
      isPressed = false;
      left = null;
      // The click comes right after the release.
      if (field) setTimeout(() => field.dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
    };
    const leave = (event: FocusEvent) => {
      if (!isPressed) return;
      event.stopPropagation();
      left = event.target;
    };
    document.addEventListener("mousedown", press, true);
    form.addEventListener("focusout", leave, true);
    // A press on a select may end without a release.
    for (const name of ["mouseup", "keydown"]) document.addEventListener(name, release, true);
    return () => {
      document.removeEventListener("mousedown", press, true);
      form.removeEventListener("focusout", leave, true);
      for (const name of ["mouseup", "keydown"]) document.removeEventListener(name, release, true);
    };
  }, [formId]);
}
