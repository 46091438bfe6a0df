import { Link } from "@remix-run/react";
import { staffListUrl } from "~/lists/staff";
import { Badge, Plate } from "~/ui/layout/chip";
import { formatMileage } from "~/values/format";
import { DISMANTLED_LIST, DISMANTLED_STATUS_TONES } from "~/vehicles/dismantled";
import type { DismantledVehicle } from "~/vehicles/dismantled-schema";

/** The dismantled vehicles that could give the part, each a link to its row in the inventory. */
export function Donors({ vehicles }: { vehicles: readonly DismantledVehicle[] }) {
  if (vehicles.length === 0) return null;
  return (
    <section className="request-work request-donors" aria-labelledby="donors-title">
      <h2 id="donors-title">In our yard</h2>
      <ul>
        {vehicles.map(({ _id, stockNumber, year, make, model, trim, mileage, status }) => (
          <li key={_id}>
            <Plate>{stockNumber}</Plate>
            <Link to={staffListUrl(DISMANTLED_LIST, { q: stockNumber, open: [_id] })}>
              {[year, make, model, trim].filter(Boolean).join(" ")}
            </Link>
            <span>{formatMileage(mileage)}</span>
            <Badge tone={DISMANTLED_STATUS_TONES[status]}>{status}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
