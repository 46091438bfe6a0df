import type { ReactNode } from "react";
import { Icon, type IconName } from "~/ui/layout/icon";

interface HeroProps {
  title: ReactNode;
  /** `tall` is a landing page's, `home` is the home page's, `list` leaves the first screen to a list, `short` is only a title. */
  kind?: "tall" | "home" | "list" | "short";
  /** A `HeroIllustration`. */
  illustration?: ReactNode;
  /** The content below the title. */
  children?: ReactNode;
}

/** A page's header: title and text on asphalt, with an illustration. */
export function Hero({ title, kind = "tall", illustration, children }: HeroProps) {
  return (
    <section
      className={kind === "home" ? "hero hero--tall hero--home" : `hero hero--${kind}`}
      aria-labelledby="hero-title"
    >
      <div className="page">
        <div className="grid relative hero__text">
          <h1 id="hero-title">{title}</h1>
          {children}
        </div>
        {illustration}
      </div>
    </section>
  );
}

/** A line with an icon below a hero's text, such as the hours. */
export function HeroLine({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="icon-line hero__line">
      <Icon name={icon} size={20} />
      <div>{children}</div>
    </div>
  );
}
