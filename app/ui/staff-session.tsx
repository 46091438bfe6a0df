import { useRevalidator } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import { watchActivity } from "./session-activity";
import { SessionContext } from "./session-context";
import { createSessionStore } from "./session-store";
import type { PageSession } from "./session-token";
import { SessionWarning } from "./session-warning";

/**
 * Runs the session's clock for the staff pages in it (specification, section 4), and warns before it ends. Without
 * script, and until it has come, nothing here changes the page.
 */
export function StaffSession({ session, children }: { session: PageSession; children: ReactNode }) {
  const { revalidate } = useRevalidator();
  const warning = useRef<HTMLDialogElement>(null);
  const page = useRef(session);
  page.current = session;
  const reload = useRef(revalidate);
  reload.current = revalidate;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page of the same session keeps its clock
  const store = useMemo(
    () => createSessionStore(page.current, () => reload.current()),
    [session.id, session.user._id],
  );

  useEffect(() => store.start(), [store]);
  useEffect(() => watchActivity(() => openDialog(warning), store.noteActivity), [store]);

  return (
    <SessionContext.Provider value={store}>
      {children}
      <SessionWarning dialog={warning} />
    </SessionContext.Provider>
  );
}

function openDialog({ current }: RefObject<HTMLDialogElement>): HTMLDialogElement | undefined {
  return current?.open ? current : undefined;
}
