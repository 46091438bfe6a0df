import { useRevalidator } from "@remix-run/react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { createSessionStore, SessionContext } from "./store";
import type { PageSession } from "./token";
import { SessionWarning } from "./warning";

/** Runs the session clock around staff pages and warns before the session ends. */
export function StaffSession({ session, children }: { session: PageSession; children: ReactNode }) {
  const { revalidate } = useRevalidator();
  const warning = useRef<HTMLDialogElement>(null);
  const reload = useRef(revalidate);
  reload.current = revalidate;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for the same session keeps its clock
  const store = useMemo(
    () => createSessionStore(session, () => reload.current()),
    [session.id, session.user._id],
  );

  useEffect(() => store.start(), [store]);
  useEffect(() => watchActivity(warning, store.recordActivity), [store]);

  return (
    <SessionContext.Provider value={store}>
      {children}
      <SessionWarning dialog={warning} />
    </SessionContext.Provider>
  );
}

const ACTIVITY_EVENTS = ["mousedown", "keydown", "touchstart", "scroll", "mousemove"] as const;

/** Keys that move between the warning's buttons or press them. */
const WARNING_KEYS = new Set(["Tab", "Shift", "Enter", " ", "Escape"]);

function watchActivity(warning: { current: HTMLDialogElement | null }, onActivity: () => void): () => void {
  const controller = new AbortController();
  let position = "";
  // Browsers also fire `mousemove` when the page moves under a resting mouse.
  const hasMoved = ({ isTrusted, screenX, screenY }: MouseEvent) => {
    const before = position;
    position = `${screenX},${screenY}`;
    return !isTrusted || position !== before;
  };
  const onEvent = (event: Event) => {
    if (event.type === "mousemove" && !hasMoved(event as MouseEvent)) return;
    if (!isForWarning(event, warning.current)) onActivity();
  };
  for (const type of ACTIVITY_EVENTS) {
    window.addEventListener(type, onEvent, { capture: true, passive: true, signal: controller.signal });
  }
  return () => controller.abort();
}

/** Events for the warning's buttons and backdrop, which extend or end the session themselves. */
function isForWarning(event: Event, dialog: HTMLDialogElement | null): boolean {
  const { target } = event;
  if (!dialog?.open || !(target instanceof Node) || !dialog.contains(target)) return false;
  if (event instanceof KeyboardEvent) return WARNING_KEYS.has(event.key);
  // On the backdrop the target is the dialog itself; mouse movement there dismisses the warning.
  return event.type !== "mousemove" || target !== dialog;
}
