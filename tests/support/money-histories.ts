import fc from "fast-check";
import type { CompiledQuery } from "kysely";
import { business } from "~/business/business.server";
import { createRecord, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { findStoredRow } from "~/collections/store.server";
import { deleteRecord } from "~/collections/trash.server";
import { actAs } from "~/context.server";
import { COST_KIND_NAMES } from "~/costs/costs";
import { addCost, costSchema } from "~/costs/costs.server";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { CUSTOMERS } from "~/customers/customers";
import { db, transaction } from "~/db/connection.server";
import { restoreRecord } from "~/history/trash.server";
import { endHolds, holdPart, movePart, releasePart, scrapPart, sellPart } from "~/parts/actions.server";
import { PART_RECORDS } from "~/parts/part.server";
import { PARTS } from "~/parts/parts";
import { PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { createPartRequest } from "~/requests/part.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { reversePayment, takeAccountPayment } from "~/sales/account.server";
import { accountPaymentSchema } from "~/sales/account-schema";
import { completeSale, voidSale } from "~/sales/complete.server";
import { endDeal, saveDeal } from "~/sales/deal.server";
import { dealSchema, depositSchema, endDealSchema } from "~/sales/deal-schema";
import { discardSaleDraft, saveDraft } from "~/sales/draft.server";
import { returnSchema } from "~/sales/return-schema";
import { returnItems } from "~/sales/returns.server";
import { saleSchema } from "~/sales/sale-schema";
import { dayInTimeZone } from "~/values/format";
import { newId } from "~/values/id.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { purchase, retailVehicle, shelfPart } from "./builders";
import { storedImport } from "./imports";
import { findBrokenInvariants } from "./money-invariants";
import { emptyBook } from "./records";
import { afterWrites, MOST_WRITES } from "./writes";

/*
 * Histories of a counter: what a yard's people do one after the other or at once, at random. A model of a page keeps what must
 * have come of each step; the invariants (money-invariants.ts) must hold after the last one. A history that breaks a rule is
 * made as short as it can be, and printed with the seed that makes it again.
 */

const PARTS_ON_SHELF = 4;
const MONDAY_NOON = Date.UTC(2026, 2, 2, 17);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const which = fc.nat(7);
const cents = fc.oneof(fc.constantFrom(0, 1, 99, 100, 101, 12_345), fc.nat(99_999));

/** A line of a draft: a part or the car by its place, or something without stock. */
const line = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("part"), which, price: fc.option(cents) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("vehicle"), price: fc.option(cents) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("labor", "other", "core", "shipping"),
      price: cents,
      quantity: fc.integer({ min: 1, max: 1_000 }),
      isTaxed: fc.constantFrom("yes", "no", ""),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("discount"),
      price: fc.oneof(
        cents,
        fc.integer({ min: 1, max: 100_000 }).map((thousandths) => `${thousandths / 1000}%`),
      ),
    }),
  },
);

/** What a draft says. */
const typedSale = fc.record({
  lines: fc.array(line, { maxLength: 4 }),
  customer: fc.constantFrom(undefined, 0, 1),
  isExempt: fc.boolean(),
  payments: fc.oneof(
    // What is left is due in the last one.
    fc.tuple(fc.constantFrom("cash", "card", "check", "bank", "account", "credit")),
    fc.tuple(
      fc.record({ method: fc.constantFrom("cash", "card", "credit"), amount: cents }),
      fc.constantFrom("cash", "card", "account"),
    ),
    fc.tuple(fc.record({ method: fc.constantFrom("cash", "card"), amount: cents })),
  ),
});

type TypedSale = typeof typedSale extends fc.Arbitrary<infer One> ? One : never;

