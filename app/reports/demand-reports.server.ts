import { business } from "~/business/business.server";
import { dayInTimeZone, formatCount } from "~/values/format";
import type { IsoDay } from "~/values/typed-date";
import { type Demand, findDemand, sumSoldBefore } from "./demand.server";
import { byName, type Days, type Report } from "./report";

/** The most rows of a report: the longest list that anyone reads. */
const MOST_ROWS = 500;
/** How many of one kind are more than a yard needs. */
const PLENTY = 4;

/** Parts that people asked for and did not buy, the most wanted first. */
export async function reportMissed(days: Days): Promise<Report> {
  const missed = (await findDemand(days, { isSoldWanted: false }))
    .filter(({ asked }) => asked > 0)
    .map((one) => ({ ...one, name: nameOf(one) }))
    .sort((one, other) => other.asked - one.asked || byName(one, other));
  return {
    figures: [
      {
        label: "Asked for and not bought",
        value: formatCount(missed.reduce((all, { asked }) => all + asked, 0)),
      },
      {
        label: "We had none of these",
        value: formatCount(missed.reduce((all, { lacked }) => all + lacked, 0)),
      },
    ],
    columns: [
      { label: "Part", kind: "text" },
      { label: "Make", kind: "text" },
      { label: "Model", kind: "text" },
      { label: "Years", kind: "text" },
      { label: "Same car under another name", kind: "text" },
      { label: "Times", kind: "count" },
      { label: "Closed: we don't have it", kind: "count" },
      { label: "On the shelf now", kind: "count" },
    ],
    rows: missed.slice(0, MOST_ROWS).map(({ part, make, model, years, twins, asked, lacked, onShelf }) => ({
      cells: [part, make, model, years, twins, asked, lacked, onShelf],
    })),
    notes: [
      `Requests from these days that were not won. ${SHARED} Those without a make and model are left out.`,
      ...cutNote(missed.length),
    ],
  };
}

/** The last year. */
function buyListDays(today: IsoDay): Days {
  return { from: `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`, to: today };
}

/** Adds up what the buy list needs of the last year, so that the first one after a start, and of a day, does not take longer than others. */
export async function prepareBuyList(now: Date): Promise<void> {
  await sumSoldBefore(buyListDays(dayInTimeZone(business.timeZone, now)));
}

/** What sells and is not here, what is asked for and is not here, and what there is too much of; of the last year. */
export async function reportBuyList(today: IsoDay): Promise<Report> {
  const advised = new Map<string, Demand[]>([BUY, LOW, ENOUGH].map((advice) => [advice, []]));
  for (const demand of await findDemand(buyListDays(today), { isSoldWanted: true }))
    advised.get(adviseOn(demand))?.push(demand);
  const count = (advice: string) => formatCount(advised.get(advice)?.length ?? 0);
  return {
    figures: [
      { label: "To buy", value: count(BUY) },
      { label: "Running low", value: count(LOW) },
      { label: "More than enough", value: count(ENOUGH) },
    ],
    columns: [
      { label: "Part", kind: "text" },
      { label: "Make", kind: "text" },
      { label: "Model", kind: "text" },
      { label: "Years", kind: "text" },
      { label: "Same car under another name", kind: "text" },
      { label: "Sold", kind: "count" },
      { label: "Sold for, on average", kind: "money" },
      { label: "Asked for", kind: "count" },
      { label: "On the shelf", kind: "count" },
      { label: "Advice", kind: "text" },
    ],
    rows: firstOf(advised).map(({ demand, advice }) => {
      const { part, make, model, years, twins, sold, soldCents, asked, onShelf } = demand;
      const average = sold === 0 ? null : Math.round(soldCents / sold);
      return { cells: [part, make, model, years, twins, sold, average, asked, onShelf, advice] };
    }),
    notes: [
      `${SHARED} Sold and asked for in the last 12 months. ${BUY}: wanted twice or more, and none on the shelf. ${LOW}: wanted more often than we have on the shelf. ${ENOUGH}: ${PLENTY} or more on the shelf, and fewer wanted.`,
      ...cutNote([...advised.values()].flat().length),
    ],
  };
}

interface Advised {
  demand: Demand;
  advice: string;
}

/** The rows that are shown: what to buy before what there is enough of, and of each what is wanted most. */
function firstOf(advised: ReadonlyMap<string, Demand[]>): Advised[] {
  const rows: Advised[] = [];
  for (const [advice, demands] of advised)
    if (rows.length < MOST_ROWS) rows.push(...mostWanted(demands).map((demand) => ({ demand, advice })));
  return rows.slice(0, MOST_ROWS);
}

/** A year has tens of thousands, so that names are compared only of those that may be shown. */
function mostWanted(demands: Demand[]): Demand[] {
  const sorted = demands.sort(byWanted);
  const last = sorted[MOST_ROWS - 1];
  const candidates = last ? sorted.filter((one) => byWanted(one, last) <= 0) : sorted;
  return candidates
    .map((demand) => ({ demand, name: nameOf(demand) }))
    .sort((one, other) => byWanted(one.demand, other.demand) || byName(one, other))
    .map(({ demand }) => demand);
}

function byWanted(one: Demand, other: Demand): number {
  return wantedOf(other) - wantedOf(one);
}

function wantedOf({ sold, asked }: Demand): number {
  return sold + asked;
}

const SHARED = "All years of a generation count as one, with the same car under other names.";
const BUY = "Buy";
const LOW = "Running low";
const ENOUGH = "Have enough";

/** Empty where there is nothing to say. */
function adviseOn(demand: Demand): string {
  const [wanted, { onShelf }] = [wantedOf(demand), demand];
  if (onShelf === 0) return wanted >= 2 ? BUY : "";
  if (wanted >= 2 && wanted > onShelf) return LOW;
  return onShelf >= PLENTY && wanted < onShelf ? ENOUGH : "";
}

function nameOf({ part, make, model, years }: Demand): string {
  return `${make} ${model} ${years} ${part}`;
}

function cutNote(rows: number): string[] {
  return rows > MOST_ROWS ? [`The first ${formatCount(MOST_ROWS)} of ${formatCount(rows)} are shown.`] : [];
}
