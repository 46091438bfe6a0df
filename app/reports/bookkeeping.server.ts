import { sql } from "kysely";
import { business } from "~/business/business.server";
import { db } from "~/db/connection.server";
import { formatCreditNumber } from "~/sales/returns";
import { CASH_SALE, type PaymentMethod, type SaleLineKind } from "~/sales/sale";
import { CSV_START, csvLine } from "~/values/csv";
import { keysOf } from "~/values/query-params";
import { formatTypedDay, type IsoDay } from "~/values/typed-date";
import {
  type Accounts,
  type BookkeepingExport,
  MOST_FILE_ROWS,
  MOST_INVOICES,
  type Program,
} from "./bookkeeping";
import { type CarCash, sumCarCash } from "./car-cash.server";
import { groupBy } from "./group-by";
import { type DaySum, type JournalLine, toJournal } from "./journal";
import { forEachPacked, packRows, splitKey } from "./packed.server";
import type { Days } from "./report";

/*
 * What QuickBooks Online and Xero import: the totals of each day as a journal, or each sale as an invoice and each return as a credit
 * note. Completed sales, deposits, and the cash that cars cost and brought: what was paid for a car from the bank is on the bank's own
 * statement.
 */

type Cell = string | number | undefined;

/** How many files the days make: as many as the program's limits ask for. */
export async function countBookkeepingFiles(what: BookkeepingExport, days: Days): Promise<number> {
  if (what === "journal") return (await listJournalFiles(days)).length;
  return (await (what === "invoices" ? listInvoiceFiles(days) : listCreditNoteFiles(days))).length;
}

/** How many credit notes the days have, and what they come to in cents: what a file of invoices leaves out. */
export async function sumCreditNotes({ from, to }: Days): Promise<{ count: number; cents: number }> {
  const { count, cents } = await db
    .selectFrom("creditNotes")
    .where("creditedOn", ">=", from)
    .where("creditedOn", "<=", to)
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number | null>("totalCents").as("cents"),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(count), cents: Number(cents ?? 0) };
}

/** The text of one of the CSV files, from 1; undefined if there are not so many. */
export async function findBookkeepingFile(
  program: Program,
  what: BookkeepingExport,
  days: Days,
  number = 1,
): Promise<string | undefined> {
  if (what === "journal") {
    const lines = (await listJournalFiles(days))[number - 1]?.flat();
    return lines && toFile(JOURNAL_HEADINGS[program], lines.map(JOURNAL_ROWS[program]));
  }
  if (what === "credit-notes") {
    const notes = (await listCreditNoteFiles(days))[number - 1];
    return (
      notes &&
      toFile(
        CREDIT_NOTE_HEADINGS[program],
        (await listCreditNoteLines(days, notes)).map(CREDIT_NOTE_ROWS[program]),
      )
    );
  }
  const sales = (await listInvoiceFiles(days))[number - 1];
  return (
    sales &&
    toFile(INVOICE_HEADINGS[program], (await listInvoiceLines(days, sales)).map(INVOICE_ROWS[program]))
  );
}

/** The journals of each file, one a day; only the file that is asked for becomes text. */
async function listJournalFiles(days: Days): Promise<JournalLine[][][]> {
  const journals = groupBy(await findJournal(days), ({ day }) => day);
  return fill(journals, ({ length }) => length, Number.POSITIVE_INFINITY);
}

/** The numbers of the first and the last sale, or credit note, of a file. */
interface Numbers {
  first: number;
  last: number;
}

/** The sales of each file of invoices: what is asked for is one file of the hundreds that a year has. */
async function listInvoiceFiles({ from, to }: Days): Promise<Numbers[]> {
  const perDay = await db
    .selectFrom("sales")
    .where("status", "=", "completed")
    .where("soldOn", ">=", from)
    .where("soldOn", "<=", to)
    .groupBy("soldOn")
    .select(
      packRows(
        sql`(select count(*) from "saleLines" where "saleLines"."saleId" = "sales"."id" and "kind" <> 'discount')`,
        ["number", "taxCents"],
      ).as("packed"),
    )
    .execute();
  const sales: { number: number; rows: number }[] = [];
  for (const { packed } of perDay)
    forEachPacked(packed, (key, lines) => {
      const [number, tax] = splitKey(key);
      // The tax is a separate row.
      if (lines > 0) sales.push({ number: Number(number), rows: lines + (Number(tax) > 0 ? 1 : 0) });
    });
  return fillNumbered(sales.sort((one, other) => one.number - other.number));
}

