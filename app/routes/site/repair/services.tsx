import { postalAddress } from "~/models/business";
import { useBusiness } from "~/ui/business";
import { Icon, type IconName } from "~/ui/icon";

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
    <section className="section section--tint" aria-labelledby="services-title">
      <div className="page">
        <h2 className="section__head" id="services-title">
          What we repair
        </h2>
        <ul className="cards repair-cards">
          {SERVICES.map((service) => (
            <li key={service.name} className="card">
              <span className="card__icon">
                <Icon name={service.icon} />
              </span>
              <h3 className="card__title">{service.name}</h3>
              <p>{service.words}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function Reasons() {
  const business = useBusiness();
  return (
    <section className="section" aria-labelledby="reasons-title">
      <div className="page">
        <h2 className="section__head" id="reasons-title">
          Why choose {business.name}
        </h2>
        <ul className="cards">
          <li className="card">
            <span className="card__icon">
              <Icon name="shield" />
            </span>
            <h3 className="card__title">Warranty on our work</h3>
            <p>{business.warranty.newParts}</p>
            <p>{business.warranty.usedParts}</p>
          </li>
          <li className="card">
            <span className="card__icon">
              <Icon name="recycle" />
            </span>
            <h3 className="card__title">New or used: you choose</h3>
            <p>We recycle parts ourselves, so a used part can be fitted where a new one costs too much.</p>
          </li>
          <li className="card">
            <span className="card__icon">
              <Icon name="pin" />
            </span>
            <h3 className="card__title">Here since {business.foundedYear}</h3>
            <p>You will find our yard and our shop at {postalAddress(business)}.</p>
          </li>
        </ul>
      </div>
    </section>
  );
}
