import { Outlet, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useBusiness } from "~/ui/business";
import { SiteHeader } from "~/ui/site-header";

export default function SiteLayout() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Where the link that led here went with its page, who uses a keyboard or a screen reader goes on in this one.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <SiteHeader business={useBusiness()} />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
