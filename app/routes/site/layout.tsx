import { Outlet } from "@remix-run/react";
import { useBusiness } from "~/ui/business";
import { SiteHeader } from "~/ui/site-header";

export default function SiteLayout() {
  return (
    <>
      <SiteHeader business={useBusiness()} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
