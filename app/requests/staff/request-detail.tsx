import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { listUrlFrom } from "~/lists/staff";
import type { AnyRequest, RequestCollection } from "~/requests/request";
import type { RequestView } from "~/requests/view.server";
import { Icon } from "~/ui/layout/icon";
import { PrintButton } from "~/ui/layout/print-button";
import { useBusiness } from "~/ui/layout/use-business";
import { ContactLinks } from "./columns";
import { RequestFacts, requestSections, StatusBadge } from "./facts";

interface RequestDetailProps {
  kind: RequestCollection;
  request: RequestView<AnyRequest>;
  /** What staff do with it; not printed. */
  children: ReactNode;
}

/**
 * One request as a page for the workshop: every field, boxes to check, lines to write on. It prints on one page unless the
 * customer's text is too long for it, because text is never cut.
 */
export function RequestDetail({ kind, request, children }: RequestDetailProps) {
  const { name, phone } = useBusiness();
  const [params] = useSearchParams();
  return (
    <main id="main" className="page request-page" tabIndex={-1}>
      <div className="cluster between screen-only request-page__bar">
        <nav className="tap-links breadcrumb" aria-label="Back">
          <Link to={listUrlFrom(params, kind.path)}>
            <Icon name="arrow-left" size={20} />
            Back to {kind.list.title}
          </Link>
        </nav>
        <div className="cluster gap-2 request-page__actions">
          <ContactLinks {...request} className="button button--secondary button--small" />
          <PrintButton className="button button--small">Print</PrintButton>
        </div>
      </div>
      <article className={`grid gap-6 panel request-detail request-detail--${lengthOf(kind, request)}`}>
        <header className="request-detail__head sign">
          <p className="cluster between wide gap-0 gap-x-5">
            <strong>{name}</strong> <span>{phone}</span>
          </p>
          <h1>
            <span className="request-detail__kind">{kind.nouns[0]}</span> {request.reference}
          </h1>
        </header>
        <p className="cluster wide">
          <StatusBadge kind={kind} request={request} />{" "}
          <time dateTime={request.createdAt}>{request.sentAt}</time>
        </p>
        <RequestFacts kind={kind} request={request} heading="h2" />
        {children}
        <Workshop checklist={kind.checklist} />
      </article>
    </main>
  );
}

/** The length of its text: longer requests print in smaller type. */
function lengthOf(
  kind: RequestCollection,
  request: RequestDetailProps["request"],
): "short" | "long" | "longest" {
  const texts = requestSections(kind, request).flatMap((section) => section.texts.map(([, text]) => text));
  const characters = [...texts, ...request.notes.map(({ content }) => content)].join("").length;
  return characters < 900 ? "short" : characters < 2500 ? "long" : "longest";
}

function Workshop({ checklist }: { checklist: readonly string[] }) {
  return (
    <section className="grid request-detail__workshop">
      <h2>For the shop</h2>
      <ul className="grid gap-3 gap-x-5 request-detail__checklist">
        {checklist.map((step) => (
          <li className="row" key={step}>
            {step}
          </li>
        ))}
      </ul>
      <ul className="grid gap-3 gap-x-5 request-detail__blanks">
        {["Price", "By", "Date"].map((blank) => (
          <li key={blank}>{blank}</li>
        ))}
      </ul>
      <div className="request-detail__lines" aria-hidden="true" />
    </section>
  );
}
