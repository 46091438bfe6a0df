import { BOOK_WAYS, BOOK_WHAT, type BookLine, MAJOR_PARTS, partyText, shortHash } from "~/book/book";
import { formatDay } from "~/values/format";

type ShownLine = BookLine & { correctedBy?: number | undefined };

/** Lines of the book as an inspector reads them. */
export function BookTable({ lines }: { lines: readonly ShownLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="book__scroll" aria-label="Lines of the book" tabIndex={0}>
      <table className="book__table">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Written</th>
            <th scope="col">What happened</th>
            <th scope="col">Stock # and VIN</th>
            <th scope="col">From or to</th>
            <th scope="col">Title and form</th>
            <th scope="col">Hash</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.sequence} {...line} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ sequence, day, hash, by, direction, corrects, correctedBy, content }: ShownLine) {
  const { what, way, on, name, quantity, stockNumber, vin, party, title, formNumber, reason, isVoid } =
    content;
  const { catalyticConverters, airBags } = content;
  return (
    <tr id={`line-${sequence}`}>
      <th scope="row">{sequence}</th>
      <td>
        {formatDay(`${day}T00:00:00.000Z`)}
        {by ? `, ${by}` : ""}
      </td>
      <td>
        {corrects === null ? null : (
          <strong>{isVoid ? `Takes back line ${corrects}. ` : `Corrects line ${corrects}. `}</strong>
        )}
        {direction === "in" ? "In" : "Out"}: {BOOK_WAYS[way]} {formatDay(`${on}T00:00:00.000Z`)}, {name}
        {quantity ? `, ${quantity} pieces` : ""}
        {what === "car" ? "" : ` (${BOOK_WHAT[what].toLowerCase()})`}
        {catalyticConverters
          ? `. Catalytic converters: ${MAJOR_PARTS[catalyticConverters].toLowerCase()}`
          : ""}
        {airBags ? `. Air bags: ${MAJOR_PARTS[airBags].toLowerCase()}` : ""}
        {reason ? `. ${reason}` : ""}
        {correctedBy ? <em> See line {correctedBy}.</em> : null}
      </td>
      <td>{[stockNumber, vin].filter(Boolean).join(", ")}</td>
      <td>{party ? partyText(party) : direction === "out" && !isVoid ? "Not said yet" : ""}</td>
      <td>{[title, formNumber].filter(Boolean).join("; ")}</td>
      <td>
        <code title={hash}>{shortHash(hash)}</code>
      </td>
    </tr>
  );
}
