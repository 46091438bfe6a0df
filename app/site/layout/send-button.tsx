import { callDirectlyMessage } from "~/requests/repair";
import { Notice } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";

interface SendButtonProps {
  className?: string;
  /** The button's label while the form is sent. */
  busy?: string;
  /** The title of the toast if no answer comes. */
  failed?: string;
  children: string;
}

/**
 * The end of a form that is sent or checked in place: the button, above it where script says that no answer came. Its words are an attribute: text
 * browsers show what is `hidden`.
 */
export function SendButton({ className = "button", busy = "Sending...", failed, children }: SendButtonProps) {
  return (
    <>
      <Notice
        tone="error"
        role="alert"
        hidden
        data-failure={callDirectlyMessage(useBusiness().phone)}
        data-title={failed}
      />
      <div className="cluster form__actions">
        <button type="submit" className={className} data-busy={busy}>
          {children}
        </button>
      </div>
    </>
  );
}
