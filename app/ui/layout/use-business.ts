import { useRouteLoaderData } from "@remix-run/react";
import type { Business } from "~/business/links";

/** The business file, from the root's data. */
export function useBusiness(): Business {
  const root = useRouteLoaderData<{ business: Business }>("root");
  if (!root) throw new Error("useBusiness needs the root's data");
  return root.business;
}
