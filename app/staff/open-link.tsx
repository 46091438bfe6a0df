import { Link } from "@remix-run/react";
import { useMayOpen } from "./use-may-open";

/** A link if the user's role includes its page; otherwise just its text. */
export function OpenLink({ to, children }: { to: string; children: string }) {
  return useMayOpen()(to) ? <Link to={to}>{children}</Link> : children;
}
