import { useId } from "react";
import { AMBER_SECONDS, formatCountdown } from "~/accounts/session-clock";
import { Icon } from "~/ui/layout/icon";
import { useSessionView } from "./store";

/** The time at which the session ends, then a countdown once hydrated. */
export function SessionCountdown({ endsAt }: { endsAt: string }) {
  const { phase, secondsLeft } = useSessionView();
  const id = useId();
  const isTicking = phase === "open" || phase === "leaving";
  const isAmber = isTicking && secondsLeft <= AMBER_SECONDS;
  return (
    <p
      className={
        isAmber
          ? "tap gap-2 nowrap bold session-countdown session-countdown--amber"
          : "tap gap-2 nowrap muted session-countdown"
      }
    >
      <Icon name={isAmber ? "alert" : "clock"} size={20} />
      {phase === "inactive" ? (
        <span>
          <span className="visually-hidden--phone">Session ends at </span>
          {endsAt}
        </span>
      ) : null}
      {phase === "verifying" ? <span role="status">Verifying access...</span> : null}
      {isTicking ? (
        <>
          <span className="visually-hidden--phone" id={id}>
            {isAmber ? "Session ends soon" : "Session countdown"}
          </span>{" "}
          <span className="session-countdown__time" role="timer" aria-labelledby={id}>
            {formatCountdown(secondsLeft)}
          </span>
        </>
      ) : null}
    </p>
  );
}
