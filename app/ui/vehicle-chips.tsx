import type { ReactNode } from "react";
import { formatPrice } from "~/models/format";
import { RETAIL_STATUS_LABELS, RETAIL_STATUS_TONES, type RetailStatus } from "~/models/retail-vehicle";
import { Badge, Plate } from "./chip";

/** How far a vehicle for sale is on its way to a buyer. */
export function RetailStatusBadge({ status }: { status: RetailStatus }) {
  return <Badge tone={RETAIL_STATUS_TONES[status]}>{RETAIL_STATUS_LABELS[status]}</Badge>;
}

/** The same for the public, who take a vehicle without a word to be available: undefined where it is. */
export function publicStatusBadge(status: RetailStatus): ReactNode {
  return status === "available" ? undefined : <RetailStatusBadge status={status} />;
}

/** What a vehicle costs, in dollars, or how to learn it. */
export function Price({ price }: { price: number | undefined }) {
  return price === undefined ? <strong>Call for price</strong> : <Plate price>{formatPrice(price)}</Plate>;
}
