import type { ReactNode } from "react";
import { type Business, postalAddress } from "~/business/links";
import type { Match } from "~/interchange/match";
import { gradeAndReason, matchName } from "~/interchange/match-words";
import { describeDamage } from "~/parts/damage";
import { type CarOfSearch, findUrl } from "~/parts/finder";
import { GRADE_WORDS } from "~/parts/grade";
import type { ModelLink } from "~/parts/models";
import { PART_STATUS_TONES } from "~/parts/part";
import type { PublicPart } from "~/parts/parts";
import { CallLink } from "~/site/layout/contact-lines";
import { ShareLinks } from "~/site/layout/share-links";
import { PartDrawing } from "~/site/parts/part-card";
import { Price } from "~/site/vehicles/chips";
import { GALLERY_SIZES, Gallery } from "~/site/vehicles/gallery";
import { Badge, Plate } from "~/ui/layout/chip";
import { type Fact, Facts } from "~/ui/layout/facts";
import { Notice } from "~/ui/layout/notice";
import { PrintButton } from "~/ui/layout/print-button";
import { useBusiness } from "~/ui/layout/use-business";
import { formatDay, formatMileage, formatPrice } from "~/values/format";
import { formatYears } from "~/values/years";
import { AskForPart } from "./ask";

interface PartDetailProps {
  part: PublicPart;
  heading: string;
  /** What shows it if there is no photo. */
  drawing: string;
  /** The path of the donor's page, if it has one. */
  donorUrl: string | undefined;
  /** The page's public URL, if it is known. */
  url: string | undefined;
  /** The page of all parts of its car. */
  model: ModelLink | undefined;
  /** Cars that it is likely to fit. */
  matches: readonly Match[];
  /** The car of the search that led here. */
  car: CarOfSearch;
}

/** All public facts about a part, and how to ask for it. */
export function PartDetail({ part, heading, drawing, donorUrl, url, model, matches, car }: PartDetailProps) {
  const { status, description, damage, damageNotes } = part;
  const name = `${part.year} ${part.make} ${part.model} ${part.part}`;
  const damages = [...(damage ? describeDamage(damage) : []), ...(damageNotes ? [damageNotes] : [])];
  return (
    <article className="grid gap-6 vehicle">
      <PaperHead />
      <div className="vehicle__gallery">
        {part.images.length > 0 ? (
          <Gallery images={part.images} name={name} sizes={GALLERY_SIZES} />
        ) : (
          <div className="frame drawn">
            <PartDrawing name={drawing} />
          </div>
        )}
      </div>
      <div className="grid lines vehicle__head">
        {status === "Available" ? null : <Badge tone={PART_STATUS_TONES[status]}>{status}</Badge>}
        <h1>{heading}</h1>
        {status === "Sold" ? null : (
          <p className="vehicle__price">
            <Price price={part.price} />
          </p>
        )}
        <p className="cluster vehicle__stock">
          <span>
            Stock # <Plate>{part.stockNumber}</Plate>
          </span>{" "}
          {status === "Sold" ? null : (
            <span className="muted own-line">In stock since {formatDay(part.dateAcquired)}</span>
          )}
        </p>
        <PartActions part={part} />
        <Facts facts={factsOf(part, donorUrl, useBusiness()).filter(([, value]) => value !== undefined)} />
        {model && model.parts + model.cars > 1 ? (
          <p className="screen-only">
            <a href={model.path}>All used {model.name} parts</a>
          </p>
        ) : null}
        <ShareLinks name={name} url={url}>
          <PrintButton className="button button--quiet button--small">Print This Page</PrintButton>
        </ShareLinks>
      </div>
      <AskForPart part={part} name={name} car={car} />
      <div className="grid halves gap-6 vehicle__sections">
        {description ? (
          <Section id="description" title="Description">
            <p className="typed">{description}</p>
          </Section>
        ) : null}
        {damages.length > 0 ? (
          <Section id="condition" title="Condition">
            <ul className="prose stack">
              {damages.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Section>
        ) : null}
        <OtherCars part={part} matches={matches} />
      </div>
    </article>
  );
}

/** On paper: whose part it is, since header and footer are not printed. */
function PaperHead() {
  const business = useBusiness();
  return (
    <p className="print-only" hidden>
      <b>{business.name}</b>, {business.phone}
      <br />
      {postalAddress(business)}
    </p>
  );
}

/** What our staff say, and what is likely: each car with how sure we are and why. */
function OtherCars({ part: { fits }, matches }: { part: PublicPart; matches: readonly Match[] }) {
  const confirmed = [
    ...fits.map(({ vehicle, yearFrom, yearTo }) => ({
      name: `${formatYears(yearFrom, yearTo)} ${vehicle}`,
      reason: "Confirmed here: our staff say that it fits.",
    })),
    ...matches
      .filter(isConfirmed)
      .map((match) => ({ name: matchName(match), reason: gradeAndReason(match) })),
  ];
  const likely = matches.filter((match) => !isConfirmed(match));
  return (
    <>
      {confirmed.length > 0 ? (
        <Section id="fits" title="Also Fits">
          <ul className="prose stack">
            {confirmed.map(({ name, reason }) => (
              <li key={name}>
                {name} <span className="note block likely__why">{reason}</span>
              </li>
            ))}
          </ul>
          <p>Please check it against your car before you order.</p>
        </Section>
      ) : null}
      {likely.length > 0 ? (
        <Section id="likely" title="Likely to Fit">
          <ul className="prose stack">
            {groupByReason(likely).map(({ reason, names }) => (
              <li key={reason}>
                {names.join(", ")} <span className="note block likely__why">{reason}</span>
              </li>
            ))}
          </ul>
          <p>Ask us first: we check the part numbers before you pay.</p>
        </Section>
      ) : null}
    </>
  );
}

/** Cars with one reason, in one line. */
function groupByReason(matches: readonly Match[]): { reason: string; names: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const match of matches) {
    const reason = gradeAndReason(match);
    groups.set(reason, [...(groups.get(reason) ?? []), matchName(match)]);
  }
  return [...groups].map(([reason, names]) => ({ reason, names }));
}

