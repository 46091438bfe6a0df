import { Link } from "@remix-run/react";
import type { Business } from "~/models/business";

/** Stands on every route and links to the privacy policy (specification, section 2). */
export function SiteFooter({ business }: { business: Business | undefined }) {
  return (
    <footer className="site-footer">
      {business ? <p>{business.name}</p> : null}
      <nav aria-label="Footer">
        <Link to="/about">About</Link> <Link to="/privacy-policy">Privacy Policy</Link>
      </nav>
    </footer>
  );
}
