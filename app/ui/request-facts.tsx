import type { ReactNode } from "react";
import { phoneHref } from "~/models/business";
import type { ShownNote } from "~/models/request-shown.server";
import type { Fact } from "./facts";
import { RecordFacts } from "./record-facts";

export interface RequestGroup {
  title: string;
  facts: readonly Fact[];
  /** Texts of several lines, each on the whole width. */
  texts?: readonly Fact[];
}

interface RequestFactsProps {
  groups: readonly RequestGroup[];
  notes: readonly ShownNote[];
  /** The level of the groups' headings on their page. */
  heading: "h2" | "h3";
}

/** Every field of a request in groups, then staff's notes. What the customer did not give says so. */
export function RequestFacts({ groups, notes, heading: Heading }: RequestFactsProps) {
  return (
    <div className="request-facts">
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
        {notes.length === 0 ? <p className="record-facts__none">No notes yet</p> : <Notes notes={notes} />}
      </section>
    </div>
  );
}

function Notes({ notes }: { notes: readonly ShownNote[] }) {
  return (
    <ol className="request-notes">
      {notes.map(({ author, timestamp, writtenAt, content }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two notes may say the same in the same moment
        <li key={position}>
          <p className="request-notes__head">
            <strong>{author}</strong> <time dateTime={timestamp}>{writtenAt}</time>
          </p>
          <p className="request-notes__words">{content}</p>
        </li>
      ))}
    </ol>
  );
}

/** What a column says where the customer gave nothing: no filler ever stands on staff's pages. */
export function orNotGiven(value: string | undefined): ReactNode {
  return value || <span className="record-facts__none">Not given</span>;
}

/** A number to call with one touch; undefined where none was given. */
export function phoneLink(phone: string | undefined): ReactNode {
  return phone ? (
    <a className="request-facts__link" href={phoneHref({ phone })}>
      {phone}
    </a>
  ) : undefined;
}

/** An address to write to; undefined where none was given. */
export function emailLink(email: string | undefined): ReactNode {
  return email ? (
    <a className="request-facts__link" href={mailto(email)}>
      {email}
    </a>
  ) : undefined;
}

/** Seventeen characters that one touch selects as a whole; undefined where none were given. */
export function selectableVin(vin: string | undefined): ReactNode {
  return vin ? <span className="request-facts__vin">{vin}</span> : undefined;
}

/** The address that opens an e-mail to somebody, with its subject where there is one. */
export function mailto(email: string, subject = ""): string {
  // `?` and `&` may stand in an address, and would begin a subject.
  const to = `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
  return subject ? `${to}?subject=${encodeURIComponent(subject)}` : to;
}
