import { createContext, useContext, useSyncExternalStore } from "react";
import { PLAIN_VIEW, type SessionStore, type SessionView } from "./session-store";

export const SessionContext = createContext<SessionStore | undefined>(undefined);

/** The clock that runs the page's session: refresh, extend, log out. */
export function useStaffSession(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error("useStaffSession needs a StaffSession around it");
  return store;
}

/** What is to be shown of the session; changes every second once script runs. */
export function useSessionView(): SessionView {
  const store = useStaffSession();
  return useSyncExternalStore(store.subscribe, store.view, () => PLAIN_VIEW);
}
