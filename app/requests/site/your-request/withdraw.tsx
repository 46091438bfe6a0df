import { Form, Link, useNavigation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { customerPageUrl } from "~/requests/customer";
import type { CustomerView } from "~/requests/customer.server";
import { ConfirmDialog } from "~/ui/forms/confirm-dialog";

interface WithdrawProps {
  linkKey: string;
  request: CustomerView;
}

const DETAIL = "We'll stop working on it. If you change your mind, you'd have to call us.";

/** Links to the page that asks; with script, a dialog asks instead. */
export function WithdrawLink({ linkKey, request }: WithdrawProps) {
  const [isOpen, setIsOpen] = useState(false);
  function openDialog(event: MouseEvent) {
    // With a modifier key the browser opens the page in a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    setIsOpen(true);
  }
  const close = () => setIsOpen(false);
  return (
    <>
      <Link
        className="button button--secondary"
        to={customerPageUrl(linkKey, { ask: "withdraw" })}
        onClick={openDialog}
      >
        {labelOf(request)}
      </Link>
      {isOpen ? (
        <ConfirmDialog
          question={questionOf(request)}
          detail={DETAIL}
          cancelLabel={keepLabelOf(request)}
          onClose={close}
        >
          {(keepButton) => (
            <WithdrawForm linkKey={linkKey} request={request} onSubmit={close}>
              {keepButton}
            </WithdrawForm>
          )}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** Asks before a request is withdrawn. */
export function WithdrawPage({ linkKey, request }: WithdrawProps) {
  return (
    <div className="page page--narrow">
      <div className="card confirm-page">
        <h1>{questionOf(request)}</h1>
        <p>{DETAIL}</p>
        <WithdrawForm linkKey={linkKey} request={request}>
          <Link className="button button--secondary" to={customerPageUrl(linkKey)}>
            {keepLabelOf(request)}
          </Link>
        </WithdrawForm>
      </div>
    </div>
  );
}

interface WithdrawFormProps extends WithdrawProps {
  onSubmit?: () => void;
  /** What keeps the request. */
  children: ReactNode;
}

function WithdrawForm({ linkKey, request, onSubmit, children }: WithdrawFormProps) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form
      method="post"
      action={customerPageUrl(linkKey)}
      className="cluster form__actions"
      onSubmit={onSubmit}
    >
      {/* Lynx turns a POST without any field into a GET. */}
      <button
        type="submit"
        name="intent"
        value="withdraw"
        className="button button--danger"
        disabled={isBusy}
      >
        {labelOf(request)}
      </button>
      {children}
    </Form>
  );
}

function labelOf({ withdrawal }: CustomerView): string {
  return `Withdraw ${withdrawal.noun}`;
}

function keepLabelOf({ withdrawal }: CustomerView): string {
  return `Keep My ${withdrawal.noun}`;
}

function questionOf({ withdrawal, reference }: CustomerView): string {
  return `Withdraw ${withdrawal.noun.toLowerCase()} ${reference}?`;
}
