import { Link } from "@remix-run/react";
import { type Business, openingHours, phoneHref } from "~/models/business";
import { AddressLink } from "./contact-lines";
import { LogoMark } from "./logo";
import { OpenNow } from "./open-now";
import { NAVIGATION, SITE_MENU_ID } from "./site-header";

/**
 * Stands on every route and links to the privacy policy (specification, section 2). It carries the whole menu too, for
 * the menu button's visitors without script. Where the root's data failed there is no business to name.
 */
export function SiteFooter({ business }: { business: Business | undefined }) {
  return (
    <footer className="site-footer">
      <hr className="centre-line" />
      <div className="page site-footer__columns">
        {business ? (
          <div className="site-footer__business">
            <p className="site-footer__name">
              <LogoMark size={40} /> {business.name}
            </p>
            <address>
              <AddressLink business={business} />
              <br />
              <a href={phoneHref(business)}>{business.phone}</a>
              <br />
              <a href={`mailto:${business.email}`}>{business.email}</a>
            </address>
            <p>
              {openingHours(business)}. {business.hours.weekends}.
              <br />
              <OpenNow business={business} />
            </p>
          </div>
        ) : null}
        <nav className="site-footer__menu" id={SITE_MENU_ID} tabIndex={-1} aria-label="Footer">
          <ul className="navigation">
            {[...NAVIGATION, ...FOOTER_ONLY].map((item) => (
              <li key={item.to}>
                <Link to={item.to}>{item.label}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}

const FOOTER_ONLY = [
  { to: "/about", label: "About" },
  { to: "/privacy-policy", label: "Privacy Policy" },
  { to: "/accessibility", label: "Accessibility" },
] as const;
