import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ShownNote } from "~/models/request-shown.server";
import { listAddressFrom } from "~/models/staff-list";
import { BackLink } from "./back-link";
import { useBusiness } from "./business";
import { PrintButton } from "./print-button";
import { type ContactInfo, ContactLinks } from "./request-columns";
import { RequestFacts, type RequestGroup } from "./request-facts";

interface RequestSheetProps {
  /** What it is about: `Part request`. */
  kind: string;
  request: ContactInfo & { createdAt: string; sentAt: string; notes: readonly ShownNote[] };
  badge: ReactNode;
  groups: readonly RequestGroup[];
  /** What is ticked off in the workshop. */
  ticks: readonly string[];
  list: { path: string; title: string };
}

/**
 * One request as a page for the workshop: every field, boxes to tick, lines to write on. It prints on one sheet; only
 * texts longer than a sheet go on, because a customer's words are never cut.
 */
export function RequestSheet({ kind, request, badge, groups, ticks, list }: RequestSheetProps) {
  const { name, phone } = useBusiness();
  const [params] = useSearchParams();
  return (
    <main id="main" className="page request-page" tabIndex={-1}>
      <div className="request-page__bar">
        <BackLink to={listAddressFrom(params, list.path)}>{`Back to ${list.title}`}</BackLink>
        <div className="request-page__actions">
          <ContactLinks {...request} className="button button--secondary button--small" />
          <PrintButton className="button button--small">Print</PrintButton>
        </div>
      </div>
      <article className={`request-sheet request-sheet--${lengthOf(groups, request.notes)}`}>
        <header className="request-sheet__head sign">
          <p className="request-sheet__business">
            <strong>{name}</strong> <span>{phone}</span>
          </p>
          <h1>
            <span className="request-sheet__kind">{kind}</span> {request.reference}
          </h1>
        </header>
        <p className="request-sheet__standing">
          {badge} <time dateTime={request.createdAt}>{request.sentAt}</time>
        </p>
        <RequestFacts groups={groups} notes={request.notes} heading="h2" />
        <Workshop ticks={ticks} />
      </article>
    </main>
  );
}

/** How much there is to read, so that print can grow smaller with it. */
function lengthOf(
  groups: readonly RequestGroup[],
  notes: readonly ShownNote[],
): "short" | "long" | "longest" {
  const texts = groups.flatMap(({ texts = [] }) => texts.map(([, text]) => text));
  const characters = [...texts, ...notes.map(({ content }) => content)].join("").length;
  return characters < 900 ? "short" : characters < 2500 ? "long" : "longest";
}

function Workshop({ ticks }: { ticks: readonly string[] }) {
  return (
    <section className="request-sheet__workshop">
      <h2>For the workshop</h2>
      <ul className="request-sheet__ticks">
        {ticks.map((tick) => (
          <li key={tick}>{tick}</li>
        ))}
      </ul>
      <ul className="request-sheet__blanks">
        {["Price", "By", "Date"].map((blank) => (
          <li key={blank}>{blank}</li>
        ))}
      </ul>
      <div className="request-sheet__lines" aria-hidden="true" />
    </section>
  );
}
