import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Where the link that led here went with its page, who uses a keyboard or a screen reader goes on in the new page's
 * `main`. A link that stays, a tab for instance, keeps the focus.
 */
export function useFocusOnNewAddress(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) {
      document.getElementById("main")?.focus({ preventScroll: true });
    }
  }, [pathname]);
}
