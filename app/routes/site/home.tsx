import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { type Business, openingHours } from "~/models/business";
import { businessThing, websiteThing } from "~/models/structured-data";
import { SAME_FOR_EVERYONE } from "~/page-handles";
import { useBusiness } from "~/ui/business";
import { ContactLines, DirectionsLink } from "~/ui/contact-lines";
import { HomeDrawing } from "~/ui/drawings/home";
import { Hero, HeroLine } from "~/ui/hero";
import { Icon, type IconName } from "~/ui/icon";
import { MapFrame } from "~/ui/map-card";
import { OpenNow } from "~/ui/open-now";
import { PageSection } from "~/ui/page-section";
import { publicPage } from "~/ui/public-page";

export const handle = SAME_FOR_EVERYONE;

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, (site) => ({
    path: "/",
    description: `Recycled auto parts, repairs and pre-owned vehicles in ${site.business.address.city}, ${site.business.address.state}: book a service appointment, request a part or see what is for sale.`,
    things: [businessThing(site), websiteThing(site)],
  }));

/** Home (specification, section 2). */
export default function Home() {
  const business = useBusiness();
  return (
    <>
      <Hero title={business.tagline} drawing={<HomeDrawing />}>
        <p>
          {business.name} in {business.address.city}, {business.address.state}. Independent since{" "}
          {business.foundedYear}.
        </p>
        <div className="hero__actions">
          <Link className="button" to="/repair">
            Book a Service Appointment
          </Link>
          <Link className="button button--secondary" to="/parts">
            Browse Recycled Parts
          </Link>
        </div>
        <HeroLine icon="clock">
          {openingHours(business)}
          <br />
          <OpenNow business={business} />
        </HeroLine>
      </Hero>
      <Services />
      <Warranty business={business} />
      <Location business={business} />
    </>
  );
}

const SERVICES: readonly { to: string; icon: IconName; name: string; words: string; go: string }[] = [
  {
    to: "/parts",
    icon: "recycle",
    name: "Recycled Parts",
    words: "Used parts from vehicles we take apart ourselves. See what came in, or tell us what you need.",
    go: "Shop recycled parts",
  },
  {
    to: "/repair",
    icon: "wrench",
    name: "Repair Service",
    words: "Repairs with new, used or aftermarket parts. Leave your number and we call you back.",
    go: "See repair services",
  },
  {
    to: "/inventory",
    icon: "car",
    name: "Pre-Owned Vehicles",
    words: "Cars, trucks and SUVs, each with its picture, its price and everything we know about it.",
    go: "Browse vehicles",
  },
];

function Services() {
  return (
    <PageSection
      id="services"
      title="Our Services"
      lead="Three ways we keep you on the road."
      className="services"
    >
      <ul className="gantry">
        {SERVICES.map((service) => (
          <li key={service.to} className="sign gantry__sign">
            <Icon name={service.icon} size={44} />
            <h3>{service.name}</h3>
            <p>{service.words}</p>
            <Link className="gantry__link" to={service.to}>
              {service.go} <Icon name="arrow-right" size={22} />
            </Link>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function Warranty({ business }: { business: Business }) {
  return (
    <section className="on-road warranty" aria-labelledby="warranty">
      <div className="page warranty__inner">
        <div className="warranty__head">
          <Icon name="shield" size={56} />
          <h2 id="warranty">Repairs under warranty</h2>
        </div>
        <ul className="warranty__claims">
          <li>{business.warranty.newParts}</li>
          <li>{business.warranty.usedParts}</li>
        </ul>
      </div>
    </section>
  );
}

function Location({ business }: { business: Business }) {
  return (
    <section className="section" aria-labelledby="location">
      <div className="page location">
        <div className="location__words">
          <h2 className="sign" id="location">
            Visit Us
          </h2>
          <ContactLines business={business} />
          <DirectionsLink business={business} />
        </div>
        <MapFrame business={business} />
      </div>
    </section>
  );
}
