import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Moves the focus to `main` on a new page if the link that led there is gone; a tab, which stays, keeps the focus. */
export function useFocusOnNewUrl(): void {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    if (document.activeElement === document.body) {
      document.getElementById("main")?.focus({ preventScroll: true });
    }
  }, [pathname]);
}
