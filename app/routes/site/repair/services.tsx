import { useBusiness } from "~/ui/business";
import { AddressLink } from "~/ui/contact-lines";
import type { IconName } from "~/ui/icon";
import { IconCard } from "~/ui/icon-card";
import { PageSection } from "~/ui/page-section";

const SERVICES: readonly { icon: IconName; name: string; words: string }[] = [
  {
    icon: "drop",
    name: "Maintenance",
    words: "Oil, filters, fluids, belts and tires: what keeps a vehicle on the road.",
  },
  {
    icon: "wheel",
    name: "Brakes and Suspension",
    words: "Pads, rotors, shocks, struts and steering, so that it stops and steers as it should.",
  },
  {
    icon: "engine",
    name: "Engine and Transmission",
    words: "From a leaking gasket to a replacement engine or gearbox.",
  },
  {
    icon: "gauge",
    name: "Electrical and Diagnostics",
    words: "Warning lights, batteries, charging and wiring: we find the cause before we replace a part.",
  },
];

export function Services() {
  return (
    <PageSection id="services-title" title="What we repair" tint>
      <ul className="cards repair-cards">
        {SERVICES.map((service) => (
          <IconCard key={service.name} icon={service.icon} title={service.name}>
            <p>{service.words}</p>
          </IconCard>
        ))}
      </ul>
    </PageSection>
  );
}

export function Reasons() {
  const business = useBusiness();
  return (
    <PageSection id="reasons-title" title={`Why choose ${business.name}`}>
      <ul className="cards">
        <IconCard icon="shield" title="Warranty on our work">
          <p>{business.warranty.newParts}</p>
          <p>{business.warranty.usedParts}</p>
        </IconCard>
        <IconCard icon="recycle" title="New or used: you choose">
          <p>We recycle parts ourselves, so a used part can be fitted where a new one costs too much.</p>
        </IconCard>
        <IconCard icon="pin" title={`Here since ${business.foundedYear}`}>
          <p>
            You will find our yard and our shop at <AddressLink business={business} />.
          </p>
        </IconCard>
      </ul>
    </PageSection>
  );
}
