import type { CardVehicle } from "../inventory/cards";
import { RetailCard } from "../inventory/cards";

/** Their pictures wait until they are scrolled to: so far down the page these cards stand. */
const FAR_DOWN = 10;

/** Others of a sold vehicle's make. */
export function AlikeVehicles({ make, vehicles }: { make: string; vehicles: readonly CardVehicle[] }) {
  return (
    <section className="vehicle-alike" aria-labelledby="alike">
      <h2 id="alike">Other {make} vehicles for sale</h2>
      <div className="cards">
        {vehicles.map((vehicle, position) => (
          <RetailCard key={vehicle._id} vehicle={vehicle} position={FAR_DOWN + position} search="" />
        ))}
      </div>
    </section>
  );
}
