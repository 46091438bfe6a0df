import { useRouteLoaderData } from "@remix-run/react";
import { mayOpen, type Role } from "~/accounts/roles";

/** Whether the role of whoever is signed in includes an address, so that no page offers what would be refused. */
export function useMayOpen(): (path: string, method?: "GET" | "POST") => boolean {
  const frame = useRouteLoaderData("staff/layout") as { role: Role } | undefined;
  return (path, method) => mayOpen(frame?.role ?? "owner", path, method);
}
