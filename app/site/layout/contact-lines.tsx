import type { ReactNode } from "react";
import { type Business, directionsHref, phoneHref, postalAddress } from "~/business/links";
import { Icon, type IconName } from "~/ui/layout/icon";
import { OpenNow } from "~/ui/layout/open-now";
import { Hours, Weekends } from "./hours";

type Line = "address" | "phone" | "email" | "text" | "hours";

interface ContactLinesProps {
  business: Business;
  /** Which lines to show, in this order. */
  lines?: readonly Line[];
}

/** How to reach the business: one row with an icon per line. */
export function ContactLines({ business, lines = ["address", "phone", "hours"] }: ContactLinesProps) {
  return (
    <dl className="grid gap-1 contact-lines">
      {lines.map((line) => {
        const { icon, label, value } = LINES[line];
        return (
          <div key={line} className="grid gap-3 start contact-lines__row">
            <dt>
              <Icon name={icon} />
              <span className="visually-hidden">{label}</span>
            </dt>
            <dd>{value(business)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

const LINES: Record<Line, { icon: IconName; label: string; value: (business: Business) => ReactNode }> = {
  address: { icon: "pin", label: "Address", value: (business) => <AddressLine business={business} /> },
  phone: {
    icon: "phone",
    label: "Phone",
    value: (business) => <a href={phoneHref(business)}>{business.phone}</a>,
  },
  email: {
    icon: "mail",
    label: "Email",
    value: (business) => <a href={`mailto:${business.email}`}>{business.email}</a>,
  },
  text: { icon: "text", label: "Text", value: () => "Text messaging: Coming Soon" },
  hours: { icon: "clock", label: "Hours", value: (business) => <HoursLine business={business} /> },
};

function AddressLine({ business }: { business: Business }) {
  const { street, city, state, zipCode } = business.address;
  return (
    <address>
      <a href={directionsHref(business)}>
        <span className="block contact-lines__address">{street}</span>{" "}
        {/* One text, or a screen reader joins the state and the ZIP code. */}
        <span className="block contact-lines__address">{`${city}, ${state} ${zipCode}`}</span>
      </a>
    </address>
  );
}

/** The address on one line, as a link to directions. */
export function AddressLink({ business }: { business: Business }) {
  return <a href={directionsHref(business)}>{postalAddress(business)}</a>;
}

/** The opening hours, the weekends, and whether the business is open now. */
function HoursLine({ business }: { business: Business }) {
  return (
    <>
      <Hours business={business} />
      <Weekends business={business} />
      <OpenNow business={business} />
    </>
  );
}

/** A link that calls the business. */
export function CallLink({ business, className = "button" }: { business: Business; className?: string }) {
  return (
    <a className={className} href={phoneHref(business)}>
      <Icon name="phone" size={22} />{" "}
      <span>
        Call <span className="phone">{business.phone}</span>
      </span>
    </a>
  );
}

/** A link to directions in the device's maps app. */
export function DirectionsLink({ business, className }: { business: Business; className?: string }) {
  return (
    <a
      className={className ?? "button button--secondary"}
      href={directionsHref(business)}
      aria-label={`Get Directions to ${postalAddress(business)}`}
    >
      <Icon name="pin" size={22} /> Get Directions
    </a>
  );
}
