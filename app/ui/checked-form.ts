import { type Submission, useForm } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";

type Options<Fields extends Record<string, unknown>, Value> = Parameters<
  typeof useForm<Fields, Value, string[]>
>[0];
type Asked = Parameters<NonNullable<Options<Record<string, unknown>, unknown>["onValidate"]>>[0];

interface CheckedFormOptions<Fields extends Record<string, unknown>, Value, Checks>
  extends Omit<Options<Fields, Value>, "id" | "onValidate"> {
  id: string;
  /** Brings the rules. Not with the page: schemas weigh a third of what the rest of its script does. */
  load: () => Promise<Checks>;
  validate: (checks: Checks, asked: Asked) => Submission<Fields, string[], Value>;
}

/**
 * conform's form, whose live check comes when somebody turns to the form for the first time. A form that is sent before
 * the rules are there waits for them; where they cannot be had the server checks alone, as without script.
 */
export function useCheckedForm<Fields extends Record<string, unknown>, Value, Checks>({
  load,
  validate,
  ...options
}: CheckedFormOptions<Fields, Value, Checks>) {
  const { state, checks, waiting } = useChecks(options.id, load);
  const [form, fields] = useForm<Fields, Value, string[]>({
    ...options,
    shouldValidate: checks ? options.shouldValidate : "onSubmit",
    shouldRevalidate: checks ? options.shouldRevalidate : "onSubmit",
    onValidate: checks ? (asked) => validate(checks, asked) : undefined,
    onSubmit: (event, context) => {
      if (state !== "coming") {
        options.onSubmit?.(event, context);
        return;
      }
      event.preventDefault();
      // Nothing else is to be sent beside what waits here.
      event.currentTarget.setAttribute("aria-busy", "true");
      waiting.current.submitter = (event.nativeEvent as SubmitEvent).submitter;
      waiting.current.sent = true;
    },
  });
  const validateField = useRef(form.validate);
  validateField.current = form.validate;
  useEffect(() => {
    if (state === "coming") return;
    const { left, sent, submitter } = waiting.current;
    waiting.current = { left: new Set() };
    if (sent) {
      const element = document.getElementById(options.id) as HTMLFormElement | null;
      element?.removeAttribute("aria-busy");
      element?.requestSubmit(submitter);
    } else if (checks && options.shouldValidate === "onBlur") {
      for (const name of left) validateField.current({ name: name as never });
    }
  }, [state, checks, waiting, options.id, options.shouldValidate]);
  return [form, fields] as const;
}

/** What was done in the form before its rules came. */
interface Waiting {
  /** Names of the fields that were left. */
  left: Set<string>;
  sent?: boolean;
  submitter?: HTMLElement | null;
}

function useChecks<Checks>(id: string, load: () => Promise<Checks>) {
  const [state, setState] = useState<"coming" | "there" | "absent">("coming");
  const [checks, setChecks] = useState<Checks>();
  const waiting = useRef<Waiting>({ left: new Set() });
  const bring = useRef(load);
  useEffect(() => {
    const form = document.getElementById(id);
    if (!form || state !== "coming") return;
    let wanted = true;
    let begun = false;
    const begin = () => {
      if (begun) return;
      begun = true;
      bring.current().then(
        (came) => {
          if (!wanted) return;
          setChecks(() => came);
          setState("there");
        },
        () => wanted && setState("absent"),
      );
    };
    const leave = ({ target }: Event) => {
      if (target instanceof HTMLButtonElement) return;
      const { name } = target as HTMLInputElement;
      if (name) waiting.current.left.add(name);
    };
    // Who typed before the page woke has turned to it already.
    if (form.contains(document.activeElement)) begin();
    form.addEventListener("focusin", begin);
    form.addEventListener("submit", begin);
    form.addEventListener("focusout", leave);
    return () => {
      wanted = false;
      form.removeEventListener("focusin", begin);
      form.removeEventListener("submit", begin);
      form.removeEventListener("focusout", leave);
    };
  }, [id, state]);
  return { state, checks, waiting };
}
