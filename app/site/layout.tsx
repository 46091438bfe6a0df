import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { useBusiness } from "~/ui/layout/use-business";
import { SiteHeader } from "./layout/site-header";

export default function SiteLayout() {
  const isExample = useRouteLoaderData<{ isExample: boolean }>("root")?.isExample;
  return (
    <>
      {isExample ? (
        <p className="page note">
          These are the example details of a new site: name, address, phone and hours are made up.
        </p>
      ) : null}
      <SiteHeader business={useBusiness()} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
