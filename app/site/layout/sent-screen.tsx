import type { ReactNode } from "react";
import { openingHours, phoneHref } from "~/business/links";
import { PRIVATE_LINK, SENT_HEADING } from "~/requests/customer";
import { responsePromise } from "~/requests/part";
import type { SentRequest } from "~/requests/sent.server";
import { Plate } from "~/ui/layout/chip";
import { type Fact, Facts } from "~/ui/layout/facts";
import { Icon } from "~/ui/layout/icon";
import { useBusiness } from "~/ui/layout/use-business";

interface SentScreenProps {
  title: string;
  lead: ReactNode;
  /** `Part request`: what staff call it, for the subject of an email. */
  noun: string;
  /** Undefined for a browser that sent what another one had sent before: it must not learn more. */
  own: SentRequest | undefined;
  /** What was asked for. */
  facts: readonly Fact[];
  /** What happens next, in order. */
  steps: readonly ReactNode[];
  /** What else can be done. */
  children?: ReactNode;
}

/** The confirmation of any request: a separate screen at its own URL. */
export function SentScreen({ title, lead, noun, own, facts, steps, children }: SentScreenProps) {
  const business = useBusiness();
  const subject = own && `?subject=${encodeURIComponent(`${noun} ${own.reference}`)}`;
  const all: Fact[] = [
    ...facts,
    ...(own ? [["Reference", <Plate key="reference">{own.reference}</Plate>] as const] : []),
  ];
  return (
    <section className="section section--tint sent-screen" aria-labelledby={SENT_HEADING}>
      <div className="page page--narrow stack gap-5">
        <h1 id={SENT_HEADING} className="row gap-3" tabIndex={-1}>
          <Icon name="check" size={40} /> {title}
        </h1>
        <p className="lead">{lead}</p>
        {all.length > 0 ? <Facts facts={all} /> : null}
        {own ? (
          <>
            <div className="stack gap-2">
              <h2>What Happens Next</h2>
              <div className="prose">
                <ol>
                  {steps.map((step, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the steps are fixed
                    <li key={index}>{step}</li>
                  ))}
                </ol>
              </div>
            </div>
            <p>
              <a href={own.link}>See your request</a>, add a message or withdraw it. {PRIVATE_LINK}
            </p>
          </>
        ) : (
          <p>You'll hear back {responsePromise(business)}.</p>
        )}
        {children}
        <p>
          Questions? Call <a href={phoneHref(business)}>{business.phone}</a> ({openingHours(business)}) or
          email <a href={`mailto:${business.email}${subject ?? ""}`}>{business.email}</a>.
        </p>
      </div>
    </section>
  );
}
