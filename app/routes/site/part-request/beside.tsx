import { Link } from "@remix-run/react";
import { RESPONSE_PROMISE } from "~/models/part-request";
import { useBusiness } from "~/ui/business";
import { Icon, type IconName } from "~/ui/icon";
import { IconCard } from "~/ui/icon-card";

const BENEFITS: readonly { icon: IconName; name: string; words: string }[] = [
  { icon: "clock", name: "Fast answer", words: `We answer part requests ${RESPONSE_PROMISE}.` },
  {
    icon: "check",
    name: "The right part",
    words: "Your VIN tells us trim and engine, so we look for the part that fits your vehicle.",
  },
  {
    icon: "recycle",
    name: "Recycled, for less",
    words:
      "Used parts from vehicles we take apart ourselves cost less than new ones, and none goes to waste.",
  },
];

/** Three good reasons to ask. */
export function Benefits() {
  return (
    <section className="section" aria-label="Why request a part from us">
      <ul className="cards">
        {BENEFITS.map(({ icon, name, words }) => (
          <IconCard key={name} icon={icon} title={name} level={2}>
            <p>{words}</p>
          </IconCard>
        ))}
      </ul>
    </section>
  );
}

/** Where else to look for a part; on a wide screen only, where there is room beside the form. */
export function Elsewhere() {
  const { marketplace } = useBusiness();
  return (
    <aside className="side-panel wizard__elsewhere" aria-labelledby="elsewhere-heading">
      <h2 className="card__title" id="elsewhere-heading">
        Rather look around?
      </h2>
      <p>See the vehicles we are taking apart now, or the parts already on our shelves.</p>
      <Link className="button button--secondary button--wide" to="/parts">
        Browse Available Parts
      </Link>
      <a className="button button--secondary button--wide" href={marketplace.storeUrl}>
        Our {marketplace.name} Store <Icon name="external" size={20} />
      </a>
    </aside>
  );
}
