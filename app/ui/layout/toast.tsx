import type { Toast, ToastAction } from "~/http/toast";
import { dismissToast, showToast } from "~/ui/elements/show-toast";

const TOASTER = { show: showToast, dismiss: dismissToast };

/** Shows and dismisses toasts from a component. */
export function useToaster() {
  return TOASTER;
}

/**
 * The region where toasts appear, and the toast that a redirect set for this page: plain HTML at the top of the page, which
 * script turns into a toast (ui/elements/toast.ts).
 */
export function Toasts({ flashed }: { flashed: Toast | undefined }) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constant, so that React leaves the toasts alone */}
      <toast-region dangerouslySetInnerHTML={LIVE_REGIONS} suppressHydrationWarning />
      {flashed ? <FlashToast key={flashed.id} toast={flashed} /> : null}
    </>
  );
}

/** A message that comes with the page or a part of it, which script turns into a toast. */
export function FlashToast({ toast }: { toast: Omit<Toast, "id"> }) {
  return (
    <flash-toast
      class={`screen-only flash-toast toast--${toast.variant}`}
      data-variant={toast.variant}
      role="region"
      aria-label="Message"
      suppressHydrationWarning
    >
      <ToastText toast={toast} />
    </flash-toast>
  );
}

/** A message that looks like a toast but stays in the page. */
export function ToastCard({ toast }: { toast: Omit<Toast, "id"> }) {
  return (
    <div className={`toast toast--${toast.variant}`}>
      <ToastText toast={toast} />
    </div>
  );
}

function ToastText({ toast }: { toast: Omit<Toast, "id"> }) {
  return (
    <div className="grow breaks toast__text">
      <p className="toast__title">{toast.title}</p>
      {toast.description ? <p className="toast__description small above-1">{toast.description}</p> : null}
      {toast.action ? <ActionForm {...toast.action} /> : null}
    </div>
  );
}

function ActionForm({ label, method = "post", to, fields }: ToastAction) {
  return (
    <form method={method} action={to} className="toast__action">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button button--secondary button--small">
        {label}
      </button>
    </form>
  );
}

// Rendered empty, because a message that arrives together with its live region is not announced.
const LIVE_REGIONS = { __html: '<div role="status"></div><div role="alert"></div>' };
