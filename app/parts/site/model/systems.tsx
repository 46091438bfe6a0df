import { findUrl } from "~/parts/finder";
import type { SystemParts } from "~/parts/models";
import { PartDrawing } from "~/site/parts/part-card";
import { Price } from "~/site/vehicles/chips";
import { Badge } from "~/ui/layout/chip";
import { formatCount } from "~/values/format";

interface SystemsProps {
  systems: readonly SystemParts[];
  car: { make: string; model: string };
}

/** The parts on the shelf of a car, by system, each with its price. */
export function Systems({ systems, car }: SystemsProps) {
  if (systems.length === 0)
    return <p>No parts from it are on the shelf yet. Ask us, and we'll pull the one you need.</p>;
  return (
    <div className="gap-x-6 model-systems">
      {systems.map((system) => (
        <System key={system.id} system={system} car={car} />
      ))}
    </div>
  );
}

function System({ system, car }: { system: SystemParts; car: SystemsProps["car"] }) {
  const { id, name, drawing, total, parts } = system;
  return (
    <section className="panel below-6 model-system" aria-labelledby={`system-${id}`}>
      <h2 className="row gap-3 x-large model-system__name" id={`system-${id}`}>
        <PartDrawing name={drawing} />
        {name} <span className="note">{formatCount(total)}</span>
      </h2>
      <ul className="rows">
        {parts.map((part) => (
          <li key={part._id} className="cluster between model-part">
            <div>
              <a href={part.path}>{part.name}</a>
              <p className="note">
                {[`From a ${part.year}`, ...part.facts].join(" · ")}
                {part.isOnHold ? (
                  <>
                    {" "}
                    <Badge tone="yellow">On hold</Badge>
                  </>
                ) : null}
              </p>
            </div>
            <Price price={part.price} />
          </li>
        ))}
      </ul>
      {total > parts.length ? (
        <p>
          <a href={findUrl({ ...car, category: id })}>
            See all of {name.toLowerCase()}
            <span className="visually-hidden"> parts</span>, of any year
          </a>
        </p>
      ) : null}
    </section>
  );
}
