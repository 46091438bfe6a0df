import { useLocation } from "@remix-run/react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { Icon } from "./icon";

/** From this width on the navigation stands in the header (specification, section 2). */
const DESKTOP = "(min-width: 1024px)";
const RESIZE_DEBOUNCE_MS = 100;

/**
 * A panel that slides in from the side. The browser's own modal dialog makes the rest of the page inert, closes on
 * Escape and gives the focus back to what opened it; page scroll is locked by drawer.css while it stands open.
 */
export function Drawer({ drawer, children }: { drawer: DrawerState; children: ReactNode }) {
  return (
    // The click is for the backdrop alone: the keyboard has Escape and the close button.
    <dialog
      id="site-drawer"
      className="drawer"
      aria-label="Menu"
      ref={drawer.dialog}
      onClose={drawer.closed}
      onClick={closeOnBackdrop}
      onKeyDown={keepFocusInside}
    >
      <div className="drawer__panel">
        <button type="button" className="drawer__close" onClick={drawer.close} aria-label="Close menu">
          <Icon name="close" size={28} />
        </button>
        {children}
      </div>
    </dialog>
  );
}

export interface DrawerState {
  dialog: RefObject<HTMLDialogElement>;
  isOpen: boolean;
  open: () => void;
  close: () => void;
  closed: () => void;
}

/** Opens and closes a drawer; a navigation, or a window grown to desktop width, closes it. */
export function useDrawer(): DrawerState {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => {
    dialog.current?.showModal();
    setOpen(true);
  }, []);
  const close = useCallback(() => dialog.current?.close(), []);
  const closed = useCallback(() => setOpen(false), []);

  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has a key of its own, the same page's too
  useEffect(close, [key]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onResize = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (window.matchMedia(DESKTOP).matches) close();
      }, RESIZE_DEBOUNCE_MS);
    };
    window.addEventListener("resize", onResize);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("resize", onResize);
    };
  }, [close]);

  return { dialog, isOpen, open, close, closed };
}

// The panel covers the dialog, so a click on the dialog itself fell on its backdrop.
function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>) {
  if (event.target === event.currentTarget) event.currentTarget.close();
}

// The page behind is inert, but Tab would leave for the browser's own bar.
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== "Tab") return;
  const stops = event.currentTarget.querySelectorAll<HTMLElement>("a[href], button");
  const first = stops[0];
  const last = stops[stops.length - 1];
  const leaving = event.shiftKey ? first : last;
  if (document.activeElement !== leaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
