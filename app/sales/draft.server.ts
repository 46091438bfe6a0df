import { business } from "~/business/business.server";
import { indexRecord } from "~/collections/search-index.server";
import {
  findStoredRow,
  toHistoryRecord,
  toHistoryValues,
  type VersionedRecord,
} from "~/collections/store.server";
import { deleteRecord } from "~/collections/trash.server";
import { actor, now } from "~/context.server";
import { findCustomerRow } from "~/customers/customer.server";
import { db, transaction } from "~/db/connection.server";
import type { NewRow, Row } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { partTitle } from "~/parts/part";
import { newId } from "~/values/id.server";
import { formatExactPrice } from "~/values/money";
import { foldText } from "~/values/normalize";
import { type ExpectedVersion, isExpectedVersion, nextVersion } from "~/values/version";
import { type TradeIn, toTradeIn } from "./deal";
import { describeReturned } from "./exchange.server";
import { findQuotedPart, type QuotedPart } from "./quoted-part.server";
import { isTaxedKind, MAX_SALE_TOTAL, priceFor, SALE_LINE_KINDS } from "./sale";
import { listLines, SALE_RECORDS, saleSearchText, withDetails } from "./sale.server";
import type { GivenLine, SaleInput } from "./sale-schema";
import type { Sale } from "./sales";
import { findPart, findVehicle, holdStock, refusePart, refuseVehicle, releaseStock } from "./stock.server";
import { addUpSale, type CountedLine, settle } from "./sums";
import { findTaxRate, taxRules } from "./tax.server";

/*
 * The drafts of sales. What is on a draft is held for it from the moment it is saved, so that nobody else sells it.
 */

/** Errors by field: `lines.2.part`. */
export type SaleFaults = Record<string, string[]>;

/** A form's core charges: the ids of the parts whose charges it has shown already, and how many lines it takes. */
export interface FormCores {
  offered: readonly string[];
  maxLines: number;
}

/** The outcome of a change to a sale. `closed`: it isn't a draft anymore. */
export type SaleWritten =
  | { outcome: "saved"; sale: Sale; version: string }
  | { outcome: "invalid"; fields: SaleFaults }
  | { outcome: "changed" | "closed"; current: VersionedRecord<Sale> }
  | { outcome: "not-found" };

const MESSAGES = {
  noPart: "We have no part with this stock number",
  noVehicle: "We have no vehicle for sale with this stock number",
  part: "Please enter the part's stock number or describe it, or choose another kind of line",
  vehicle: "Please enter the vehicle's stock number, or choose another kind of line",
  description: "Please describe the line",
  twice: "This is already on the sale",
  one: "There is only one of it, so the quantity must be 1",
  discount: "The discount is more than what it comes off",
  tooMuch: "That's more than a sale can be",
  place: "Settings no longer has a tax rate for this place. Please choose another",
  customer: "This customer was deleted. Please find or type another",
  exchange: "There is no such credit note",
  noRoom: (lines: number) => `There is room for ${lines} lines, and a core charge takes one too`,
} as const;

/**
 * Stores a draft as given, holds what is on it, and releases what no longer is.
 * @param id of the draft; undefined for a new one
 * @param options `trade`: its deal's, if that changes with it; `cores`: the form's, whose parts bring their core charges
 */
