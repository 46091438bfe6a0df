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
  return useForm<Fields, Value, string[]>({
    ...options,
    shouldValidate: checks ? options.shouldValidate : "onSubmit",
    shouldRevalidate: checks ? options.shouldRevalidate : "onSubmit",
    onValidate: checks ? (context) => validate(checks, context) : undefined,
  });
}

function useChecks<Checks>(formId: string, load: () => Promise<Checks>): Checks | undefined {
  const [checks, setChecks] = useState<Checks>();
  const loadChecks = useRef(load);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!form) return;
    let mounted = true;
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
    };
  }, [formId]);
  return checks;
}
