import { Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { business } from "~/business/business.server";
import { openingHours, postalAddress } from "~/business/links";

/** What a message says, in the order in which it is read. */
export interface MailContent {
  /** Words of ours or of staff, and a reference: nothing that a visitor typed. */
  subject: string;
  /** Each may have several lines. */
  paragraphs: string[];
  /** What a visitor typed, each with its label; an empty one is left out. */
  facts: [label: string, value: string | undefined][];
  /** A page of this site. */
  link?: MailLink | undefined;
  closing?: string[];
  /** Another page of this site, below everything else. */
  lastLink?: MailLink | undefined;
}

interface MailLink {
  label: string;
  url: string;
}

/** A message with its text and its HTML part. */
export interface RenderedMail {
  subject: string;
  text: string;
  /** Empty for a message of plain text. */
  html: string;
}

/** Renders both parts of a message from the same content, with the business's address below. */
export function renderMail(content: MailContent): RenderedMail {
  const { subject, paragraphs, facts, link, closing = [], lastLink } = content;
  const filled = facts.flatMap(([label, value]): [string, string][] =>
    value ? [[label, withoutLinks(value)]] : [],
  );
  const footer = [
    business.name,
    postalAddress(business),
    `${business.phone} · ${business.email}`,
    openingHours(business),
  ];
  const blocks = [
    ...paragraphs,
    filled.map(([label, value]) => `${label}: ${value.replaceAll("\n", "\n  ")}`).join("\n"),
    toLine(link),
    ...closing,
    toLine(lastLink),
    `-- \n${footer.join("\n")}`,
  ];
  const text = `${blocks.filter(Boolean).join("\n\n")}\n`;
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{subject}</title>
      </head>
      <body style={{ fontFamily: "sans-serif", lineHeight: 1.5 }}>
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move, and two may say the same
          <p key={index}>
            <Lines lines={paragraph.split("\n")} />
          </p>
        ))}
        <table cellPadding={4} role="presentation">
          <tbody>
            {filled.map(([label, value]) => (
              <tr key={label} style={{ verticalAlign: "top" }}>
                <td>
                  <b>{label}:</b>
                </td>
                <td dir="auto">
                  <Lines lines={value.split("\n")} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Link link={link} />
        {closing.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <Link link={lastLink} />
        <hr />
        <p>
          <Lines lines={footer} />
        </p>
      </body>
    </html>,
  );
  return { subject, text, html: `<!doctype html>${html}` };
}

function toLine(link: MailLink | undefined): string {
  return link ? `${link.label}: ${link.url}` : "";
}

function Link({ link }: { link: MailLink | undefined }) {
  if (!link) return null;
  return (
    <p>
      <a href={link.url}>{link.label}</a>
    </p>
  );
}

function Lines({ lines }: { lines: string[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
    <Fragment key={index}>
      {index > 0 ? <br /> : null}
      {line}
    </Fragment>
  ));
}

/**
 * The text with a space where a mail program would see an address and make it a link, so that nobody can send their own link through our
 * forms: `www. example. com`. A number such as 2.4L stays as it is.
 */
export function withoutLinks(text: string): string {
  return text
    .replace(/(?<=\bwww)\.|[.\u3002\uff0e\uff61](?=\p{L}[\p{L}\p{M}])/giu, "$& ")
    .replaceAll("://", ": //");
}
