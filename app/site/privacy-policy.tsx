import type { MetaFunction } from "@remix-run/node";
import type { ReactNode } from "react";
import { type Business, phoneHref } from "~/business/links";
import { STATIC } from "~/http/page-handle";
import { useBusiness } from "~/ui/layout/use-business";
import { AddressLink } from "./layout/contact-lines";
import { publicPage } from "./layout/public-page";

export const handle = STATIC;

export const meta: MetaFunction = ({ matches }) =>
  publicPage(matches, ({ business }) => ({
    path: "/privacy-policy",
    title: ["Privacy Policy"],
    description: `What ${business.name} collects about you, why, who we share it with, and your rights.`,
  }));

/** The policy's dates, effective and last updated. */
const POLICY_DATE = { iso: "2025-05-28", text: "May 28, 2025" } as const;

export default function PrivacyPolicy() {
  const business = useBusiness();
  return (
    <div className="page grid gap-8 policy">
      <div className="stack gap-3 all-columns">
        <h1>Privacy Policy</h1>
        <p className="lead">
          Effective <PolicyDate />. Last updated <PolicyDate />.
        </p>
      </div>
      <nav className="policy__contents" aria-label="Contents">
        <details>
          <summary className="row chevron sign">Contents</summary>
          <ol>
            {SECTIONS.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </details>
      </nav>
      <div className="policy__text prose stack">
        <p>
          This policy explains what {business.name} (“we,” “us”) does with personal data on this website and
          in our dealings with customers. “Services” means this website and our parts sales, repairs and
          vehicle sales.
        </p>
        {SECTIONS.map((section) => (
          <section key={section.id} className="prose stack" aria-labelledby={section.id}>
            <h2 id={section.id}>{section.title}</h2>
            {section.content(business)}
          </section>
        ))}
      </div>
    </div>
  );
}

function PolicyDate() {
  return <time dateTime={POLICY_DATE.iso}>{POLICY_DATE.text}</time>;
}

function PrivacyEmail({ business }: { business: Business }) {
  return <a href={`mailto:${business.privacyEmail}`}>{business.privacyEmail}</a>;
}

interface PolicySection {
  id: string;
  title: string;
  content: (business: Business) => ReactNode;
}

const SECTIONS: readonly PolicySection[] = [
  {
    id: "what-we-collect",
    title: "What we collect",
    content: () => (
      <>
        <p>You give us:</p>
        <ul>
          <li>
            <strong>Contact data:</strong> your name, phone number, email address and, if a job calls for it,
            your mailing address.
          </li>
          <li>
            <strong>Vehicle data:</strong> the vehicle identification number (VIN), year, make, model, trim,
            engine and mileage.
          </li>
          <li>
            <strong>Service request data:</strong> the part or repair you request, and what you tell us about
            it.
          </li>
          <li>
            <strong>Communication data:</strong> calls, emails and messages between you and us.
          </li>
        </ul>
        <p>When you use this website, we automatically collect:</p>
        <ul>
          <li>
            <strong>Device data:</strong> your type of device, browser and operating system, and your IP
            address.
          </li>
          <li>
            <strong>Usage data:</strong> the pages you visit, when, and the page you came from.
          </li>
          <li>
            <strong>Approximate location data:</strong> the city or region your IP address points to. We do
            not read your device's precise location.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: "why-we-use-it",
    title: "Why we use it",
    content: () => (
      <ul>
        <li>To answer and fill your requests for parts, repairs and vehicles.</li>
        <li>To contact you about a request, an order, an appointment or a warranty.</li>
        <li>To keep the records that tax, title and business laws require.</li>
        <li>To keep this website working, secure and free of abuse.</li>
        <li>To see which pages help our visitors and which don't.</li>
      </ul>
    ),
  },
  {
    id: "cookies",
    title: "Cookies",
    content: () => (
      <>
        <p>
          We use cookies. They remember an unfinished parts request, and for a day that your question about a
          vehicle or a part came from your browser. They carry a message from one page to the next, and keep
          our staff signed in.
        </p>
        <p>
          You can block or delete cookies in your browser. You can still read our pages, but an unfinished
          request may be lost. The map on our pages comes from OpenStreetMap, which receives your IP address
          when the map loads.
        </p>
      </>
    ),
  },
  {
    id: "sharing",
    title: "Who we share it with",
    content: () => (
      <>
        <p>
          <strong>We do not sell your personal data.</strong> We share it only:
        </p>
        <ul>
          <li>
            <strong>with service providers</strong> who work for us, such as hosting, email and payment
            companies, and only what they need to do the job;
          </li>
          <li>
            <strong>for legal reasons,</strong> when a law, a court or a government agency requires it;
          </li>
          <li>
            <strong>for business protection,</strong> to prevent fraud and protect our rights, our property
            and people's safety;
          </li>
          <li>
            <strong>for business transfers,</strong> if the business or part of it is sold or merged;
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
    content: (business) => (
      <>
        <p>You may ask us for:</p>
        <ul>
          <li>
            <strong>access:</strong> to know what personal data we have about you, and to get a copy;
          </li>
          <li>
            <strong>correction</strong> of anything wrong or incomplete;
          </li>
          <li>
            <strong>deletion</strong> of anything the law doesn't require us to keep;
          </li>
          <li>
            <strong>portability:</strong> your data in a common file format, for you or for another company;
          </li>
          <li>
            <strong>opting out</strong> of marketing messages and of any sale or sharing of personal data;
          </li>
          <li>
            <strong>limitation</strong> of how we use your data, especially sensitive data.
          </li>
        </ul>
        <p>
          To make a request, email <PrivacyEmail business={business} /> or use our Customer Data Request
          Portal at <a href="/partsmatrix">/partsmatrix</a> on this website. We may ask you to verify who you
          are. We answer within the time the law sets, and we'll never penalize you for asking.
        </p>
      </>
    ),
  },
  {
    id: "how-long",
    title: "How long we keep it",
    content: () => (
      <p>
        We keep personal data as long as we need it for the purpose you gave it for, and as long as the law
        requires. Financial and tax records are typically kept for 7 years. When we no longer need data, we
        delete it or make it anonymous.
      </p>
    ),
  },
  {
    id: "security",
    title: "How we protect it",
    content: () => (
      <p>
        We protect personal data with reasonable technical and organizational measures, and only staff who
        need it can see it. No website can promise perfect security. If a breach affects you, we'll tell you
        as the law requires.
      </p>
    ),
  },
  {
    id: "children",
    title: "Children",
    content: (business) => (
      <p>
        Our services are not directed to children under 13, and we do not knowingly collect their data. If you
        believe a child gave us personal data, email <PrivacyEmail business={business} /> and we will delete
        it.
      </p>
    ),
  },
  {
    id: "laws",
    title: "The laws we follow",
    content: () => (
      <ul>
        <li>
          <strong>New York:</strong> we comply with the privacy and data security rules of the State of New
          York.
        </li>
        <li>
          <strong>California (CCPA):</strong> where the California Consumer Privacy Act applies, California
          residents have the rights above, including to know, to delete, to correct, to opt out, to limit, and
          not to be discriminated against.
        </li>
        <li>
          <strong>European Union (GDPR):</strong> where the General Data Protection Regulation applies, we use
          personal data to fulfill a contract, to meet a legal duty, for our legitimate interests or with your
          consent, which you may withdraw at any time. You may file a complaint with your supervisory
          authority.
        </li>
      </ul>
    ),
  },
  {
    id: "changes",
    title: "Changes to this policy",
    content: () => (
      <p>
        When we change this policy, we'll post it here with a new date. If a change is significant, we'll say
        so on this website before it takes effect.
      </p>
    ),
  },
  {
    id: "contact-us",
    title: "How to reach us",
    content: (business) => (
      <>
        <p>Questions about this policy or your data:</p>
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
