import { type Business, mapEmbedHref } from "~/business/links";
import { Icon } from "~/ui/layout/icon";
import { ContactLines, DirectionsLink } from "./contact-lines";

/** A map of the business with its address as text, for those who cannot use the map. */
export function MapCard({ business, title = "Location" }: { business: Business; title?: string }) {
  return (
    <section className="card" aria-labelledby="map-card-title">
      <h2 className="card__title" id="map-card-title">
        {title}
      </h2>
      <MapFrame business={business} />
      <div className="cluster between">
        <ContactLines business={business} lines={["address"]} />
        {/* On a phone Contact has it above, with the call. */}
        <DirectionsLink business={business} className="button button--secondary from-768" />
      </div>
    </section>
  );
}

/**
 * The embedded map, which loads automatically when it comes near the screen. Until then, and if it can't be loaded, the box shows the
 * address. The page must show the address as text too. Empty if the business's location isn't set.
 */
export function MapFrame({ business }: { business: Business }) {
  const map = mapEmbedHref(business);
  if (map === undefined) return null;
  const { street, city, state, zipCode } = business.address;
  return (
    <map-frame class="screen-only map-card__frame">
      <p className="muted map-card__address" aria-hidden="true">
        <Icon name="pin" size={32} />
        <span>{street}</span>{" "}
        <span>
          {city}, {state} {zipCode}
        </span>
      </p>
      <iframe
        src={map}
        title={`Map to ${business.name}`}
        loading="lazy"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    </map-frame>
  );
}
