import { business } from "~/business/business.server";
import { mayRead } from "~/context.server";
import { findCustomerRow } from "~/customers/customer.server";
import type { Row } from "~/db/schema";
import { holdsStill, type PartHold } from "~/parts/actions.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequestRow } from "~/requests/record.server";
import { formatDateTime } from "~/values/format";
import { foldText } from "~/values/normalize";
import { listSalesOf, type RequestOfSale, type SaleOfRequest } from "./of-request.server";
import { findSaleRow, listLines } from "./sale.server";

/* What staff have to know before they complete a sale. None of it stops the sale, so it is shown while they can still change it. */

/** Who a sale is for, and what they asked for. */
type Buyer = Partial<RequestOfSale & Pick<Row<"sales">, "customerId" | "customerName">>;

/** A part of a sale, and how it was held before that. */
interface HeldPart {
  stockNumber: string;
  hold: PartHold;
}

export interface SaleWarnings {
  /** Who its parts are held for: `Held for Deb K. until Nov 29, 2026, 5:00 PM`. */
  holds: { stockNumber: string; text: string }[];
  /** The other sales of its request. */
  others: SaleOfRequest[];
}

/** The warnings for a sale that was only started. */
export async function warnOf(buyer: Buyer, parts: readonly HeldPart[]): Promise<SaleWarnings> {
  const holds: SaleWarnings["holds"] = [];
  for (const { stockNumber, hold } of parts)
    if (holdsStill(hold) && !(await isHeldFor(hold, buyer)))
      holds.push({ stockNumber, text: describeHold(hold) });
  return { holds, others: await listSalesOf(buyer) };
}

/** The warnings for a draft. */
export async function warnOfDraft(id: string): Promise<SaleWarnings> {
  const sale = await findSaleRow(id);
  if (sale?.status !== "draft") return { holds: [], others: [] };
  const parts = (await listLines(id)).flatMap(({ kind, stockNumber, heldBefore }) =>
    kind === "part" && stockNumber !== null && heldBefore !== null
      ? [{ stockNumber, hold: JSON.parse(heldBefore) as PartHold }]
      : [],
  );
  const { holds, others } = await warnOf(sale, parts);
  return { holds, others: others.filter((other) => other.id !== id) };
}

function describeHold({ heldFor, heldUntil }: PartHold): string {
  const whom = heldFor && mayRead("holds") ? ` for ${heldFor}` : "";
  const until = heldUntil ? ` until ${formatDateTime(heldUntil, business.timeZone)}` : "";
  return `Held${whom}${until}`;
}

/** Whether a part is held for its buyer: by the request that it is held for, or by their name as written down. */
async function isHeldFor({ heldFor, heldRequestId }: PartHold, buyer: Buyer): Promise<boolean> {
  const { partRequestId, customerId, customerName } = buyer;
  if (heldRequestId) {
    if (heldRequestId === partRequestId) return true;
    const request = customerId ? await findRequestRow(PART_REQUESTS, heldRequestId) : undefined;
    return request?.customerId != null && request.customerId === customerId;
  }
  const customer = customerId ? await findCustomerRow(customerId) : undefined;
  const names = [customerName, customer?.name, customer?.business].map((name) => toWords(name ?? ""));
  const whom = toWords(heldFor ?? "");
  return whom !== "" && names.includes(whom);
}

/** A name without case, accents and punctuation: `Deb K.` is `deb k`. */
function toWords(name: string): string {
  return foldText(name)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