/** A sale that mostly succeeds: the others are so often refused that little would come back of what was sold. */
const easySale = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  customer: fc.constantFrom(0, 1),
  isExempt: fc.boolean(),
  payments: fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.constantFrom("cash", "card", "account")) },
    // More than the customer has, mostly.
    {
      weight: 1,
      arbitrary: fc.tuple(fc.record({ method: fc.constant("credit"), amount: cents }), fc.constant("cash")),
    },
  ),
});

/** What somebody does. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("sell"), typed: easySale }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("request"), typed: easySale }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("draft"), typed: typedSale }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("edit"), sale: which, typed: typedSale }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("complete"), sale: which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("discard"), sale: which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restoreSale"), sale: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("void"), sale: which, isOwner: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("returnItems"),
      sale: which,
      lines: fc.uniqueArray(
        fc.record({
          which: fc.nat(3),
          quantity: fc.integer({ min: 1, max: 300 }),
          goesTo: fc.constantFrom("shelf", "check", "scrap"),
        }),
        { minLength: 1, maxLength: 2, selector: ({ which }) => which },
      ),
      method: fc.constantFrom("cash", "card", "credit"),
      fee: fc.oneof(fc.constant(0), fc.nat(2_000)),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom("hold", "release", "scrap", "markSold", "move", "price", "remove", "putBack"),
      part: which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("payAccount"), customer: fc.nat(1), cents, isCash: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("payBack"), payment: which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("deal"),
      sale: which,
      isNew: fc.boolean(),
      price: cents,
      trade: fc.option(cents, { nil: undefined }),
      fee: fc.option(cents, { nil: undefined }),
      deposit: fc.option(cents, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("endDeal"), sale: which, kept: cents }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("removeCar", "putCarBack") }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("buy"),
      cents,
      paidBy: fc.constantFrom("cash", "check", undefined),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("cost"),
      kind: fc.constantFrom(...COST_KIND_NAMES),
      cents,
      paidBy: fc.constantFrom("cash", "card", ""),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("removePurchase", "putPurchaseBack"), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait"), days: fc.constantFrom(0, 1, 40, -1) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What an owner imports: a list of parts that names one of the shelf, or sales of the program before this one. */
const importStep = fc.record({
  do: fc.constantFrom("importParts", "importSales"),
  part: which,
  cents,
  status: fc.constantFrom("", "Available", "Sold", "Scrapped"),
});
type ImportStep = typeof importStep extends fc.Arbitrary<infer One> ? One : never;

/** So many parts of a history a person does at most. */
const MOST_DONE = 8;

/**
 * A history: steps, some of which break off after a write, or are done twice, or at the same time as another. An import, which is stored
 * in several transactions, goes on where it was; that it does is a test of its own (rules/import/import).
 */
export const history = fc.array(
  fc.oneof(
    { weight: 48, arbitrary: fc.record({ how: fc.constant("done"), step }) },
    {
      weight: 4,
      arbitrary: fc.record({
        how: fc.constant("broken off"),
        step,
        // Most steps have fewer than the most.
        writes: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: MOST_WRITES })),
      }),
    },
    { weight: 4, arbitrary: fc.record({ how: fc.constant("twice at once"), step }) },
    { weight: 8, arbitrary: fc.record({ how: fc.constant("at once"), step, other: step }) },
    { weight: 1, arbitrary: fc.record({ how: fc.constant("done"), step: importStep }) },
    { weight: 1, arbitrary: fc.record({ how: fc.constant("at once"), step, other: importStep }) },
  ),
  { minLength: 1, maxLength: MOST_DONE, size: "max" },
) as fc.Arbitrary<Done[]>;
type Done =
  | { how: "done"; step: Step | ImportStep }
  | { how: "broken off"; step: Step; writes: number }
  | { how: "twice at once"; step: Step }
  | { how: "at once"; step: Step; other: Step | ImportStep };

/** What a page about a part must say of it. */
interface ModelPart {
  id: string;
  stockNumber: string;
  status: "Available" | "On hold" | "Sold" | "Scrapped";
  saleId: string | null;
  isDeleted: boolean;
}

