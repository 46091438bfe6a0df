import { z } from "zod";
import { actor, now } from "~/context.server";
import { allOf, compareColumn } from "~/db/conditions.server";
import { db, transaction } from "~/db/connection.server";
import { recordChange } from "~/history/changes.server";
import { inBatches, type ListSlice, type OpenList, type RequestedRange } from "~/lists/window";
import { purchasePage } from "~/purchases/paths";
import { SALES_PAGE } from "~/sales/sale";
import { newId } from "~/values/id.server";
import { dollarsSchema, toCents } from "~/values/money";
import { optionalLine } from "~/values/text";
import type { IsoDay } from "~/values/typed-date";
import {
  type CarAmount,
  type CarMoney,
  COST_KIND_NAMES,
  COST_KINDS,
  COST_PAID_BY_NAMES,
  type CostKind,
  type CostPaidBy,
  type CostRecord,
} from "./costs";

type CarKind = "dismantled" | "retail";

const AMOUNT = "Please enter an amount such as 45.50";
const DAY = "Please enter a date";

/** An amount of a car as it is typed. @param today the last day that it may be of */
export const costSchema = (today: IsoDay) =>
  z.object({
    kind: z.enum(COST_KIND_NAMES, "Please choose what it is"),
    on: z.iso.date(DAY).refine((day) => day <= today, "This day is in the future"),
    amount: dollarsSchema(AMOUNT, { min: 0.01, max: 1_000_000 }),
    party: optionalLine(),
    paidBy: z
      .enum([...COST_PAID_BY_NAMES, ""], "Please choose how it was paid")
      .optional()
      .transform((typed) => typed || undefined),
    note: optionalLine(),
  });

/** All that a car cost and brought: its purchase, what was written down, and what it or its parts sold for. */
export async function loadCarMoney(kind: CarKind, id: string): Promise<CarMoney> {
  const [purchases, costs, parts, sold] = await Promise.all([
    db
      .selectFrom("purchases")
      .selectAll()
      .where("vehicleId", "=", id)
      .where("deletedAt", "is", null)
      .execute(),
    db
      .selectFrom("carCosts")
      .selectAll()
      .where("vehicleId", "=", id)
      .orderBy("onDay")
      .orderBy("id")
      .execute(),
    loadPartsSold(id),
    kind === "retail" ? listSalesOf(id) : [],
  ]);
  const bought = purchases.flatMap((purchase): CarAmount[] => {
    const common = {
      isIncome: false,
      on: purchase.boughtOn.slice(0, 10),
      note: undefined,
      path: purchasePage(purchase.id),
    };
    return [
      ...(purchase.priceCents === null
        ? []
        : [{ ...common, label: "Bought for", cents: purchase.priceCents, party: purchase.sellerName }]),
      ...(purchase.towCents === null
        ? []
        : [{ ...common, label: "Tow", cents: purchase.towCents, party: purchase.towedBy ?? undefined }]),
    ];
  });
  const written = costs.map((cost): CarAmount => {
    const { label, isIncome } = COST_KINDS[cost.kind as CostKind] ?? { label: cost.kind, isIncome: false };
    const { id, onDay: on, cents, party, note } = cost;
    const paidBy = (cost.paidBy as CostPaidBy | null) ?? undefined;
    return { id, label, isIncome, on, cents, paidBy, party: party ?? undefined, note: note ?? undefined };
  });
  const amounts = [...bought, ...written, ...sold];
  const sum = (isIncome: boolean) =>
    amounts.reduce((total, amount) => total + (amount.isIncome === isIncome ? amount.cents : 0), 0);
  return {
    ...{ kind, id, amounts, parts },
    spent: sum(false),
    income: sum(true) + parts.cents,
    isPriceKnown: purchases.some(({ priceCents }) => priceCents !== null),
  };
}

/** What a car's parts sold for: on sales, and marked as sold by hand. */
async function loadPartsSold(donorId: string): Promise<CarMoney["parts"]> {
  const lines = await listSold({ kind: "part", column: "donorId", id: donorId });
  const byHand = await db
    .selectFrom("parts")
    .select("soldPriceCents")
    .where("donorId", "=", donorId)
    .where("status", "=", "Sold")
    // What a sale has sold is among its lines.
    .where("saleId", "is", null)
    .where("deletedAt", "is", null)
    .execute();
  return {
    count: lines.length + byHand.length,
    cents:
      lines.reduce((total, { cents }) => total + cents, 0) +
      byHand.reduce((total, { soldPriceCents }) => total + (soldPriceCents ?? 0), 0),
    unknown: byHand.filter(({ soldPriceCents }) => soldPriceCents === null).length,
  };
}

/** The sale of a car, unless the customer has brought it back. */
async function listSalesOf(vehicleId: string): Promise<CarAmount[]> {
  const lines = await listSold({ kind: "vehicle", column: "vehicleId", id: vehicleId });
  return lines.map(({ saleId, soldOn, customerName, cents }) => ({
    ...{ label: COST_KINDS.car.label, isIncome: true, on: soldOn ?? "", cents },
    ...{ party: customerName ?? undefined, note: undefined, path: `${SALES_PAGE}/${saleId}` },
  }));
}

