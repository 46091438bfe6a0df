import type { ReactNode } from "react";
import { SessionContext } from "~/ui/session-context";
import { PLAIN_VIEW, type SessionStore, type SessionView } from "~/ui/session-store";

interface StillSessionProps {
  view: Partial<SessionView>;
  /** What its buttons do. */
  onAnswer?: () => void;
  children: ReactNode;
}

/** A staff session whose clock stands still. */
export function StillSession({ view, onAnswer = () => {}, children }: StillSessionProps) {
  return <SessionContext.Provider value={stillStore(view, onAnswer)}>{children}</SessionContext.Provider>;
}

function stillStore(shown: Partial<SessionView>, onAnswer: () => void): SessionStore {
  const view = { ...PLAIN_VIEW, ...shown };
  const answer = async () => onAnswer();
  return {
    start: () => () => {},
    subscribe: () => () => {},
    view: () => view,
    refresh: answer,
    extend: answer,
    logout: answer,
    noteActivity: () => {},
  };
}
