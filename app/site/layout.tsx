import { Outlet } from "@remix-run/react";
import { useBusiness } from "~/ui/layout/use-business";
import { ExampleLine } from "./layout/example-line";
import { SiteHeader } from "./layout/site-header";

export default function SiteLayout() {
  return (
    <>
      <ExampleLine />
      <SiteHeader business={useBusiness()} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
