import { useRouteLoaderData } from "@remix-run/react";
import { may, mayOpen, mayPrice, type Role } from "~/accounts/roles";
import type { Restriction } from "~/collections/collection";

/** Whether the user's role includes an address, so that no page offers what would be rejected. */
export function useMayOpen(): (path: string, method?: "GET" | "POST" | "DELETE") => boolean {
  const role = useRole();
  return (path, method) => mayOpen(role, path, method);
}

/** Whether that role may read a field, by what the collection's definition says it tells. */
export function useMayRead(): (restriction: Restriction | undefined) => boolean {
  const role = useRole();
  return (restriction) => restriction === undefined || may(role, restriction, "see");
}

/** Whether that role may set the prices of what is below a path. */
export function useMayPrice(): (path: string) => boolean {
  const role = useRole();
  return (path) => mayPrice(role, path);
}

function useRole(): Role {
  const frame = useRouteLoaderData("staff/layout") as { role: Role } | undefined;
  return frame?.role ?? "owner";
}
