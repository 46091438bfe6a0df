import { type RefObject, useEffect } from "react";

/** The summary of what is wrong takes the focus when it appears, and each time that the form is sent with something wrong. */
export function useFocusOnRefusal(summary: RefObject<HTMLElement>, formId: string, refused: boolean): void {
  useEffect(() => {
    if (!refused) return;
    summary.current?.focus();
    let soon: ReturnType<typeof setTimeout>;
    const sentAgain = ({ target }: SubmitEvent) => {
      // Conform has gone to the first wrong field by now. A form that passes takes the summary away before the timer.
      const isOnField = document.activeElement?.matches("[aria-invalid]");
      if (isOnField && target instanceof Element && target.id === formId) {
        soon = setTimeout(() => summary.current?.focus());
      }
    };
    document.addEventListener("submit", sentAgain);
    return () => {
      clearTimeout(soon);
      document.removeEventListener("submit", sentAgain);
    };
  }, [summary, formId, refused]);
}