/** What the yard has, and what must be true of it. */
interface Yard {
  now: number;
  parts: ModelPart[];
  carId: string;
  customers: string[];
  /** In the order in which they were begun. */
  sales: string[];
  /** How many sales and credit notes have a number. */
  numbers: number;
  creditNotes: number;
  /** Nobody else does something at this moment. */
  isAlone: boolean;
}

/**
 * Does a history on an empty site.
 * @throws Error with every rule that it broke
 */
export async function live(steps: readonly Done[]): Promise<void> {
  const yard = await openYard();
  const who: Who = (run, role = "owner") =>
    actAs({ username: "marta", role, source: "page" }, new Date(yard.now), run);
  for (const done of steps) {
    if (done.how === "done") {
      await take(yard, done.step, who);
      await compare(yard, done.step);
    } else if (done.how === "broken off") {
      await breakOff(yard, done, who);
      await adopt(yard);
    } else {
      const both = [done.step, done.how === "at once" ? done.other : done.step];
      // Which comes first is not known, so that the model asks afterwards what came of it; the invariants say whether it may be.
      const ended = await Promise.allSettled(
        both.map((one) => take({ ...structuredClone(yard), isAlone: false }, one, who)),
      );
      // Both have ended, so that nothing of a history that failed goes on in the next one.
      for (const one of ended) if (one.status === "rejected") throw one.reason;
      await adopt(yard);
    }
  }
  const broken = await findBrokenInvariants();
  if (broken.length > 0) throw new Error(broken.join("\n"));
}

const KILLED = new Error("killed");

/**
 * Does a step until the program has written so many times, at which it fails as if it had been killed: of what it was doing, nothing may be
 * stored. It is the program's own transactions that see to it.
 */
async function breakOff(
  yard: Yard,
  { step, writes }: Extract<Done, { how: "broken off" }>,
  who: Who,
): Promise<void> {
  const stop = afterWrites(writes, () => {
    throw KILLED;
  });
  try {
    await take(structuredClone(yard), step, async (run, role) => {
      const before = await readAll();
      return who(run, role).catch(async (error: unknown) => {
        if (error === KILLED) expectSameRows(await readAll(), before, `after ${writes} writes of ${step.do}`);
        throw error;
      });
    });
  } catch (error) {
    if (error !== KILLED) throw error;
  } finally {
    stop();
  }
}

/**
 * Does steps at random, as one of several processes that share a yard which `openYard` has stored; it ends when nobody reads on.
 * Which step of which process comes first is not known, so that nothing is said of what comes of one.
 */
export async function* workBeside(seed: number): AsyncGenerator<Step["do"]> {
  const yard = await findYard();
  for (let batch = 0; ; batch += 1) {
    for (const one of fc.sample(step, { seed: seed + batch, numRuns: STEPS_AT_ONCE })) {
      await adopt(yard);
      yard.sales = yard.sales.slice(-NEWEST_SALES);
      await take(yard, one, (run, role = "owner") =>
        actAs({ username: "marta", role, source: "page" }, new Date(yard.now), run),
      );
      // Its clock stays in the year that the reports are asked for.
      if (Math.abs(yard.now - MONDAY_NOON) > 50 * DAY) yard.now = MONDAY_NOON;
      yield one.do;
    }
  }
}

const STEPS_AT_ONCE = 100;
/** So many sales a step may be about. */
const NEWEST_SALES = 8;

async function findYard(): Promise<Yard> {
  const parts = await db.selectFrom("parts").select(["id", "stockNumber"]).orderBy("id").execute();
  const cars = await db.selectFrom("retailVehicles").select("id").execute();
  const customers = await db.selectFrom("customers").select("id").orderBy("id").execute();
  return {
    ...{ now: MONDAY_NOON, carId: cars[0]?.id ?? "", customers: customers.map(({ id }) => id) },
    parts: parts.map(({ id, stockNumber }) => ({
      ...{ id, stockNumber: stockNumber ?? "", status: "Available", saleId: null, isDeleted: false },
    })),
    ...{ sales: [], numbers: 0, creditNotes: 0, isAlone: false },
  };
}

