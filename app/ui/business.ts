import { useRouteLoaderData } from "@remix-run/react";
import type { Business } from "~/models/business";

/** The facts of the business on any page: they come with the root's data. */
export function useBusiness(): Business {
  const root = useRouteLoaderData<{ business: Business }>("root");
  if (!root) throw new Error("useBusiness needs the root's data");
  return root.business;
}
