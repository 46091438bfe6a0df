import { type Business, openingHours } from "~/business/links";

/** The opening hours: a line, or a list if they differ from day to day. */
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

/** What the business says about its weekends, if anything. */
export function Weekends({ business: { hours } }: { business: Business }) {
  return hours.weekends ? <p>{hours.weekends}</p> : null;
}
