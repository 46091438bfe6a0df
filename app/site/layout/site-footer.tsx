import { type Business, phoneHref } from "~/business/links";
import { LogoMark } from "~/ui/layout/logo";
import { AddressLink } from "./contact-lines";
import { Hours, Weekends } from "./hours";
import { NAVIGATION } from "./site-header";
import { FOOTER_MENU_ID } from "./site-menu";

/**
 * On every route, with a link to the privacy policy, and with the whole navigation for browsers
 * that cannot open the menu. `business` is missing if the root's data failed.
 */
export function SiteFooter({ business }: { business: Business | undefined }) {
  return (
    <footer className="screen-only site-footer">
      <hr className="center-line" />
      <div className="page grid gap-8 site-footer__columns">
        {business ? (
          <div className="stack gap-3 site-footer__business">
            <p className="row gap-3 site-footer__name">
              {business.look.logo ? null : <LogoMark size={40} />} {business.name}
            </p>
            <address className="tap-links breaks">
              <AddressLink business={business} />
              <br />
              <a href={phoneHref(business)}>{business.phone}</a>
              <br />
              <a href={`mailto:${business.email}`}>{business.email}</a>
            </address>
            <div>
              <Hours business={business} />
              <Weekends business={business} />
            </div>
          </div>
        ) : null}
        <nav className="tap-links site-footer__menu" id={FOOTER_MENU_ID} tabIndex={-1} aria-label="Footer">
          <ul className="navigation">
            {[...NAVIGATION, ...FOOTER_ONLY].map((item) => (
              <li key={item.to}>
                <a href={item.to}>{item.label}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}

const FOOTER_ONLY = [
  { to: "/parts/find", label: "Find a Part" },
  { to: "/sell-your-car", label: "Sell Us Your Car" },
  { to: "/about", label: "About" },
  { to: "/privacy-policy", label: "Privacy Policy" },
  { to: "/accessibility", label: "Accessibility" },
] as const;
