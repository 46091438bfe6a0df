import { mayOpen } from "~/accounts/roles";
import { STAFF_ALERTS_PAGE } from "~/alerts/alert";
import { countActiveAlerts } from "~/alerts/alert.server";
import { BACKUPS_PAGE } from "~/backup/paths";
import { summarizeBackups } from "~/backup/summary.server";
import { BOOK_PAGE } from "~/book/book";
import { loadBookToday } from "~/book/staff/today.server";
import { log } from "~/http/log.server";
import { MAIL_PAGE } from "~/mail/mail";
import { countFailedMail } from "~/mail/outbox.server";
import { loadEndingHolds, loadTeardown } from "~/parts/staff/today.server";
import { TEARDOWN_PAGE } from "~/parts/teardown";
import {
  countOverdue,
  loadAppointmentsToday,
  loadWaitingRequests,
  loadWanted,
} from "~/requests/staff/today.server";
import { SALES_PAGE } from "~/sales/sale";
import { loadLeftDrafts } from "~/sales/staff/today.server";
import { SET_UP_PAGE } from "~/set-up/paths";
import { loadSetUp } from "~/set-up/staff/today.server";
import { formatCount } from "~/values/format";
import type { TodayArgs, TodaySection } from "./section";

/** The sections of the page Today, in its order. What another subject has for today is a line here. */
const SECTIONS: readonly Section[] = [
  { about: SET_UP_PAGE, load: loadSetUp },
  { about: "/admin/requests", load: loadWaitingRequests },
  { about: "/admin/requests", load: loadWanted },
  { about: "/admin/appointments", load: loadAppointmentsToday },
  { about: "/admin/parts", load: loadEndingHolds },
  { about: `${SALES_PAGE}/new`, load: loadLeftDrafts },
  { about: TEARDOWN_PAGE, load: loadTeardown },
  { about: BOOK_PAGE, load: loadBookToday },
  { about: MAIL_PAGE, load: loadEmail },
  { about: STAFF_ALERTS_PAGE, load: loadAlerts },
];

interface Section {
  /** Anyone who may open this has the section. */
  about: string;
  load: (args: TodayArgs) => Promise<TodaySection>;
}

/** What needs doing today, of what their role may open. A section that cannot be loaded says so in its place. */
export async function loadToday(args: TodayArgs) {
  const { role } = args.session;
  const loaded = await Promise.all(
    SECTIONS.filter(({ about }) => mayOpen(role, about)).map(({ load }) =>
      load(args).catch((error: unknown) => sayFailed(error, args)),
    ),
  );
  const sections = loaded.map(({ items, ...section }) => ({
    ...section,
    items: items.filter(({ to }) => mayOpen(role, to)),
  }));
  return {
    sections: sections.filter(({ empty, items }) => empty !== undefined || items.length > 0),
    backups: mayOpen(role, BACKUPS_PAGE) ? summarizeBackups(args.now) : undefined,
  };
}

/** What the frame counts on every page: overdue requests by their list, and how much is wrong in all. Null if it cannot be counted. */
export async function countWaitingToday({ context, session: { role }, now }: TodayArgs) {
  try {
    const [overdue, failedMail] = await Promise.all([
      mayOpen(role, "/admin/requests") ? countOverdue(now) : ({} as Record<string, number>),
      mayOpen(role, MAIL_PAGE) ? countFailedMail(role) : 0,
    ]);
    const late = Object.values(overdue).reduce((sum, count) => sum + count, 0);
    const trouble =
      (failedMail > 0 ? 1 : 0) + (mayOpen(role, BACKUPS_PAGE) && summarizeBackups(now)?.problem ? 1 : 0);
    return { overdue, all: late + trouble };
  } catch (error) {
    log.error({ requestId: context.requestId, error }, "counting what waits failed");
    return null;
  }
}

async function loadEmail({ session }: TodayArgs): Promise<TodaySection> {
  const failed = await countFailedMail(session.role);
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
