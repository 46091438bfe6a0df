import { responsePromise } from "~/requests/part";
import { IconCard } from "~/site/layout/icon-card";
import { Icon, type IconName } from "~/ui/layout/icon";
import { useBusiness } from "~/ui/layout/use-business";

interface Benefit {
  icon: IconName;
  name: string;
  text: string;
}

const OF_PARTS: readonly Benefit[] = [
  {
    icon: "check",
    name: "The Right Part",
    text: "Your VIN tells us the trim and engine, so we find the part that fits.",
  },
  {
    icon: "recycle",
    name: "Recycled, for Less",
    text: "Used parts from vehicles we dismantle ourselves cost less than new, and keep good parts out of the scrap pile.",
  },
];

/** Reasons to ask here for a part, next to the form. */
export function Benefits() {
  const promise = `You'll hear back ${responsePromise(useBusiness())}.`;
  const benefits: Benefit[] = [{ icon: "clock", name: "Fast Answers", text: promise }, ...OF_PARTS];
  return (
    <section className="above-8" aria-label="Why request a part from us">
      <ul className="cards">
        {benefits.map(({ icon, name, text }) => (
          <IconCard key={name} icon={icon} title={name} level={2}>
            <p>{text}</p>
          </IconCard>
        ))}
      </ul>
    </section>
  );
}

/** Other places to look for a part, on screens without the side panel. */
export function HeroLinks() {
  return (
    <div className="cluster screen-only hero__actions until-1024">
      <LinkButtons size="small" />
    </div>
  );
}

/** The same on wide screens. */
export function StoreLinks() {
  return (
    <aside className="panel stack side-panel from-1024" aria-labelledby="store-links-heading">
      <h2 className="card__title" id="store-links-heading">
        Prefer to browse?
      </h2>
      <p>See the vehicles we're dismantling now, or the parts already on our shelves.</p>
      <LinkButtons size="wide" />
    </aside>
  );
}

function LinkButtons({ size }: { size: "small" | "wide" }) {
  const { marketplace } = useBusiness();
  const className = `button button--secondary button--${size}`;
  return (
    <>
      <a className={className} href="/parts">
        Browse Available Parts
      </a>{" "}
      {marketplace ? (
        <a className={className} href={marketplace.storeUrl}>
          Our {marketplace.name} Store <Icon name="external" size={20} />
        </a>
      ) : null}
    </>
  );
}
