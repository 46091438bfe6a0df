import type { Business } from "~/business/links";
import { Icon } from "~/ui/layout/icon";

/** The warranty claims, on asphalt. */
export function WarrantySection({ business }: { business: Business }) {
  return (
    <section className="on-road" aria-labelledby="warranty">
      <div className="page grid gap-6 warranty__inner">
        <div className="row gap-4 warranty__head">
          <Icon name="shield" size={56} />
          <h2 id="warranty">Warranty-Backed Repairs</h2>
        </div>
        <ul className="grid halves large warranty__claims">
          <li>{business.warranty.newParts}</li>
          <li>{business.warranty.usedParts}</li>
        </ul>
      </div>
    </section>
  );
}
