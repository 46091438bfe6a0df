import { Form, Link, useNavigation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon } from "./icon";

interface DeleteQuestion {
  /** The page that asks, and takes the answer: `/admin/…/:id/delete?from=…`. */
  action: string;
  /** The specification's sentence. */
  sentence: string;
  /** What would go: `2012 Honda Accord, stock D000001`. */
  name: string;
}

/** A row's way to delete its record: a link to the page that asks; with script a dialog asks the same. */
export function DeleteLink(question: DeleteQuestion) {
  const [asking, setAsking] = useState(false);
  function ask(event: MouseEvent) {
    // A new tab or window is the browser's own affair, and there the page asks.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    setAsking(true);
  }
  return (
    <>
      <Link className="record-table__action record-table__action--danger" to={question.action} onClick={ask}>
        <Icon name="trash" size={20} />
        <span className="record-table__word">Delete</span>
        <span className="visually-hidden"> {question.name}</span>
      </Link>
      {asking ? <DeleteDialog {...question} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

/** The browser's own modal dialog: the rest is inert, Escape closes it, and the focus goes back to what opened it. */
function DeleteDialog({ onClose, ...question }: DeleteQuestion & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  useEffect(() => {
    dialog.current?.showModal();
    // Enter on a question that nobody has read must not delete.
    cancel.current?.focus();
  }, []);
  return (
    <dialog className="confirm" role="alertdialog" aria-labelledby={titleId} ref={dialog} onClose={onClose}>
      <h2 id={titleId} className="confirm__question">
        {question.sentence}
      </h2>
      <p className="confirm__name">{question.name}</p>
      <DeleteForm action={question.action}>
        <button
          type="button"
          className="button button--secondary"
          ref={cancel}
          onClick={() => dialog.current?.close()}
        >
          Cancel
        </button>
      </DeleteForm>
    </dialog>
  );
}

/** Delete, and beside it the way out. */
export function DeleteForm({ action, children }: { action: string; children: ReactNode }) {
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formAction === action;
  return (
    <Form method="post" action={action} className="form__actions">
      <button type="submit" className="button button--danger" disabled={busy}>
        {busy ? "Deleting..." : "Delete"}
      </button>
      {children}
    </Form>
  );
}
