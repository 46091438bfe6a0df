import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Business } from "~/business/links";
import { OptionalContent } from "~/http/optional.server";
import { STATIC } from "~/http/page-handle";
import { formatTotal, MAX_COUNTED } from "~/lists/window";
import { FIND_PAGE } from "~/parts/finder";
import { EMPTY_SHELF } from "~/parts/shelf";
import { findShelf } from "~/parts/shelf.server";
import { findBusinessPhotos } from "~/pictures/business-photos.server";
import { SELL_CAR_PAGE } from "~/requests/offered-car";
import { businessJsonLd, websiteJsonLd } from "~/seo/json-ld";
import { HeroIllustration } from "~/ui/illustrations/hero-illustration";
import drawing from "~/ui/illustrations/home.svg?raw";
import { Icon, type IconName } from "~/ui/layout/icon";
import { OpenNow } from "~/ui/layout/open-now";
import { useBusiness } from "~/ui/layout/use-business";
import { findPublicDismantledSlice, toDismantledCards } from "~/vehicles/dismantled.server";
import { findPublicRetailSlice, toRetailCard } from "~/vehicles/retail.server";
import { AddressLink, ContactLines, DirectionsLink } from "./layout/contact-lines";
import { Hero, HeroLine } from "./layout/hero";
import { HeroPhoto } from "./layout/hero-photo";
import { Hours } from "./layout/hours";
import { MapFrame } from "./layout/map-card";
import { PageSection } from "./layout/page-section";
import { inTown, publicPage } from "./layout/public-page";
import { WarrantySection } from "./layout/warranty";
import { ShelfSections } from "./parts/shelf-sections";
import { DismantledCard } from "./vehicles/dismantled-card";
import { RetailCard } from "./vehicles/retail-card";

export const handle = STATIC;

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, (site) => ({
    path: "/",
    title: [`Used Auto Parts${inTown(site.business)}`],
    description: `Recycled auto parts, repairs and pre-owned vehicles in ${site.business.address.city}, ${site.business.address.state}: book a service appointment, request a part or see what's for sale.`,
    jsonLd: [businessJsonLd(site), websiteJsonLd(site)],
  }));

/** The newest parts and vehicles; without any of them the rest of the page still helps. */
export async function loader({ context }: LoaderFunctionArgs) {
  const optional = new OptionalContent(context.requestId);
  const [shelf, forSale, forParts, [photo]] = await Promise.all([
    optional.load("the shelf", findShelf(), EMPTY_SHELF),
    optional.load("the vehicles for sale", findForSale(), { total: 0, vehicles: [] }),
    optional.load("the vehicles for parts", findForParts(), { total: 0, vehicles: [] }),
    optional.load("the photo of the yard", findBusinessPhotos("yard"), []),
  ]);
  return data({ shelf, forSale, forParts, photo }, optional.init);
}

async function findForSale() {
  const { total, records } = await findPublicRetailSlice({ sort: "newest", page: 1 }, NEWEST);
  return { total, vehicles: records.map(toRetailCard) };
}

async function findForParts() {
  const { total, records } = await findPublicDismantledSlice({ sort: "newest", page: 1 }, NEWEST);
  return { total, vehicles: await toDismantledCards(records) };
}

/** One row of each. */
const NEWEST = { limit: 4, countTo: MAX_COUNTED };

