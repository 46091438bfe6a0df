import { sql } from "kysely";
import { selectRecords } from "~/collections/store.server";
import { COST_KINDS, type CostKind } from "~/costs/costs";
import { db } from "~/db/connection.server";
import { PUBLIC_PART_STATUSES } from "~/parts/part";
import { daysAfter } from "~/values/days";
import { formatCount } from "~/values/format";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { vehicleName } from "~/vehicles/inventory";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { byName, type Days, formatCell, type Report } from "./report";

/** How many cars the chart has, those that brought most. */
const MOST_BARS = 20;

interface CarSums {
  id: string;
  name: string;
  to: string;
  day: string;
  /** Null where what it was bought for is not known. */
  cost: number | null;
  brought: number;
  onShelf: number;
  made: number | null;
}

/** The cars that came in in some days: what each cost and has brought until now, what of it is still for sale, and what it made. */
export async function reportCars(days: Days): Promise<Report> {
  const cars = await listCars(days);
  const sums = await sumCars(days);
  const rows = cars
    .map(({ id, name, to, day }): CarSums => {
      const cost = sums.priced.has(id) ? (sums.spent.get(id) ?? 0) : null;
      const brought = sums.brought.get(id) ?? 0;
      const made = cost === null ? null : brought - cost;
      // Field by field: of thousands of cars, a copy by spread takes ten times as long.
      return { id, name, to, day, cost, brought, onShelf: sums.onShelf.get(id) ?? 0, made };
    })
    .sort((one, other) => (one.day === other.day ? byName(one, other) : one.day < other.day ? 1 : -1));
  const sum = (of: "cost" | "brought" | "onShelf" | "made") =>
    rows.reduce((all, row) => all + (row[of] ?? 0), 0);
  const unknown = rows.filter(({ cost }) => cost === null).length;
  return {
    figures: [
      { label: "Made so far", value: formatCell(sum("made"), "money") },
      { label: "Still on the shelf", value: formatCell(sum("onShelf"), "money") },
      { label: "Cars", value: formatCount(rows.length) },
    ],
    columns: [
      { label: "Car", kind: "text" },
      { label: "Came in", kind: "day" },
      { label: "Cost", kind: "money" },
      { label: "Brought in", kind: "money" },
      { label: "Still on the shelf", kind: "money" },
      { label: "Made", kind: "money" },
    ],
    rows: rows.map(({ name, to, day, cost, brought, onShelf, made }) => ({
      cells: [name, day, cost, brought, onShelf, made],
      to,
    })),
    total: ["Total", null, sum("cost"), sum("brought"), sum("onShelf"), sum("made")],
    chart: {
      title: "Brought in",
      kind: "money",
      bars: [...rows]
        .sort((one, other) => other.brought - one.brought)
        .slice(0, MOST_BARS)
        .map(({ name, brought }) => ({ label: name, value: brought })),
    },
    notes: [
      "Cars that came in during these days, with everything up to now. Brought in: parts and the car itself after discounts and before tax, less returns, plus scrap. On the shelf: at asking prices; cars sold whole have none.",
      ...(unknown > 0
        ? [`${formatCount(unknown)} without a price that they were bought for: what they made is not known.`]
        : []),
    ],
  };
}

async function listCars(days: Days): Promise<Pick<CarSums, "id" | "name" | "to" | "day">[]> {
  const kinds = [
    { table: "dismantledVehicles", path: DISMANTLED_VEHICLES.path },
    { table: "retailVehicles", path: RETAIL_VEHICLES.path },
  ] as const;
  const found = await Promise.all(
    kinds.map(async ({ table, path }) => {
      const rows = await selectRecords(table)
        .where("dateAcquired", ">=", days.from)
        .where("dateAcquired", "<", daysAfter(days.to, 1))
        // As an index has them, and all but the names of a day are in order.
        .orderBy("dateAcquired", "desc")
        .select(["id", "stockNumber", "year", "make", "model", "dateAcquired"])
        .execute();
      return rows.map(({ id, stockNumber, dateAcquired, year, make, model }) => ({
        id,
        name: [
          vehicleName({ year: year ?? undefined, make: make ?? undefined, model: model ?? undefined }),
          stockNumber,
        ].join(", "),
        to: `${path}/${id}`,
        day: (dateAcquired ?? "").slice(0, 10),
      }));
    }),
  );
  return found.flat();
}

