import type { MetaFunction } from "@remix-run/node";
import { phoneHref } from "~/models/business";
import { SAME_FOR_EVERYONE } from "~/page-handles";
import { useBusiness } from "~/ui/business";
import { ContactLines } from "~/ui/contact-lines";
import { publicPage } from "~/ui/public-page";

export const handle = SAME_FOR_EVERYONE;

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, ({ business }) => ({
    path: "/accessibility",
    title: "Accessibility",
    description: `How the website of ${business.name} works for people with disabilities, what still falls short, and how to reach us about it.`,
  }));

/** The day on which the checks that the statement names were last made by hand; it changes when they are made anew. */
const CHECKED = { iso: "2026-11-21", words: "November 21, 2026" } as const;

/** What the site does for people with disabilities, what it does not, and whom to tell. */
export default function Accessibility() {
  const business = useBusiness();
  const phone = <a href={phoneHref(business)}>{business.phone}</a>;
  return (
    <div className="page page--narrow prose">
      <h1>Accessibility</h1>
      <p className="lead">
        Everybody should be able to find a part, ask for a repair or look at a car here, whatever they see,
        hear or use to get around.
      </p>

      <h2>What works</h2>
      <ul>
        <li>Every page and form works with the keyboard alone, and always shows where you are.</li>
        <li>The pages need no script: with JavaScript off you can search, ask and send all the same.</li>
        <li>You can enlarge the pages to 400 percent and read them without scrolling sideways.</li>
        <li>The colors follow your device: light, dark, or a high contrast set of your own.</li>
        <li>Nothing moves if your device asks for less motion, and nothing ever plays by itself.</li>
        <li>No form hurries you. A parts request that you have begun waits for a day.</li>
        <li>If something is missing in a form, we say what, beside the field and on top of the form.</li>
        <li>Pages print in dark letters on white.</li>
      </ul>

      <h2>What we aim for</h2>
      <p>
        Our aim is the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. We check each page ourselves
        with the testing tool axe in the Chromium browser, and by hand: with the keyboard, enlarged, with high
        contrast colors and without styles. Nobody outside our business has audited this website, and we have
        not tried it with people who use a screen reader every day.
      </p>

      <h2>What falls short</h2>
      <ul>
        <li>
          The map comes from OpenStreetMap. We cannot change how it works with a keyboard or a screen reader.
          The address stands in words beside it, with a link that opens directions on your device.
        </li>
        <li>
          Pictures of vehicles are described by the vehicle’s name only, not by what the picture shows. If you
          want to know more, call and ask us.
        </li>
        <li>
          Some messages, for example that a request was sent, leave by themselves after five seconds. With
          JavaScript off they stay.
        </li>
      </ul>

      <h2>Another way to the same service</h2>
      <p>You need not use this website: call {phone} to ask for a part, a repair or a vehicle.</p>

      <h2>If something does not work for you</h2>
      <p>Tell us. It helps if you name the page, what you wanted to do, and which browser or aid you use.</p>
      <ContactLines business={business} lines={["phone", "email", "hours"]} />

      <p>
        These checks were last made on <time dateTime={CHECKED.iso}>{CHECKED.words}</time>.
      </p>
    </div>
  );
}