/** Lines of completed sales without what came back, after discounts and without tax. */
async function listSold({
  kind,
  column,
  id,
}: {
  kind: "part" | "vehicle";
  column: "donorId" | "vehicleId";
  id: string;
}) {
  const lines = await db
    .selectFrom("saleLines")
    .innerJoin("sales", "sales.id", "saleLines.saleId")
    .select(["saleLines.id", "saleLines.saleId", "saleLines.quantity", "saleLines.amountCents"])
    .select(["saleLines.discountCents", "sales.soldOn", "sales.customerName"])
    .where(`saleLines.${column}`, "=", id)
    .where("saleLines.kind", "=", kind)
    .where("sales.status", "=", "completed")
    .execute();
  const returned = await db
    .selectFrom("creditNoteLines")
    .innerJoin("saleLines", "saleLines.id", "creditNoteLines.saleLineId")
    .select(["creditNoteLines.saleLineId", "creditNoteLines.quantity", "creditNoteLines.amountCents"])
    .where(`saleLines.${column}`, "=", id)
    .execute();
  return lines
    .map(({ amountCents, discountCents, quantity, ...line }) => {
      const back = returned.filter(({ saleLineId }) => saleLineId === line.id);
      return {
        ...line,
        quantity: back.reduce((left, { quantity }) => left - quantity, quantity),
        cents: back.reduce((left, { amountCents }) => left - amountCents, amountCents - discountCents),
      };
    })
    .filter(({ quantity }) => quantity > 0);
}

/** Which of the costs that are written down are wanted. */
interface CostQuery {
  vehicleId?: string | undefined;
  kind?: CostKind | undefined;
  from?: IsoDay | undefined;
  to?: IsoDay | undefined;
}

/** A range of the costs that are written down, the newest first, as the API requests it. */
export async function findCostSlice(
  query: CostQuery,
  { limit, offset = 0 }: RequestedRange,
): Promise<ListSlice<CostRecord>> {
  const ids = await listCostIds(query);
  return { total: ids.length, records: await findCosts(ids.slice(offset, offset + limit)) };
}

/** The costs that are written down from `offset` on, the newest first, to be read in batches. */
export async function openCosts(query: CostQuery, offset = 0): Promise<OpenList<CostRecord>> {
  const ids = await listCostIds(query);
  // A cost never changes: it is deleted and entered again.
  return { total: ids.length, version: ids.join(), batches: inBatches(ids, offset, findCosts) };
}

/** A recorded cost; undefined if there is none. */
export async function findCost(id: string): Promise<CostRecord | undefined> {
  const [cost] = await findCosts([id]);
  return cost;
}

async function listCostIds({ vehicleId, kind, from, to }: CostQuery): Promise<string[]> {
  const conditions = [
    ...compareColumn("vehicleId", "=", vehicleId),
    ...compareColumn("kind", "=", kind),
    ...compareColumn("onDay", ">=", from),
    ...compareColumn("onDay", "<=", to),
  ];
  const rows = await db
    .selectFrom("carCosts")
    .select("id")
    .where(allOf(conditions))
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ id }) => id);
}

async function findCosts(ids: readonly string[]): Promise<CostRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("carCosts")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ id, vehicleKind, vehicleId, kind, onDay, cents, ...row }) => ({
    ...{ _id: id, vehicleKind: vehicleKind as CarKind, vehicleId, kind: kind as CostKind, on: onDay },
    ...{ amount: cents / 100, isIncome: COST_KINDS[kind as CostKind]?.isIncome ?? false },
    ...{ party: row.party ?? undefined, paidBy: (row.paidBy as CostPaidBy | null) ?? undefined },
    note: row.note ?? undefined,
    ...{ createdAt: row.createdAt, createdBy: row.createdBy ?? undefined },
  }));
}

/**
 * Writes an amount down, with a line in the car's history.
 * @returns its id
 */
export async function addCost(
  { kind, id, name }: { kind: CarKind; id: string; name: string },
  cost: z.output<ReturnType<typeof costSchema>>,
): Promise<string> {
  return transaction(async () => {
    const [costId, cents] = [newId(now()), toCents(cost.amount)];
    await db
      .insertInto("carCosts")
      .values({
        ...{ id: costId, vehicleKind: kind, vehicleId: id, kind: cost.kind, onDay: cost.on, cents },
        ...{ party: cost.party ?? null, paidBy: cost.paidBy ?? null, note: cost.note ?? null },
        ...{ createdAt: now().toISOString(), createdBy: actor().username ?? null },
      })
      .execute();
    // Without the amount: more people read the history of a car than its costs.
    await recordChange({
      record: recordOf(kind, id, name),
      action: "changed",
      after: { cost: COST_KINDS[cost.kind].label },
    });
    return costId;
  });
}

/** Takes an amount away again. */
export async function deleteCost(
  { kind, id, name }: { kind: CarKind; id: string; name: string },
  costId: string,
): Promise<void> {
  await transaction(async () => {
    const gone = await db
      .deleteFrom("carCosts")
      .where("id", "=", costId)
      .where("vehicleId", "=", id)
      .returning("kind")
      .executeTakeFirst();
    if (!gone) return;
    const before = { cost: COST_KINDS[gone.kind as CostKind]?.label ?? gone.kind };
    await recordChange({ record: recordOf(kind, id, name), action: "changed", before });
  });
}

function recordOf(kind: CarKind, id: string, name: string) {
  return { kind: kind === "retail" ? "retailVehicle" : "dismantledVehicle", id, name };
}
