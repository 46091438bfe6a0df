import { Form, Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { VERDICTS } from "~/interchange/verdicts";
import { FROM_PARAMETER } from "~/lists/staff";
import { PART_REQUESTS } from "~/requests/part-requests";
import type { RequestCollection } from "~/requests/request";
import { Badge, Plate } from "~/ui/layout/chip";
import { Donors } from "./donors";
import type { WorkableRequest } from "./loaders.server";
import type { Shelf, Stock } from "./stock.server";

interface MatchesProps {
  stock: Stock;
  request: WorkableRequest;
  /** The page to return to: this one. */
  from: string;
  heading: "h2" | "h3";
}

/** What there is for a part request: on the shelf, then in the yard. */
export function Matches({ stock: { shelf, donors }, request, from, heading }: MatchesProps) {
  return (
    <>
      <ShelfParts shelf={shelf} request={request} from={from} heading={heading} />
      <Donors vehicles={donors} request={request} from={from} heading={heading} />
    </>
  );
}

interface RowMatchesProps extends Omit<MatchesProps, "stock"> {
  kind: RequestCollection;
  /** What the page was loaded with; undefined for a row that was opened since. */
  stock: Stock | undefined;
}

/** The same in an open row of the list: a row that script has opened asks for its matches then. */
export function RowMatches({ kind, stock: loaded, request, ...place }: RowMatchesProps) {
  const [found, setFound] = useState<Stock>();
  const { _id } = request;
  const isMissing = loaded === undefined && kind.path === PART_REQUESTS.path;
  useEffect(() => {
    if (!isMissing) return;
    const left = new AbortController();
    fetch(`${PART_REQUESTS.path}/${_id}/stock`, { signal: left.signal })
      .then((answer) => (answer.ok && !answer.redirected ? answer.json() : undefined))
      .then(setFound)
      // Without an answer the row stays as it is; its page has the matches.
      .catch(() => undefined);
    return () => left.abort();
  }, [_id, isMissing]);
  const stock = loaded ?? found;
  return stock ? <Matches stock={stock} request={request} {...place} /> : null;
}

interface ShelfPartsProps {
  /** From the loader, because this page must not load the catalog. */
  shelf: Shelf;
  request: { _id: string; deletedAt: string | undefined; quote?: { quotedAt: string } | undefined };
  /** The page to return to: this one. */
  from: string;
  heading: "h2" | "h3";
}

/** The parts on the shelf that the request asks for, each with a button that quotes its price and holds it. */
function ShelfParts({ shelf: { parts, holdHours }, request, from, heading: Heading }: ShelfPartsProps) {
  if (parts.length === 0) return null;
  const query = new URLSearchParams({ [FROM_PARAMETER]: from });
  return (
    <section className="grid gap-3 screen-only request-work" aria-labelledby={`shelf-${request._id}`}>
      <Heading id={`shelf-${request._id}`}>On the shelf</Heading>
      <ul className="rows">
        {parts.map(({ id, stockNumber, name, facts, status, tone, hold, canAnswer, isHeldForIt, fit }) => (
          <li className="cluster gap-2 gap-x-4" key={id}>
            <Plate>{stockNumber}</Plate>
            <Link className="tap" to={`/admin/parts/${id}`}>
              {name}
            </Link>
            <span>{facts.join(", ")}</span>
            <Badge tone={tone}>{status}</Badge>
            {canAnswer ? (
              <Form
                method="post"
                action={`${PART_REQUESTS.path}/${request._id}/part?${query}`}
                navigate={false}
              >
                <input type="hidden" name="part" value={id} />
                <input type="hidden" name="expectedVersion" value={request.quote?.quotedAt ?? ""} />
                <button type="submit" className="button button--secondary button--small">
                  {isHeldForIt ? `Hold for ${holdHours} hours from now` : "Answer with this part"}
                  <span className="visually-hidden"> {stockNumber}</span>
                </button>
              </Form>
            ) : null}
            <span className="note own-line">
              <strong>{fit.text}.</strong> {fit.note}
            </span>
            {request.deletedAt ? null : (
              <Form
                method="post"
                action={`${PART_REQUESTS.path}/${request._id}/fitment?${query}`}
                navigate={false}
                className="cluster gap-2"
              >
                <input type="hidden" name="part" value={id} />
                {Object.entries(VERDICTS).map(([verdict, label]) => (
                  <button
                    type="submit"
                    name="verdict"
                    value={verdict}
                    className="button button--quiet button--small"
                    key={verdict}
                  >
                    {label}
                    <span className="visually-hidden">: {stockNumber}</span>
                  </button>
                ))}
              </Form>
            )}
            {hold ? <span className="note own-line">{hold}</span> : null}
          </li>
        ))}
      </ul>
      <p className="note">
        An answer quotes the part's price and warranty, and holds it for {holdHours} hours. Nothing is sent
        automatically: telling the customer is the next step. Fits and Does not fit are kept for the next
        customer with this car.
      </p>
    </section>
  );
}