/** What a part is that came back, by where it goes. */
const RETURNED = { shelf: "Available", check: "On hold", scrap: "Scrapped" } as const;

/** The day by which these forms judge what is typed. */
const ACCOUNT_PAYMENT = accountPaymentSchema("2026-03-02");
const DEAL = dealSchema("2026-03-02");

const REQUEST = bodySchema(PART_REQUESTS).parse({
  ...{ vin: "1HGCM82633A004352", vehicleInfo: { year: "2003", make: "Honda", model: "Accord" } },
  partDetails: { system: "Engine/Accessories", component: "Alternator" },
  customerInfo: { name: "Ann Lee", phone: "5555550101", email: "ann@example.com" },
});

type Who = <Result>(run: () => Promise<Result>, role?: "owner" | "counter") => Promise<Result>;

/** Does a step, and says in the model what must have come of it. @throws Error if its outcome is another */
async function take(yard: Yard, one: Step | ImportStep, who: Who): Promise<void> {
  const part = yard.parts["part" in one ? one.part % yard.parts.length : 0] as ModelPart;
  const saleId = "sale" in one ? yard.sales[one.sale % Math.max(yard.sales.length, 1)] : undefined;
  switch (one.do) {
    case "sell":
    case "request": {
      // A request that becomes a sale says that it is fulfilled.
      const request = one.do === "request" ? await who(() => createPartRequest(REQUEST)) : undefined;
      const before = yard.sales.length;
      await saveTyped(yard, { typed: one.typed, partRequestId: request?._id }, who);
      // At the same time as something else, the draft may be another's to find.
      if (yard.sales.length > before) await take(yard, { do: "complete", sale: before }, who);
      return;
    }
    case "importParts": {
      const before = { ...part };
      const file = `Stock Number,Part,Year,Make,Model,Price,Status\n${part.stockNumber},Alternator,2012,Honda,Accord,${one.cents / 100},${one.status}\n`;
      await storedImport(file, { kind: "part" });
      await adoptPart(part);
      if (before.saleId !== null && yard.isAlone)
        expectSame(part, before, "a part of a sale after an import");
      return;
    }
    case "importSales":
      await storedImport(`Date,Part,Price,Buyer\n3/2/2026,Alternator,${one.cents / 100},Bo\n`, {
        kind: "oldSale",
      });
      return;
    case "draft":
      return saveTyped(yard, { typed: one.typed }, who);
    case "edit":
      return saleId === undefined ? undefined : saveTyped(yard, { id: saleId, typed: one.typed }, who);
    case "complete": {
      if (saleId === undefined) return;
      const completed = await who(() => completeSale(saleId));
      if (completed.outcome !== "completed" || completed.isAgain) return;
      yard.numbers += 1;
      for (const each of yard.parts) if (each.saleId === saleId) each.status = "Sold";
      return;
    }
    case "discard":
      if (saleId === undefined) return;
      if ((await who(() => discardSaleDraft(saleId))).outcome === "discarded")
        for (const each of yard.parts) if (each.saleId === saleId) await letGo(yard, each);
      return;
    case "restoreSale":
      if (saleId !== undefined) await who(() => restoreRecord({ kind: "sale", id: saleId }));
      return;
    case "void": {
      if (saleId === undefined) return;
      const voided = await who(() => voidSale(saleId, "Typed twice"), one.isOwner ? "owner" : "counter");
      if (voided.outcome !== "voided") return;
      if (!one.isOwner && !voided.isAgain) throw new Error("The counter has voided a sale");
      if (!voided.isAgain) for (const each of yard.parts) if (each.saleId === saleId) await letGo(yard, each);
      return;
    }
    case "returnItems": {
      if (saleId === undefined) return;
      const lines = await db
        .selectFrom("saleLines")
        .select(["id", "partId"])
        .where("saleId", "=", saleId)
        .orderBy("position")
        .execute();
      const back = returnSchema.safeParse({
        ...{ method: one.method, fee: one.fee / 100 },
        lines: one.lines.map(({ which, quantity, goesTo }) => ({
          saleLineId: lines[which % lines.length]?.id ?? "no line",
          ...{ quantity: lines[which % lines.length]?.partId ? 1 : quantity / 100 },
          ...{ reason: "does-not-fit", goesTo },
        })),
      });
      if (!back.success) return;
      const taken = await who(() => returnItems(saleId, back.data));
      if (taken.outcome !== "done") return;
      yard.creditNotes += 1;
      for (const { saleLineId, goesTo } of back.data.lines) {
        const id = lines.find(({ id }) => id === saleLineId)?.partId;
        const each = yard.parts.find((one) => one.id === id);
        if (each?.saleId !== saleId) continue;
        each.saleId = null;
        // From the trash it comes back as one that is for sale.
        each.status = each.isDeleted ? "Available" : RETURNED[goesTo ?? "check"];
      }
      return;
    }
    case "hold":
    case "release":
    case "scrap":
    case "markSold": {
      const change = {
        hold: () => holdPart(part.id, { heldFor: "Bo", until: new Date(yard.now + 30 * MINUTE) }),
        release: () => releasePart(part.id),
        scrap: () => scrapPart(part.id),
        markSold: () => sellPart(part.id, { price: 50, soldTo: "Bo" }),
      }[one.do];
      const { outcome } = await who(change);
      const isFree = !part.isDeleted && part.saleId === null;
      if (outcome === "done" && !isFree && yard.isAlone) {
        const same = { hold: "", release: "Available", scrap: "Scrapped", markSold: "" }[one.do];
        if (part.isDeleted || part.status !== same) throw new Error(`"${one.do}" changed what a sale has`);
      }
      if (isFree && outcome !== "done" && yard.isAlone)
        throw new Error(`"${one.do}" of a free part: ${outcome}`);
      if (isFree)
        part.status = (
          { hold: "On hold", release: "Available", scrap: "Scrapped", markSold: "Sold" } as const
        )[one.do];
      return;
    }
    case "move":
      await who(() => movePart(part.id, "B-12"));
      return;
    case "price": {
      const stored = await findStoredRow(PART_RECORDS, part.id);
      if (!stored) return;
      const fields = bodySchema(PARTS).parse({
        ...{ entryId: stored.entryId, year: 2012, make: "Honda", model: "Accord", price: 99 },
        ...{ stockNumber: stored.stockNumber, status: stored.status, dateAcquired: "2026-03-02" },
      });
      await who(() => updateRecord(PART_RECORDS, part.id, fields));
      return;
    }
    case "remove":
      if ((await who(() => deleteRecord(PART_RECORDS, part.id))) !== undefined) await adoptPart(part);
      return;
    case "putBack":
      await who(() => restoreRecord({ kind: "part", id: part.id }));
      await adoptPart(part);
      return;
    case "payAccount": {
      const given = { amount: one.cents / 100, method: one.isCash ? "cash" : "check" };
      const payment = ACCOUNT_PAYMENT.safeParse(given);
      const customer = yard.customers[one.customer];
      if (payment.success && customer) await who(() => takeAccountPayment(customer, payment.data));
      return;
    }
    case "payBack": {
      const payments = await db.selectFrom("accountPayments").select("id").orderBy("number").execute();
      const id = payments[one.payment % Math.max(payments.length, 1)]?.id;
      if (id) await who(() => reversePayment(id, "It bounced"));
      return;
    }
    case "deal": {
      const given = DEAL.safeParse({
        ...{ vehicle: yard.carId, customerName: "Ann Reyes", customerAddress: "1 Main St" },
        ...{ condition: "used", odometer: "84,215", price: one.price / 100, payments: [{ method: "bank" }] },
        fees: { title: {}, plates: {}, document: one.fee === undefined ? {} : { amount: one.fee / 100 } },
        ...(one.trade === undefined
          ? {}
          : { tradeYear: 2005, tradeMake: "Honda", tradeModel: "Civic", tradeAllowance: one.trade / 100 }),
      });
      const deposit = depositSchema.safeParse({
        ...{ depositAmount: (one.deposit ?? 0) / 100, depositMethod: "cash" },
      });
      if (!given.success || (!one.isNew && saleId === undefined)) return;
      const id = one.isNew ? undefined : saleId;
      const saved = await who(() =>
        saveDeal(
          id,
          given.data,
          one.deposit === undefined || !deposit.success ? {} : { deposit: deposit.data },
        ),
      );
      if (saved.outcome !== "saved") return;
      if (id === undefined) yard.sales.push(saved.sale._id);
      for (const each of yard.parts) if (each.saleId === saved.sale._id) await letGo(yard, each);
      return;
    }
    case "endDeal": {
      if (saleId === undefined) return;
      const ended = endDealSchema.parse({ kept: one.kept / 100, method: "cash", reason: "No loan" });
      const before = await db
        .selectFrom("sales")
        .select("status")
        .where("id", "=", saleId)
        .executeTakeFirst();
      const done = await who(() => endDeal(saleId, ended));
      // A deal that has ended before is answered as the first time, and takes no other number.
      if (done.outcome === "ended" && before?.status === "draft") yard.numbers += 1;
      if (done.outcome === "ended" || done.outcome === "discarded")
        for (const each of yard.parts) if (each.saleId === saleId) await letGo(yard, each);
      return;
    }
    case "removeCar":
      await who(() => deleteRecord(RETAIL_RECORDS, yard.carId));
      return;
    case "putCarBack":
      await who(() => restoreRecord({ kind: "retail", id: yard.carId }));
      return;
    case "buy":
      // Numbers of its own, because another process may buy at the same moment.
      await who(() =>
        purchase({
          ...{ now: new Date(yard.now), stockNumber: `B-${newId(new Date()).slice(-10)}` },
          ...{
            price: one.cents / 100,
            paidBy: one.paidBy,
            boughtOn: dayInTimeZone(business.timeZone, new Date(yard.now)),
          },
        }),
      );
      return;
    case "cost": {
      const car = { kind: "retail", id: yard.carId, name: "A car" } as const;
      const { kind, paidBy } = one;
      const on = dayInTimeZone(business.timeZone, new Date(yard.now));
      const cost = costSchema(on).safeParse({ kind, paidBy, on, amount: one.cents / 100 });
      if (cost.success) await who(() => addCost(car, cost.data));
      return;
    }
    case "removePurchase":
    case "putPurchaseBack": {
      const bought = await db.selectFrom("purchases").select("id").orderBy("id").execute();
      const id = bought[one.which % Math.max(bought.length, 1)]?.id;
      if (id === undefined) return;
      await who<unknown>(() =>
        one.do === "removePurchase"
          ? deleteRecord(PURCHASE_RECORDS, id)
          : restoreRecord({ kind: "purchase", id }),
      );
      return;
    }
    case "wait":
      // A clock that goes back too.
      yard.now += one.days * DAY + 10 * MINUTE;
      await who(() => endHolds(new Date(yard.now)));
      for (const each of yard.parts) if (each.saleId === null) await adoptPart(each);
  }
}

