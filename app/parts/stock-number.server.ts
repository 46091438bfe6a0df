import { uniqueKey } from "~/collections/collection";
import { db } from "~/db/connection.server";
import { MAX_STOCK_NUMBER_LENGTH } from "~/vehicles/inventory";

/** How the number of a part without a donor begins. */
const PREFIX = "P-";
const DIGITS = 6;
/** How many numbers are read at once. */
const AT_ONCE = 100;

/**
 * The next free stock number: `D000123-4` for the fourth part of a donor, `P-000042` for one without. Numbers of parts in the trash
 * are not used again, because their labels may still be on a shelf.
 * @param reserved numbers that others will have, by `uniqueKey`
 */
export async function nextStockNumber(
  {
    donorId,
    donorStockNumber,
  }: {
    donorId: string | undefined;
    donorStockNumber: string | undefined;
  },
  reserved: ReadonlySet<string> = new Set(),
): Promise<string> {
  const isOfDonor = donorId !== undefined && donorStockNumber !== undefined;
  // Of a very long one as much as leaves room for the count.
  const prefix = isOfDonor ? `${donorStockNumber.slice(0, MAX_STOCK_NUMBER_LENGTH - DIGITS - 1)}-` : PREFIX;
  const toNumber = (count: number) => prefix + (isOfDonor ? count : pad(count));
  const last = isOfDonor ? await lastOfDonor(donorId, prefix) : await lastNumber();
  // Someone may have typed one that continues from the last.
  for (let count = last + 1; ; count += 1) {
    const number = toNumber(count);
    if (!reserved.has(uniqueKey(number)) && !(await isTaken(number))) return number;
  }
}

/** The highest number of a donor's parts; one typed in another form doesn't count. */
async function lastOfDonor(donorId: string, typedPrefix: string): Promise<number> {
  const prefix = uniqueKey(typedPrefix);
  const taken = await db
    .selectFrom("parts")
    .select("stockNumberKey")
    .where("donorId", "=", donorId)
    .execute();
  const counts = taken.map(({ stockNumberKey: key }) =>
    key.startsWith(prefix) && isCount(key, prefix) ? Number(key.slice(prefix.length)) : 0,
  );
  return Math.max(0, ...counts);
}

/** The highest number of a part without a donor; one typed in another form doesn't count. */
async function lastNumber(): Promise<number> {
  const prefix = uniqueKey(PREFIX);
  for (let below = `${prefix}${"9".repeat(DIGITS)}0`; ; ) {
    const rows = await db
      .selectFrom("parts")
      .select("stockNumberKey")
      .where("stockNumberKey", ">=", prefix + pad(0))
      .where("stockNumberKey", "<", below)
      .orderBy("stockNumberKey", "desc")
      .limit(AT_ONCE)
      .execute();
    const last = rows.find(
      ({ stockNumberKey: key }) => key.length === prefix.length + DIGITS && isCount(key, prefix),
    );
    if (last) return Number(last.stockNumberKey.slice(prefix.length));
    if (rows.length < AT_ONCE) return 0;
    below = rows.at(-1)?.stockNumberKey ?? "";
  }
}

/** As many as a yard may ever have. */
const COUNT = /^\d{1,6}$/;
const isCount = (key: string, prefix: string) => COUNT.test(key.slice(prefix.length));

async function isTaken(number: string): Promise<boolean> {
  const found = await db
    .selectFrom("parts")
    .select("id")
    .where("stockNumberKey", "=", uniqueKey(number))
    .executeTakeFirst();
  return found !== undefined;
}

function pad(number: number): string {
  return String(number).padStart(DIGITS, "0");
}
