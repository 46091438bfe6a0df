import css from "~/styles/tokens.css?raw";
import { contrast, PAIRS, type Scheme, tokensIn } from "./contrast";
import { Section } from "./section";

/** Both tiers of tokens, and how far the pairs that meet are apart. */
export function TokensSection() {
  return (
    <Section id="tokens" title="Tokens">
      <h3>Values</h3>
      <ul className="swatches">
        {named("light", (name) => !name.startsWith("--color-")).map(([name, value]) => (
          <Swatch key={name} name={name} value={value} />
        ))}
      </ul>
      {(["light", "dark"] as const).map((scheme) => (
        <Meanings key={scheme} scheme={scheme} />
      ))}
      <h3>Measures</h3>
      <dl className="measures">
        {Object.entries(tokensIn(css, "light"))
          .filter(([name]) => /^--(space|radius|text|target|nav|top|font)/.test(name))
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Section>
  );
}

function Meanings({ scheme }: { scheme: Scheme }) {
  const tokens = tokensIn(css, scheme);
  return (
    <>
      <h3>Meanings in the {scheme} scheme</h3>
      <ul className="swatches">
        {named(scheme, (name) => name.startsWith("--color-")).map(([name, value]) => (
          <Swatch key={name} name={name} value={value} />
        ))}
      </ul>
      <h3>Contrast in the {scheme} scheme</h3>
      <ul className="swatches">
        {PAIRS.map(({ front, back, least }) => {
          const [ink = "", ground = ""] = [tokens[front], tokens[back]];
          const figure = contrast(ink, ground);
          return (
            <li key={`${front} ${back}`}>
              <svg viewBox="0 0 96 40" aria-hidden="true">
                <rect width="96" height="40" fill={ground} />
                <rect x="12" y="12" width="16" height="16" rx="4" fill={ink} />
                <text x="38" y="27" fill={ink}>
                  Aa 123
                </text>
              </svg>
              <span>
                {short(front)} on {short(back)}
                <br />
                <strong>{figure.toFixed(1)}</strong> of {least}
                {figure < least ? " : too little" : ""}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Swatch({ name, value }: { name: string; value: string }) {
  return (
    <li>
      <svg viewBox="0 0 96 40" aria-hidden="true">
        <rect width="96" height="40" fill={value} />
      </svg>
      <span>
        {short(name)}
        <br />
        {value}
      </span>
    </li>
  );
}

function named(scheme: Scheme, wanted: (name: string) => boolean): [string, string][] {
  return Object.entries(tokensIn(css, scheme)).filter(
    ([name, value]) => value.startsWith("#") && wanted(name),
  );
}

function short(name: string): string {
  return name.replace(/^--(color-)?/, "");
}
