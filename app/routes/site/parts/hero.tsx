import { useBusiness } from "~/ui/business";
import { PartsDrawing } from "~/ui/hero-drawings";
import { StoreLink } from "./store-link";

export function PartsHero() {
  const { marketplace } = useBusiness();
  return (
    <section className="hero hero--list" aria-labelledby="parts-title">
      <div className="page">
        <div className="hero__words">
          <h1 id="parts-title">Shop Recycled Parts</h1>
          <p>
            Used parts from the vehicles in our yard. Ask for a part from one of them, or buy what is on our{" "}
            {marketplace.name} shelf.
          </p>
          <div className="hero__actions">
            {/* On a wider screen the list is in sight already (specification, section 2). */}
            <a className="button parts-hero__browse" href="/parts#vehicles">
              Browse Available Parts
            </a>
            <StoreLink />
          </div>
        </div>
        <PartsDrawing />
      </div>
    </section>
  );
}