/** Stores a draft, or what is typed of one that is stored, and says in the model what it holds. */
async function saveTyped(
  yard: Yard,
  given: { id?: string; typed: TypedSale; partRequestId?: string | undefined },
  who: Who,
): Promise<void> {
  const { partRequestId } = given;
  const input = saleSchema.safeParse({ ...toTyped(yard, given.typed), partRequestId });
  if (!input.success) return;
  const saved = await who(() => saveDraft(given.id, input.data));
  if (saved.outcome !== "saved") return;
  const { _id: id, lines } = saved.sale;
  if (!yard.sales.includes(id)) yard.sales.push(id);
  const held = new Set(lines.flatMap(({ kind, partId }) => (kind === "part" && partId ? [partId] : [])));
  for (const each of yard.parts) {
    if (held.has(each.id)) Object.assign(each, { status: "On hold", saleId: id });
    // What it was held for before comes back, or not, by the hold's time.
    else if (each.saleId === id) await letGo(yard, each);
  }
}

/** What a sale lets go of is what it was before: what that is, the part says; a sale must not have it any more. */
async function letGo(yard: Yard, part: ModelPart): Promise<void> {
  await adoptPart(part);
  if (part.saleId !== null && yard.isAlone) throw new Error("A sale keeps what it has let go of");
}