function isConfirmed({ grade }: Match): boolean {
  return grade === "confirmed here";
}

function PartActions({ part }: { part: PublicPart }) {
  const business = useBusiness();
  const { year, make, model, status } = part;
  const isSold = status === "Sold";
  return (
    <>
      {isSold ? (
        <Notice tone="info" title="This part is sold.">
          <p>Sorry you missed it. We may have another one, on the shelf or still on a car.</p>
        </Notice>
      ) : null}
      {status === "On hold" ? (
        <Notice tone="info">
          <p>This part is on hold. Ask us: it may be for sale again soon.</p>
        </Notice>
      ) : null}
      <div className="cluster screen-only vehicle__actions">
        {isSold ? (
          <a className="button" href={findUrl({ q: part.part, year, make, model })}>
            Find Another One
          </a>
        ) : (
          <a className="button" href="#ask">
            Ask for This Part
          </a>
        )}
        <CallLink business={business} className="button button--secondary" />
      </div>
    </>
  );
}

function factsOf(
  part: PublicPart,
  donorUrl: string | undefined,
  { returnPolicy, shipping }: Business,
): Fact[] {
  const { grade, mileage, coreCharge, weight, isShippable, trim } = part;
  const car = [part.year, part.make, part.model, trim].filter(Boolean).join(" ");
  const source = donorUrl ? <a href={donorUrl}>{car}</a> : car;
  return [
    ["From", source],
    ["Miles", mileage === undefined ? undefined : formatMileage(mileage)],
    ["Grade", grade && `${grade}: ${GRADE_WORDS[grade].toLowerCase()}`],
    ["Warranty", part.warranty],
    ["Core charge", coreCharge ? formatPrice(coreCharge) : undefined],
    ["Part number", part.interchange],
    ["Weight", weight === undefined ? undefined : `${weight} lb`],
    [
      "Shipping",
      isShippable === false ? "Pickup only" : (shipping?.sentence ?? (isShippable && "We ship it")),
    ],
    ["Returns", returnPolicy?.sentence],
  ];
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="card" aria-labelledby={id}>
      <h2 className="card__title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
