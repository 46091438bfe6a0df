import type { MetaFunction } from "@remix-run/node";
import { phoneHref } from "~/business/links";
import { STATIC } from "~/http/page-handle";
import { useBusiness } from "~/ui/layout/use-business";
import { ContactLines } from "./layout/contact-lines";
import { publicPage } from "./layout/public-page";

export const handle = STATIC;

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, ({ business }) => ({
    path: "/accessibility",
    title: ["Accessibility"],
    description: `How ${business.name}'s website works for people with disabilities, where it falls short, and how to reach us.`,
  }));

/** The day of the last manual check; update it after each one. */
const CHECKED = { iso: "2026-11-21", text: "November 21, 2026" } as const;

/** The accessibility statement: what works, what falls short, and who to contact. */
export default function Accessibility() {
  const business = useBusiness();
  const phone = <a href={phoneHref(business)}>{business.phone}</a>;
  return (
    <div className="page page--narrow prose stack">
      <h1>Accessibility</h1>
      <p className="lead">
        Everyone should be able to find a part, book a repair or shop for a car here, whatever their vision,
        hearing or mobility.
      </p>

      <h2>What works</h2>
      <ul>
        <li>Every page and form works with just a keyboard and always shows where you are.</li>
        <li>Nothing here needs JavaScript: with it off, you can still search and send every form.</li>
        <li>You can zoom to 400 percent and read every page without scrolling sideways.</li>
        <li>Colors follow your device: light, dark or high contrast.</li>
        <li>Nothing moves if your device is set to reduce motion, and nothing plays on its own.</li>
        <li>No form rushes you. We keep an unfinished part request for a day.</li>
        <li>If something's missing, we say what, next to the field and at the top of the form.</li>
        <li>Pages print as dark text on white.</li>
      </ul>

      <h2>What we aim for</h2>
      <p>
        We aim to meet the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. We test each page with
        axe in the Chromium browser, and by hand: with a keyboard, zoomed in, in high contrast and without
        styles. No one outside our business has audited this website, and we haven't tested it with people who
        use a screen reader every day.
      </p>

      <h2>What falls short</h2>
      <ul>
        <li>
          The map comes from OpenStreetMap, so we can't change how it works with a keyboard or screen reader.
          The address is written out next to it, with a link that opens directions on your device.
        </li>
        <li>
          Most photos of vehicles and parts are described only by the name of the vehicle or part, not by what
          they show. If you want to know more, just call.
        </li>
        <li>Some short messages go away on their own after five seconds. With JavaScript off, they stay.</li>
      </ul>

      <h2>Prefer not to use the website?</h2>
      <p>That's fine. Call {phone} about a part, a repair or a vehicle.</p>

      <h2>If something doesn't work for you</h2>
      <p>
        Tell us. It helps to know the page, what you were trying to do, and your browser or assistive device.
      </p>
      <ContactLines business={business} lines={["phone", "email", "hours"]} />

      <p>
        Last checked on <time dateTime={CHECKED.iso}>{CHECKED.text}</time>.
      </p>
    </div>
  );
}
