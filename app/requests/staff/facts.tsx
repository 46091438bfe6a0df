import type { ReactNode } from "react";
import { phoneHref } from "~/business/links";
import { formatFieldValue } from "~/collections/form";
import { type AnyRequest, factsOf, type RequestCollection, type RequestFact } from "~/requests/request";
import type { NoteView } from "~/requests/view.server";
import { RecordFacts } from "~/staff/lists/record-facts";
import { Badge } from "~/ui/layout/chip";
import { EmailText } from "~/ui/layout/email-text";
import type { Fact } from "~/ui/layout/facts";
import { mailto } from "~/values/contact-links";
import { FACT_CELLS } from "./cells";

interface RequestFactsProps {
  kind: RequestCollection;
  request: AnyRequest;
  /** The level of the sections' headings. */
  heading: "h2" | "h3";
}

/** Every field of a request in sections. A field that the customer left out says so. */
export function RequestFacts({ kind, request, heading: Heading }: RequestFactsProps) {
  return (
    <div className="grid gap-6 gap-x-8 request-facts">
      {requestSections(kind, request).map(({ title, facts, texts }) => {
        const written = texts.filter(([, text]) => text);
        return (
          <section key={title} className={texts.length > 0 ? "all-columns request-facts__wide" : undefined}>
            <Heading>{title}</Heading>
            <RecordFacts facts={[...facts, ...texts.filter(([, text]) => !text)]} />
            {written.length > 0 ? (
              <div className="request-facts__texts">
                <RecordFacts facts={written} />
              </div>
            ) : null}
          </section>
        );
      })}
    </div>
  );
}

/** A request's sections, each with its facts and its multi-line texts. */
export function requestSections(kind: RequestCollection, request: AnyRequest) {
  return kind.sections.map(({ title, fields }) => {
    const all = factsOf(kind, request, fields);
    return {
      title,
      facts: all
        .filter(({ field }) => field.input !== "long")
        .map((fact): Fact => [fact.field.label, factCell(fact, request)]),
      texts: all
        .filter(({ field }) => field.input === "long")
        .map(({ field, value }): [string, string | undefined] => [field.label, value as string | undefined]),
    };
  });
}

/** What was said and noted so far. */
export function Conversation({ request: { _id, notes }, heading: Heading, children }: ConversationProps) {
  return (
    <section className="grid gap-3 request-talk" id={`answer-${_id}`}>
      <Heading>Conversation</Heading>
      {notes.length === 0 ? (
        <p className="muted record-facts__none">No notes yet</p>
      ) : (
        <Notes notes={notes} />
      )}
      {children}
    </section>
  );
}

interface ConversationProps {
  request: { _id: string; notes: readonly NoteView[] };
  heading: RequestFactsProps["heading"];
  /** Below what was said: what can be added. */
  children?: ReactNode;
}

/** Notes, each with its author and time. */
export function Notes({ notes }: { notes: readonly NoteView[] }) {
  return (
    <ol className="grid messages request-notes">
      {notes.map(({ author, timestamp, writtenAt, content, from }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two notes may say the same in the same moment
        <li key={position} className={from && "request-notes__customer"}>
          <p className="note request-notes__head">
            {from ? <Badge tone="blue">From the customer</Badge> : <strong className="ink">{author}</strong>}{" "}
            <time dateTime={timestamp}>{writtenAt}</time>
          </p>
          <p className="typed">{content}</p>
        </li>
      ))}
    </ol>
  );
}

/** A request's status. */
export function StatusBadge({ kind: { statuses }, request: { status } }: StatusBadgeProps) {
  const { tone = "gray", label = status } = statuses[status] ?? {};
  return <Badge tone={tone}>{label}</Badge>;
}

interface StatusBadgeProps {
  kind: Pick<RequestCollection, "statuses">;
  request: Pick<AnyRequest, "status">;
}

/** A fact as staff read it; nothing for one that the customer left out. */
function factCell({ name, field, value }: RequestFact, request: AnyRequest): ReactNode {
  const own = FACT_CELLS[name];
  if (own) return own(value as never, request as never);
  const text = formatFieldValue(field, value);
  switch (text && field.input) {
    case "phone":
      return (
        <a className="tap request-facts__link" href={phoneHref({ phone: text })}>
          {text}
        </a>
      );
    case "email":
      return (
        <a className="tap request-facts__link" href={mailto(text)}>
          <EmailText email={text} />
        </a>
      );
    case "vin":
      // One click selects it as a whole.
      return <span className="request-facts__vin">{text}</span>;
    default:
      return text;
  }
}
