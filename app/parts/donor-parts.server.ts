import { sql } from "kysely";
import { updateRecord } from "~/collections/records.server";
import { type StatusQuestion, selectRecords, toRecord } from "~/collections/store.server";
import type { Row } from "~/db/schema";
import { formatCount } from "~/values/format";
import type { OnShelf } from "~/vehicles/dismantled-vehicles";
import { PUBLIC_PART_STATUSES, partsLeftNote, partsOfScrappedNote } from "./part";
import { PART_RECORDS } from "./part.server";

/** What a part inherits from its donor, the grade's date included. */
const INHERITED = [
  "stockNumber",
  "year",
  "make",
  "model",
  "trim",
  "vin",
  "mileage",
  "dateAcquired",
] as const satisfies (keyof Row<"dismantledVehicles">)[];

const DONORS_PER_QUERY = 500;

/** Makes a donor's parts for sale follow a change of the donor. */
export async function updatePartsOfDonor(
  donor: Row<"dismantledVehicles">,
  { before }: { before: Row<"dismantledVehicles"> },
): Promise<void> {
  if (INHERITED.every((name) => donor[name] === before[name])) return;
  const parts = await selectRecords("parts")
    .selectAll()
    .where("donorId", "=", donor.id)
    // What was sold stays as it was sold.
    .where("status", "in", PUBLIC_PART_STATUSES)
    .execute();
  for (const row of parts as Row<"parts">[]) {
    const fields = { ...toRecord(PART_RECORDS, row), donor: donor.stockNumber };
    const { outcome } = await updateRecord(PART_RECORDS, row.id, fields);
    // Rolls back the donor's change too: it must not be stored while a part still says what the donor said before.
    if (outcome !== "saved") throw new Error(`Part ${row.id} could not follow its donor: ${outcome}`);
  }
}

/** What happens to a donor's parts when it is deleted; undefined if it has none for sale. */
export async function describePartsLeft(donorId: string): Promise<string | undefined> {
  return partsLeftNote((await countPartsForSale([donorId])).get(donorId));
}

/** What happens to a donor's parts when it is edited or scrapped; undefined if it has none for sale. */
export async function describePartsFollowing(donorId: string): Promise<string | undefined> {
  const count = (await countPartsForSale([donorId])).get(donorId) ?? 0;
  if (count === 0) return undefined;
  return count === 1
    ? "Its 1 part for sale will follow a change of year, make, model, trim, VIN, mileage or stock number, and its grade with it. If this car is scrapped, it stays for sale."
    : `Its ${formatCount(count)} parts for sale will follow a change of year, make, model, trim, VIN, mileage or stock number, and their grades with it. If this car is scrapped, they stay for sale.`;
}

/** What happens to the parts of donors that aren't scrapped yet, if they are now; undefined if they have none for sale. */
export async function askBeforeScrapping(
  ids: readonly string[],
  status: string,
): Promise<StatusQuestion | undefined> {
  if (status !== "Scrapped") return undefined;
  let parts = 0;
  for (let start = 0; start < ids.length; start += DONORS_PER_QUERY) {
    const donors = await selectRecords("dismantledVehicles")
      .select("id")
      .where("id", "in", ids.slice(start, start + DONORS_PER_QUERY))
      .where("status", "!=", status)
      .execute();
    for (const count of (await countPartsForSale(donors.map(({ id }) => id))).values()) parts += count;
  }
  const note = ids.length === 1 ? partsLeftNote(parts) : partsOfScrappedNote(parts);
  return note === undefined ? undefined : { title: "Scrap this car?", note };
}

/** How many parts of each donor are available or held. */
export async function countPartsForSale(donorIds: readonly string[]): Promise<Map<string, number>> {
  if (donorIds.length === 0) return new Map();
  const rows = await partsForSale(donorIds)
    .select((eb) => ["donorId", eb.fn.countAll<number>().as("count")])
    .execute();
  return new Map(rows.map(({ donorId, count }) => [donorId ?? "", count]));
}

/** How many parts of each donor are available or held, and the lowest of their prices. */
export async function findOnShelf(donorIds: readonly string[]): Promise<Map<string, OnShelf>> {
  if (donorIds.length === 0) return new Map();
  const rows = await partsForSale(donorIds)
    .select((eb) => [
      "donorId",
      eb.fn.countAll<number>().as("count"),
      // A price of 0 counts as none.
      sql<number | null>`min(nullif(${sql.ref("priceCents")}, 0))`.as("lowestCents"),
    ])
    .execute();
  return new Map(
    rows.map(({ donorId, count, lowestCents }) => [
      donorId ?? "",
      { count, lowestPrice: lowestCents === null ? undefined : lowestCents / 100 },
    ]),
  );
}

function partsForSale(donorIds: readonly string[]) {
  return selectRecords("parts")
    .where("donorId", "in", donorIds)
    .where("status", "in", PUBLIC_PART_STATUSES)
    .groupBy("donorId");
}
