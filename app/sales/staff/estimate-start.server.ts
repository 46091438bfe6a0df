import type { Row } from "~/db/schema";
import type { EstimateContent, EstimateLine, LineKind } from "~/requests/estimate";
import { addressOf, listEstimates } from "~/requests/estimate.server";
import { findRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { isTaxedKind, NO_TAX, type SaleLineKind, type TaxRules, taxChoice } from "~/sales/sale";
import { findPart } from "~/sales/stock.server";
import { formatHundredths } from "~/values/decimal";
import { formatReference, isValidId } from "~/values/id";
import { formatExactPrice, formatTypedPrice } from "~/values/money";
import type { SaleLineValues } from "./sale-form";

/* The sale of a repair, started from the estimate that the customer approved. */

/** A line of a form, and the part on the shelf that it sells. */
interface BegunLine {
  line: SaleLineValues;
  part: Row<"parts"> | undefined;
}

/** What a line of an estimate becomes on a sale, unless it names a part on the shelf. */
const KINDS: Record<LineKind, SaleLineKind> = {
  labor: "labor",
  "new-part": "other",
  "used-part": "other",
  "rebuilt-part": "other",
  fee: "other",
};

/** The approved estimate of a repair request, as the start of a sale; undefined without one. */
export async function startWithEstimate(requestId: string | null, rules: TaxRules) {
  const request = isValidId(requestId ?? undefined)
    ? await findRequest(REPAIR_REQUESTS, requestId ?? "")
    : undefined;
  const estimates = request ? await listEstimates(request._id) : [];
  const approved = estimates.find(({ state }) => state === "approved");
  if (!request || !approved) return undefined;
  const { content, figures, number } = approved;
  const lines: BegunLine[] = [];
  for (const line of content.lines) lines.push(await toBegunLine(line, rules));
  const reference = formatReference(REPAIR_REQUESTS.prefix, request._id);
  return {
    request,
    lines,
    address: addressOf(request),
    taxPlace: findPlace(content, rules),
    /** `Estimate 1 of RR-7K3Q9D, approved at $278.39` */
    name: `Estimate ${number} of ${reference}, approved at ${formatExactPrice(figures.total / 100)}`,
  };
}

/** The place that has the estimate's rate; undefined if none has, or it needs none. */
function findPlace({ lines, taxRate }: EstimateContent, { rates }: TaxRules): string | undefined {
  if (!lines.some(({ isTaxed }) => isTaxed)) return undefined;
  return taxRate === 0 ? NO_TAX : rates.find(({ rate }) => rate === taxRate)?.place;
}

async function toBegunLine(estimated: EstimateLine, rules: TaxRules): Promise<BegunLine> {
  const { kind: estimatedKind, description, quantity, priceCents, isTaxed } = estimated;
  // A sale has a shelf part once.
  const mayBeOnShelf = estimatedKind.endsWith("-part") && quantity === 100;
  const part = mayBeOnShelf ? await findNamedPart(description) : undefined;
  const kind = part ? "part" : KINDS[estimatedKind];
  const line = {
    kind,
    item: part?.stockNumber ?? description,
    quantity: formatHundredths(quantity),
    price: formatTypedPrice(priceCents),
    isTaxed: taxChoice(isTaxed, isTaxedKind(kind, rules)),
  };
  return { line, part };
}

/** The part whose stock number is a line's description, or is in it between commas or after a `#`: `Caliper, # H2001-3`. */
async function findNamedPart(description: string): Promise<Row<"parts"> | undefined> {
  for (const words of [description, ...description.split(/[,#]/)]) {
    const part = words.trim() ? await findPart(words.trim()) : undefined;
    if (part) return part;
  }
  return undefined;
}