async function listCreditNoteFiles({ from, to }: Days): Promise<Numbers[]> {
  const rows = sql<number>`(select count(*) from "creditNoteLines" where "creditNoteId" = "creditNotes"."id")
    + case when "taxCents" > 0 then 1 else 0 end + case when "feeCents" > 0 then 1 else 0 end`;
  const notes = await db
    .selectFrom("creditNotes")
    .where("creditedOn", ">=", from)
    .where("creditedOn", "<=", to)
    .orderBy("number")
    .select(["number", rows.as("rows")])
    .execute();
  return fillNumbered(notes.map(({ number, rows }) => ({ number, rows: Number(rows) })));
}

function fillNumbered(papers: readonly { number: number; rows: number }[]): Numbers[] {
  const files = fill(papers, ({ rows }) => rows, MOST_INVOICES);
  return files.map((file) => ({ first: file[0]?.number ?? 0, last: file.at(-1)?.number ?? 0 }));
}

/** Files of whole groups, so that no journal and no invoice is cut. */
function fill<Group>(
  groups: readonly Group[],
  rowsOf: (group: Group) => number,
  mostGroups: number,
): Group[][] {
  const files: Group[][] = [];
  let rows = 0;
  for (const group of groups) {
    const file = files.at(-1);
    rows += rowsOf(group);
    if (file && file.length < mostGroups && rows <= MOST_FILE_ROWS) file.push(group);
    else {
      files.push([group]);
      rows = rowsOf(group);
    }
  }
  return files;
}

function toFile(headings: readonly string[], rows: readonly Cell[][]): string {
  return CSV_START + [headings, ...rows].map((row) => csvLine(row)).join("");
}

const JOURNAL_HEADINGS: Record<Program, readonly string[]> = {
  quickbooks: ["Journal No", "Journal Date", "Account", "Debits", "Credits", "Description"],
  xero: ["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"],
};

const JOURNAL_ROWS: Record<Program, (line: JournalLine) => Cell[]> = {
  quickbooks: ({ day, account, cents, description }) => [
    `SALES-${day}`,
    formatTypedDay(day),
    account,
    cents > 0 ? cents / 100 : undefined,
    cents < 0 ? -cents / 100 : undefined,
    description,
  ],
  xero: ({ day, account, cents, description }) => [
    `Sales of ${formatTypedDay(day)}`,
    formatTypedDay(day),
    description,
    account,
    "Tax Exempt",
    cents / 100,
  ],
};

async function findJournal(days: Days): Promise<JournalLine[]> {
  const [deposited, paid, sold, collected, returned, refunded, drawer] = await Promise.all([
    sumDeposited(days),
    sumPaid(days),
    sumSold(days),
    sumCollected(days),
    sumReturned(days),
    sumRefunded(days),
    sumDrawer(days),
  ]);
  return toJournal(
    { deposited, paid, sold, collected, returned, refunded, drawer },
    business.bookkeeping.accounts,
  );
}

const PAID_ACCOUNTS: Record<PaymentMethod, keyof Accounts> = {
  cash: "cash",
  card: "card",
  check: "check",
  bank: "bank",
  account: "receivable",
  credit: "storeCredit",
  trade: "tradeIns",
};

const SOLD_ACCOUNTS: Record<Exclude<SaleLineKind, "discount">, keyof Accounts> = {
  part: "parts",
  vehicle: "vehicles",
  labor: "labor",
  core: "cores",
  shipping: "shipping",
  other: "other",
};

/** A deposit by the day it came in, as long as its sale is not complete: it is owed to the customer until then. */
async function sumDeposited({ from, to }: Days): Promise<DaySum[]> {
  const rows = await db
    .selectFrom("payments")
    .innerJoin("sales", "sales.id", "payments.saleId")
    .where("sales.status", "!=", "voided")
    .where("takenOn", ">=", from)
    .where("takenOn", "<=", to)
    .where("isForAccount", "=", 0)
    // Deals alone have deposits; by the day, all payments of a year would be read.
    .where("payments.saleId", "in", (eb) => eb.selectFrom("deals").select("saleId"))
    .where((eb) => eb.or([eb("sales.soldOn", "is", null), eb("sales.soldOn", "!=", eb.ref("takenOn"))]))
    .groupBy(["takenOn", "method"])
    .orderBy("takenOn")
    .select((eb) => ["takenOn", "method", eb.fn.sum<number>("amountCents").as("cents")])
    .execute();
  return rows.map(({ takenOn, method, cents }) => ({
    day: takenOn ?? "",
    of: PAID_ACCOUNTS[method as PaymentMethod],
    cents,
  }));
}

