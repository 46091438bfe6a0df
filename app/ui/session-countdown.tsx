import { useId } from "react";
import { AMBER_SECONDS, formatClock } from "~/models/session-clock";
import { Icon } from "./icon";
import { useSessionView } from "./session-context";

/**
 * How long the session lasts: the time it ends, as the server wrote it, until script makes it a countdown
 * (specification, sections 2 and 4).
 */
export function SessionCountdown({ endsAt }: { endsAt: string }) {
  const { phase, secondsLeft } = useSessionView();
  const id = useId();
  const ticking = phase === "open" || phase === "leaving";
  const amber = ticking && secondsLeft <= AMBER_SECONDS;
  return (
    <p className={amber ? "session-countdown session-countdown--amber" : "session-countdown"}>
      <Icon name={amber ? "alert" : "clock"} size={20} />
      {phase === "plain" ? <span>Session ends at {endsAt}</span> : null}
      {phase === "verifying" ? <span role="status">Verifying access...</span> : null}
      {ticking ? (
        <>
          <span id={id}>{amber ? "Session ends soon" : "Session countdown"}</span>{" "}
          <span className="session-countdown__time" role="timer" aria-labelledby={id}>
            {formatClock(secondsLeft)}
          </span>
        </>
      ) : null}
    </p>
  );
}
