import { uniqueKey } from "~/collections/collection";
import { db } from "~/db/connection.server";

/** How the number of a part without a donor begins. */
const PREFIX = "P-";
const DIGITS = 6;

/**
 * The next free stock number: `D000123-4` for the fourth part of a donor, `P-000042` for one without. Numbers of parts in the trash
 * are not used again, because their labels may still be on a shelf.
 */
export async function nextStockNumber({
  donorId,
  donorStockNumber,
}: {
  donorId: string | undefined;
  donorStockNumber: string | undefined;
}): Promise<string> {
  if (donorId === undefined || donorStockNumber === undefined)
    return `${PREFIX}${pad((await lastNumber()) + 1)}`;
  const prefix = `${uniqueKey(donorStockNumber)}-`;
  const taken = await db
    .selectFrom("parts")
    .select("stockNumberKey")
    .where("donorId", "=", donorId)
    .execute();
  const numbers = taken.map(({ stockNumberKey: key }) =>
    key.startsWith(prefix) ? Number(key.slice(prefix.length)) || 0 : 0,
  );
  return `${donorStockNumber}-${Math.max(0, ...numbers) + 1}`;
}

/** The highest number of a part without a donor. */
async function lastNumber(): Promise<number> {
  const prefix = uniqueKey(PREFIX);
  const last = await db
    .selectFrom("parts")
    .select("stockNumberKey")
    .where("stockNumberKey", ">=", prefix + pad(0))
    .where("stockNumberKey", "<=", prefix + "9".repeat(DIGITS))
    .orderBy("stockNumberKey", "desc")
    .limit(1)
    .executeTakeFirst();
  return Number(last?.stockNumberKey.slice(prefix.length)) || 0;
}

function pad(number: number): string {
  return String(number).padStart(DIGITS, "0");
}
