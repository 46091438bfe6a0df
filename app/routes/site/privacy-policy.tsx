import type { MetaFunction } from "@remix-run/node";
import type { ReactNode } from "react";
import { type Business, phoneHref } from "~/models/business";
import { SAME_FOR_EVERYONE } from "~/page-handles";
import { useBusiness } from "~/ui/business";
import { AddressLink } from "~/ui/contact-lines";
import { publicPage } from "~/ui/public-page";

export const handle = SAME_FOR_EVERYONE;

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, ({ business }) => ({
    path: "/privacy-policy",
    title: "Privacy Policy",
    description: `What ${business.name} collects about you, why, whom we share it with, and what you may ask of us.`,
  }));

/** The policy's dates, effective and last updated (specification, section 9). */
const POLICY_DATE = { iso: "2025-05-28", words: "May 28, 2025" } as const;

/** Static privacy policy with the facts of the specification's section 1. */
export default function PrivacyPolicy() {
  const business = useBusiness();
  return (
    <div className="page policy">
      <div className="policy__head">
        <h1>Privacy Policy</h1>
        <p className="lead">
          Effective <PolicyDate />. Last updated <PolicyDate />.
        </p>
      </div>
      <nav className="policy__contents" aria-label="Contents">
        <details>
          <summary className="sign">Contents</summary>
          <ol>
            {SECTIONS.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </details>
      </nav>
      <div className="policy__text prose">
        <p>
          This policy says what {business.name} (“we”, “us”) does with personal data on this website and in
          our dealings with customers. Where it says “services”, it means this website, our parts sales,
          repairs and vehicle sales.
        </p>
        {SECTIONS.map((section) => (
          <section key={section.id} className="prose" aria-labelledby={section.id}>
            <h2 id={section.id}>{section.title}</h2>
            {section.words(business)}
          </section>
        ))}
      </div>
    </div>
  );
}

function PolicyDate() {
  return <time dateTime={POLICY_DATE.iso}>{POLICY_DATE.words}</time>;
}

function PrivacyEmail({ business }: { business: Business }) {
  return <a href={`mailto:${business.privacyEmail}`}>{business.privacyEmail}</a>;
}

interface PolicySection {
  id: string;
  title: string;
  words: (business: Business) => ReactNode;
}

const SECTIONS: readonly PolicySection[] = [
  {
    id: "what-we-collect",
    title: "What we collect",
    words: () => (
      <>
        <p>You give us:</p>
        <ul>
          <li>
            <strong>Contact data:</strong> your name, phone number, email address and, where a job needs it,
            your postal address.
          </li>
          <li>
            <strong>Vehicle data:</strong> the vehicle identification number (VIN), year, make, model, trim,
            engine and mileage.
          </li>
          <li>
            <strong>Service request data:</strong> the part or the repair you ask for, and what you tell us
            about it.
          </li>
          <li>
            <strong>Communication data:</strong> calls, emails and messages between you and us.
          </li>
        </ul>
        <p>We receive automatically when you use this website:</p>
        <ul>
          <li>
            <strong>Device data:</strong> the kind of device, its browser and operating system, and its IP
            address.
          </li>
          <li>
            <strong>Usage data:</strong> the pages you open, when, and the page you came from.
          </li>
          <li>
            <strong>Approximate location data:</strong> the city or region that an IP address points to. We do
            not read your device's precise location.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: "why-we-use-it",
    title: "Why we use it",
    words: () => (
      <ul>
        <li>To answer your requests for parts, repairs and vehicles, and to carry them out.</li>
        <li>To reach you about a request, an order, an appointment or a warranty.</li>
        <li>To keep the records that tax, title and trade law ask of us.</li>
        <li>To keep this website working, secure and free of abuse.</li>
        <li>To see which pages help our visitors and which do not.</li>
      </ul>
    ),
  },
  {
    id: "cookies",
    title: "Cookies",
    words: () => (
      <>
        <p>
          We use cookies, small texts that your browser keeps for us. They remember an unfinished parts
          request, carry a message from one page to the next, and keep our staff signed in.
        </p>
        <p>
          Your browser can refuse or delete cookies. Our pages stay readable without them; an unfinished
          request may then be forgotten. The map on our pages comes from OpenStreetMap, which receives your IP
          address when the map loads.
        </p>
      </>
    ),
  },
  {
    id: "sharing",
    title: "Whom we share it with",
    words: () => (
      <>
        <p>
          <strong>We do not sell your personal data.</strong> We share it only:
        </p>
        <ul>
          <li>
            <strong>with service providers</strong> who work for us, such as hosting, email and payment
            companies, and only as far as their work needs it;
          </li>
          <li>
            <strong>for legal reasons,</strong> where a law, a court or a public authority requires it;
          </li>
          <li>
            <strong>for business protection,</strong> to prevent fraud and to defend our rights, our property
            and the safety of people;
          </li>
          <li>
            <strong>for business transfers,</strong> should the business or a part of it be sold or merged;
          </li>
          <li>
            <strong>for referrals you consent to,</strong> when you ask us to pass your request on to someone
            else.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: "your-rights",
    title: "Your rights",
    words: (business) => (
      <>
        <p>You may ask us for:</p>
        <ul>
          <li>
            <strong>access:</strong> to know which personal data we hold about you, and to receive a copy;
          </li>
          <li>
            <strong>correction</strong> of what is wrong or incomplete;
          </li>
          <li>
            <strong>deletion</strong> of what we need not keep by law;
          </li>
          <li>
            <strong>portability:</strong> your data in a common file format, for you or for another company;
          </li>
          <li>
            <strong>opting out</strong> of marketing messages and of any sale or sharing of personal data;
          </li>
          <li>
            <strong>limitation</strong> of how we use your data, sensitive data above all.
          </li>
        </ul>
        <p>
          To make a request, write to <PrivacyEmail business={business} /> or use our Customer Data Request
          Portal at the address /partsmatrix on this website. We may ask you to verify who you are. We answer
          within the time the law sets and never treat you worse for asking.
        </p>
      </>
    ),
  },
  {
    id: "how-long",
    title: "How long we keep it",
    words: () => (
      <p>
        We keep personal data as long as we need it for the purpose it was given for, and as long as the law
        requires. Financial and tax records are typically kept for 7 years. What we no longer need we delete
        or make anonymous.
      </p>
    ),
  },
  {
    id: "security",
    title: "How we protect it",
    words: () => (
      <p>
        We protect personal data with reasonable technical and organizational measures, and only staff who
        need it can read it. No website can promise perfect security. If a breach concerns you, we tell you as
        the law requires.
      </p>
    ),
  },
  {
    id: "children",
    title: "Children",
    words: (business) => (
      <p>
        Our services are not directed to children under 13, and we do not knowingly collect their data. If you
        believe a child gave us personal data, write to <PrivacyEmail business={business} /> and we will
        delete it.
      </p>
    ),
  },
  {
    id: "laws",
    title: "The laws we follow",
    words: () => (
      <ul>
        <li>
          <strong>New York:</strong> we comply with the privacy and data security rules of the State of New
          York.
        </li>
        <li>
          <strong>California (CCPA):</strong> where the California Consumer Privacy Act applies, its residents
          have the rights above, among them to know, to delete, to correct, to opt out, to limit, and not to
          be discriminated against.
        </li>
        <li>
          <strong>European Union (GDPR):</strong> where the General Data Protection Regulation applies, we use
          personal data to fulfill a contract, to meet a legal duty, for our legitimate interests or with your
          consent, which you may withdraw at any time. You may complain to your supervisory authority.
        </li>
      </ul>
    ),
  },
  {
    id: "changes",
    title: "Changes to this policy",
    words: () => (
      <p>
        When we change this policy, the new text stands on this page with a new date. Where a change matters
        much, we say so on this website before it takes effect.
      </p>
    ),
  },
  {
    id: "contact-us",
    title: "How to reach us",
    words: (business) => (
      <>
        <p>Questions about this policy or about your data:</p>
        <address>
          {business.name}
          <br />
          <AddressLink business={business} />
          <br />
          <PrivacyEmail business={business} />
          <br />
          <a href={phoneHref(business)}>{business.phone}</a>
        </address>
      </>
    ),
  },
];
