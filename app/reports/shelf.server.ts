import { sql } from "kysely";
import { selectRecords } from "~/collections/store.server";
import { PUBLIC_PART_STATUSES } from "~/parts/part";
import { daysAfter } from "~/values/days";
import { formatCount } from "~/values/format";
import type { IsoDay } from "~/values/typed-date";
import { formatCell, type Report } from "./report";

/** How old a part is at least, in days, the youngest first. */
const AGES = [
  { days: 0, label: "Up to 30 days" },
  { days: 31, label: "31 to 90 days" },
  { days: 91, label: "91 to 180 days" },
  { days: 181, label: "181 days to a year" },
  { days: 366, label: "1 to 2 years" },
  { days: 731, label: "More than 2 years" },
] as const;

/** The parts that are for sale, by how long they have been here, and what they would bring at the prices asked. */
export async function reportShelf(today: IsoDay): Promise<Report> {
  // Literals alone, or PostgreSQL takes what is selected for something else than what it groups by.
  const age = sql<number>`case ${sql.join(
    AGES.slice(1).map(
      ({ days }, index) =>
        sql`when "dateAcquired" >= ${sql.lit(daysAfter(today, 1 - days))} then ${sql.lit(index)}`,
    ),
    sql` `,
  )} else ${sql.lit(AGES.length - 1)} end`;
  const sums = await selectRecords("parts")
    .where("status", "in", PUBLIC_PART_STATUSES)
    .groupBy(age)
    .select((eb) => [
      age.as("age"),
      eb.fn.countAll<number>().as("count"),
      eb.fn.count<number>("priceCents").as("priced"),
      sql<number>`coalesce(sum("priceCents"), 0)`.as("cents"),
    ])
    .execute();
  const rows = AGES.map(({ label }, index) => {
    const { count = 0, priced = 0, cents = 0 } = sums.find(({ age }) => Number(age) === index) ?? {};
    return { label, count, unpriced: count - priced, cents };
  });
  const sum = (of: "count" | "unpriced" | "cents") => rows.reduce((all, row) => all + row[of], 0);
  return {
    figures: [
      { label: "Would bring", value: formatCell(sum("cents"), "money") },
      { label: "Parts for sale", value: formatCount(sum("count")) },
      { label: "Without a price", value: formatCount(sum("unpriced")) },
    ],
    columns: [
      { label: "Age", kind: "text" },
      { label: "Parts", kind: "count" },
      { label: "Without a price", kind: "count" },
      { label: "Would bring", kind: "money" },
    ],
    rows: rows.map(({ label, count, unpriced, cents }) => ({ cells: [label, count, unpriced, cents] })),
    total: ["Total", sum("count"), sum("unpriced"), sum("cents")],
    chart: {
      title: "Would bring",
      kind: "money",
      bars: rows.map(({ label, cents }) => ({ label, value: cents })),
    },
    notes: ["By the day a part was taken in. Held parts count, sold and scrapped ones don't."],
  };
}
