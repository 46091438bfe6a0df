import type { FoundStock } from "~/parts/find-stock.server";
import { FIND_PAGE, MAX_ECHO, requestUrl } from "~/parts/finder";
import { PartCard } from "~/site/parts/part-card";
import { DismantledCard } from "~/site/vehicles/dismantled-card";
import { EmptyState } from "~/ui/layout/notice";
import { truncate } from "~/values/format";
import { RequestOrCall } from "./ask-us";

interface ResultsProps {
  found: FoundStock;
}

interface HowToSearchProps extends ResultsProps {
  q: string | undefined;
  examples: readonly string[];
}

/** The parts on the shelf. */
export function FoundParts({ found }: ResultsProps) {
  const { parts, total, hasCar, part: wanted, carName, unknown, isCarOfPart, engine } = found;
  const car = isCarOfPart ? undefined : found.car;
  const echo = truncate(unknown.join(" "), MAX_ECHO);
  const listed = parts.some(({ fit }) => fit === "listed");
  return (
    <section className="cluster gap-1 gap-x-4 results__list" aria-labelledby="on-the-shelf">
      <h2 id="on-the-shelf">On the Shelf</h2>
      <div>
        <p className="muted results__count">
          {total === 0
            ? "None right now"
            : `${total.toLocaleString("en-US")} ${total === 1 ? "part" : "parts"}`}
        </p>
      </div>
      {unknown.length > 0 ? (
        <p className="found__note">
          {wanted
            ? `We ignored “${echo}”.`
            : `We don't know “${echo}”. Send us a request, and we'll look for it.`}
        </p>
      ) : null}
      {engine ? (
        <p className="found__note">
          We left out other engines than the {engine}. We don't know the size of every engine here, so ask us
          to check.
        </p>
      ) : null}
      {wanted?.isGuess ? <p className="found__note">Did you mean {wanted.name}?</p> : null}
      {total === 0 ? (
        <EmptyState
          title={`No ${wanted ? wanted.name.toLowerCase() : "parts"} on the shelf${hasCar && carName ? ` for the ${carName}` : ""} today.`}
        >
          <p>New cars come in every week, so ask us: it may be in the yard already.</p>
          <RequestOrCall found={found} />
        </EmptyState>
      ) : (
        <>
          {hintOf(found)}
          {listed ? (
            <p className="found__note">“Fits yours” comes from our staff. Please check before you order.</p>
          ) : null}
          <ul className="cards">
            {parts.map((part, position) => (
              <li key={part._id}>
                <PartCard part={part} position={position} car={car} />
              </li>
            ))}
          </ul>
          {total > parts.length ? (
            <p>
              These are {parts.length} of {total.toLocaleString("en-US")}. Add{" "}
              {hasCar ? "the year or the part" : "the car"} to see the ones that matter to you.
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}

function hintOf({ hasCar, car, part, number }: FoundStock) {
  if (number !== undefined) return null;
  if (!hasCar)
    return (
      <p className="found__note">
        {car.yearFrom === undefined && car.yearTo === undefined
          ? "Add year, make and model to see the ones that fit your car."
          : "These are of all years. Add make and model to see the ones that fit your car."}
      </p>
    );
  if (car.yearFrom === undefined && car.yearTo === undefined)
    return <p className="found__note">Add the year to see the ones that fit your car.</p>;
  return part ? null : <p className="found__note">Add the part you need to see only that one.</p>;
}

/** Parts that are likely to fit, each with the reason, and those to ask us about: of other years, or of a model of a similar name. */
export function NearParts({ found: { near, isUnknownCar, car } }: ResultsProps) {
  const likely = near.filter(({ note }) => note);
  const isSameGeneration = likely.every(({ grade }) => grade === "same generation");
  const others = near.filter(({ note }) => !note);
  return (
    <>
      {likely.length > 0 ? (
        <section className="cluster gap-1 gap-x-4 results__list" aria-labelledby="likely-to-fit">
          <h2 id="likely-to-fit">{isSameGeneration ? "From the Same Generation" : "Likely to Fit"}</h2>
          <NearCards parts={likely} car={car} />
        </section>
      ) : null}
      {others.length > 0 ? (
        <section className="cluster gap-1 gap-x-4 results__list" aria-labelledby="other-years">
          <h2 id="other-years">{isUnknownCar ? "From Other Vehicles" : "From Other Years and Models"}</h2>
          <p className="found__note">
            These may not fit your car. Ask us first: we'll check the part numbers.
          </p>
          <NearCards parts={others} car={car} />
        </section>
      ) : null}
    </>
  );
}

function NearCards({ parts, car }: Pick<FoundStock, "parts" | "car">) {
  return (
    <ul className="cards">
      {parts.map((part) => (
        <li key={part._id}>
          <PartCard part={part} position={1} car={car} />
        </li>
      ))}
    </ul>
  );
}

/** The cars of that kind in the yard. */
export function FoundCars({ found: { vehicles, part, car } }: ResultsProps) {
  if (vehicles.length === 0) return null;
  return (
    <section className="cluster gap-1 gap-x-4 results__list" aria-labelledby="in-the-yard">
      <h2 id="in-the-yard">In the Yard</h2>
      <p className="found__note">
        {part
          ? "The part may still be on one of these. Ask, and we'll look and tell you the price."
          : "Parts may still be on these. Ask for the one you need."}
      </p>
      <ul className="cards">
        {vehicles.map((vehicle) => (
          <li key={vehicle._id}>
            <DismantledCard
              vehicle={vehicle}
              position={1}
              requestUrl={requestUrl({ ...part?.request, car, donor: vehicle._id })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In place of results if nothing was asked for, or nothing was understood. */
export function HowToSearch({ found, q, examples }: HowToSearchProps) {
  const { unknown } = found;
  return (
    <section className="stack gap-3" aria-labelledby="how-to">
      <h2 id="how-to">{q ? "We don't know that part or car" : "Type the part and the car"}</h2>
      {q ? (
        <>
          <p>
            {unknown.length > 0
              ? `We couldn't make sense of “${truncate(unknown.join(" "), MAX_ECHO)}”. `
              : null}
            Tell us the vehicle and the part. We'll check the yard and answer with a price.
          </p>
          <RequestOrCall found={found} />
          <p>Or search again, in any order: the part, with its side, and the year, make and model.</p>
        </>
      ) : (
        <p>In any order: the part, with its side, and the year, make and model.</p>
      )}
      <ul className="cluster gap-0 gap-x-6 tap-links bold">
        {examples.map((example) => (
          <li key={example}>
            <a href={`${FIND_PAGE}?${new URLSearchParams({ q: example })}`}>{example}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
