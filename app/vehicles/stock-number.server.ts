import { db } from "~/db/connection.server";
import type { InventoryType } from "~/vin/validate";

/** How the first car of a yard without any is numbered. */
const FIRST = { dismantled: "D000001", retail: "R000001" } as const satisfies Record<InventoryType, string>;

/** The latest cars, whose numbers say how the yard counts. */
const LOOKED_AT = 200;

/**
 * The stock number that follows the yard's last ones: `D000124` after `D000123`. Numbers in the trash count, because their labels may
 * still be on a car.
 */
export async function suggestStockNumber(inventory: InventoryType): Promise<string> {
  const rows = await db
    .selectFrom(inventory === "retail" ? "retailVehicles" : "dismantledVehicles")
    .select("stockNumber")
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(LOOKED_AT)
    .execute();
  return nextNumber(rows.map(({ stockNumber }) => stockNumber)) ?? FIRST[inventory];
}

/** One more than the highest of those that are written as the first one is; undefined if none ends in a number. */
export function nextNumber(numbers: readonly string[]): string | undefined {
  const parsed = numbers.flatMap((text) => {
    const [, prefix, digits] = /^(.*?)(\d{1,12})$/.exec(text) ?? [];
    return prefix === undefined || digits === undefined ? [] : [{ prefix, digits }];
  });
  const [latest] = parsed;
  if (!latest) return undefined;
  const alike = parsed.filter(({ prefix }) => prefix === latest.prefix);
  const highest = Math.max(...alike.map(({ digits }) => Number(digits)));
  return latest.prefix + String(highest + 1).padStart(latest.digits.length, "0");
}
