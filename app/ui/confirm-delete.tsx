import { Form, Link, useNavigation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
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
      {asking ? (
        <ConfirmDialog
          question={question.sentence}
          detail={question.name}
          wayOut="Cancel"
          onClose={() => setAsking(false)}
        >
          {(wayOut) => <DeleteForm action={question.action}>{wayOut}</DeleteForm>}
        </ConfirmDialog>
      ) : null}
    </>
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
