import { type Business, openingHours } from "~/business/links";

/** The opening hours: a line, or where they differ from day to day a list of them. */
export function Hours({ business }: { business: Business }) {
  const { byDay } = business.hours;
  if (byDay.length < 2) return <>{openingHours(business)}</>;
  return (
    <ul className="grid">
      {byDay.map(({ days, times }) => (
        <li key={days}>
          <span className="bold">{days}</span> {times}
        </li>
      ))}
    </ul>
  );
}

/** What the business says of its weekends, if anything. */
export function Weekends({ business: { hours } }: { business: Business }) {
  return hours.weekends ? <p>{hours.weekends}</p> : null;
}
