import { BOOK_WAYS, BOOK_WHAT, type BookLine, MAJOR_PARTS, partyText, shortHash } from "~/book/book";
import { formatDay } from "~/values/format";

const HEADINGS = [
  "Line",
  "Written",
  "What happened",
  "Stock # and VIN",
  "From or to",
  "Title and form",
  "Hash",
] as const;

type ShownLine = BookLine & { correctedBy?: number | undefined };

/** Lines of the book as an inspector reads them. */
export function BookTable({ lines }: { lines: readonly ShownLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="scroll-x" aria-label="Lines of the book" tabIndex={0}>
      {/* Safari drops a table's semantics if CSS displays it as cards, unless the roles are explicit. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table className="table small book__table" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {HEADINGS.map((heading) => (
              <th key={heading} role="columnheader" scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {lines.map((line) => (
            <Line key={line.sequence} {...line} />
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </section>
  );
}

function Line({ sequence, day, hash, by, direction, corrects, correctedBy, content }: ShownLine) {
  const { what, way, on, name, quantity, stockNumber, vin, party, title, formNumber, reason, isVoid } =
    content;
  const { catalyticConverters, airBags } = content;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as above
    <tr id={`line-${sequence}`} role="row">
      <th role="rowheader" scope="row">
        {sequence}
      </th>
      <td role="cell">
        {formatDay(`${day}T00:00:00.000Z`)}
        {by ? `, ${by}` : ""}
      </td>
      <td role="cell">
        {corrects === null ? null : (
          <strong>{isVoid ? `Reverses line ${corrects}. ` : `Corrects line ${corrects}. `}</strong>
        )}
        {direction === "in" ? "In" : "Out"}: {BOOK_WAYS[way]} {formatDay(`${on}T00:00:00.000Z`)}, {name}
        {quantity ? `, ${quantity} pieces` : ""}
        {what === "car" ? "" : ` (${BOOK_WHAT[what].toLowerCase()})`}
        {catalyticConverters
          ? `. Catalytic converters: ${MAJOR_PARTS[catalyticConverters].toLowerCase()}`
          : ""}
        {airBags ? `. Air bags: ${MAJOR_PARTS[airBags].toLowerCase()}` : ""}
        {reason ? `. ${reason}` : ""}
        {correctedBy ? (
          <>
            {reason?.endsWith(".") ? "" : "."} <em>See line {correctedBy}.</em>
          </>
        ) : null}
      </td>
      <td role="cell" data-label={HEADINGS[3]}>
        {[stockNumber, vin].filter(Boolean).join(", ")}
      </td>
      <td role="cell" data-label={HEADINGS[4]}>
        {party ? partyText(party) : direction === "out" && !isVoid ? "Not known yet" : ""}
      </td>
      <td role="cell" data-label={HEADINGS[5]}>
        {[title, formNumber].filter(Boolean).join("; ")}
      </td>
      <td role="cell" data-label={HEADINGS[6]}>
        <code title={hash}>{shortHash(hash)}</code>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  );
}
