import { Link } from "@remix-run/react";
import { OFFER_STATES } from "~/requests/offer";
import { Badge } from "~/ui/layout/chip";
import type { loadCarOffer } from "./offer.server";

interface OfferPanelProps {
  car: NonNullable<Awaited<ReturnType<typeof loadCarOffer>>>;
}

/** On the page of an offered car: its photos, our offers, and the link to make another. */
export function OfferPanel({ car: { offers, photos, canChange, offerPath, tellPath } }: OfferPanelProps) {
  const [last] = offers;
  return (
    <>
      {photos.length > 0 ? (
        <section className="stack gap-3 appointment" aria-labelledby="photos-title">
          <h2 id="photos-title">Photos</h2>
          <ul className="grid gap-2 offered-car__photos">
            {photos.map((photo, index) => (
              <li key={photo}>
                <a href={photo}>
                  <img
                    className="picture"
                    src={photo}
                    alt={`The car, ${index + 1} of ${photos.length}`}
                    loading="lazy"
                  />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section className="stack gap-3 appointment" aria-labelledby="offers-title">
        <h2 id="offers-title">Our Offer</h2>
        {last ? null : <p className="muted">None yet</p>}
        <ul className="stack gap-3">
          {offers.map((offer) => (
            <li key={offer.number}>
              <p className="cluster gap-2">
                <strong>{offer.amount}</strong>
                <Badge tone={OFFER_STATES[offer.state].tone}>{OFFER_STATES[offer.state].label}</Badge>
              </p>
              {offer.events.map((event) => (
                <p key={event} className="note">
                  {event}
                </p>
              ))}
            </li>
          ))}
        </ul>
        {canChange ? (
          <p className="cluster gap-2 screen-only">
            <Link className="button button--secondary button--small" to={offerPath}>
              {last ? "Make another offer" : "Make an offer"}
            </Link>
            {tellPath ? (
              <Link className="button button--quiet button--small" to={tellPath}>
                Email the offer
              </Link>
            ) : null}
          </p>
        ) : null}
      </section>
    </>
  );
}
