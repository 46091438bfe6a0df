import { openingHours } from "~/models/business";
import { useBusiness } from "~/ui/business";
import { CallLink } from "~/ui/contact-lines";
import { RepairDrawing } from "~/ui/drawings/repair";
import { Hero, HeroLine } from "~/ui/hero";
import { OpenNow } from "~/ui/open-now";

export function RepairHero() {
  const business = useBusiness();
  return (
    <Hero title="Repair Services" drawing={<RepairDrawing />}>
      <p>Tell us what is wrong. We tell you what it takes, with new or used parts.</p>
      <Ways />
      <HeroLine icon="clock">
        {openingHours(business)}. {business.hours.weekends}.
        <br />
        <OpenNow business={business} />
      </HeroLine>
    </Hero>
  );
}

export function ClosingCall() {
  return (
    <section className="section on-road" aria-labelledby="closing-title">
      <div className="page stack">
        <h2 id="closing-title">Ready for your repair?</h2>
        <p className="lead">Call us, or leave your number and we call you.</p>
        <Ways />
      </div>
    </section>
  );
}

/** The two ways to reach us from this page. */
function Ways() {
  const business = useBusiness();
  return (
    <div className="hero__actions">
      <CallLink business={business} />
      <a className="button button--secondary" href="#callback">
        Request Callback
      </a>
    </div>
  );
}
