import { useRouteLoaderData } from "@remix-run/react";

/** The note above every public page while its name or phone is the example's. */
export function ExampleLine() {
  const isExample = useRouteLoaderData<{ isExample: boolean }>("root")?.isExample;
  return isExample ? (
    <p className="page note">
      These are the example details of a new site: name, address, phone or hours are made up.
    </p>
  ) : null;
}