/** Reads what the model can't know. */
async function adoptPart(part: ModelPart): Promise<void> {
  const row = await db
    .selectFrom("parts")
    .select(["status", "saleId", "deletedAt"])
    .where("id", "=", part.id)
    .executeTakeFirst();
  if (!row) throw new Error("A part is gone");
  Object.assign(part, { status: row.status, saleId: row.saleId, isDeleted: row.deletedAt !== null });
}

async function adopt(yard: Yard): Promise<void> {
  const parts = await db.selectFrom("parts").select(["id", "status", "saleId", "deletedAt"]).execute();
  for (const part of yard.parts) {
    const row = parts.find(({ id }) => id === part.id);
    if (!row) throw new Error("A part is gone");
    Object.assign(part, { status: row.status, saleId: row.saleId, isDeleted: row.deletedAt !== null });
  }
  const sales = await db.selectFrom("sales").select(["id", "number"]).orderBy("createdAt").execute();
  yard.sales = sales.map(({ id }) => id);
  yard.numbers = sales.filter(({ number }) => number !== null).length;
  const notes = await db.selectFrom("creditNotes").select("id").execute();
  yard.creditNotes = notes.length;
}

/** Every part, with how many sales and credit notes have a number. */
const compared = db
  .selectFrom("parts")
  .select((eb) => [
    ...(["id", "stockNumber", "status", "saleId", "deletedAt"] as const),
    ...(["sales", "creditNotes"] as const).map((table) =>
      eb
        .selectFrom(table)
        .where("number", "is not", null)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as(table),
    ),
  ])
  .compile();

