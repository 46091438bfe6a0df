import { type ReactNode, useEffect, useId, useRef } from "react";

interface ConfirmDialogProps {
  question: string;
  /** What the question is about. */
  detail: string;
  /** The label of the button that changes nothing, such as `Cancel`; it has the focus, so that Enter does no harm. */
  cancelLabel: string;
  onClose: () => void;
  /** Renders the buttons, given the cancel button. */
  children: (cancelButton: ReactNode) => ReactNode;
}

/** A question in a native modal dialog, which makes the page inert, closes on Escape and restores the focus. */
export function ConfirmDialog({ question, detail, cancelLabel, onClose, children }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  useEffect(() => {
    dialog.current?.showModal();
    cancel.current?.focus();
  }, []);
  return (
    <dialog
      className="stack dialog confirm"
      role="alertdialog"
      aria-labelledby={titleId}
      ref={dialog}
      onClose={onClose}
    >
      <h2 id={titleId} className="x-large">
        {question}
      </h2>
      <p className="large bold breaks">{detail}</p>
      {children(
        <button
          type="button"
          className="button button--secondary"
          ref={cancel}
          onClick={() => dialog.current?.close()}
        >
          {cancelLabel}
        </button>,
      )}
    </dialog>
  );
}