/**
 * By the day of the sale; what was deposited for it on another day is owed to the customer no longer. All sales but deals are paid on
 * their day, so that their payments are read by it from an index.
 */
async function sumPaid({ from, to }: Days): Promise<DaySum[]> {
  const isDeposit = sql<number>`case when "takenOn" = "sales"."soldOn" then 0 else 1 end`;
  const [others, deals] = await Promise.all([
    db
      .selectFrom("payments")
      .where("takenOn", ">=", from)
      .where("takenOn", "<=", to)
      .where("isForAccount", "=", 0)
      .where("saleId", "not in", (eb) =>
        eb
          .selectFrom("sales")
          .select("id")
          // The index is found by the literal alone.
          .where("status", "!=", sql.lit("completed"))
          .unionAll(eb.selectFrom("deals").select("saleId as id")),
      )
      .groupBy(["takenOn", "method"])
      .select((eb) => [
        ...(["takenOn as day", "method"] as const),
        ...[sql.lit(0).as("isDeposit"), eb.fn.sum<number>("amountCents").as("cents")],
      ])
      .execute(),
    db
      .selectFrom("payments")
      .innerJoin("sales", "sales.id", "payments.saleId")
      .where("payments.saleId", "in", (eb) => eb.selectFrom("deals").select("saleId"))
      .where("sales.status", "=", "completed")
      .where("sales.soldOn", ">=", from)
      .where("sales.soldOn", "<=", to)
      .where("isForAccount", "=", 0)
      .groupBy(["sales.soldOn", "method", isDeposit])
      .select((eb) => [
        ...(["sales.soldOn as day", "method"] as const),
        ...[isDeposit.as("isDeposit"), eb.fn.sum<number>("amountCents").as("cents")],
      ])
      .execute(),
  ]);
  const sums = new Map<string, DaySum>();
  for (const { day, method, isDeposit, cents } of [...others, ...deals]) {
    const of = isDeposit ? "deposits" : PAID_ACCOUNTS[method as PaymentMethod];
    const sum = sums.get(`${day} ${of}`);
    if (sum) sum.cents += cents;
    else sums.set(`${day} ${of}`, { day: day ?? "", of, cents });
  }
  return [...sums.values()];
}

async function sumSold({ from, to }: Days): Promise<DaySum[]> {
  const rows = await db
    .selectFrom("saleLines")
    .where("soldOn", ">=", from)
    .where("soldOn", "<=", to)
    .where("kind", "!=", "discount")
    .groupBy(["soldOn", "kind"])
    .select((eb) => [
      ...(["soldOn", "kind"] as const),
      sql<number>`sum("amountCents" - "discountCents")`.as("cents"),
      eb.fn.sum<number>("taxCents").as("tax"),
    ])
    .execute();
  const days = groupBy(rows, ({ soldOn }) => soldOn ?? "");
  return days.flatMap((lines): DaySum[] => {
    const day = lines[0]?.soldOn ?? "";
    return [
      ...keysOf(SOLD_ACCOUNTS).map((kind) => ({
        day,
        of: SOLD_ACCOUNTS[kind],
        cents: lines.find((line) => line.kind === kind)?.cents ?? 0,
      })),
      { day, of: "salesTax", cents: lines.reduce((all, { tax }) => all + tax, 0) },
    ];
  });
}

async function sumCollected({ from, to }: Days): Promise<DaySum[]> {
  const rows = await db
    .selectFrom("payments")
    .innerJoin("sales", "sales.id", "payments.saleId")
    .where("sales.status", "=", "completed")
    .where("takenOn", ">=", from)
    .where("takenOn", "<=", to)
    .where("isForAccount", "=", 1)
    .groupBy(["takenOn", "method"])
    .orderBy("takenOn")
    .select((eb) => ["takenOn", "method", eb.fn.sum<number>("amountCents").as("cents")])
    .execute();
  return rows.map(({ takenOn, method, cents }) => ({
    day: takenOn ?? "",
    of: PAID_ACCOUNTS[method as PaymentMethod],
    cents,
  }));
}