/** The pages say what the model says. */
async function compare(yard: Yard, after: Step | ImportStep): Promise<void> {
  const at = JSON.stringify(after);
  const { rows } = await db.executeQuery(compared);
  for (const { id, status, saleId, isDeleted } of yard.parts) {
    const row = rows.find((one) => one.id === id);
    const stored = row && { status: row.status, saleId: row.saleId, isDeleted: row.deletedAt !== null };
    expectSame(stored, { status, saleId, isDeleted }, `part ${row?.stockNumber} after ${at}`);
  }
  expectSame(
    { sales: rows[0]?.sales, notes: rows[0]?.creditNotes },
    { sales: yard.numbers, notes: yard.creditNotes },
    `numbers after ${at}`,
  );
}

/** A draft as it is typed. */
function toTyped(yard: Yard, { lines, customer, isExempt, payments }: TypedSale): Record<string, unknown> {
  return {
    lines: lines.map(({ price, ...line }) => ({
      ...{ kind: line.kind, price: typeof price === "number" ? price / 100 : price },
      ...("which" in line ? { part: yard.parts[line.which % yard.parts.length]?.id } : {}),
      ...(line.kind === "vehicle" ? { vehicle: yard.carId } : {}),
      ...("quantity" in line
        ? { quantity: line.quantity / 100, isTaxed: line.isTaxed, description: "Work" }
        : {}),
    })),
    ...(customer === undefined ? {} : { customerId: yard.customers[customer] }),
    ...(isExempt ? { taxExemptNumber: "EX-1" } : {}),
    payments: [...payments].map((payment) =>
      typeof payment === "string" ? { method: payment } : { ...payment, amount: payment.amount / 100 },
    ),
  };
}

