import { business } from "~/business/business.server";
import { startOfDay } from "~/business/business-hours";
import { db } from "~/db/connection.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import { isListed } from "~/requests/open.server";
import type { RequestCollection } from "~/requests/request";
import { LOST_REASONS } from "~/requests/work";
import { daysAfter } from "~/values/days";
import { formatCount } from "~/values/format";
import { keysOf } from "~/values/query-params";
import type { Days, Report } from "./report";

const REASONS = keysOf(LOST_REASONS);
const HOUR_MS = 3_600_000;

/** What happened to the requests that came in on some days, by kind. Spam and deleted requests don't count. */
export async function reportRequests(days: Days): Promise<Report> {
  const rows = await Promise.all(REQUEST_KINDS.map((kind) => countKind(kind, days)));
  const sum = (of: "received" | "won" | "lost") => rows.reduce((all, row) => all + row[of], 0);
  const closed = sum("won") + sum("lost");
  return {
    figures: [
      { label: "Received", value: formatCount(sum("received")) },
      { label: "Won", value: formatCount(sum("won")) },
      {
        label: "Won, of those closed",
        value: closed === 0 ? "–" : `${Math.round((sum("won") * 100) / closed)}%`,
      },
    ],
    columns: [
      { label: "Requests", kind: "text" },
      { label: "Received", kind: "count" },
      { label: "Open", kind: "count" },
      { label: "Won", kind: "count" },
      { label: "Lost", kind: "count" },
      ...REASONS.map((reason) => ({ label: LOST_REASONS[reason], kind: "count" as const })),
      { label: "No reason given", kind: "count" },
      { label: "First answer, usually within", kind: "hours" },
    ],
    rows: rows.map(({ kind, received, won, lost, reasons, hours }) => ({
      cells: [
        kind.nouns[1],
        received,
        received - won - lost,
        won,
        lost,
        ...REASONS.map((reason) => reasons.get(reason) ?? 0),
        reasons.get(null) ?? 0,
        hours,
      ],
      to: kind.path,
    })),
    notes: [
      "By the day a request came in. The first answer is a note, a quote, an email or a new status; half of all answers took this long or less, nights and weekends included.",
    ],
  };
}

async function countKind(kind: RequestCollection, { from, to }: Days) {
  const [start, end] = [from, daysAfter(to, 1)].map((day) =>
    startOfDay(business.timeZone, day).toISOString(),
  );
  const rows = await db
    .selectFrom(kind.table as "partRequests")
    .where("createdAt", ">=", start ?? "")
    .where("createdAt", "<", end ?? "")
    .where(isListed())
    .select(["status", "lostReason", "createdAt", "firstAnsweredAt"])
    .execute();
  const won = rows.filter(({ status }) => status === kind.won);
  const lost = rows.filter(({ status }) => status !== kind.won && kind.finished.includes(status));
  // Setting only the status gives no reason.
  const reasons = new Map<string | null, number>();
  for (const { lostReason } of lost) reasons.set(lostReason, (reasons.get(lostReason) ?? 0) + 1);
  const waits = rows.flatMap(({ createdAt, firstAnsweredAt }) =>
    firstAnsweredAt ? [Date.parse(firstAnsweredAt) - Date.parse(createdAt)] : [],
  );
  return {
    kind,
    received: rows.length,
    won: won.length,
    lost: lost.length,
    reasons,
    hours: medianHours(waits),
  };
}

/** Half of them took no longer, in hours with one decimal; null for none. */
function medianHours(waits: number[]): number | null {
  const middle = waits.sort((one, other) => one - other)[Math.floor((waits.length - 1) / 2)];
  return middle === undefined ? null : Math.round((middle / HOUR_MS) * 10) / 10;
}
