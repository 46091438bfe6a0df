import { formatCount } from "~/values/format";
import type { IsoDay } from "~/values/typed-date";
import { type Demand, findDemand } from "./demand.server";
import { byName, type Days, type Report } from "./report";

/** The most rows of a report: the longest list that somebody reads. */
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
        label: "Of these, we had none",
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
      `Requests of these days that were not won. ${SHARED} Those without a make and model are left out.`,
      ...cutNote(missed.length),
    ],
  };
}

/** What sells and is not here, what is asked for and is not here, and what there is too much of; of the last year. */
export async function reportBuyList(today: IsoDay): Promise<Report> {
  const from = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  const advised: Advised[] = [];
  for (const demand of await findDemand({ from, to: today }, { isSoldWanted: true })) {
    const advice = adviseOn(demand);
    if (advice) advised.push({ demand, ...advice, wanted: demand.sold + demand.asked });
  }
  const count = (advice: string) => formatCount(advised.filter((one) => one.advice === advice).length);
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
      `${SHARED} Sold and asked for in the last 12 months. ${BUY}: wanted twice or more, and none on the shelf. ${LOW}: wanted more often than there are on the shelf. ${ENOUGH}: ${PLENTY} or more on the shelf, and fewer wanted.`,
      ...cutNote(advised.length),
    ],
  };
}

interface Advised {
  demand: Demand;
  advice: string;
  rank: number;
  wanted: number;
}

/** The rows that are shown. A year has tens of thousands, so that names are compared only of those that may be among them. */
function firstOf(advised: Advised[]): Advised[] {
  const byRank = (one: Advised, other: Advised) => one.rank - other.rank || other.wanted - one.wanted;
  const sorted = advised.sort(byRank);
  const last = sorted[MOST_ROWS - 1];
  const candidates = last ? sorted.filter((one) => byRank(one, last) <= 0) : sorted;
  return candidates
    .map((one) => ({ ...one, name: nameOf(one.demand) }))
    .sort((one, other) => byRank(one, other) || byName(one, other))
    .slice(0, MOST_ROWS);
}

const SHARED = "All years of a generation count as one, with the same car under other names.";
const BUY = "Buy";
const LOW = "Running low";
const ENOUGH = "Have enough";

function adviseOn({ sold, asked, onShelf }: Demand): { advice: string; rank: number } | undefined {
  const wanted = sold + asked;
  if (onShelf === 0) return wanted >= 2 ? { advice: BUY, rank: 0 } : undefined;
  if (wanted >= 2 && wanted > onShelf) return { advice: LOW, rank: 1 };
  return onShelf >= PLENTY && wanted < onShelf ? { advice: ENOUGH, rank: 2 } : undefined;
}

function nameOf({ part, make, model, years }: Demand): string {
  return `${make} ${model} ${years} ${part}`;
}

function cutNote(rows: number): string[] {
  return rows > MOST_ROWS ? [`The first ${formatCount(MOST_ROWS)} of ${formatCount(rows)} are shown.`] : [];
}
