import { uniqueKey } from "~/collections/collection";
import { db } from "~/db/connection.server";
import type { InventoryType } from "~/vin/validate";

/** How the first car of a yard without any is numbered. */
const FIRST = { dismantled: "D000001", retail: "R000001" } as const satisfies Record<InventoryType, string>;

/** The latest cars, whose numbers say how the yard counts. */
const LOOKED_AT = 200;
/** How many numbers are read at once. */
const AT_ONCE = 100;

type Table = "retailVehicles" | "dismantledVehicles";

/**
 * The free stock number that follows the yard's last ones: `D000124` after `D000123`. Numbers in the trash count, because their labels may
 * still be on a car.
 */
export async function suggestStockNumber(inventory: InventoryType): Promise<string> {
  const table: Table = inventory === "retail" ? "retailVehicles" : "dismantledVehicles";
  const rows = await db
    .selectFrom(table)
    .select("stockNumber")
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(LOOKED_AT)
    .execute();
  const number = nextNumber(rows.map(({ stockNumber }) => stockNumber)) ?? FIRST[inventory];
  return (await isTaken(table, number)) ? nextFree(table, number) : number;
}

/** What a stock number counts with. */
const NUMBER = /\d{1,12}$/;

/** The number after the highest one that is as long as a taken one: the latest cars need not have the highest numbers. */
async function nextFree(table: Table, taken: string): Promise<string> {
  const key = uniqueKey(taken);
  const prefix = key.replace(NUMBER, "");
  const isAlike = (other: string) => other.length === key.length && /^\d+$/.test(other.slice(prefix.length));
  let highest = taken;
  for (let below = `${prefix}:`; ; ) {
    const rows = await db
      .selectFrom(table)
      .select("stockNumberKey")
      .where("stockNumberKey", ">=", key)
      .where("stockNumberKey", "<", below)
      .orderBy("stockNumberKey", "desc")
      .limit(AT_ONCE)
      .execute();
    const last = rows.find(({ stockNumberKey }) => isAlike(stockNumberKey));
    if (last) highest = taken.replace(NUMBER, last.stockNumberKey.slice(prefix.length));
    if (last || rows.length < AT_ONCE) break;
    below = rows.at(-1)?.stockNumberKey ?? "";
  }
  for (;;) {
    highest = nextNumber([highest]) ?? highest;
    if (!(await isTaken(table, highest))) return highest;
  }
}

async function isTaken(table: Table, number: string): Promise<boolean> {
  const found = await db
    .selectFrom(table)
    .select("id")
    .where("stockNumberKey", "=", uniqueKey(number))
    .executeTakeFirst();
  return found !== undefined;
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
