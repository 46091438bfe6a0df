import { AddressLink } from "~/site/layout/contact-lines";
import { IconCard } from "~/site/layout/icon-card";
import { PageSection } from "~/site/layout/page-section";
import type { IconName } from "~/ui/layout/icon";
import { useBusiness } from "~/ui/layout/use-business";

const SERVICES: readonly { icon: IconName; name: string; text: string }[] = [
  {
    icon: "drop",
    name: "Maintenance",
    text: "Oil, filters, fluids, belts and tires: the basics that keep you on the road.",
  },
  {
    icon: "wheel",
    name: "Brakes and Suspension",
    text: "Pads, rotors, shocks, struts and steering, so it stops and steers the way it should.",
  },
  {
    icon: "engine",
    name: "Engine and Transmission",
    text: "From a leaking gasket to a replacement engine or transmission.",
  },
  {
    icon: "gauge",
    name: "Electrical and Diagnostics",
    text: "Warning lights, batteries, charging and wiring: we find the cause before we replace a part.",
  },
];

/** What the shop repairs. */
export function Services() {
  return (
    <PageSection id="services-title" title="What We Repair" tint>
      <ul className="cards repair-cards">
        {SERVICES.map((service) => (
          <IconCard key={service.name} icon={service.icon} title={service.name}>
            <p>{service.text}</p>
          </IconCard>
        ))}
      </ul>
    </PageSection>
  );
}

/** Reasons to have it repaired here. */
export function Reasons() {
  const business = useBusiness();
  return (
    <PageSection id="reasons-title" title={`Why Choose ${business.name}`}>
      <ul className="cards">
        <IconCard icon="shield" title="Warranty on Our Work">
          <p>{business.warranty.newParts}</p>
          <p>{business.warranty.usedParts}</p>
        </IconCard>
        <IconCard icon="recycle" title="New or Used: Your Choice">
          <p>We recycle parts ourselves, so a used part can be installed when a new one costs too much.</p>
        </IconCard>
        <IconCard icon="pin" title={`Here Since ${business.foundedYear}`}>
          <p>
            Our yard and shop are at <AddressLink business={business} />.
          </p>
        </IconCard>
      </ul>
    </PageSection>
  );
}
