import { Link, NavLink } from "@remix-run/react";
import { type MouseEvent, useEffect, useState } from "react";
import { type Business, openingHours, phoneHref } from "~/models/business";
import { CallLink } from "./contact-lines";
import { Drawer, type DrawerState, useDrawer } from "./drawer";
import { Icon } from "./icon";
import { LogoMark } from "./logo";
import { OpenNow } from "./open-now";

/** The six items of the navigation, to the letter (specification, section 2). */
export const NAVIGATION = [
  { to: "/", label: "Home" },
  { to: "/repair", label: "Repair Services" },
  { to: "/parts", label: "Shop Recycled Parts" },
  { to: "/partsrequest", label: "Request Parts" },
  { to: "/inventory", label: "Pre-Owned Vehicles" },
  { to: "/contact", label: "Contact" },
] as const;

/** Where the footer keeps the menu: without script the menu button is a link to it. */
export const SITE_MENU_ID = "site-menu";

export function SiteHeader({ business }: { business: Business }) {
  const drawer = useDrawer();
  return (
    <header className="site-header">
      <div className="site-header__bar">
        <div className="page">
          <a className="icon-line" href={phoneHref(business)}>
            <Icon name="phone" size={18} /> {business.phone}
          </a>
          <OpenNow business={business} />
          <p className="icon-line">
            <Icon name="clock" size={18} /> {openingHours(business)}. {business.hours.weekendsShort}.
          </p>
        </div>
      </div>
      <div className="site-header__main page">
        <Link className="site-header__logo" to="/">
          <LogoMark /> <span>{business.name}</span>
        </Link>
        <nav className="site-header__nav" aria-label="Main">
          <NavigationItems />
        </nav>
        <a className="site-header__phone" href={phoneHref(business)} aria-label={`Call ${business.phone}`}>
          <Icon name="phone" size={26} />
          <span className="site-header__number">{business.phone}</span>
        </a>
        <MenuButton drawer={drawer} />
      </div>
      <Drawer drawer={drawer}>
        <nav className="drawer__items" aria-label="Main">
          <NavigationItems />
        </nav>
        <hr className="centre-line" />
        <div className="drawer__foot">
          <p>
            {openingHours(business)}
            <br />
            {business.hours.weekends}
            <br />
            <OpenNow business={business} />
          </p>
          <CallLink business={business} />
        </div>
      </Drawer>
    </header>
  );
}

function NavigationItems() {
  return (
    <ul className="navigation">
      {NAVIGATION.map((item) => (
        <li key={item.to}>
          <NavLink to={item.to} end={item.to === "/"}>
            {item.label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** A link to the menu in the footer, until script makes it a button that opens the drawer. */
function MenuButton({ drawer }: { drawer: DrawerState }) {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  const look = (
    <>
      <Icon name="menu" size={28} />
      <span className="site-header__menu-word">Menu</span>
    </>
  );
  if (!scripted) {
    return (
      <a className="site-header__menu" href={`#${SITE_MENU_ID}`}>
        {look}
      </a>
    );
  }
  const open = (event: MouseEvent) => {
    event.preventDefault();
    drawer.open();
  };
  return (
    <button
      type="button"
      className="site-header__menu"
      aria-haspopup="dialog"
      aria-expanded={drawer.isOpen}
      aria-controls="site-drawer"
      onClick={open}
    >
      {look}
    </button>
  );
}
