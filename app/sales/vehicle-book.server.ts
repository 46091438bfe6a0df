import { toAddressLine } from "~/book/book";
import { recordInBook, voidInBook } from "~/book/book.server";
import type { Row } from "~/db/schema";

type SoldLine = Pick<
  Row<"saleLines">,
  "vehicleId" | "description" | "stockNumber" | "vin" | "year" | "make" | "model"
>;

/** Writes in the book that a vehicle left by a sale, and to whom, within the transaction that completes it. */
export async function recordVehicleSold(
  line: SoldLine,
  { customerName, customerAddress }: Pick<Row<"sales">, "customerName" | "customerAddress">,
  { soldOn, odometer }: { soldOn: string; odometer: number | undefined },
): Promise<void> {
  if (line.vehicleId === null) return;
  const { year, make, model, description, stockNumber, vin } = line;
  await recordInBook(subjectOf(line.vehicleId), {
    ...{ what: "car", way: "sold", on: soldOn },
    name: [year, make, model].filter(Boolean).join(" ") || description,
    stockNumber: stockNumber ?? undefined,
    vin: vin || undefined,
    odometer,
    party: customerName ? { name: customerName, address: toAddressLine(customerAddress) } : undefined,
  });
}

/** Reverses that when the sale is voided, or the customer has returned the vehicle. */
export async function undoVehicleSold(
  { vehicleId }: Pick<SoldLine, "vehicleId">,
  reason: string,
): Promise<void> {
  if (vehicleId !== null) await voidInBook(subjectOf(vehicleId), reason);
}

function subjectOf(id: string) {
  return { direction: "out", kind: "retailVehicle", id } as const;
}
