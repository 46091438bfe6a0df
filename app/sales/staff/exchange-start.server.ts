import type { Row } from "~/db/schema";
import { listReturned } from "~/sales/exchange.server";
import { findQuotedPart } from "~/sales/quoted-part.server";
import { priceFor, type SaleLineKind } from "~/sales/sale";
import { findPart, findVehicle, refusePart, refuseVehicle } from "~/sales/stock.server";
import { formatHundredths } from "~/values/decimal";
import { formatTypedPrice } from "~/values/money";
import { EMPTY_LINE, type SaleLineValues } from "./sale-form";

/*
 * The sale in exchange for what came back because its price was wrong: the same again, at what it costs now.
 */

interface BegunLine {
  line: SaleLineValues;
  /** The part on the shelf that it sells. */
  part?: Row<"parts">;
  /** Whether its core still belongs to the first sale: its charge didn't come back. */
  isCorePaid?: boolean;
}

/** What came back with a wrong price and can be sold; what is scrapped, or on another sale by now, is left out. */
export async function startWithReturned(
  creditNoteId: string,
  wholesalePercent: number | null | undefined,
): Promise<{ lines: BegunLine[]; partRequestId: string | undefined }> {
  const returned = await listReturned(creditNoteId);
  const cores = new Set(returned.flatMap(({ kind, partId }) => (kind === "core" ? [partId] : [])));
  const partRequestId = returned[0]?.partRequestId ?? undefined;
  const isQuoted = (await findQuotedPart(partRequestId)) !== undefined;
  const lines: BegunLine[] = [];
  for (const { reason, kind, partId, vehicleId, description, quantity } of returned) {
    if (reason !== "wrong-price" || kind === "core") continue;
    if (partId !== null) {
      const part = await findPart(partId);
      if (!part || (await refusePart(part, undefined))) continue;
      const price = part.priceCents === null ? null : priceFor(part.priceCents, wholesalePercent);
      const line = { ...EMPTY_LINE, item: part.stockNumber, price: formatTypedPrice(price) };
      lines.push({ line, part, isCorePaid: !cores.has(partId) });
    } else if (vehicleId !== null) {
      const vehicle = await findVehicle(vehicleId);
      if (!vehicle || (await refuseVehicle(vehicle, undefined))) continue;
      const price = formatTypedPrice(vehicle.priceCents);
      lines.push({ line: { ...EMPTY_LINE, kind: "vehicle", item: vehicle.stockNumber, price } });
    } else if (kind !== "part" || isQuoted) {
      const sold = { kind: kind as SaleLineKind, item: description, quantity: formatHundredths(quantity) };
      lines.push({ line: { ...EMPTY_LINE, ...sold } });
    }
  }
  return { lines, partRequestId: lines.length > 0 ? partRequestId : undefined };
}
