import { Link } from "@remix-run/react";
import { ESTIMATE_STATES, type EstimateState } from "~/requests/estimate";
import { useMayOpen } from "~/staff/use-may-open";
import { Badge } from "~/ui/layout/chip";

/** A version of an estimate as a line. */
export interface EstimateSummary {
  number: number;
  state: EstimateState;
  total: string;
  /** Who did what, and when: `Saved by marta, Nov 21, 2026, 3:12 PM`. */
  events: string[];
  path: string;
}

interface EstimatePanelProps {
  /** The newest first. */
  estimates: readonly EstimateSummary[];
  editPath: string;
  /** Where the sale of the approved one starts; undefined if none is approved. */
  salePath: string | undefined;
  /** What to do about one that waits for an answer and wasn't emailed; undefined if there is none. */
  untold: string | undefined;
  /** Where the message that tells the customer is written; undefined if there is nothing to tell, or no way to. */
  tellPath: string | undefined;
  /** False for a deleted request. */
  canChange: boolean;
}

/** On a repair request's page: the versions of its estimate, and the way to the next. */
export function EstimatePanel(props: EstimatePanelProps) {
  const { estimates, editPath, salePath, untold, tellPath, canChange } = props;
  const mayOpen = useMayOpen();
  const [last] = estimates;
  return (
    <section className="stack gap-3 appointment" aria-labelledby="estimates-title">
      <h2 id="estimates-title">Estimate</h2>
      {last ? null : <p className="muted">None yet</p>}
      <ul className="stack gap-3">
        {estimates.map(({ number, state, total, events, path }) => (
          <li key={number}>
            <p className="cluster gap-2">
              <Link className="tap" to={path}>
                Estimate {number}: {total}
              </Link>
              <Badge tone={ESTIMATE_STATES[state].tone}>{ESTIMATE_STATES[state].label}</Badge>
            </p>
            {events.map((event) => (
              <p key={event} className="note">
                {event}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {untold ? <p className="note">{untold}</p> : null}
      {canChange ? (
        <p className="cluster gap-2 screen-only">
          <Link className="button button--secondary button--small" to={editPath}>
            {last
              ? last.state === "draft"
                ? "Continue the draft"
                : "Change the estimate"
              : "Write an estimate"}
          </Link>
          {salePath && mayOpen(salePath) ? (
            <Link className="button button--secondary button--small" to={salePath}>
              New Sale
            </Link>
          ) : null}
          {tellPath ? (
            <Link className="button button--quiet button--small" to={tellPath}>
              Email the estimate
            </Link>
          ) : null}
        </p>
      ) : null}
    </section>
  );
}
