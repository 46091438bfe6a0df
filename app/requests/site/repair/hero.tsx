import { CallLink } from "~/site/layout/contact-lines";
import { Hero, HeroLine } from "~/site/layout/hero";
import { Hours, Weekends } from "~/site/layout/hours";
import { HeroIllustration } from "~/ui/illustrations/hero-illustration";
import drawing from "~/ui/illustrations/repair.svg?raw";
import { OpenNow } from "~/ui/layout/open-now";
import { useBusiness } from "~/ui/layout/use-business";

/** The top of the page about repairs. */
export function RepairHero() {
  const business = useBusiness();
  return (
    <Hero title="Repair Services" illustration={<HeroIllustration svg={drawing} />}>
      <p>Tell us what's wrong. We'll tell you what it'll take, with new or used parts.</p>
      <ContactButtons />
      <HeroLine icon="clock">
        <Hours business={business} />
        <Weekends business={business} />
        <OpenNow business={business} />
      </HeroLine>
    </Hero>
  );
}

/** Its end: call, or ask to be called. */
export function ClosingCall() {
  return (
    <section className="section on-road" aria-labelledby="closing-title">
      <div className="page stack">
        <h2 id="closing-title">Ready for your repair?</h2>
        <p className="lead">Call us, or leave your number and we'll call you back.</p>
        <ContactButtons />
      </div>
    </section>
  );
}

function ContactButtons() {
  const business = useBusiness();
  return (
    <div className="cluster screen-only hero__actions">
      <CallLink business={business} />{" "}
      <a className="button button--secondary" href="/repair#callback">
        Request Callback
      </a>
    </div>
  );
}
