import { business } from "~/business/business.server";
import { selectRecords } from "~/collections/store.server";
import { now } from "~/context.server";
import { db } from "~/db/connection.server";
import { findEntryByName } from "~/parts/catalog";
import { PUBLIC_PART_STATUSES } from "~/parts/part";
import { isListed } from "~/requests/open.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { selectOldSales } from "~/sales/old-sale.server";
import { OLD_SALES_PAGE } from "~/sales/old-sales";
import { isNotReturned } from "~/sales/returned.server";
import { SALES_PAGE } from "~/sales/sale";
import { DAY_MS } from "~/values/days";
import { dayInTimeZone, formatDay } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { compactText } from "~/values/normalize";
import { adviseOnPrice, medianOf, type PriceAdvice } from "./price-advice";

/** How far back a sale still says something about today's price, in years. */
const YEARS = 2;
/** The most sales and prices that are looked at, the newest first. */
const MOST = 40;
/** How many of them the page shows. */
const MOST_SHOWN = 5;

/** What a part could cost, from what others like it were sold or are offered for. */
export interface SuggestedPrice {
  /** In dollars; undefined where nothing like it was sold or is priced. */
  price?: string;
  /** `The middle of 3 sales for a Honda Accord` */
  basis?: string;
  /** The newest of what it comes from. */
  from: { label: string; to: string }[];
  advice: PriceAdvice;
}

interface Priced {
  label: string;
  to: string;
  cents: number;
}

/** A part's own facts. */
interface PricedPart {
  _id: string;
  entryId: string;
  make?: string | undefined;
  model?: string | undefined;
  /** ISO date-time of a day. */
  dateAcquired: string;
}

/** Suggests a price: sales of the same part of the same model first, then prices asked for those, then the same of any model. */
export async function suggestPrice(part: PricedPart): Promise<SuggestedPrice> {
  const advice = await advise(part);
  const model = [part.make, part.model].filter(Boolean).join(" ");
  const ofModel = ` for ${/^[aeiou]/i.test(model) ? "an" : "a"} ${model}`;
  const sources = [
    { find: () => listAllSold(part, true), name: "sale", of: ofModel },
    { find: () => listAsked(part, true), name: "price on the shelf", of: ofModel },
    { find: () => listAllSold(part, false), name: "sale", of: " for any model" },
    { find: () => listAsked(part, false), name: "price on the shelf", of: " for any model" },
  ];
  for (const { find, name, of } of sources) {
    const found = await find();
    const middle = medianOf(found.map(({ cents }) => cents));
    if (middle === undefined) continue;
    return {
      price: formatExactPrice(middle / 100),
      basis: found.length === 1 ? `The ${name}${of}` : `The middle of ${found.length} ${plural(name)}${of}`,
      from: found.slice(0, MOST_SHOWN).map(({ label, to }) => ({ label, to })),
      advice,
    };
  }
  return { from: [], advice };
}

function plural(name: string): string {
  return name === "sale" ? "sales" : "prices on the shelf";
}

/** Our own sales and those of before this program, the newest first. */
async function listAllSold(part: PricedPart, isModel: boolean): Promise<Priced[]> {
  const [own, old] = await Promise.all([listSold(part, isModel), listOldSold(part, isModel)]);
  return [...own, ...old].sort((one, other) => (one.soldOn < other.soldOn ? 1 : -1)).slice(0, MOST);
}

async function listOldSold(
  { entryId, make, model }: PricedPart,
  isModel: boolean,
): Promise<(Priced & { soldOn: string })[]> {
  const rows = await selectOldSales()
    .where("entryId", "=", entryId)
    .where("soldOn", ">=", firstDay(YEARS))
    .$if(isModel, (query) =>
      query.where("makeKey", "=", compactText(make ?? "")).where("modelKey", "=", compactText(model ?? "")),
    )
    .orderBy("soldOn", "desc")
    .orderBy("id", "desc")
    .limit(MOST)
    .select(["id", "soldOn", "part", "priceCents"])
    .execute();
  return rows.map(({ id, soldOn, part, priceCents: cents }) => ({
    label: `${formatExactPrice(cents / 100)} on ${formatDay(soldOn)}, ${part}, imported`,
    to: `${OLD_SALES_PAGE}/${id}`,
    ...{ cents, soldOn: soldOn.slice(0, 10) },
  }));
}

/** The day some years ago. */
function firstDay(years: number): string {
  return `${Number(today().slice(0, 4)) - years}${today().slice(4)}`;
}