export default function Home() {
  const business = useBusiness();
  const { shelf, forSale, forParts, photo } = useLoaderData<typeof loader>();
  return (
    <>
      <Hero
        kind="home"
        title={business.tagline}
        illustration={photo ? <HeroPhoto photo={photo} /> : <HeroIllustration svg={drawing} />}
      >
        <div className="grid gap-1">
          <HeroLine icon="pin">
            <p>
              <AddressLink business={business} />.
              <br />
              Independent since {business.foundedYear}.
            </p>
          </HeroLine>
          <HeroLine icon="clock">
            <Hours business={business} /> <OpenNow business={business} />
          </HeroLine>
        </div>
        <SiteSearch example={shelf.examples[0]} />
        <div className="cluster screen-only hero__actions">
          <a className="button button--secondary button--small" href="/repair">
            Book a Service Appointment
          </a>{" "}
          <a className="button button--secondary button--small" href="/parts">
            Browse Recycled Parts
          </a>
        </div>
      </Hero>
      <ShelfSections shelf={shelf} />
      {forParts.total > 0 ? (
        <PageSection id="for-parts" title="New Arrivals for Parts" className="newest" tint>
          <ul className="cards">
            {forParts.vehicles.map((vehicle) => (
              <li key={vehicle._id}>
                <DismantledCard vehicle={vehicle} position={1} />
              </li>
            ))}
          </ul>
          <MoreLink to="/parts#vehicles">See all {formatTotal(forParts.total)} vehicles for parts</MoreLink>
        </PageSection>
      ) : null}
      {forSale.total > 0 ? (
        <PageSection id="for-sale" title="Just In: Vehicles for Sale" className="newest">
          <ul className="cards">
            {forSale.vehicles.map((vehicle) => (
              <li key={vehicle._id}>
                {/* No picture of the first screen, so each loads lazily. */}
                <RetailCard vehicle={vehicle} position={1} />
              </li>
            ))}
          </ul>
          <MoreLink to="/inventory">See all {formatTotal(forSale.total)} vehicles for sale</MoreLink>
        </PageSection>
      ) : null}
      <Services />
      <WarrantySection business={business} />
      <Location business={business} />
    </>
  );
}

/** One field for both lists; without script too, since each button names its list. */
function SiteSearch({ example }: { example: string | undefined }) {
  return (
    <search className="screen-only site-search">
      <form className="grid gap-2" action={FIND_PAGE}>
        <label className="field__label" htmlFor="site-search">
          Find a part or a car
        </label>
        <input
          className="input"
          id="site-search"
          name="q"
          type="search"
          maxLength={200}
          placeholder={example}
        />
        <div className="grid gap-3 columns">
          <button className="button" type="submit" formAction={FIND_PAGE}>
            Search Parts
          </button>{" "}
          <button className="button button--secondary" type="submit" formAction="/inventory">
            Search Cars
          </button>
        </div>
      </form>
    </search>
  );
}

function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="above-5 newest__more">
      <a className="icon-line" href={to}>
        <span>{children}</span> <Icon name="arrow-right" size={22} />
      </a>
    </p>
  );
}

const SERVICES: readonly { to: string; icon: IconName; name: string; text: string }[] = [
  {
    to: "/parts",
    icon: "recycle",
    name: "Recycled Parts",
    text: "Quality used parts from vehicles we dismantle.",
  },
  {
    to: "/repair",
    icon: "wrench",
    name: "Repair Service",
    text: "Repairs with new, used or aftermarket parts.",
  },
  {
    to: "/inventory",
    icon: "car",
    name: "Pre-Owned Vehicles",
    text: "Cars, trucks and SUVs with photos, prices and full details.",
  },
];

function Services() {
  return (
    <PageSection id="services" title="Our Services">
      <ul className="cards">
        {SERVICES.map(({ to, icon, name, text }) => (
          <li key={to} className="row gap-4 start relative">
            <span className="card__icon">
              <Icon name={icon} />
            </span>
            <div>
              <h3>
                <a href={to} className="covers ink">
                  {name}
                </a>
              </h3>
              <p className="muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <MoreLink to={SELL_CAR_PAGE}>Have a car to sell, running or not? Get an offer from us</MoreLink>
    </PageSection>
  );
}

function Location({ business }: { business: Business }) {
  return (
    <section className="section" aria-labelledby="location">
      <div className="page grid gap-6 location">
        <div className="grid lines">
          <h2 id="location">Visit Us</h2>
          <ContactLines business={business} />
          <DirectionsLink business={business} />
        </div>
        <MapFrame business={business} />
      </div>
    </section>
  );
}
