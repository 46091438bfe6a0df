import { Hero } from "~/site/layout/hero";
import { FindForm } from "~/site/parts/find-form";
import { HeroIllustration } from "~/ui/illustrations/hero-illustration";
import drawing from "~/ui/illustrations/parts.svg?raw";
import { useBusiness } from "~/ui/layout/use-business";
import { StoreLink } from "./store-link";

export function PartsHero({ example }: { example?: string | undefined }) {
  const { marketplace } = useBusiness();
  return (
    <Hero title="Shop Recycled Parts" kind="list" illustration={<HeroIllustration svg={drawing} />}>
      <p className="from-768">
        Tell us the vehicle and the part, and we'll check the yard.
        {marketplace ? ` Or shop our ${marketplace.name} store.` : null}
      </p>
      <FindForm example={example} />
      <div className="cluster screen-only hero__actions">
        <a className="button button--secondary button--small" href="/partsrequest">
          Request a Part
        </a>{" "}
        {/* Phones only: on a wider screen the list is visible already. */}
        <a className="button button--secondary button--small until-768" href="/parts#vehicles">
          Browse Available Parts
        </a>{" "}
        <StoreLink />
      </div>
    </Hero>
  );
}