async function listSold(part: PricedPart, isModel: boolean) {
  const since = firstDay(YEARS);
  const spellings = isModel ? await listSpellings(part) : [];
  const rows = await db
    .selectFrom("saleLines")
    .innerJoin("sales", "sales.id", "saleLines.saleId")
    .where("sales.status", "=", "completed")
    .where("sales.soldOn", ">=", since)
    .where("saleLines.kind", "=", "part")
    .where("saleLines.entryId", "=", part.entryId)
    .where(isNotReturned)
    .$if(isModel, (query) => query.where(({ or, and }) => or(spellings.map((one) => and(one)))))
    .orderBy("sales.soldOn", "desc")
    .orderBy("sales.id", "desc")
    .limit(MOST)
    .select([
      ...(["sales.id", "sales.number", "sales.soldOn", "saleLines.year", "saleLines.make"] as const),
      ...(["saleLines.model", "saleLines.quantity", "saleLines.amountCents"] as const),
      "saleLines.discountCents",
    ])
    .execute();
  return rows.map(({ id, number, soldOn: day, year, make, model, quantity, amountCents, discountCents }) => {
    const cents = Math.round(((amountCents - discountCents) * 100) / quantity);
    const car = [year, make, model].filter(Boolean).join(" ");
    // A completed sale has its day.
    const soldOn = day ?? "";
    return {
      label: `${formatExactPrice(cents / 100)} on ${formatDay(`${soldOn}T00:00:00.000Z`)}, ${car}, sale ${number}`,
      to: `${SALES_PAGE}/${id}`,
      ...{ cents, soldOn },
    };
  });
}

/** How the lines of our sales write a part's make and model: as it was typed, `F-150` or `F150`. */
async function listSpellings({
  entryId,
  make = "",
  model = "",
}: Pick<PricedPart, "entryId" | "make" | "model">) {
  const written = await db
    .selectFrom("saleLines")
    .where("entryId", "=", entryId)
    .select(["make", "model"])
    .distinct()
    .execute();
  return written.filter((line) => isSame(line.make, make) && isSame(line.model, model));
}

function isSame(one: string | null, other: string): boolean {
  return compactText(one ?? "") === compactText(other);
}

async function listAsked({ _id, entryId, make, model }: PricedPart, isModel: boolean): Promise<Priced[]> {
  const rows = await selectRecords("parts")
    .where("entryId", "=", entryId)
    .where("status", "in", PUBLIC_PART_STATUSES)
    .where("priceCents", ">", 0)
    .where("id", "!=", _id)
    .$if(isModel, (query) =>
      query.where("makeKey", "=", compactText(make ?? "")).where("modelKey", "=", compactText(model ?? "")),
    )
    .orderBy("createdAt", "desc")
    .limit(MOST)
    .select(["id", "stockNumber", "year", "make", "model", "priceCents"])
    .execute();
  return rows.map(({ id, stockNumber, year, make, model, priceCents }) => ({
    label: `${formatExactPrice((priceCents ?? 0) / 100)} asked, ${[year, make, model].join(" ")}, stock # ${stockNumber}`,
    to: `/admin/parts/${id}`,
    cents: priceCents ?? 0,
  }));
}

async function advise(part: PricedPart): Promise<PriceAdvice> {
  const { entryId, make = "", model = "", dateAcquired } = part;
  const since = firstDay(1);
  const spellings = await listSpellings(part);
  const [sold, oldSold, asked, onShelf] = await Promise.all([
    db
      .selectFrom("saleLines")
      .innerJoin("sales", "sales.id", "saleLines.saleId")
      .where("sales.status", "=", "completed")
      .where("sales.soldOn", ">=", since)
      .where("saleLines.entryId", "=", entryId)
      .where(({ or, and }) => or(spellings.map((one) => and(one))))
      .where(isNotReturned)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
    selectOldSales()
      .where("entryId", "=", entryId)
      .where("makeKey", "=", compactText(make))
      .where("modelKey", "=", compactText(model))
      .where("soldOn", ">=", since)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("partRequests")
      .where("createdAt", ">=", since)
      .where(isListed())
      // Who got the part is among what was sold.
      .where("status", "!=", PART_REQUESTS.won)
      .where("vehicleMake", "is not", null)
      .select(["partComponent", "vehicleMake", "vehicleModel"])
      .execute(),
    selectRecords("parts")
      .where("entryId", "=", entryId)
      .where("makeKey", "=", compactText(make))
      .where("modelKey", "=", compactText(model))
      .where("status", "in", PUBLIC_PART_STATUSES)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  const requests = asked.filter(
    ({ partComponent, vehicleMake, vehicleModel }) =>
      isSame(vehicleMake, make) &&
      isSame(vehicleModel, model) &&
      findEntryByName(partComponent)?.id === entryId,
  );
  const days = Math.max(0, Math.floor((now().getTime() - Date.parse(dateAcquired)) / DAY_MS));
  return adviseOnPrice({
    days,
    wanted: sold.count + oldSold.count + requests.length,
    onShelf: onShelf.count,
  });
}

function today(): string {
  return dayInTimeZone(business.timeZone, now());
}
