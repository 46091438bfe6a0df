import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { withTimeout } from "./api/client/timeout";
import { stripErrorMark } from "./ui/forms/error-title";

/** The longest that a busy page delays its hydration, in milliseconds. */
const MAX_IDLE_WAIT_MS = 2_000;

// Every request of a page passes here: Remix sends its own with the global `fetch`.
window.fetch = withTimeout(window.fetch.bind(window));

// Links, forms and the menu work without hydration, so loading and the first taps have priority.
if (document.readyState === "complete") hydrateWhenIdle();
else addEventListener("load", hydrateWhenIdle, { once: true });

function hydrateWhenIdle(): void {
  // Safari has no idle callback.
  if ("requestIdleCallback" in window) requestIdleCallback(hydrate, { timeout: MAX_IDLE_WAIT_MS });
  else setTimeout(hydrate, 100);
}

function hydrate(): void {
  // React expects the title that the route rendered.
  document.title = stripErrorMark(document.title);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydrationMark>
          <RemixBrowser />
        </HydrationMark>
      </StrictMode>,
    );
  });
}

/** Marks the page as hydrated for tests, after every effect of the first render. */
function HydrationMark({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  return children;
}
