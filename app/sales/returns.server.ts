import { business } from "~/business/business.server";
import { indexRecord } from "~/collections/search-index.server";
import { toHistoryRecord } from "~/collections/store.server";
import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { returnFromSale } from "~/parts/actions.server";
import { dayInTimeZone } from "~/values/format";
import { newId } from "~/values/id.server";
import { formatExactPrice } from "~/values/money";
import { releaseVehicleFromSale } from "~/vehicles/retail-sale.server";
import { findOwed } from "./account.server";
import { addStoreCredit } from "./complete.server";
import { CREDIT_NOTE_RECORDS, creditNoteSearchText } from "./credit-note.server";
import { noteMisfit } from "./misfit.server";
import { carOf, type GivenReturn } from "./return-schema";
import {
  addUpRefund,
  formatCreditNumber,
  type GoesTo,
  RETURN_REASONS,
  type ReturnableLine,
  refundOf,
} from "./returns";
import { findSaleRow, listLines, renewSale, SALE_RECORDS } from "./sale.server";
import { takeNumber } from "./series.server";
import { releaseDeleted } from "./stock.server";
import { undoVehicleSold } from "./vehicle-book.server";

/** A line of a sale with how much of it may still come back. */
type OpenLine = Row<"saleLines"> & { left: number; returnable: ReturnableLine };

/** The outcome; `fields` are sentences by the name of a field, `lines.0.quantity`. */
export type ItemsReturned =
  | { outcome: "done"; note: Row<"creditNotes"> }
  | { outcome: "invalid"; fields: Record<string, string[]> }
  | { outcome: "refused"; reason: string }
  | { outcome: "not-found" };

/** The lines of a completed sale that can still be returned at least in part, in their order. */
export async function listOpenLines(saleId: string): Promise<OpenLine[]> {
  const lines = (await listLines(saleId)).filter(({ kind }) => kind !== "discount");
  const returned = await sumReturned(lines.map(({ id }) => id));
  return lines.map((line) => {
    const before = returned.get(line.id) ?? { quantity: 0, netCents: 0, taxCents: 0 };
    return {
      ...line,
      left: line.quantity - before.quantity,
      returnable: {
        quantity: line.quantity,
        netCents: line.amountCents - line.discountCents,
        taxCents: line.taxCents,
        returned: before,
      },
    };
  });
}

