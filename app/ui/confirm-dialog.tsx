import { type ReactNode, useEffect, useId, useRef } from "react";

interface ConfirmDialogProps {
  question: string;
  /** What it is about. */
  detail: string;
  /** What the button says that changes nothing: `Cancel`. It has the focus: a press of Enter on a question unread must do no harm. */
  wayOut: string;
  onClose: () => void;
  /** The answers, the way out among them. */
  children: (wayOut: ReactNode) => ReactNode;
}

/** A question as the browser's own modal dialog: the rest is inert, Escape closes it, and the focus goes back to what opened it. */
export function ConfirmDialog({ question, detail, wayOut, onClose, children }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const out = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  useEffect(() => {
    dialog.current?.showModal();
    out.current?.focus();
  }, []);
  return (
    <dialog className="confirm" role="alertdialog" aria-labelledby={titleId} ref={dialog} onClose={onClose}>
      <h2 id={titleId} className="confirm__question">
        {question}
      </h2>
      <p className="confirm__detail">{detail}</p>
      {children(
        <button
          type="button"
          className="button button--secondary"
          ref={out}
          onClick={() => dialog.current?.close()}
        >
          {wayOut}
        </button>,
      )}
    </dialog>
  );
}
