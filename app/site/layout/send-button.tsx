import { callDirectlyMessage } from "~/requests/repair";
import { Notice } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";

/** The end of a form in `<send-in-place>`: the button, above it what script shows where no answer comes. */
export function SendButton({ className = "button", children }: { className?: string; children: string }) {
  return (
    <>
      <Notice tone="error" role="alert" hidden data-failure>
        <p>{callDirectlyMessage(useBusiness().phone)}</p>
      </Notice>
      <div className="cluster form__actions">
        <button type="submit" className={className} data-busy="Sending...">
          {children}
        </button>
      </div>
    </>
  );
}
