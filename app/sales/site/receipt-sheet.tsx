import { Link } from "@remix-run/react";
import type { ReceiptView } from "~/sales/receipt.server";

interface ReceiptSheetProps {
  receipt: ReceiptView;
  /** The level of its heading. */
  heading: "h1" | "h2";
  /** Narrow, for an 80 mm roll. */
  isRoll?: boolean;
  /** That it was printed before. */
  copy?: string | undefined;
}

/** A receipt as a sheet of paper, or as a strip of a roll. */
export function ReceiptSheet({ receipt, heading: Heading, isRoll = false, copy }: ReceiptSheetProps) {
  const { id, title, date, voided, shop, customer, facts, lines, sums, paid, notes, code } = receipt;
  // A payment of what is owed has only amounts.
  const isCounted = lines.some(({ quantity, price }) => quantity !== "" || price !== "");
  return (
    <article
      className={`panel stack paper ${isRoll ? "paper--roll" : ""}`.trim()}
      aria-labelledby={`receipt-${id}`}
    >
      <header className="cluster between start">
        <div>
          <Heading id={`receipt-${id}`}>{title}</Heading>
          <p>{date}</p>
          {voided ? (
            <p>
              <strong>{voided}</strong>
            </p>
          ) : null}
          {copy ? (
            <p>
              <strong>{copy}</strong>
            </p>
          ) : null}
        </div>
        <p className="typed">{shop.join("\n")}</p>
      </header>
      <p className="typed">{customer.join("\n")}</p>
      <table className={`wide table paper__table ${isCounted ? "" : "paper__table--short"}`.trim()}>
        <thead>
          <tr>
            <th scope="col">What</th>
            {isCounted ? <th scope="col">Quantity</th> : null}
            {isCounted ? <th scope="col">Price</th> : null}
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
            <tr key={position}>
              <td>
                {line.description}
                {line.details.map((detail) => (
                  <span key={detail} className="note block">
                    {detail}
                  </span>
                ))}
              </td>
              {isCounted ? <td>{line.quantity}</td> : null}
              {isCounted ? <td>{line.price}</td> : null}
              <td>
                {line.amount}
                {line.isTaxed ? " T" : null}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {[...sums, ...paid].map(([label, amount], position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be the same
            <tr key={position} className={label === "Total" ? "paper__total" : undefined}>
              <th scope="row" colSpan={isCounted ? 3 : 1}>
                {label}
              </th>
              <td>{amount}</td>
            </tr>
          ))}
        </tfoot>
      </table>
      {lines.some(({ isTaxed }) => isTaxed) ? <p className="note">T: taxed</p> : null}
      {facts.length > 0 ? (
        <dl>
          {facts.map(([label, text, page]) => (
            <div key={label + text} className="cluster start gap-0 gap-x-2">
              <dt>{label}</dt> <dd>{page ? <Link to={page}>{text}</Link> : text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {code ? (
        <div className="row gap-3 paper__code">
          <svg
            className="paper__qr"
            viewBox={`0 0 ${code.size} ${code.size}`}
            role="img"
            aria-label="Code that opens your receipts"
          >
            <path d={code.path} />
          </svg>
          <p className="note">All your receipts from us. Anyone who has this receipt can open them.</p>
        </div>
      ) : null}
    </article>
  );
}
