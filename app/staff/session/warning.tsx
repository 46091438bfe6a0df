import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
} from "react";
import { formatCountdown, spokenCountdown } from "~/accounts/session-clock";
import { useSessionView, useStaffSession } from "./store";

/** The warning before the session ends, with Continue Session and Logout Now. */
export function SessionWarning({ dialog }: { dialog: RefObject<HTMLDialogElement> }) {
  const { extend } = useStaffSession();
  const { warningSeconds } = useSessionView();
  const isOpen = warningSeconds !== undefined;
  const id = useId();

  useEffect(() => {
    if (!isOpen) dialog.current?.close();
    else if (!dialog.current?.open) dialog.current?.showModal();
  }, [isOpen, dialog]);

  // The dialog closes when the warning is over.
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    void extend();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel(event);
  };
  const onClose = () => {
    // A browser may close it, for example with Android's Back button.
    if (isOpen) void extend();
  };
  // The panel covers the dialog, so a click whose target is the dialog hit the backdrop.
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === event.currentTarget) void extend();
  };
  return (
    <dialog
      ref={dialog}
      className="dialog session-warning screen-only"
      aria-labelledby={isOpen ? `${id}title` : undefined}
      aria-describedby={isOpen ? `${id}text` : undefined}
      onCancel={onCancel}
      onClose={onClose}
      onClick={onBackdrop}
      onKeyDown={onKeyDown}
    >
      {isOpen ? <WarningPanel id={id} secondsLeft={warningSeconds} /> : null}
    </dialog>
  );
}

function WarningPanel({ id, secondsLeft }: { id: string; secondsLeft: number }) {
  const { extend, logout } = useStaffSession();
  return (
    <div className="grid session-warning__panel">
      <h2 id={`${id}title`} className="sign session-warning__title">
        Session Timeout Warning
      </h2>
      <p id={`${id}text`}>You'll be logged out when time runs out. Do you want to stay logged in?</p>
      <p className="session-warning__clock" role="timer" aria-label="Time left">
        {formatCountdown(secondsLeft)}
      </p>
      <p className="visually-hidden" role="status">
        {spokenCountdown(secondsLeft)}
      </p>
      <div className="grid halves gap-3 session-warning__actions">
        <button type="button" className="button" onClick={() => void extend()}>
          Continue Session
        </button>{" "}
        <button type="button" className="button button--secondary" onClick={() => void logout()}>
          Logout Now
        </button>
      </div>
    </div>
  );
}
