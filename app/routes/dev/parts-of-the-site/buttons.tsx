import { StoreLink } from "~/routes/site/parts/store-link";
import { useBusiness } from "~/ui/business";
import { AddressLink, CallLink, DirectionsLink } from "~/ui/contact-lines";
import { Icon } from "~/ui/icon";
import { PrintButton } from "~/ui/print-button";
import { Section, State, States } from "./section";

const KINDS = [
  ["", "Action"],
  ["button--secondary", "Secondary"],
  ["button--quiet", "Quiet"],
  ["button--danger", "Danger"],
] as const;

/** Each kind of button and link in every state, on the page and on the road. */
export function ButtonsSection() {
  const business = useBusiness();
  return (
    <Section id="buttons" title="Buttons and links">
      {KINDS.map(([kind, name]) => (
        <Kinds key={name} kind={kind} name={name} />
      ))}
      <div className="on-road states__ground">
        <Kinds kind="button--secondary" name="Secondary on the road" />
      </div>
      <States>
        <State name="Small">
          <button type="button" className="button button--small">
            Small
          </button>
        </State>
        <State name="Wide, with an icon">
          <button type="button" className="button button--wide">
            <Icon name="phone" /> Call
          </button>
        </State>
        <State name="Call">
          <CallLink business={business} />
        </State>
        <State name="Directions">
          <DirectionsLink business={business} />
        </State>
        <State name="Address">
          <p>
            <AddressLink business={business} />
          </p>
        </State>
        <State name="Our shop elsewhere">
          <StoreLink />
        </State>
        <State name="Print, with script alone">
          <PrintButton className="button button--quiet button--small">Print list</PrintButton>
        </State>
        <State name="Link">
          <p>
            See <a href="#buttons">all vehicles</a> for sale.
          </p>
        </State>
        <State name="Link, hover">
          <p>
            See{" "}
            <a href="#buttons" data-look="hover">
              all vehicles
            </a>{" "}
            for sale.
          </p>
        </State>
        <State name="Link, focus">
          <p>
            See{" "}
            <a href="#buttons" data-look="focus-visible">
              all vehicles
            </a>{" "}
            for sale.
          </p>
        </State>
      </States>
    </Section>
  );
}

function Kinds({ kind, name }: { kind: string; name: string }) {
  const className = `button ${kind}`;
  return (
    <>
      <h3>{name}</h3>
      <States>
        {[undefined, "hover", "focus-visible", "hover active"].map((look) => (
          <State key={look ?? "rest"} name={look ?? "rest"}>
            <button type="button" className={className} data-look={look}>
              Show vehicles
            </button>
          </State>
        ))}
        <State name="disabled">
          <button type="button" className={className} disabled>
            Show vehicles
          </button>
        </State>
        <State name="busy">
          <button type="button" className={className} disabled aria-busy>
            Sending Request...
          </button>
        </State>
      </States>
    </>
  );
}
