import { RetailCard } from "~/site/vehicles/retail-card";
import type { RetailCardVehicle } from "~/vehicles/retail-vehicles";

/** Others of a sold vehicle's make. */
export function SimilarVehicles({
  make,
  vehicles,
}: {
  make: string;
  vehicles: readonly RetailCardVehicle[];
}) {
  return (
    <section className="similar-vehicles" aria-labelledby="similar-title">
      <h2 className="below-5" id="similar-title">
        Other {make} Vehicles for Sale
      </h2>
      <div className="cards">
        {vehicles.map((vehicle, position) => (
          // Not the first picture of the page, so it loads lazily.
          <RetailCard key={vehicle._id} vehicle={vehicle} position={position + 1} />
        ))}
      </div>
    </section>
  );
}