async function sumReturned({ from, to }: Days): Promise<DaySum[]> {
  const lines = await db
    .selectFrom("creditNoteLines")
    .innerJoin("creditNotes", "creditNotes.id", "creditNoteLines.creditNoteId")
    .where("creditedOn", ">=", from)
    .where("creditedOn", "<=", to)
    .groupBy(["creditedOn", "kind"])
    .select((eb) => ["creditedOn", "kind", eb.fn.sum<number>("amountCents").as("cents")])
    .execute();
  const sums = await db
    .selectFrom("creditNotes")
    .where("creditedOn", ">=", from)
    .where("creditedOn", "<=", to)
    .groupBy("creditedOn")
    .select((eb) => [
      "creditedOn",
      eb.fn.sum<number>("taxCents").as("tax"),
      sql<number>`sum(0 - "feeCents")`.as("fees"),
    ])
    .execute();
  return [
    ...lines.map(({ creditedOn, kind, cents }) => ({
      day: creditedOn,
      of: SOLD_ACCOUNTS[kind as keyof typeof SOLD_ACCOUNTS],
      cents,
    })),
    ...sums.flatMap(({ creditedOn, tax, fees }): DaySum[] => [
      { day: creditedOn, of: "salesTax", cents: tax },
      { day: creditedOn, of: "other", cents: fees },
    ]),
  ];
}

async function sumRefunded({ from, to }: Days): Promise<DaySum[]> {
  const rows = await db
    .selectFrom("creditNotes")
    .where("creditedOn", ">=", from)
    .where("creditedOn", "<=", to)
    .groupBy(["creditedOn", "method"])
    .select((eb) => ["creditedOn", "method", eb.fn.sum<number>("totalCents").as("cents")])
    .execute();
  return rows.map(({ creditedOn, method, cents }) => ({
    day: creditedOn,
    of: PAID_ACCOUNTS[method as PaymentMethod],
    cents,
  }));
}

async function sumDrawer(days: Days): Promise<DaySum[]> {
  const sums = await sumCarCash(days);
  return sums.map(({ day, of, isIncome, cents }) => ({
    day,
    of: DRAWER_ACCOUNTS[of],
    cents: isIncome ? -cents : cents,
  }));
}

const DRAWER_ACCOUNTS: Record<CarCash["of"], keyof Accounts> = {
  bought: "carsBought",
  costs: "carCosts",
  scrap: "other",
  car: "vehicles",
};

/** One line of an invoice: a line of its sale after its discount, or the tax of the whole sale; of a credit note also what was kept. */
interface InvoiceLine {
  number: number | string;
  day: IsoDay;
  customer: string;
  email: string | null;
  item: keyof Accounts;
  description: string;
  cents: number;
}

async function listInvoiceLines({ from, to }: Days, { first, last }: Numbers): Promise<InvoiceLine[]> {
  const rows = await db
    .selectFrom("saleLines")
    .innerJoin("sales", "sales.id", "saleLines.saleId")
    .where("sales.status", "=", "completed")
    .where("sales.soldOn", ">=", from)
    .where("sales.soldOn", "<=", to)
    .where("sales.number", ">=", first)
    .where("sales.number", "<=", last)
    .where("kind", "!=", "discount")
    .orderBy("sales.number")
    .orderBy("position")
    .select((eb) => [
      ...(["number", "sales.soldOn", "customerName", "customerEmail", "sales.taxCents", "kind"] as const),
      "description",
      eb("amountCents", "-", eb.ref("saleLines.discountCents")).as("net"),
    ])
    .execute();
  return groupBy(rows, ({ number }) => String(number)).flatMap((lines) => {
    const [sale] = lines;
    if (!sale) return [];
    const head = {
      number: sale.number ?? 0,
      day: sale.soldOn ?? "",
      customer: sale.customerName ?? CASH_SALE,
      email: sale.customerEmail,
    };
    return [
      ...lines.map(({ kind, description, net }) => ({
        ...head,
        item: SOLD_ACCOUNTS[kind as keyof typeof SOLD_ACCOUNTS],
        description,
        cents: Number(net),
      })),
      ...(sale.taxCents > 0
        ? [{ ...head, item: "salesTax" as const, description: "Sales tax", cents: sale.taxCents }]
        : []),
    ];
  });
}

