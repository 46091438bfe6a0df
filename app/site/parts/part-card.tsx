import { type AskedCar, type FoundPart, foundPartFacts, requestUrl } from "~/parts/finder";
import { partPath } from "~/parts/part";
import { VehicleCard } from "~/site/vehicles/card";
import { Price } from "~/site/vehicles/chips";
import { Badge } from "~/ui/layout/chip";

interface PartCardProps {
  part: FoundPart;
  position: number;
  /** The visitor's car, which the request is for. */
  car: AskedCar;
}

/** A part on the shelf in a list. */
export function PartCard({ part, position, car }: PartCardProps) {
  const { year, make, model, trim } = part;
  const source = [year, make, model, trim].filter(Boolean).join(" ");
  const asked = car.make ? car : { yearFrom: year, yearTo: year, make, model };
  return (
    <VehicleCard
      position={position}
      name={part.name}
      trim={part.fit === "listed" ? `Fits yours, from a ${source}` : `From a ${source}`}
      imageUrl={part.imageUrl}
      imageCount={part.imageCount}
      url={partPath(part)}
      stockNumber={part.stockNumber}
      badge={part.isOnHold ? <Badge tone="yellow">On hold</Badge> : undefined}
      price={<Price price={part.price} />}
      facts={foundPartFacts(part)}
      actions={
        <a
          className="button button--secondary button--small button--wide"
          href={requestUrl({ entryId: part.entryId, car: asked, part: part._id })}
        >
          Ask for this part
          <span className="visually-hidden">
            : {part.name}, stock # {part.stockNumber}
          </span>
        </a>
      }
    />
  );
}
