import { Outlet } from "@remix-run/react";
import { SiteHeader } from "~/ui/layout/site-header";
import { useBusiness } from "~/ui/layout/use-business";

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
