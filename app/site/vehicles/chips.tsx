import type { ReactNode } from "react";
import { Badge, Plate } from "~/ui/layout/chip";
import { formatPrice } from "~/values/format";
import { RETAIL_STATUS_LABELS, RETAIL_STATUS_TONES, type RetailStatus } from "~/vehicles/retail";

/** The status of a vehicle for sale. */
export function RetailStatusBadge({ status }: { status: RetailStatus }) {
  return <Badge tone={RETAIL_STATUS_TONES[status]}>{RETAIL_STATUS_LABELS[status]}</Badge>;
}

/** The badge on public pages, which show none for an available vehicle. */
export function publicStatusBadge(status: RetailStatus): ReactNode {
  return status === "available" ? undefined : <RetailStatusBadge status={status} />;
}

/** The price in dollars, or "Call for price". */
export function Price({ price }: { price: number | undefined }) {
  return !price ? <strong>Call for price</strong> : <Plate price>{formatPrice(price)}</Plate>;
}