/** Stored once, and put back for every history. */
let opened: { yard: Yard; inserts: CompiledQuery[] } | undefined;

/** A yard as every history finds it: a few parts, a car for sale and two customers. */
export async function openYard(): Promise<Yard> {
  opened ??= await furnish();
  const { yard, inserts } = opened;
  // All at once: a commit for each row would take longer than the history.
  await transaction(async () => {
    await emptyYard();
    for (const insert of inserts) await db.executeQuery(insert);
  });
  return structuredClone(yard);
}

/** Stores what the yard has as its pages would, and takes it out again; rows are stored faster. */
async function furnish(): Promise<NonNullable<typeof opened>> {
  await emptyYard();
  const now = new Date(MONDAY_NOON);
  const parts: ModelPart[] = [];
  for (let made = 0; made < PARTS_ON_SHELF; made += 1) {
    const { _id, stockNumber = "" } = await shelfPart({ now, price: 85 + made / 100 });
    parts.push({ id: _id, stockNumber, status: "Available", saleId: null, isDeleted: false });
  }
  const customers: string[] = [];
  for (const name of ["Ann Reyes", "Bo Lind"]) {
    const fields = bodySchema(CUSTOMERS).parse({ name });
    const created = await actAs({ source: "page" }, now, () => createRecord(CUSTOMER_RECORDS, fields));
    if (created.outcome === "saved") customers.push(created.item._id);
  }
  const car = await retailVehicle({ now });
  const rows = await readAll();
  const inserts = TABLES.toReversed().flatMap((table) => {
    const some = rows[table] ?? [];
    return some.length > 0
      ? [
          db
            .insertInto(table)
            .values(some as never)
            .compile(),
        ]
      : [];
  });
  const nothing = { sales: [], numbers: 0, creditNotes: 0, isAlone: true };
  return { yard: { now: MONDAY_NOON, parts, carId: car._id, customers, ...nothing }, inserts };
}

/** What a history writes, children first. */
const TABLES = [
  ...(["creditNoteLines", "storeCredits", "creditNotes", "payments", "accountPayments"] as const),
  ...(["saleLines", "deals", "sales"] as const),
  ...(["numberSeries", "carCosts", "purchases", "parts", "retailVehicles", "dismantledVehicles"] as const),
  ...([
    "partRequests",
    "customers",
    "importRows",
    "imports",
    "oldSales",
    "searchEntries",
    "changes",
  ] as const),
];

/** Built once: to build a query takes longer than to do it. */
const DELETES = TABLES.map((table) => db.deleteFrom(table).compile());
const READS = TABLES.map((table) => ({ table, read: db.selectFrom(table).selectAll().compile() }));

async function emptyYard(): Promise<void> {
  for (const empty of DELETES) await db.executeQuery(empty);
  const line = await db.selectFrom("bookLines").select("sequence").limit(1).executeTakeFirst();
  if (line) await emptyBook();
}

async function readAll(): Promise<Record<string, object[]>> {
  const all: Record<string, object[]> = {};
  for (const { table, read } of READS) all[table] = (await db.executeQuery<object>(read)).rows;
  return all;
}

/** The tables that differ alone: all of them fill a page. */
function expectSameRows(
  actual: Record<string, object[]>,
  expected: Record<string, object[]>,
  what: string,
): void {
  for (const table of TABLES) expectSame(actual[table], expected[table], `${table} ${what}`);
}

function expectSame(actual: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
}
