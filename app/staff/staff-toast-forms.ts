import { useSubmit } from "@remix-run/react";
import { useEffect } from "react";
import { dismissToast } from "~/ui/elements/show-toast";

/** Sends the form of a toast, such as Undo, or opens its page, without a reload. */
export function useToastForms(): void {
  const submit = useSubmit();
  useEffect(() => {
    function send(event: SubmitEvent) {
      const { target } = event;
      if (!(target instanceof HTMLFormElement) || !target.closest("toast-region, flash-toast")) return;
      event.preventDefault();
      if (target.method === "get") {
        submit(target);
        dismissToast();
      } else submit(target, { navigate: false, preventScrollReset: true });
    }
    document.addEventListener("submit", send);
    return () => document.removeEventListener("submit", send);
  }, [submit]);
}