/** Amounts by car, in cents, and the cars whose price is known. */
async function sumCars({ from, to }: Days) {
  const until = daysAfter(to, 1);
  const idsIn = (table: "dismantledVehicles" | "retailVehicles") =>
    selectRecords(table).where("dateAcquired", ">=", from).where("dateAcquired", "<", until).select("id");
  const ids = idsIn("dismantledVehicles").unionAll(idsIn("retailVehicles"));
  const among = (column: string) => sql<boolean>`${sql.ref(column)} in (${ids})`;
  const [purchases, costs, parts, cars, returned, byHand, shelf] = await Promise.all([
    db
      .selectFrom("purchases")
      .where("deletedAt", "is", null)
      .where(among("vehicleId"))
      .select(["vehicleId", "priceCents", "towCents"])
      .execute(),
    db.selectFrom("carCosts").where(among("vehicleId")).select(["vehicleId", "kind", "cents"]).execute(),
    sumSold("saleLines.donorId", "part", among),
    sumSold("saleLines.vehicleId", "vehicle", among),
    db
      .selectFrom("creditNoteLines")
      .innerJoin("saleLines", "saleLines.id", "creditNoteLines.saleLineId")
      // By its own columns, so that the few that came back are read, and not all that was sold.
      .where((eb) =>
        eb.or([
          eb.and([eb("creditNoteLines.kind", "=", "part"), among("creditNoteLines.donorId")]),
          eb.and([eb("creditNoteLines.kind", "=", "vehicle"), among("saleLines.vehicleId")]),
        ]),
      )
      .select(["saleLines.kind", "saleLines.donorId", "saleLines.vehicleId", "creditNoteLines.amountCents"])
      .execute(),
    // What a sale has sold is among its lines.
    selectRecords("parts")
      .where("status", "=", "Sold")
      .where("saleId", "is", null)
      .where(among("donorId"))
      .select(["donorId", "soldPriceCents"])
      .execute(),
    selectRecords("parts")
      .where("status", "in", PUBLIC_PART_STATUSES)
      .where(among("donorId"))
      .groupBy("donorId")
      .select((eb) => ["donorId", eb.fn.sum<number | null>("priceCents").as("cents")])
      .execute(),
  ]);
  const [spent, brought, onShelf] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const add = (to: Map<string, number>, id: string | null, cents: number | null) => {
    if (id !== null && cents !== null) to.set(id, (to.get(id) ?? 0) + cents);
  };
  for (const { vehicleId, priceCents, towCents } of purchases) {
    add(spent, vehicleId, priceCents);
    add(spent, vehicleId, towCents);
  }
  for (const { vehicleId, kind, cents } of costs)
    add(COST_KINDS[kind as CostKind]?.isIncome ? brought : spent, vehicleId, cents);
  for (const { id, cents } of [...parts, ...cars]) add(brought, id, cents);
  for (const { kind, donorId, vehicleId, amountCents } of returned)
    add(brought, kind === "part" ? donorId : vehicleId, -amountCents);
  for (const { donorId, soldPriceCents } of byHand) add(brought, donorId, soldPriceCents);
  for (const { donorId, cents } of shelf) add(onShelf, donorId, cents);
  const priced = new Set(
    purchases.flatMap(({ vehicleId, priceCents }) => (priceCents === null ? [] : [vehicleId])),
  );
  return { spent, brought, onShelf, priced };
}

/** What completed sales brought by car, after discounts and without tax. */
function sumSold(
  column: "saleLines.donorId" | "saleLines.vehicleId",
  kind: "part" | "vehicle",
  among: (column: string) => ReturnType<typeof sql<boolean>>,
) {
  return db
    .selectFrom("saleLines")
    .where("saleLines.soldOn", "is not", null)
    .where("saleLines.kind", "=", kind)
    .where(among(column))
    .groupBy(column)
    .select((eb) => [
      eb.ref(column).as("id"),
      sql<number>`sum("saleLines"."amountCents" - "saleLines"."discountCents")`.as("cents"),
    ])
    .execute();
}
