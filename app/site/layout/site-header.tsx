import { useLocation } from "@remix-run/react";
import { type Business, phoneHref } from "~/business/links";
import { Icon } from "~/ui/layout/icon";
import { Logo } from "~/ui/layout/logo";
import { OpenNow } from "~/ui/layout/open-now";
import { CallLink } from "./contact-lines";
import { Hours, Weekends } from "./hours";
import { SiteMenu, SiteMenuButton } from "./site-menu";

/** The navigation's six items. */
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
    <header className="site-header screen-only">
      <div className="from-1024 small site-header__bar">
        <div className="row between page">
          <a className="row" href={phoneHref(business)}>
            <Icon name="phone" size={18} /> {business.phone}
          </a>
          <OpenNow business={business} />
          <p className="row">
            <Icon name="clock" size={18} />{" "}
            <span className="site-header__hours">
              {business.hours.inBar ?? <a href="/contact">All Hours</a>}
            </span>
          </p>
        </div>
      </div>
      <div className="row site-header__main page">
        <a className="row gap-3 site-header__logo" href="/">
          <Logo business={business} />
        </a>
        <nav className="from-1024 site-header__nav" aria-label="Main">
          <NavigationItems />
        </nav>
        <a
          className="until-1024 site-header__phone"
          href={phoneHref(business)}
          aria-label={`Call ${business.phone}`}
        >
          <Icon name="phone" size={26} />
          <span className="visually-hidden--phone">{business.phone}</span>
        </a>
        <SiteMenuButton />
      </div>
      <SiteMenu>
        <nav className="site-menu__items" aria-label="Main">
          <NavigationItems />
        </nav>
        <hr className="center-line below-5" />
        <div className="grid site-menu__footer">
          <div>
            <Hours business={business} />
            <Weekends business={business} />
            <OpenNow business={business} />
          </div>
          <CallLink business={business} />
        </div>
      </SiteMenu>
    </header>
  );
}

function NavigationItems() {
  const { pathname } = useLocation();
  return (
    <ul className="navigation">
      {NAVIGATION.map(({ to, label }) => (
        <li key={to}>
          <a href={to} aria-current={isBelow(pathname, to) ? "page" : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

// A vehicle's page marks the inventory as current.
function isBelow(pathname: string, to: string): boolean {
  return pathname === to || (to !== "/" && pathname.startsWith(`${to}/`));
}
