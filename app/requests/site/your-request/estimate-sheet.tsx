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
    <article className="panel stack estimate" aria-labelledby="estimate-title">
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
        <p className="estimate__lines">{[shop, ...address].join("\n")}</p>
      </header>
      <div className="grid halves">
        <p className="estimate__lines">{paper.customer.join("\n")}</p>
        <dl>
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt className="estimate__label">{label}</dt> <dd className="estimate__fact">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      {complaint ? (
        <div>
          <p className="estimate__label">What you asked for</p>
          <p className="estimate__lines">{complaint}</p>
        </div>
      ) : null}
      <table className="wide estimate__table">
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
                <span className="estimate__label">{line.kind}</span> {line.description}
              </td>
              <td data-label="Quantity">{line.quantity}</td>
              <td data-label="Price">{line.price}</td>
              <td data-label="Amount">
                {line.amount}
                {line.isTaxed ? <span title="Taxed"> T</span> : null}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(([label, text]) => (
            <tr key={label}>
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
          {approval.wantsOldParts ? "The replaced parts are wanted back." : null}
        </p>
      ) : (
        <p className="estimate__signature">Approved by (name, date)</p>
      )}
    </article>
  );
}
