import { useRef, useState } from "react";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { SessionCountdown } from "~/ui/session-countdown";
import type { SessionView } from "~/ui/session-store";
import { SessionWarning } from "~/ui/session-warning";
import { StaffBar } from "~/ui/staff-bar";
import { Tabs } from "~/ui/tabs";
import { GALLERY } from "./samples";
import { Section, State, States } from "./section";
import { StillSession } from "./still-session";

/** What only staff see. */
export function StaffSection() {
  return (
    <Section id="staff" title="For staff">
      <StillSession view={{ phase: "open", secondsLeft: 1500 }}>
        <StaffBar username="ann" endsAt="4:35 PM EST" />
      </StillSession>
      <StillSession
        view={{
          phase: "open",
          secondsLeft: 90,
          isRefreshing: true,
          trouble: "The session could not be refreshed.",
        }}
      >
        <StaffBar username="ann.with.a.name.that.is.rather.long" endsAt="4:35 PM EST" />
      </StillSession>
      <div className="on-road states__ground">
        <States>
          <State name="countdown without script">
            <Countdown phase="plain" />
          </State>
          <State name="countdown while verifying">
            <Countdown phase="verifying" />
          </State>
          <State name="countdown">
            <Countdown phase="open" secondsLeft={1500} />
          </State>
          <State name="countdown, amber">
            <Countdown phase="open" secondsLeft={240} />
          </State>
        </States>
      </div>
      <States>
        <State name="a question">
          <Question />
        </State>
        <State name="the warning before a session ends">
          <Warning />
        </State>
      </States>
      <Tabs
        label="Sample"
        tabs={[
          { to: "/admin", label: "Dismantled Vehicles" },
          { to: GALLERY, label: "Retail Vehicles" },
          { to: "/admin/parts-requests", label: "Parts Requests" },
          { to: "/admin/repair-requests", label: "Repair Requests" },
        ]}
      />
    </Section>
  );
}

function Countdown(view: Partial<SessionView>) {
  return (
    <StillSession view={view}>
      <SessionCountdown endsAt="4:35 PM EST" />
    </StillSession>
  );
}

function Question() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="button button--secondary" onClick={() => setAsking(true)}>
        Ask
      </button>
      {asking ? (
        <ConfirmDialog
          question="Are you sure you want to delete this vehicle?"
          detail="2014 BMW X5, stock # P1187"
          wayOut="Cancel"
          onClose={() => setAsking(false)}
        >
          {(wayOut) => (
            <div className="form__actions">
              <button type="button" className="button button--danger">
                Delete
              </button>
              {wayOut}
            </div>
          )}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Warning() {
  const [shown, setShown] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" className="button button--secondary" onClick={() => setShown(true)}>
        Warn
      </button>
      <StillSession
        view={{ phase: "open", warningSeconds: shown ? 95 : undefined }}
        onAnswer={() => setShown(false)}
      >
        <SessionWarning dialog={dialog} />
      </StillSession>
    </>
  );
}