export function saveDraft(
  id: string | undefined,
  input: SaleInput,
  {
    version,
    trade,
    cores,
  }: { version?: ExpectedVersion; trade?: TradeIn | undefined; cores?: FormCores } = {},
): Promise<SaleWritten> {
  return transaction(async (): Promise<SaleWritten> => {
    const stored = id === undefined ? undefined : await findStoredRow(SALE_RECORDS, id);
    if (id !== undefined) {
      if (!stored) return { outcome: "not-found" };
      const refused = await refuseChange(stored, version);
      if (refused) return refused;
    }
    const saleId = stored?.id ?? newId(now());
    const given = await readInput(input, stored, { trade: trade ?? (await findTradeIn(saleId)), cores });
    if ("faults" in given) return { outcome: "invalid", fields: given.faults };
    const { columns, lines, payments } = given;
    const kept = await exchangeStock(saleId, stored ? await listLines(saleId) : [], lines);
    const updatedAt = stored ? nextVersion(now(), stored.updatedAt) : now().toISOString();
    const searchText = saleSearchText({ id: saleId, number: null, ...columns }, lines);
    const shared = { ...columns, searchText, updatedAt, typed: null };
    const row = stored
      ? await db
          .updateTable("sales")
          .set(shared)
          .where("id", "=", saleId)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await db
          .insertInto("sales")
          .values({
            ...shared,
            id: saleId,
            status: "draft",
            clerkId: actor().accountId ?? null,
            clerk: actor().username ?? "",
            createdAt: now().toISOString(),
            listedAt: now().toISOString(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
    if (stored) {
      await db.deleteFrom("saleLines").where("saleId", "=", saleId).execute();
      // A payment already taken, such as a deposit, is no longer just typed.
      await db.deleteFrom("payments").where("saleId", "=", saleId).where("takenAt", "is", null).execute();
    }
    const lineRows = lines.map((line, position) => ({
      ...line,
      id: newId(now()),
      ...{ saleId, position, heldBefore: kept[position] ?? null },
    }));
    if (lineRows.length > 0) await db.insertInto("saleLines").values(lineRows).execute();
    const first = await nextPosition(saleId);
    if (payments.length > 0)
      await db
        .insertInto("payments")
        .values(
          payments.map((payment, index) => ({
            ...payment,
            id: newId(now()),
            saleId,
            position: first + index,
          })),
        )
        .execute();
    await recordSale(row, stored && { row: stored, lines: given.before }, lineRows);
    return { outcome: "saved", sale: await withDetails(row), version: row.updatedAt };
  });
}

/** Keeps what was typed in a draft that can't be stored as it is, so that a closed tab loses nothing. */
export async function keepTyped(id: string, typed: Record<string, unknown>): Promise<void> {
  await db
    .updateTable("sales")
    .set({ typed: JSON.stringify(typed) })
    .where("id", "=", id)
    .where("status", "=", "draft")
    .execute();
}

/** Puts a draft in the trash, and releases what it holds. `paid`: a deposit was taken, and what happens to it is undecided. */
export function discardSaleDraft(
  id: string,
  { version }: { version?: ExpectedVersion } = {},
): Promise<
  { outcome: "discarded" } | { outcome: "paid" } | Exclude<SaleWritten, { outcome: "saved" | "invalid" }>
> {
  return transaction(async () => {
    const stored = await findStoredRow(SALE_RECORDS, id);
    if (!stored) return { outcome: "not-found" };
    const refused = await refuseChange(stored, version);
    if (refused) return refused;
    if ((await sumTaken(id)) !== 0) return { outcome: "paid" };
    await deleteRecord(SALE_RECORDS, id);
    return { outcome: "discarded" };
  });
}

/** Why a sale can't be changed as a draft: it isn't one, or isn't the expected version. */
export async function refuseChange(
  row: Row<"sales">,
  version: ExpectedVersion,
): Promise<Extract<SaleWritten, { outcome: "changed" | "closed" }> | undefined> {
  const isDraft = row.status === "draft";
  if (isDraft && isExpectedVersion(version, row.updatedAt)) return undefined;
  return {
    outcome: isDraft ? "changed" : "closed",
    current: { item: await withDetails(row), version: row.updatedAt },
  };
}

/** Adds a change of a sale to its history, and updates what a search finds. */
export async function recordSale(
  row: Row<"sales">,
  before: { row: Row<"sales">; lines: readonly SummedLine[] } | undefined,
  lines: readonly SummedLine[],
): Promise<void> {
  await recordChange({
    record: toHistoryRecord(SALE_RECORDS, row),
    action: before ? "changed" : "created",
    before: before ? { ...toHistoryValues(SALE_RECORDS, before.row), lines: linesInWords(before.lines) } : {},
    after: { ...toHistoryValues(SALE_RECORDS, row), lines: linesInWords(lines) },
  });
  await indexRecord(SALE_RECORDS, row);
}

type SummedLine = Pick<Row<"saleLines">, "kind" | "description" | "stockNumber" | "amountCents">;

/** `2010 Honda Accord Alternator, H2001-3, $85.00; Core charge, $20.00` */
function linesInWords(lines: readonly SummedLine[]): string {
  return lines
    .map(({ kind, description, stockNumber, amountCents }) =>
      [
        description || SALE_LINE_KINDS[kind as keyof typeof SALE_LINE_KINDS].label,
        stockNumber,
        formatExactPrice(amountCents / 100),
      ]
        .filter(Boolean)
        .join(", "),
    )
    .join("; ");
}

type DraftLine = Omit<Row<"saleLines">, "id" | "saleId" | "position" | "soldOn" | "heldBefore">;
type DraftPayment = Omit<Row<"payments">, "id" | "saleId" | "position">;

interface ReadInput {
  columns: Omit<
    NewRow<"sales">,
    "id" | "status" | "clerkId" | "clerk" | "createdAt" | "listedAt" | "updatedAt" | "searchText"
  > &
    Pick<Row<"sales">, "customerName" | "customerPhone" | "customerEmail" | "tracking">;
  lines: (DraftLine & SummedLine & { vin: string | null })[];
  payments: DraftPayment[];
  before: Row<"saleLines">[];
}

/** Looks up what was given, and adds it up. */
async function readInput(
  input: SaleInput,
  stored: Row<"sales"> | undefined,
  { trade, cores }: { trade: TradeIn; cores: FormCores | undefined },
): Promise<ReadInput | { faults: SaleFaults }> {
  const faults: SaleFaults = {};
  const customer = input.customerId === undefined ? undefined : await findCustomerRow(input.customerId);
  if (input.customerId !== undefined && !customer) faults.customerId = [MESSAGES.customer];
  const creditNoteId = input.creditNoteId ?? stored?.creditNoteId ?? undefined;
  const exchangeFor = creditNoteId === undefined ? undefined : await describeReturned(creditNoteId);
  if (creditNoteId !== undefined && !exchangeFor) faults.creditNoteId = [MESSAGES.exchange];
  const tax = findTaxRate(input.taxPlace);
  if (!tax) faults.taxPlace = [MESSAGES.place];
  const taxExemptNumber = input.taxExemptNumber ?? null;
  const before = stored ? await listLines(stored.id) : [];
  const partRequestId = input.partRequestId ?? stored?.partRequestId ?? undefined;
  const found = await readLines(input.lines, {
    ...{ saleId: stored?.id, wholesalePercent: customer?.wholesalePercent ?? null, faults },
    // One from the shelf is what the request was answered with, and has its own facts.
    quoted: input.lines.some((line) => line?.kind === "part" && line.part !== undefined)
      ? undefined
      : await findQuotedPart(partRequestId),
  });
  if (cores) {
    // A stored draft's parts had theirs: if it isn't there, someone removed it.
    const offered = [...cores.offered, ...before.map(({ partId }) => partId)];
    await addCores(found, { saleId: stored?.id, offered });
    if (found.length > cores.maxLines) faults.lines = [MESSAGES.noRoom(cores.maxLines)];
  }
  const untaxedCents = business.sales.tradeReducesTax ? trade.cents : 0;
  const sums = addUpSale({
    lines: found.map(({ counted }) => counted),
    taxRate: tax?.rate ?? 0,
    isExempt: taxExemptNumber !== null,
    untaxedCents,
  });
  if (sums.isDiscountTooBig) faults.lines = [MESSAGES.discount];
  if (sums.totalCents > MAX_SALE_TOTAL) faults.lines = [MESSAGES.tooMuch];
  if (Object.keys(faults).length > 0 || !tax) return { faults };
  const payments = [
    ...(trade.cents > 0
      ? [{ method: "trade" as const, givenCents: trade.cents, reference: trade.name }]
      : []),
    ...input.payments.filter((payment) => payment !== undefined),
  ];
  const takenCents = stored ? await sumTaken(stored.id) : 0;
  const settled = settle(sums.totalCents - takenCents, payments);
  const account = payments.reduce(
    (sum, { method }, index) =>
      sum + (method === "account" ? (settled.payments[index]?.amountCents ?? 0) : 0),
    0,
  );
  return {
    columns: {
      number: null,
      ...customerColumns(input, customer),
      taxExemptNumber,
      partRequestId: partRequestId ?? null,
      // What was billed stays billed.
      repairRequestId: stored?.repairRequestId ?? input.repairRequestId ?? null,
      ...{ creditNoteId: creditNoteId ?? null, exchangeFor: exchangeFor ?? null },
      delivery: input.delivery ?? "pickup",
      ...{ shipTo: input.shipTo ?? null, carrier: input.carrier ?? null, tracking: input.tracking ?? null },
      ...{ weightPounds: input.weight ?? null, lengthInches: input.length ?? null },
      ...{ widthInches: input.width ?? null, heightInches: input.height ?? null },
      ...{ taxRate: tax.rate, taxPlace: tax.place, notes: input.notes ?? null },
      ...{ goodsCents: sums.goodsCents, discountCents: sums.discountCents, taxCents: sums.taxCents },
      ...{ totalCents: sums.totalCents, paidCents: settled.paidCents + takenCents, accountCents: account },
      untaxedCents,
    },
    lines: found.map(({ columns }, index) => {
      const { amountCents, discountCents, taxCents, taxRate } = sums.lines[index] ?? {
        ...{ amountCents: 0, discountCents: 0, taxCents: 0, taxRate: 0 },
      };
      const taxPlace = taxRate > 0 ? tax.place : null;
      return { ...columns, ...{ amountCents, discountCents, taxCents, taxRate, taxPlace } };
    }),
    payments: payments.map(({ method, givenCents, reference }, index) => ({
      method,
      amountCents: settled.payments[index]?.amountCents ?? 0,
      changeCents: settled.payments[index]?.changeCents ?? 0,
      tenderedCents: givenCents,
      reference: reference ?? null,
      ...{ isForAccount: 0, accountPaymentId: null },
      ...{ takenAt: null, takenOn: null, takenBy: null },
    })),
    before,
  };
}

/** The customer as they are now, if one was found; what was typed takes precedence. */
function customerColumns(input: SaleInput, customer: Row<"customers"> | undefined) {
  const [phone] = customer ? (JSON.parse(customer.phones) as string[]) : [];
  const [email] = customer ? (JSON.parse(customer.emails) as string[]) : [];
  const town = customer && [customer.city, [customer.state, customer.zipCode].filter(Boolean).join(" ")];
  const address = customer && [customer.street, town?.filter(Boolean).join(", ")].filter(Boolean).join("\n");
  const name = customer && [customer.name, customer.business].filter(Boolean).join(", ");
  const customerName = input.customerName ?? name ?? null;
  return {
    customerId: customer?.id ?? null,
    ...{ customerName, customerSearchText: foldText(customerName ?? "") },
    customerPhone: input.customerPhone ?? phone ?? null,
    customerEmail: input.customerEmail ?? email ?? null,
    customerAddress: input.customerAddress ?? (address || null),
  };
}

interface ReadLine {
  columns: Omit<DraftLine, "amountCents" | "discountCents" | "taxCents" | "taxRate" | "taxPlace"> & {
    description: string;
    stockNumber: string | null;
  };
  counted: CountedLine;
}

interface LineContext {
  saleId: string | undefined;
  wholesalePercent: number | null;
  /** What was quoted for the sale's request: a part without a stock number is that. */
  quoted: QuotedPart | undefined;
  faults: SaleFaults;
}

async function readLines(given: SaleInput["lines"], context: LineContext): Promise<ReadLine[]> {
  const lines: ReadLine[] = [];
  const onSale = new Set<string>();
  for (const [index, line] of given.entries()) {
    if (!line) continue;
    const fault = (name: string, message: string) => {
      context.faults[`lines.${index}.${name}`] = [message];
    };
    const read = await readLine(line, context, fault);
    if (!read) continue;
    const { kind, quantity } = line;
    const stockId = read.partId ?? read.vehicleId;
    if (stockId && kind !== "core") {
      if (onSale.has(stockId)) fault(kind, MESSAGES.twice);
      if (quantity !== 100) fault("quantity", MESSAGES.one);
      onSale.add(stockId);
    }
    lines.push(toReadLine(line, read));
  }
  return lines;
}

function toReadLine({ kind, quantity, percent, ...line }: GivenLine, read: FoundLine): ReadLine {
  const isTaxed = line.isTaxed ?? isTaxedKind(kind, taxRules());
  return {
    columns: { kind, ...read, quantity, percent, isTaxed: isTaxed ? 1 : 0, warrantyDays: null },
    counted: { kind, quantity, priceCents: read.priceCents ?? null, percent, isTaxed },
  };
}

/** Adds the core charge of each part that has one below the part, unless it is there or was offered before. */
async function addCores(
  lines: ReadLine[],
  { saleId, offered }: { saleId: string | undefined; offered: readonly (string | null)[] },
): Promise<void> {
  const isCore = ({ columns }: ReadLine) => columns.kind === "core";
  const known = new Set([...offered, ...lines.filter(isCore).map(({ columns }) => columns.partId)]);
  for (const line of lines.filter(({ columns }) => columns.kind === "part")) {
    const { partId } = line.columns;
    if (!partId || known.has(partId)) continue;
    const core = { ...CORE, part: partId };
    const read = await readLine(core, { ...NO_CONTEXT, saleId }, () => {});
    if (read?.priceCents) lines.splice(lines.indexOf(line) + 1, 0, toReadLine(core, read));
  }
}

const NO_CONTEXT = { wholesalePercent: null, quoted: undefined, faults: {} };
const CORE: GivenLine = { kind: "core", quantity: 100, priceCents: null, percent: null, isTaxed: undefined };

type FoundLine = Pick<
  ReadLine["columns"],
  | ("partId" | "vehicleId" | "description" | "stockNumber" | "vin" | "entryId" | "donorId")
  | ("year" | "make" | "model" | "priceCents" | "warranty")
>;

const NOTHING = {
  ...{ partId: null, vehicleId: null, stockNumber: null, vin: null, entryId: null, donorId: null },
  ...{ year: null, make: null, model: null },
} as const;

/** What a line sells, as it is now. */
async function readLine(
  line: GivenLine,
  { saleId, wholesalePercent, quoted }: LineContext,
  fault: (name: string, message: string) => void,
): Promise<FoundLine | undefined> {
  const { kind, priceCents } = line;
  if (line.part !== undefined && (kind === "part" || kind === "core")) {
    const part = await findPart(line.part);
    if (!part) return void fault("part", MESSAGES.noPart);
    const refused = kind === "part" ? await refusePart(part, saleId) : undefined;
    if (refused) return void fault("part", refused);
    const { id: partId, stockNumber, vin, entryId, donorId, year, make, model } = part;
    const list = kind === "core" ? part.coreChargeCents : part.priceCents;
    const usual = list === null ? null : kind === "core" ? list : priceFor(list, wholesalePercent);
    const name = partTitle({ ...part });
    return {
      ...NOTHING,
      ...{ partId, stockNumber, vin, entryId, donorId, year, make, model },
      description: line.description ?? (kind === "core" ? `Core charge, ${name}` : name),
      priceCents: priceCents ?? usual,
      warranty: kind === "core" ? null : (line.warranty ?? part.warranty),
    };
  }
  if (kind === "vehicle") {
    if (line.vehicle === undefined) return void fault("vehicle", MESSAGES.vehicle);
    const vehicle = await findVehicle(line.vehicle);
    if (!vehicle) return void fault("vehicle", MESSAGES.noVehicle);
    const refused = await refuseVehicle(vehicle, saleId);
    if (refused) return void fault("vehicle", refused);
    const { id: vehicleId, stockNumber, vin, year, make, model } = vehicle;
    return {
      ...NOTHING,
      ...{ vehicleId, stockNumber, vin: vin || null, year, make, model },
      description: line.description ?? retailName(vehicle),
      priceCents: priceCents ?? vehicle.priceCents,
      warranty: line.warranty ?? null,
    };
  }
  if (kind === "part") {
    if (line.description === undefined) return void fault("part", MESSAGES.part);
    const { entryId = null, year = null, make = null, model = null } = quoted ?? {};
    return {
      ...NOTHING,
      ...{ description: line.description, priceCents, entryId, year, make, model },
      warranty: line.warranty ?? quoted?.warranty ?? null,
    };
  }
  const isNamed = kind === "core" || kind === "shipping" || kind === "discount";
  const description = line.description ?? (isNamed ? SALE_LINE_KINDS[kind].label : undefined);
  if (description === undefined) return void fault("description", MESSAGES.description);
  return { ...NOTHING, description, priceCents, warranty: line.warranty ?? null };
}

/** `2016 Subaru Outback 2.5i`; the stock number where nothing is known. */
function retailName({ year, make, model, trim, stockNumber }: Row<"retailVehicles">): string {
  return [year, make, model, trim].filter(Boolean).join(" ") || stockNumber;
}

/** Holds what is new on a draft and releases what is gone; returns what the stock of each line was before. */
async function exchangeStock(
  saleId: string,
  before: readonly Row<"saleLines">[],
  after: readonly Pick<DraftLine, "kind" | "partId" | "vehicleId">[],
): Promise<(string | null)[]> {
  const keyOf = ({ kind, partId, vehicleId }: Pick<DraftLine, "kind" | "partId" | "vehicleId">) =>
    kind === "part" || kind === "vehicle" ? (partId ?? vehicleId ?? undefined) : undefined;
  const wanted = new Set(after.map(keyOf));
  const held = new Map(before.map((line) => [keyOf(line), line]));
  for (const line of before) {
    const key = keyOf(line);
    if (key !== undefined && !wanted.has(key)) await releaseStock(saleId, line);
  }
  const kept: (string | null)[] = [];
  for (const line of after) {
    const key = keyOf(line);
    const former = key === undefined ? undefined : held.get(key);
    kept.push(
      former?.heldBefore ??
        (await holdStock(saleId, {
          kind: line.kind,
          partId: line.partId ?? null,
          vehicleId: line.vehicleId ?? null,
          heldBefore: null,
        })),
    );
  }
  return kept;
}

/** What was paid for a draft already, such as a deposit. */
export async function sumTaken(saleId: string): Promise<number> {
  const rows = await db
    .selectFrom("payments")
    .select("amountCents")
    .where("saleId", "=", saleId)
    .where("takenAt", "is not", null)
    .execute();
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** What is allowed for the trade-in of a draft's deal; nothing without one. */
async function findTradeIn(saleId: string): Promise<TradeIn> {
  const deal = await db.selectFrom("deals").selectAll().where("saleId", "=", saleId).executeTakeFirst();
  return deal ? toTradeIn(deal) : { cents: 0, name: undefined };
}

/** The position of a sale's next payment. */
export async function nextPosition(saleId: string): Promise<number> {
  const last = await db
    .selectFrom("payments")
    .select("position")
    .where("saleId", "=", saleId)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ? last.position + 1 : 0;
}
