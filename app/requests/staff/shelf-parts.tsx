import { Form, Link } from "@remix-run/react";
import { FROM_PARAMETER } from "~/lists/staff";
import { PART_REQUESTS } from "~/requests/part-requests";
import { Badge, Plate } from "~/ui/layout/chip";
import type { Shelf } from "./stock.server";

interface ShelfPartsProps {
  /** From the loader, because the catalog must not be loaded here. */
  shelf: Shelf;
  request: { _id: string; deletedAt: string | undefined; quote?: { quotedAt: string } | undefined };
  /** The page to return to: this one. */
  from: string;
}

/** The parts on the shelf that the request asks for, each with a button that quotes its price and holds it. */
export function ShelfParts({ shelf: { parts, holdHours }, request, from }: ShelfPartsProps) {
  if (parts.length === 0) return null;
  const query = new URLSearchParams({ [FROM_PARAMETER]: from });
  return (
    <section className="grid gap-3 screen-only request-work" aria-labelledby="shelf-title">
      <h2 id="shelf-title">On the shelf</h2>
      <ul className="grid gap-2">
        {parts.map(({ id, stockNumber, name, facts, status, tone, hold, canAnswer, isHeldForIt }) => (
          <li className="cluster gap-2 gap-x-4" key={id}>
            <Plate>{stockNumber}</Plate>
            <Link className="tap" to={`/admin/parts/${id}/edit`}>
              {name}
            </Link>
            <span>{facts.join(", ")}</span>
            <Badge tone={tone}>{status}</Badge>
            {canAnswer && !request.deletedAt ? (
              <Form method="post" action={`${PART_REQUESTS.path}/${request._id}/part?${query}`}>
                <input type="hidden" name="part" value={id} />
                <input type="hidden" name="expectedVersion" value={request.quote?.quotedAt ?? ""} />
                <button type="submit" className="button button--secondary button--small">
                  {isHeldForIt ? `Hold for ${holdHours} more hours` : "Answer with this part"}
                  <span className="visually-hidden"> {stockNumber}</span>
                </button>
              </Form>
            ) : null}
            {hold ? <span className="note own-line">{hold}</span> : null}
          </li>
        ))}
      </ul>
      <p>
        An answer quotes the part's price and warranty, and holds it for {holdHours} hours. Nothing is sent by
        itself: telling the customer is the next step.
      </p>
    </section>
  );
}
