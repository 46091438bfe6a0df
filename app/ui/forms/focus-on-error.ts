import { type RefObject, useEffect } from "react";

/** Focuses the error summary when it appears, and whenever the form is submitted with errors. */
export function useFocusOnError(summary: RefObject<HTMLElement>, formId: string, hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return;
    summary.current?.focus();
    let timer: ReturnType<typeof setTimeout>;
    const refocus = ({ target }: SubmitEvent) => {
      // conform has just focused the first invalid field. If the form is valid, the summary is removed before the timer fires.
      const isOnField = document.activeElement?.matches("[aria-invalid]");
      if (isOnField && target instanceof Element && target.id === formId) {
        timer = setTimeout(() => summary.current?.focus());
      }
    };
    document.addEventListener("submit", refocus);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("submit", refocus);
    };
  }, [summary, formId, hasErrors]);
}
