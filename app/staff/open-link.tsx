import { Link } from "@remix-run/react";
import { useMayOpen } from "./use-may-open";

/** A link where the role of whoever is signed in includes its page; elsewhere its words alone. */
export function OpenLink({ to, children }: { to: string; children: string }) {
  return useMayOpen()(to) ? <Link to={to}>{children}</Link> : children;
}
