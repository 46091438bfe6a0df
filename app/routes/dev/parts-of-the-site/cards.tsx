import { useBusiness } from "~/ui/business";
import { Plate } from "~/ui/chip";
import { ContactLines } from "~/ui/contact-lines";
import { IconCard } from "~/ui/icon-card";
import { VehicleCard, type VehicleCardProps } from "~/ui/vehicle-card";
import { Section, State, States } from "./section";

/** Below the first screen: their pictures wait. */
const POSITION = 9;
const CARD = {
  name: "2014 BMW X5",
  trim: "xDrive35i",
  stockNumber: "P1187",
  facts: ["84,210 miles", "Good condition", "Gasoline", "AWD"],
  page: { to: "#cards" },
  price: <Plate price>$12,995</Plate>,
  position: POSITION,
} as const;

/** Cards, signs, and a vehicle in a list in each of its states. */
export function CardsSection({ imageUrl }: { imageUrl: string | undefined }) {
  const vehicles: [string, VehicleCardProps][] = [
    ["with a picture", { ...CARD, imageUrl }],
    ["without", { ...CARD, imageUrl: undefined }],
    ["pending", { ...CARD, imageUrl, badge: { label: "Sale Pending", tone: "yellow" } }],
    [
      "sold, no price",
      { ...CARD, imageUrl, price: <strong>Call for price</strong>, badge: { label: "Sold", tone: "red" } },
    ],
    [
      "long words",
      {
        ...CARD,
        imageUrl: undefined,
        name: "2021 Mercedes-Benz Sprinter3500XDExtendedHighRoofWheelbase",
        stockNumber: "STOCK-2026-000000001187",
        price: <Plate price>$1,112,995</Plate>,
      },
    ],
    [
      "for parts",
      {
        ...CARD,
        imageUrl,
        price: undefined,
        badge: { label: "Awaiting Dismantle", tone: "yellow" },
        actions: (
          <a className="button button--secondary button--small button--wide" href="#cards">
            Request a part from this vehicle
          </a>
        ),
      },
    ],
  ];
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
        <State name="side panel under a sign">
          <div className="side-panel">
            <div className="sign">
              <h3>Need a part?</h3>
            </div>
            <ContactLines business={useBusiness()} lines={["phone", "email", "address", "hours", "text"]} />
          </div>
        </State>
        <State name="sign">
          <p className="sign">A sign</p>
          <p className="sign sign--small">A small one</p>
        </State>
      </States>
    </Section>
  );
}
