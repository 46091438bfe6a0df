import type { ReactNode } from "react";
import { phoneHref } from "~/business/links";
import type { NoteView } from "~/requests/view.server";
import { Badge } from "~/ui/layout/chip";
import type { Fact } from "~/ui/layout/facts";
import { RecordFacts } from "~/ui/lists/record-facts";

export interface RequestGroup {
  title: string;
  facts: readonly Fact[];
  /** Multi-line texts, each over the full width. */
  texts?: readonly Fact[];
}

interface RequestFactsProps {
  groups: readonly RequestGroup[];
  notes: readonly NoteView[];
  /** The level of the groups' headings. */
  heading: "h2" | "h3";
}

/** Every field of a request in groups, then the notes of staff and customer. A field that the customer left out says so. */
export function RequestFacts({ groups, notes, heading: Heading }: RequestFactsProps) {
  return (
    <div className="grid gap-6 gap-x-8 request-facts">
      {groups.map(({ title, facts, texts = [] }) => {
        const written = texts.filter(([, text]) => text);
        return (
          <section key={title} className={texts.length > 0 ? "request-facts__wide" : undefined}>
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
      <section className="request-facts__wide">
        <Heading>Notes</Heading>
        {notes.length === 0 ? (
          <p className="muted record-facts__none">No notes yet</p>
        ) : (
          <Notes notes={notes} />
        )}
      </section>
    </div>
  );
}

/** Notes, each with its author and time. */
export function Notes({ notes }: { notes: readonly NoteView[] }) {
  return (
    <ol className="grid request-notes">
      {notes.map(({ author, timestamp, writtenAt, content, from }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two notes may say the same in the same moment
        <li key={position} className={from && "request-notes__customer"}>
          <p className="note request-notes__head">
            {from ? <Badge tone="blue">From the customer</Badge> : <strong>{author}</strong>}{" "}
            <time dateTime={timestamp}>{writtenAt}</time>
          </p>
          <p className="request-notes__text">{content}</p>
        </li>
      ))}
    </ol>
  );
}

/** A value, or `Not provided`: API defaults never appear on staff pages. */
export function orNotGiven(value: string | undefined): ReactNode {
  return value || <span className="muted record-facts__none">Not provided</span>;
}

/** A link to call the number; undefined if there is none. */
export function phoneLink(phone: string | undefined): ReactNode {
  return phone ? (
    <a className="tap request-facts__link" href={phoneHref({ phone })}>
      {phone}
    </a>
  ) : undefined;
}

/** A link to email the address; undefined if there is none. */
export function emailLink(email: string | undefined): ReactNode {
  return email ? (
    <a className="tap request-facts__link" href={mailto(email)}>
      {email}
    </a>
  ) : undefined;
}

/** A VIN that one click selects as a whole; undefined if there is none. */
export function selectableVin(vin: string | undefined): ReactNode {
  return vin ? <span className="request-facts__vin">{vin}</span> : undefined;
}

/** A `mailto:` URL. */
export function mailto(email: string, subject = ""): string {
  // An email address may contain `?` and `&`, which would start the query.
  const to = `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
  return subject ? `${to}?subject=${encodeURIComponent(subject)}` : to;
}
