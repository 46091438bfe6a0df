import { useBusiness } from "~/ui/business";
import { Badge } from "~/ui/chip";
import { ContactLines } from "~/ui/contact-lines";
import { IconCard } from "~/ui/icon-card";
import { MapCard } from "~/ui/map-card";
import { OpenNow } from "~/ui/open-now";
import { PageSection } from "~/ui/page-section";
import { SidePanel } from "~/ui/side-panel";
import { SignCard } from "~/ui/sign-card";
import { VehicleCard, type VehicleCardProps } from "~/ui/vehicle-card";
import { Price, publicStatusBadge } from "~/ui/vehicle-chips";
import { LONG_NAME } from "./samples";
import { Section, State, States } from "./section";

/** Below the first screen: their pictures wait. */
const POSITION = 9;
const CARD = {
  name: "2014 BMW X5",
  trim: "xDrive35i",
  stockNumber: "P1187",
  facts: ["84,210 miles", "Good condition", "Gasoline", "AWD"],
  page: { to: "#cards" },
  price: <Price price={12_995} />,
  position: POSITION,
} as const;

const ALWAYS = { openDays: [0, 1, 2, 3, 4, 5, 6], opensAt: 0, closesAt: 0, closedOn: [] };
const HARDLY_EVER = { ...ALWAYS, closesAt: 1 };

/** Cards, signs, and a vehicle in a list in each of its states. */
export function CardsSection({ imageUrl }: { imageUrl: string | undefined }) {
  const vehicles: [string, VehicleCardProps][] = [
    ["with a picture", { ...CARD, imageUrl }],
    ["without", { ...CARD, imageUrl: undefined }],
    ["pending", { ...CARD, imageUrl, badge: publicStatusBadge("pending") }],
    [
      "sold, no price",
      { ...CARD, imageUrl, price: <Price price={undefined} />, badge: publicStatusBadge("sold") },
    ],
    [
      "long words",
      {
        ...CARD,
        imageUrl: undefined,
        name: `2021 Mercedes-Benz ${LONG_NAME}`,
        stockNumber: "STOCK-2026-000000001187",
        price: <Price price={1_112_995} />,
      },
    ],
    [
      "for parts",
      {
        ...CARD,
        imageUrl,
        price: undefined,
        badge: <Badge tone="yellow">Awaiting Dismantle</Badge>,
        actions: (
          <a className="button button--secondary button--small button--wide" href="#cards">
            Request a part from this vehicle
          </a>
        ),
      },
    ],
  ];
  const business = useBusiness();
  return (
    <Section id="cards" title="Cards and signs">
      <ul className="cards">
        {vehicles.map(([state, card]) => (
          <li key={state}>
            <VehicleCard {...card} />
          </li>
        ))}
      </ul>
      <ul className="cards">
        <IconCard icon="shield" title="Warranty on our work">
          <p>A sentence or two about it.</p>
        </IconCard>
        <IconCard icon="recycle" title="New or used: you choose">
          <p>A sentence or two about it.</p>
        </IconCard>
      </ul>
      <States>
        <State name="card">
          <div className="card">
            <h3 className="card__title">Card</h3>
            <p>What it says.</p>
          </div>
        </State>
        <State name="card under a sign">
          <SignCard title="Overview" titleId="sample-card">
            <p>What it says.</p>
          </SignCard>
        </State>
        <State name="side panel">
          <SidePanel id="sample-panel" title="Rather talk now?">
            <ContactLines business={business} lines={["phone"]} />
          </SidePanel>
        </State>
        <State name="side panel under a sign">
          <SidePanel id="sample-signed-panel" title="Need a part?" sign>
            <ContactLines business={business} lines={["phone", "email", "address", "hours", "text"]} />
          </SidePanel>
        </State>
        <State name="map">
          <MapCard business={business} />
        </State>
        <State name="open now">
          <OpenNow business={{ ...business, hours: { ...business.hours, ...ALWAYS } }} />
        </State>
        <State name="closed now">
          <OpenNow business={{ ...business, hours: { ...business.hours, ...HARDLY_EVER } }} />
        </State>
        <State name="nobody knows: its place is kept">
          <OpenNow business={{ ...business, timeZone: "unknown" }} />
        </State>
        <State name="sign">
          <p className="sign">A sign</p>
          <p className="sign sign--small">A small one</p>
        </State>
      </States>
      <PageSection id="sample-section" title="A section" lead="It has a sentence under its title." tint>
        <p>It is as wide as the page.</p>
      </PageSection>
    </Section>
  );
}
