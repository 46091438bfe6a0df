import { Form, Link, useNavigation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { Icon } from "~/ui/layout/icon";
import { ConfirmDialog } from "./confirm-dialog";

interface DeleteLinkProps {
  /** The URL of the delete page, which also takes the post: `/admin/…/:id/delete?from=…`. */
  action: string;
  /** What is asked before the deletion. */
  question: string;
  /** Names the record: `2012 Honda Accord, stock D000001`. */
  name: string;
  /** What happens to other records. */
  note?: string | undefined;
  /** The version that is asked about; without it, any is deleted. */
  version?: string | undefined;
  /** The class of the link, where it is not in a table. */
  className?: string;
}

/** Links to the delete page; with script, a dialog asks instead. */
export function DeleteLink({
  action,
  question,
  name,
  note,
  version,
  className = "record-table__action record-table__action--danger",
}: DeleteLinkProps) {
  const [isOpen, setIsOpen] = useState(false);
  function openDialog(event: MouseEvent) {
    // With a modifier key the browser opens the delete page in a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    setIsOpen(true);
  }
  return (
    <>
      <Link className={className} to={action} onClick={openDialog}>
        <Icon name="trash" size={20} />
        <span className="record-table__action-label">Delete</span>
        <span className="visually-hidden"> {name}</span>
      </Link>
      {isOpen ? (
        <ConfirmDialog
          question={question}
          detail={note ? `${name}. ${note}` : name}
          cancelLabel="Cancel"
          onClose={() => setIsOpen(false)}
        >
          {(cancelButton) => (
            <DeleteForm action={action} version={version}>
              {cancelButton}
            </DeleteForm>
          )}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

interface DeleteFormProps {
  action: string;
  version?: string | undefined;
  children: ReactNode;
}

/** The Delete button, and next to it the Cancel button or link. */
export function DeleteForm({ action, version, children }: DeleteFormProps) {
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formAction === action;
  return (
    <Form method="post" action={action} className="cluster form__actions">
      {version === undefined ? null : <input type="hidden" name="version" value={version} />}
      {/* Lynx turns a POST without any field into a GET. */}
      <button type="submit" name="intent" value="delete" className="button button--danger" disabled={busy}>
        {busy ? "Deleting..." : "Delete"}
      </button>
      {children}
    </Form>
  );
}
