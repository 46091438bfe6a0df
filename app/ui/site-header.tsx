import { Link } from "@remix-run/react";
import type { Business } from "~/models/business";

/** The six items of the navigation, to the letter (specification, section 2). */
export const NAVIGATION = [
  { to: "/", label: "Home" },
  { to: "/repair", label: "Repair Services" },
  { to: "/parts", label: "Shop Recycled Parts" },
  { to: "/partsrequest", label: "Request Parts" },
  { to: "/inventory", label: "Pre-Owned Vehicles" },
  { to: "/contact", label: "Contact" },
] as const;

export function SiteHeader({ business }: { business: Business }) {
  return (
    <header className="site-header">
      <Link to="/">{business.name}</Link>
      <nav aria-label="Main">
        {NAVIGATION.map((item) => (
          <Link key={item.to} to={item.to}>
            {item.label}
          </Link>
        ))}
      </nav>
    </header>
  );
}
