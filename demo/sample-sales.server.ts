import { business } from "~/business/business.server";
import { createRecord, findHolderOf, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { type StoredCollection, toRecord } from "~/collections/store.server";
import { actAs, now } from "~/context.server";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { CUSTOMERS } from "~/customers/customers";
import { db } from "~/db/connection.server";
import { EMPTY_ROW, type StockFields } from "~/parts/teardown";
import { stockPart } from "~/parts/teardown.server";
import { buyCar } from "~/purchases/purchase.server";
import { PURCHASES } from "~/purchases/purchases";
import { addUpCash } from "~/reports/day-close";
import { closeDay, findExpectedCash } from "~/reports/day-close.server";
import { takeAccountPayment } from "~/sales/account.server";
import { accountPaymentSchema } from "~/sales/account-schema";
import { completeSale, voidSale } from "~/sales/complete.server";
import { saveDeal } from "~/sales/deal.server";
import { dealSchema, depositSchema } from "~/sales/deal-schema";
import { saveDraft } from "~/sales/draft.server";
import { returnSchema } from "~/sales/return-schema";
import { returnItems } from "~/sales/returns.server";
import { listLines } from "~/sales/sale.server";
import { saleSchema } from "~/sales/sale-schema";
import { dayInTimeZone } from "~/values/format";
import { newId } from "~/values/id.server";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import counterWork from "./counter-work.json";
import { randomFrom } from "./sample-parts";

/** A body as the API takes it. */
type Body = Record<string, unknown>;

/**
 * Something that somebody did at the counter or the gate, at a time of day in UTC on a workday before today, or some minutes ago. `as` names
 * a sale for those that follow, and `customer` a customer by their name or business.
 */
interface CounterWork {
  workdaysAgo?: number;
  time?: string;
  minutesAgo?: number;
  by: string;
  customer?: Body;
  sale?: Body & { as?: string; customer?: string; voidedWith?: string };
  draft?: Body;
  deal?: Body & { as: string; vehicle: string };
  /** The rest of a deal is paid, and the buyer drives off. */
  delivery?: Body & { of: string };
  returnItems?: Body & { of: string; lines: (Body & { line: number })[] };
  payment?: Body & { from: string };
  purchase?: Body & { idNumber?: string; tradedOn?: string };
  partsTaken?: { from: string; warranty: string; parts: Record<string, Partial<StockFields>> };
  crushed?: { stockNumber: string; to: string };
  /** The drawer is counted; `difference` in cents. */
  close?: { difference: number; reason?: string };
}

type TimedWork = CounterWork & { at: Date };

/** How many workdays the counter's work goes back. */
const WORKDAYS = 20;
const MINUTE = 60_000;

/**
 * The work of some weeks at the counter and the gate, done by the functions that the counter's forms call, in the order of time, so that
 * numbers, book, drawer and stock fit together. Weekends are closed.
 */
export async function seedSampleSales(at: Date): Promise<void> {
  const today = dayInTimeZone(business.timeZone, at);
  const workdays = listWorkdays(today);
  const told = (counterWork as CounterWork[]).map((work) => ({ ...work, at: timeOf(work, workdays, at) }));
  const shelf = await listShelf(namedParts(told));
  const all = [...told, ...ordinarySales(workdays, shelf), ...dayCloses(workdays)];
  const sales = new Map<string, SampleSale>();
  for (const work of all.sort((one, other) => one.at.getTime() - other.at.getTime()))
    await actAs({ username: work.by, source: "page" }, work.at, () => carryOut(work, sales));
}

/** A sale or deal by the name that the list gives it. */
interface SampleSale {
  id: string;
  /** What was typed of a deal. */
  deal?: Body;
}

async function carryOut(work: CounterWork, sales: Map<string, SampleSale>): Promise<void> {
  const { customer, sale, draft, deal, delivery, returnItems: back, payment, purchase } = work;
  const today = dayInTimeZone(business.timeZone, now());
  const named = (name: string) => {
    const found = sales.get(name);
    if (!found) throw new Error(`There is no sample sale "${name}".`);
    return found;
  };
  if (customer)
    done(await createRecord(CUSTOMER_RECORDS, bodySchema(CUSTOMERS).parse(customer)), "saved", customer);
  if (draft) done(await saveDraft(undefined, saleSchema.parse(draft)), "saved", draft);
  if (sale) {
    const { as, customer: buyer, voidedWith, ...body } = sale;
    const known = buyer === undefined ? undefined : await findCustomer(buyer);
    const saved = await saveDraft(
      undefined,
      saleSchema.parse({ ...body, customerId: known?.id, taxExemptNumber: known?.taxExemptNumber }),
    );
    const { _id: id } = done(saved, "saved", sale).sale;
    done(await completeSale(id), "completed", sale);
    if (as) sales.set(as, { id });
    if (voidedWith) done(await voidSale(id, voidedWith), "voided", sale);
  }
  if (deal) {
    const { as, vehicle: stockNumber, ...body } = deal;
    const typed = { ...body, vehicle: await idOf(RETAIL_RECORDS, stockNumber) };
    const saved = await saveDeal(undefined, dealSchema(today).parse(typed), {
      deposit: depositSchema.parse(body),
    });
    sales.set(as, { id: done(saved, "saved", deal).sale._id, deal: typed });
  }
  if (delivery) {
    const { id, deal: typed } = named(delivery.of);
    const body = { ...typed, payments: delivery.payments, deliveredOn: today };
    done(await saveDeal(id, dealSchema(today).parse(body)), "saved", delivery);
    done(await completeSale(id), "completed", delivery);
  }
  if (back) {
    const { id } = named(back.of);
    const lines = await listLines(id);
    const body = {
      ...back,
      lines: back.lines.map(({ line, ...of }) => ({ saleLineId: lines[line]?.id, quantity: 1, ...of })),
    };
    done(await returnItems(id, returnSchema.parse(body)), "done", back);
  }
  if (payment) {
    const { id } = await findCustomer(payment.from);
    done(await takeAccountPayment(id, accountPaymentSchema(today).parse(payment)), "done", payment);
  }
  if (purchase) {
    const { idNumber, tradedOn, ...body } = purchase;
    const tradeSaleId = tradedOn === undefined ? undefined : named(tradedOn).id;
    const fields = bodySchema(PURCHASES).parse({ ...body, boughtOn: today, tradeSaleId });
    done(await buyCar({ fields, idNumber, photos: [] }, newId(now())), "bought", purchase);
  }
  if (work.partsTaken) await takeParts(work.partsTaken);
  if (work.crushed) await crush(work.crushed, today);
  if (work.close) await closeSampleDay(today, work.close);
}

/** The answer, if it is the expected one. @throws Error which stops the seed with what was refused and why */
function done<Answer extends { outcome: string }, Outcome extends Answer["outcome"]>(
  answer: Answer,
  outcome: Outcome,
  given: unknown,
): Extract<Answer, { outcome: Outcome }> {
  if (answer.outcome === outcome) return answer as Extract<Answer, { outcome: Outcome }>;
  throw new Error(`The sample ${JSON.stringify(given)} was not carried out: ${JSON.stringify(answer)}`);
}

async function findCustomer(name: string) {
  return db
    .selectFrom("customers")
    .select(["id", "taxExemptNumber"])
    .where((eb) => eb.or([eb("name", "=", name), eb("business", "=", name)]))
    .executeTakeFirstOrThrow();
}

async function idOf(
  records: Pick<StoredCollection, "table"> & Parameters<typeof findHolderOf>[0],
  stockNumber: string,
): Promise<string> {
  const found = await findHolderOf(records, stockNumber);
  if (!found) throw new Error(`There is no sample vehicle ${stockNumber}.`);
  return found.id;
}

/** Takes parts off a car that was bought, as the list of parts to stock does, in their order. */
async function takeParts({ from, warranty, parts }: NonNullable<CounterWork["partsTaken"]>): Promise<void> {
  const donor = await findHolderOf(DISMANTLED_RECORDS, from);
  if (!donor) throw new Error(`There is no sample vehicle ${from}.`);
  for (const [entryId, typed] of Object.entries(parts))
    done(await stockPart(donor, entryId, { ...EMPTY_ROW, ...typed, warranty }), "saved", { from, entryId });
  const vehicle = { ...toRecord(DISMANTLED_RECORDS, donor), status: "Parts Available" as const };
  done(await updateRecord(DISMANTLED_RECORDS, donor.id, vehicle), "saved", { from });
}

/** Says to whom a scrapped car went. */
async function crush({ stockNumber, to }: NonNullable<CounterWork["crushed"]>, today: string): Promise<void> {
  const car = await findHolderOf(DISMANTLED_RECORDS, stockNumber);
  if (!car) throw new Error(`There is no sample vehicle ${stockNumber}.`);
  const facts = {
    disposition: "Crushed" as const,
    dispositionDate: `${today}T00:00:00.000Z`,
    disposedTo: to,
  };
  const vehicle = { ...toRecord(DISMANTLED_RECORDS, car), status: "Scrapped" as const, ...facts };
  done(await updateRecord(DISMANTLED_RECORDS, car.id, vehicle), "saved", { stockNumber });
}

const OPENING_CENTS = 150_00;

async function closeSampleDay(
  day: string,
  { difference, reason }: NonNullable<CounterWork["close"]>,
): Promise<void> {
  const countedCents = OPENING_CENTS + addUpCash(await findExpectedCash(day)) + difference;
  await closeDay({ day, openingCents: OPENING_CENTS, countedCents, reason });
}

/** The workdays before a day, the last one first; the day itself stands at 0. */
function listWorkdays(today: string): string[] {
  const days = [today];
  for (let back = 1; days.length <= WORKDAYS; back++) {
    const day = new Date(`${today}T00:00:00.000Z`);
    day.setUTCDate(day.getUTCDate() - back);
    if (day.getUTCDay() % 6 !== 0) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}

function timeOf({ workdaysAgo, time, minutesAgo }: CounterWork, workdays: readonly string[], at: Date): Date {
  if (workdaysAgo !== undefined) return new Date(`${workdays[workdaysAgo]}T${time}:00.000Z`);
  const then = new Date(at.getTime() - (minutesAgo ?? 0) * MINUTE);
  // Shortly after midnight, what is of today is not of yesterday, whose drawer is counted.
  return dayInTimeZone(business.timeZone, then) === workdays[0] ? then : at;
}

/** A part that anybody may buy. */
interface ShelfPart {
  stockNumber: string;
  priceCents: number;
  dateAcquired: string;
}

/** What is on the shelf without a core charge, but for the parts that the list names. */
async function listShelf(named: ReadonlySet<string>): Promise<ShelfPart[]> {
  const rows = await db
    .selectFrom("parts")
    .select(["stockNumber", "priceCents", "dateAcquired"])
    .where("status", "=", "Available")
    .where("coreChargeCents", "is", null)
    .orderBy("id")
    .execute();
  return rows.flatMap(({ priceCents, ...part }) =>
    priceCents === null || named.has(part.stockNumber) ? [] : [{ ...part, priceCents }],
  );
}

function namedParts(works: readonly CounterWork[]): ReadonlySet<string> {
  const lines = works.flatMap(({ sale, draft }) => ((sale ?? draft)?.lines ?? []) as Body[]);
  return new Set(lines.map(({ part }) => String(part)));
}

/** When customers come, in UTC; between two of the list's own times. */
const TIMES = ["13:50", "15:35", "17:45", "20:20"];
const CLERKS = ["Marta", "Joel", "Joel"];
/** Whoever says a name; others pay and go. */
const WALK_INS = ["", "", "", "Bill Aldrich", "Pine Plains Auto Body", "Ruth Ostrander", "Hector Salas"];
const HAGGLED = 0.2;

/** What is sold besides: up to three parts a day, now and then for less, mostly to nobody that is known. Always the same ones. */
function ordinarySales(workdays: readonly string[], shelf: readonly ShelfPart[]): TimedWork[] {
  const chance = randomFrom("counter", 1);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)] as Item;
  const sold = new Set<ShelfPart>();
  return workdays
    .slice(1)
    .toReversed()
    .flatMap((day) =>
      TIMES.filter(() => chance() < 0.45).flatMap((time) => {
        const part = pick(shelf.filter((one) => !sold.has(one) && one.dateAcquired.slice(0, 10) < day));
        sold.add(part);
        const dollars = part.priceCents / 100;
        const price = chance() < HAGGLED ? Math.round((dollars * 0.85) / 5) * 5 : dollars;
        const sale = {
          customerName: pick(WALK_INS) || undefined,
          lines: [{ kind: "part", part: part.stockNumber, price }],
          payments: [{ method: pick(["cash", "cash", "card", "card", "card"]) }],
        };
        return [{ at: new Date(`${day}T${time}:00.000Z`), by: pick(CLERKS), sale }];
      }),
    );
}

/** The drawer is counted every evening, and was short once. */
function dayCloses(workdays: readonly string[]): TimedWork[] {
  const short = { difference: -2_00, reason: "Gave too much change once" };
  return workdays.slice(1).map((day, index) => ({
    at: new Date(`${day}T22:05:00.000Z`),
    by: "Marta",
    close: index === 6 ? short : { difference: 0 },
  }));
}
