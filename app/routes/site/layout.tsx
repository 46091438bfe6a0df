import { Outlet } from "@remix-run/react";
import { useBusiness } from "~/ui/business";
import { useFocusOnNewAddress } from "~/ui/focus-on-new-address";
import { SiteHeader } from "~/ui/site-header";

export default function SiteLayout() {
  useFocusOnNewAddress();
  return (
    <>
      <SiteHeader business={useBusiness()} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