const INVOICE_HEADINGS: Record<Program, readonly string[]> = {
  quickbooks: [
    ...["*InvoiceNo", "*Customer", "*InvoiceDate", "*DueDate", "Item(Product/Service)", "ItemDescription"],
    ...["ItemQuantity", "ItemRate", "*ItemAmount", "Taxable"],
  ],
  xero: [
    ...["*ContactName", "EmailAddress", "*InvoiceNumber", "*InvoiceDate", "*DueDate", "*Description"],
    ...["*Quantity", "*UnitAmount", "*AccountCode", "*TaxType"],
  ],
};

// Tax is a separate line, so that an invoice adds up to the receipt however the program would calculate the tax.
const INVOICE_ROWS: Record<Program, (line: InvoiceLine) => Cell[]> = {
  quickbooks: ({ number, day, customer, item, description, cents }) => [
    ...[number, customer, formatTypedDay(day), formatTypedDay(day)],
    ...[business.bookkeeping.accounts[item], description, 1, cents / 100, cents / 100, "N"],
  ],
  xero: ({ number, day, customer, email, item, description, cents }) => [
    ...[customer, email ?? undefined, number, formatTypedDay(day), formatTypedDay(day)],
    ...[description, 1, cents / 100, business.bookkeeping.accounts[item], "Tax Exempt"],
  ],
};

/** Above zero is what the customer gets; a fee that was kept is below. */
async function listCreditNoteLines({ from, to }: Days, { first, last }: Numbers): Promise<InvoiceLine[]> {
  const rows = await db
    .selectFrom("creditNoteLines")
    .innerJoin("creditNotes", "creditNotes.id", "creditNoteLines.creditNoteId")
    .innerJoin("sales", "sales.id", "creditNotes.saleId")
    .where("creditedOn", ">=", from)
    .where("creditedOn", "<=", to)
    .where("creditNotes.number", ">=", first)
    .where("creditNotes.number", "<=", last)
    .orderBy("creditNotes.number")
    .orderBy("creditNoteLines.id")
    .select([
      ...(["creditNotes.number", "creditedOn", "creditNotes.customerName", "customerEmail"] as const),
      ...([
        "creditNotes.taxCents",
        "feeCents",
        "kind",
        "description",
        "creditNoteLines.amountCents",
      ] as const),
    ])
    .execute();
  return groupBy(rows, ({ number }) => String(number)).flatMap((lines) => {
    const [note] = lines;
    if (!note) return [];
    const head = {
      number: formatCreditNumber(note.number),
      day: note.creditedOn,
      customer: note.customerName ?? CASH_SALE,
      email: note.customerEmail,
    };
    return [
      ...lines.map(({ kind, description, amountCents }) => ({
        ...head,
        item: SOLD_ACCOUNTS[kind as keyof typeof SOLD_ACCOUNTS],
        description,
        cents: amountCents,
      })),
      ...(note.taxCents > 0
        ? [{ ...head, item: "salesTax" as const, description: "Sales tax", cents: note.taxCents }]
        : []),
      ...(note.feeCents > 0
        ? [{ ...head, item: "other" as const, description: "Restocking fee", cents: -note.feeCents }]
        : []),
    ];
  });
}

const CREDIT_NOTE_HEADINGS: Record<Program, readonly string[]> = {
  quickbooks: [
    ...["*CreditNoteNo", "*Customer", "*CreditNoteDate", "Item(Product/Service)", "ItemDescription"],
    ...["ItemQuantity", "ItemRate", "*ItemAmount", "Taxable"],
  ],
  xero: INVOICE_HEADINGS.xero,
};

const CREDIT_NOTE_ROWS: Record<Program, (line: InvoiceLine) => Cell[]> = {
  quickbooks: ({ number, day, customer, item, description, cents }) => [
    ...[number, customer, formatTypedDay(day), business.bookkeeping.accounts[item], description],
    ...[1, cents / 100, cents / 100, "N"],
  ],
  xero: (line) => INVOICE_ROWS.xero({ ...line, cents: -line.cents }),
};
