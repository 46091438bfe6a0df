import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

interface HeroProps {
  title: ReactNode;
  /** `tall` greets, `list` leaves the first screen to the list below, `short` is a title alone. */
  kind?: "tall" | "list" | "short";
  /** From app/ui/drawings. */
  drawing?: ReactNode;
  /** What stands under the title. */
  children?: ReactNode;
}

/** A page's head: asphalt, its words, what is drawn standing on the road. */
export function Hero({ title, kind = "tall", drawing, children }: HeroProps) {
  return (
    <section className={`hero hero--${kind}`} aria-labelledby="hero-title">
      <div className="page">
        <div className="hero__words">
          <h1 id="hero-title">{title}</h1>
          {children}
        </div>
        {drawing}
      </div>
    </section>
  );
}

/** What else to know at first sight, under a hero's words: hours and such. */
export function HeroLine({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="hero__line">
      <Icon name={icon} size={20} />
      <span>{children}</span>
    </p>
  );
}
