import { Link } from "@remix-run/react";
import type { SuggestedPrice } from "~/reports/suggested-price.server";
import { Badge } from "~/ui/layout/chip";

const TONES = { Hold: "green", Deal: "yellow", Discount: "red" } as const;
const WORDS = { Hold: "Hold the price", Deal: "Make a deal", Discount: "Discount it" } as const;

/** What a part could cost, what that comes from, and whether to stay with its price. */
export function SuggestedPricePanel({ price, basis, from, advice: { advice, reason } }: SuggestedPrice) {
  return (
    <section className="stack gap-2" aria-labelledby="suggested-price">
      <h2 id="suggested-price">Suggested Price</h2>
      {price ? (
        <p>
          <strong>{price}</strong>. {basis}.
        </p>
      ) : (
        <p>Nothing like it has sold or has a price yet.</p>
      )}
      <p className="cluster gap-2">
        <Badge tone={TONES[advice]}>{WORDS[advice]}</Badge> <span>{reason}</span>
      </p>
      {from.length > 0 ? (
        <ul className="note">
          {from.map(({ label, to }) => (
            <li key={`${to}:${label}`}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
