import { useSubmit } from "@remix-run/react";
import { useEffect } from "react";

/** Sends the form of a toast, such as Undo, without a reload. */
export function useToastForms(): void {
  const submit = useSubmit();
  useEffect(() => {
    function send(event: SubmitEvent) {
      const { target } = event;
      if (!(target instanceof HTMLFormElement) || !target.closest("toast-region, flash-toast")) return;
      event.preventDefault();
      submit(target, { navigate: false, preventScrollReset: true });
    }
    document.addEventListener("submit", send);
    return () => document.removeEventListener("submit", send);
  }, [submit]);
}
