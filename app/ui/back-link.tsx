import { Link } from "@remix-run/react";
import { Icon } from "./icon";

/** Above a page that belongs to a list: the way back to it. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <nav className="breadcrumb" aria-label="Back">
      <Link to={to}>
        <Icon name="arrow-left" size={20} />
        {children}
      </Link>
    </nav>
  );
}
