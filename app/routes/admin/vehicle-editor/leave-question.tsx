import { useBlocker } from "@remix-run/react";
import { ConfirmDialog } from "~/ui/confirm-dialog";

/**
 * Asks before Cancel, another link or the way back leaves unsaved words behind. The end of a session is not asked
 * about: it keeps them.
 */
export function LeaveQuestion({ isUnsaved }: { isUnsaved: () => boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );
  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      question="Leave without saving?"
      detail="What you typed has not been saved."
      wayOut="Keep editing"
      onClose={blocker.reset}
    >
      {(wayOut) => (
        <div className="form__actions">
          <button type="button" className="button button--danger" onClick={blocker.proceed}>
            Leave
          </button>
          {wayOut}
        </div>
      )}
    </ConfirmDialog>
  );
}
