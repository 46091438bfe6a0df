import { type Business, mapEmbedHref } from "~/models/business";
import { ContactLines, DirectionsLink } from "./contact-lines";
import { Icon } from "./icon";
import { SignCard } from "./sign-card";

/** A map around the business, with the address as text beside it for those whom the map tells nothing. */
export function MapCard({ business, title = "Location" }: { business: Business; title?: string }) {
  return (
    <SignCard className="map-card" title={title} titleId="map-card-title">
      <MapFrame business={business} />
      <div className="map-card__words">
        <ContactLines business={business} lines={["address"]} />
        <DirectionsLink business={business} />
      </div>
    </SignCard>
  );
}

/**
 * The embedded map alone, the address must stand near it as text. It comes when it is asked for, without script too: a
 * closed `details` loads nothing, and the map weighs more than the page, from a server that is not ours.
 */
export function MapFrame({ business }: { business: Business }) {
  return (
    <details className="map-card__frame">
      <summary className="map-card__toggle">
        <Icon name="pin" size={28} />
        <span className="map-card__show">Show the map</span>{" "}
        <span className="map-card__hide">Hide the map</span>{" "}
        <span className="map-card__source">from OpenStreetMap</span>
      </summary>
      <iframe
        src={mapEmbedHref(business)}
        title={`Map: where to find ${business.name}`}
        loading="lazy"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    </details>
  );
}
