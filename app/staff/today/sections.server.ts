import { STAFF_ALERTS_PAGE } from "~/alerts/alert";
import { countActiveAlerts } from "~/alerts/alert.server";
import { summarizeBackups } from "~/backup/summary.server";
import { log } from "~/http/log.server";
import { MAIL_PAGE } from "~/mail/mail";
import { countFailedMail } from "~/mail/outbox.server";
import { loadEndingHolds } from "~/parts/staff/today.server";
import { countOverdue, loadAppointmentsToday, loadWaitingRequests } from "~/requests/staff/today.server";
import { formatCount } from "~/values/format";
import type { TodayArgs, TodaySection } from "./section";

/** The sections of the page Today, in its order. What another subject has for today is a line here. */
const SECTIONS: readonly ((args: TodayArgs) => Promise<TodaySection>)[] = [
  loadWaitingRequests,
  loadAppointmentsToday,
  loadEndingHolds,
  loadEmail,
  loadAlerts,
];

/** What needs doing today. A section that cannot be loaded says so in its place. */
export async function loadToday(args: TodayArgs) {
  const sections = await Promise.all(
    SECTIONS.map((load) => load(args).catch((error: unknown) => sayFailed(error, args))),
  );
  return {
    sections: sections.filter(({ empty, items }) => empty !== undefined || items.length > 0),
    backups: summarizeBackups(args.now),
  };
}

/** What the frame counts on every page: overdue requests by their list, and how much is wrong in all. Null if it cannot be counted. */
export async function countWaitingToday({ context, now }: Pick<TodayArgs, "context" | "now">) {
  try {
    const [overdue, failedMail] = await Promise.all([countOverdue(now), countFailedMail()]);
    const late = Object.values(overdue).reduce((sum, count) => sum + count, 0);
    const trouble = (failedMail > 0 ? 1 : 0) + (summarizeBackups(now).problem ? 1 : 0);
    return { overdue, all: late + trouble };
  } catch (error) {
    log.error({ requestId: context.requestId, error }, "counting what waits failed");
    return null;
  }
}

async function loadEmail(): Promise<TodaySection> {
  const failed = await countFailedMail();
  return {
    title: "Email",
    items: failed > 0 ? [{ to: MAIL_PAGE, label: `${formatCount(failed)} failed`, tone: "late" }] : [],
  };
}

async function loadAlerts({ now }: TodayArgs): Promise<TodaySection> {
  const active = await countActiveAlerts(now);
  return {
    title: "Arrival alerts",
    items: active > 0 ? [{ to: STAFF_ALERTS_PAGE, label: `${formatCount(active)} active` }] : [],
  };
}

function sayFailed(error: unknown, { context }: TodayArgs): TodaySection {
  log.error({ requestId: context.requestId, error }, "loading what is due today failed");
  return {
    title: "Not loaded",
    empty: "A part of this page could not be loaded. Please try again.",
    items: [],
  };
}
