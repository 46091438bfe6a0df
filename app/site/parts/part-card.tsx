import sprite from "~/parts/drawings.svg?url";
import { type AskedCar, type FoundPart, foundPartUrl } from "~/parts/finder";
import { VehicleCard } from "~/site/vehicles/card";
import { Price } from "~/site/vehicles/chips";
import { Badge } from "~/ui/layout/chip";

interface PartCardProps {
  part: FoundPart;
  position: number;
  /** The car that somebody searched for. */
  car?: AskedCar | undefined;
}

/** A part on the shelf in a list. */
export function PartCard({ part, position, car }: PartCardProps) {
  const { year, make, model, trim } = part;
  const source = [year, make, model, trim].filter(Boolean).join(" ");
  const url = foundPartUrl(part.path, car);
  return (
    <VehicleCard
      position={position}
      name={part.name}
      trim={part.note ?? (part.fit === "listed" ? `Fits yours, from a ${source}` : `From a ${source}`)}
      imageUrl={part.imageUrl}
      imageCount={part.imageCount}
      url={url}
      drawing={<PartDrawing name={part.drawing} />}
      stockNumber={part.stockNumber}
      badge={part.isOnHold ? <Badge tone="yellow">On hold</Badge> : undefined}
      price={<Price price={part.price} />}
      facts={part.facts}
      actions={
        <a className="button button--secondary button--small button--wide" href={`${url}#ask`}>
          Ask for This Part
          <span className="visually-hidden">
            : {part.name}, stock # {part.stockNumber}
          </span>
        </a>
      }
    />
  );
}

/** A part as a line drawing, if there is no photo of it: a symbol of drawings.svg. */
export function PartDrawing({ name }: { name: string }) {
  return (
    <svg className="muted part-drawing" viewBox="0 0 96 72" aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
