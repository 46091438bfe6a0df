import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { TOAST_DURATION_MS, type Toast } from "~/models/toast";
import { Icon } from "./icon";

type ToastWords = Omit<Toast, "id" | "variant"> & Partial<Pick<Toast, "variant">>;
type ShownToast = Toast & { action?: ReactNode };

interface Toaster {
  /** Shows one toast in place of the one that stands (one at a time, specification section 9). */
  show: (toast: ToastWords & { action?: ReactNode }) => void;
  dismiss: () => void;
}

const ToasterContext = createContext<Toaster>({ show: () => {}, dismiss: () => {} });

/** Shows and dismisses toasts from a component. Does nothing before script has come. */
export function useToaster(): Toaster {
  return useContext(ToasterContext);
}

/**
 * Holds the one toast of the page. `flashed` came with the page: it stands at the top of the page as plain
 * HTML, and becomes a toast that leaves after five seconds once script runs.
 */
export function ToastProvider({ flashed, children }: { flashed: Toast | undefined; children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast | undefined>(flashed);
  const [scripted, setScripted] = useState(false);
  const shownSoFar = useRef(0);
  const dismiss = useCallback(() => setShown(undefined), []);
  const show = useCallback<Toaster["show"]>((words) => {
    shownSoFar.current += 1;
    setShown({ id: `shown-${shownSoFar.current}`, variant: "default", ...words });
  }, []);

  useEffect(() => setScripted(true), []);
  useEffect(() => {
    if (flashed) setShown(flashed);
  }, [flashed]);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(dismiss, TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [shown, dismiss]);

  const toaster = useMemo(() => ({ show, dismiss }), [show, dismiss]);
  const card = shown ? (
    <ToastCard key={shown.id} toast={shown} onClose={scripted ? dismiss : undefined} />
  ) : null;
  const urgent = shown?.variant === "destructive";
  return (
    <ToasterContext.Provider value={toaster}>
      {/* Two regions, empty before there is anything to say: what comes together with its region is not announced. */}
      <div className="toast-area toast-area--floating">
        <div role="status">{scripted && !urgent ? card : null}</div>
        <div role="alert">{scripted && urgent ? card : null}</div>
      </div>
      {/* Nothing announces a page that is only read, so there the words stand where reading begins. */}
      {card && !scripted ? (
        <section className="toast-area" aria-label="Message">
          {card}
        </section>
      ) : null}
      {children}
    </ToasterContext.Provider>
  );
}

/**
 * A toast as it looks: title, description, optional action and close button. What it stands in decides whether it is
 * announced: a live region of its own inside another would be said twice.
 */
export function ToastCard({ toast, onClose }: { toast: ShownToast; onClose?: (() => void) | undefined }) {
  return (
    <div className={`toast toast--${toast.variant}`}>
      <div className="toast__words">
        <p className="toast__title">{toast.title}</p>
        {toast.description ? <p className="toast__description">{toast.description}</p> : null}
      </div>
      {toast.action}
      {onClose ? (
        <button type="button" className="toast__close" onClick={onClose} aria-label="Close message">
          <Icon name="close" />
        </button>
      ) : null}
    </div>
  );
}