/** Takes back what a customer returns: one transaction makes the credit note, moves the parts, and gives store credit if that is wanted. */
export function returnItems(saleId: string, back: GivenReturn): Promise<ItemsReturned> {
  return transaction(async (): Promise<ItemsReturned> => {
    const sale = await findSaleRow(saleId);
    if (!sale) return { outcome: "not-found" };
    if (sale.status !== "completed" || sale.number === null)
      return { outcome: "refused", reason: "Only what is on a completed sale comes back." };
    const open = new Map((await listOpenLines(saleId)).map((line) => [line.id, line]));
    const fields = findFaults(back, open, sale);
    if (Object.keys(fields).length > 0) return { outcome: "invalid", fields };
    const lines = back.lines.flatMap((line) => {
      const sold = open.get(line.saleLineId);
      return sold ? [{ ...line, sold, ...refundOf(sold.returnable, line.quantity) }] : [];
    });
    const { goodsCents, taxCents, totalCents } = addUpRefund(
      lines.map(({ sold, quantity }) => ({ returnable: sold.returnable, quantity })),
      back.fee,
    );
    if (totalCents < 0)
      return { outcome: "invalid", fields: { fee: ["The fee is more than the customer gets back"] } };
    const refused = await refuseRefund(sale, back.method, totalCents);
    if (refused) return { outcome: "invalid", fields: { method: [refused] } };
    const at = now().toISOString();
    const number = await takeNumber("creditNote", 1001);
    const { customerName } = sale;
    const named = { number, saleId, saleNumber: sale.number, customerName };
    const note = await db
      .insertInto("creditNotes")
      .values({
        id: newId(now()),
        ...named,
        customerId: sale.customerId,
        ...{ method: back.method, goodsCents, taxCents, feeCents: back.fee, totalCents },
        notes: back.notes ?? null,
        searchText: creditNoteSearchText(
          named,
          lines.map(({ sold }) => sold),
        ),
        ...{ createdAt: at, updatedAt: at, creditedOn: dayInTimeZone(business.timeZone, now()) },
        ...{ clerkId: actor().accountId ?? null, clerk: actor().username ?? "" },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    for (const [position, line] of lines.entries()) {
      const { sold, quantity, reason, goesTo, netCents, taxCents } = line;
      await db
        .insertInto("creditNoteLines")
        .values({
          id: newId(now()),
          ...{ creditNoteId: note.id, position, saleLineId: sold.id, kind: sold.kind },
          ...{ description: sold.description, stockNumber: sold.stockNumber },
          ...{ entryId: sold.entryId, donorId: sold.donorId, quantity },
          ...{ amountCents: netCents, taxCents, taxRate: sold.taxRate, taxPlace: sold.taxPlace },
          ...{ reason, goesTo: goesTo ?? null },
        })
        .execute();
      // Before the part is back on the shelf, while it still counts as sold.
      if (sold.kind === "part" && reason === "does-not-fit")
        await noteMisfit(sold, { partRequestId: sale.partRequestId, car: carOf(line) });
      await moveStock(saleId, sold, goesTo ?? "check");
    }
    if (back.method === "credit" && sale.customerId !== null)
      await addStoreCredit(sale.customerId, totalCents, { creditNoteId: note.id });
    await renewSale(sale);
    await indexRecord(CREDIT_NOTE_RECORDS, note);
    await recordChange({
      record: toHistoryRecord(SALE_RECORDS, sale),
      action: "changed",
      before: {},
      after: {
        returned: `${formatCreditNumber(note.number)}, ${formatExactPrice(totalCents / 100)}: ${lines
          .map(({ sold, reason }) => `${sold.description} (${RETURN_REASONS[reason].toLowerCase()})`)
          .join("; ")}`,
      },
    });
    return { outcome: "done", note };
  });
}

/** Why a customer can't get this much this way: what is owed is taken off, and no more is paid out than has come in. */
async function refuseRefund(
  sale: Row<"sales">,
  method: GivenReturn["method"],
  totalCents: number,
): Promise<string | undefined> {
  const price = (cents: number) => formatExactPrice(cents / 100);
  const owed = await findOwed(sale);
  // The message if neither way has room for all of it.
  const payFirst = `Take their payment of ${price(owed)} first, then pay ${price(totalCents)} back: they end up with ${price(totalCents - owed)}`;
  if (method === "account") {
    if (owed === 0) return "Nothing is owed on this sale anymore. Choose another way";
    return totalCents > owed ? `Only ${price(owed)} is still owed on this sale. ${payFirst}` : undefined;
  }
  if (owed === 0) return undefined;
  const before = (await listCreditNotes(sale.id)).reduce((sum, note) => sum + note.totalCents, 0);
  const paid = sale.totalCents - owed - before;
  if (totalCents <= paid) return undefined;
  const next =
    totalCents > owed ? payFirst : `Take it off what they owe, or take their payment of ${price(owed)} first`;
  return `Only ${price(paid)} has been paid on this sale. ${next}`;
}

function findFaults(
  { lines, method }: GivenReturn,
  open: ReadonlyMap<string, OpenLine>,
  sale: Row<"sales">,
): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  const seen = new Set<string>();
  for (const [index, { saleLineId, quantity, goesTo }] of lines.entries()) {
    const line = open.get(saleLineId);
    const isPart = line?.kind === "part" && line.partId !== null;
    const isOne = isPart || (line?.kind === "vehicle" && line.vehicleId !== null);
    if (!line || seen.has(saleLineId)) fields[`lines.${index}.quantity`] = ["This line is not on the sale"];
    else if (line.left === 0) fields[`lines.${index}.quantity`] = ["It was returned before"];
    else if (quantity > line.left)
      fields[`lines.${index}.quantity`] = [`At most ${line.left / 100} of it can come back`];
    else if (isOne && quantity !== line.left)
      fields[`lines.${index}.quantity`] = [
        `There is only one of it, so the quantity must be ${line.left / 100}`,
      ];
    else if (isPart && goesTo === undefined)
      fields[`lines.${index}.goesTo`] = ["Please say where the part goes"];
    seen.add(saleLineId);
  }
  if (method === "credit" && sale.customerId === null)
    fields.method = ["Store credit needs a known customer. This was a cash sale"];
  return fields;
}

/** Puts what came back where it goes, unless it is gone or on another sale by now. */
async function moveStock(saleId: string, line: OpenLine, goesTo: GoesTo): Promise<void> {
  const { kind, partId, vehicleId } = line;
  if (kind === "part" && partId) await returnFromSale(partId, { saleId, goesTo });
  if (kind === "vehicle" && vehicleId) {
    await releaseVehicleFromSale(vehicleId, saleId, "available");
    await undoVehicleSold({ vehicleId }, "The customer brought it back.");
  }
  await releaseDeleted(saleId, line);
}

/** What came back of these lines so far, by the line. */
async function sumReturned(lineIds: readonly string[]) {
  if (lineIds.length === 0) return new Map<string, ReturnableLine["returned"]>();
  const rows = await db
    .selectFrom("creditNoteLines")
    .where("saleLineId", "in", lineIds)
    .groupBy("saleLineId")
    .select((eb) => [
      "saleLineId",
      eb.fn.sum<number>("quantity").as("quantity"),
      eb.fn.sum<number>("amountCents").as("netCents"),
      eb.fn.sum<number>("taxCents").as("taxCents"),
    ])
    .execute();
  return new Map(rows.map(({ saleLineId, ...sums }) => [saleLineId, sums]));
}

/** A credit note with its lines; undefined if there is none. */
export async function findCreditNote(
  id: string,
): Promise<(Row<"creditNotes"> & { lines: Row<"creditNoteLines">[] }) | undefined> {
  const note = await db.selectFrom("creditNotes").selectAll().where("id", "=", id).executeTakeFirst();
  if (!note) return undefined;
  const lines = await db
    .selectFrom("creditNoteLines")
    .selectAll()
    .where("creditNoteId", "=", id)
    .orderBy("position")
    .execute();
  return { ...note, lines };
}

/** The credit notes of a sale, the first one first. */
export function listCreditNotes(saleId: string): Promise<Row<"creditNotes">[]> {
  return db.selectFrom("creditNotes").selectAll().where("saleId", "=", saleId).orderBy("number").execute();
}

/** A core charge and the cores of it that have not come back. */
interface OwedCore {
  saleId: string;
  saleNumber: number;
  soldOn: string;
  saleLineId: string;
  customerName: string | null;
  customerPhone: string | null;
  description: string;
  /** What the customer gets for them, with tax. */
  cents: number;
  /** How many have not come back, in hundredths. */
  quantity: number;
  /** Whether the sale is on account, so that cash may not be what the customer is owed. */
  isOnAccount: boolean;
}

/** The cores that customers may still bring back, the oldest first. @param limit how many at most */
export async function listOwedCores(limit: number): Promise<OwedCore[]> {
  const rows = await db
    .selectFrom("saleLines")
    .innerJoin("sales", "sales.id", "saleLines.saleId")
    .where("saleLines.kind", "=", "core")
    .where("sales.status", "=", "completed")
    .where(({ eb, fn, val, selectFrom }) =>
      eb(
        "saleLines.quantity",
        ">",
        fn.coalesce(
          selectFrom("creditNoteLines")
            .whereRef("creditNoteLines.saleLineId", "=", "saleLines.id")
            .select(({ fn }) => fn.sum<number>("creditNoteLines.quantity").as("returned")),
          val(0),
        ),
      ),
    )
    .orderBy("sales.soldOn")
    .orderBy("saleLines.id")
    .limit(limit)
    .select([
      ...([
        "saleLines.id",
        "saleLines.saleId",
        "sales.number",
        "sales.soldOn",
        "sales.customerName",
      ] as const),
      ...(["sales.customerPhone", "sales.accountCents", "description", "quantity"] as const),
      ...(["amountCents", "saleLines.discountCents", "saleLines.taxCents"] as const),
    ])
    .execute();
  const returned = await sumReturned(rows.map(({ id }) => id));
  return rows.map(
    ({
      id,
      saleId,
      number,
      soldOn,
      accountCents,
      quantity,
      amountCents,
      discountCents,
      taxCents,
      ...row
    }) => {
      const before = returned.get(id) ?? { quantity: 0, netCents: 0, taxCents: 0 };
      const left = quantity - before.quantity;
      const returnable = { quantity, netCents: amountCents - discountCents, taxCents, returned: before };
      return {
        ...row,
        ...{ saleId, saleLineId: id, saleNumber: number ?? 0, soldOn: soldOn ?? "", quantity: left },
        cents: addUpRefund([{ returnable, quantity: left }]).totalCents,
        isOnAccount: (accountCents ?? 0) > 0,
      };
    },
  );
}
