import type { EstimateView } from "~/requests/estimate-view.server";

interface EstimateSheetProps {
  estimate: EstimateView;
  /** The level of its heading. */
  heading: "h1" | "h2";
}

/** An estimate as a sheet of paper, on a page of its own or below another heading. */
export function EstimateSheet({ estimate, heading: Heading }: EstimateSheetProps) {
  const { reference, number, lines, sums, facts, complaint, paper, sentAt, approval, state } = estimate;
  const [shop = "", ...address] = paper.shop;
  return (
    <article className="panel stack paper" aria-labelledby="estimate-title">
      <header className="cluster between start">
        <div>
          <Heading id="estimate-title">Estimate {number}</Heading>
          <p>
            {reference}
            {sentAt ? `, ${sentAt}` : ", draft"}
          </p>
          {state === "replaced" ? (
            <p>
              <strong>Replaced by a newer estimate.</strong>
            </p>
          ) : null}
        </div>
        <p className="typed">{[shop, ...address].join("\n")}</p>
      </header>
      <div className="grid halves">
        <p className="typed">{paper.customer.join("\n")}</p>
        <dl>
          {facts.map(([label, text]) => (
            <div key={label} className="cluster gap-0 gap-x-2">
              <dt className="note">{label}</dt> <dd className="breaks">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      {complaint ? (
        <div>
          <p>
            <strong className="note">What you asked for</strong>
          </p>
          <p className="typed">{complaint}</p>
        </div>
      ) : null}
      <table className="wide table paper__table">
        <thead>
          <tr>
            <th scope="col">Work and parts</th>
            <th scope="col">Quantity</th>
            <th scope="col">Price</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
            <tr key={position}>
              <td>
                <strong className="note">{line.kind}</strong> {line.description}
              </td>
              <td>{line.quantity}</td>
              <td>{line.price}</td>
              <td>
                {line.amount}
                {line.isTaxed ? <span title="Taxed"> T</span> : null}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(([label, text]) => (
            <tr key={label} className={label === "Total" ? "paper__total" : undefined}>
              <th scope="row" colSpan={3}>
                {label}
              </th>
              <td>{text}</td>
            </tr>
          ))}
        </tfoot>
      </table>
      {lines.some(({ isTaxed }) => isTaxed) ? <p className="note">T: taxed</p> : null}
      <ul className="stack gap-2 note">
        {paper.words.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {approval ? (
        <p>
          <strong>
            Approved by {approval.name}, {approval.at}.
          </strong>{" "}
          {approval.wantsOldParts ? "The customer wants the replaced parts back." : null}
        </p>
      ) : (
        <p className="print-only paper__signature" hidden>
          Approved by (name, date)
        </p>
      )}
    </article>
  );
}
