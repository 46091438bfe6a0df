import { useBusiness } from "~/ui/business";
import { PartsDrawing } from "~/ui/drawings/parts";
import { Hero } from "~/ui/hero";
import { StoreLink } from "./store-link";

export function PartsHero() {
  const { marketplace } = useBusiness();
  return (
    <Hero title="Shop Recycled Parts" kind="list" drawing={<PartsDrawing />}>
      <p>Ask for a part from a vehicle in our yard, or buy what is on our {marketplace.name} shelf.</p>
      <div className="hero__actions">
        {/* On a wider screen the list is in sight already (specification, section 2). */}
        <a className="button parts-hero__browse" href="/parts#vehicles">
          Browse Available Parts
        </a>
        <StoreLink />
      </div>
    </Hero>
  );
}
