import { Icon } from "~/ui/icon";
import { Section, State, States } from "./section";

const KINDS = [
  ["", "Action"],
  ["button--secondary", "Secondary"],
  ["button--quiet", "Quiet"],
  ["button--danger", "Danger"],
] as const;

/** Each kind of button and link in every state, on the page and on the road. */
export function ButtonsSection() {
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
