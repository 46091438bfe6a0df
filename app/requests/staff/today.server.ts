import { business } from "~/business/business.server";
import { entryName } from "~/parts/catalog";
import { listNewParts } from "~/parts/shelf.server";
import { describeAppointment } from "~/requests/appointment";
import { findAppointmentsToday } from "~/requests/appointment.server";
import { findWantedParts } from "~/requests/asked-for.server";
import { vehicleName } from "~/requests/fields";
import { REQUEST_KINDS } from "~/requests/kinds";
import { countFollowUps, countInStatus, countMessages, countWaiting } from "~/requests/list.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import type { TodayArgs, TodayItem, TodaySection } from "~/staff/today/section";
import { DAY_MS } from "~/values/days";
import { formatCount } from "~/values/format";
import { formatReference } from "~/values/id";

const STATES = [
  { of: "overdue", label: "overdue", query: "show=overdue", tone: "late" },
  { of: "dueSoon", label: "due soon", query: "show=due-soon", tone: "soon" },
  { of: "message", label: "with a new message", query: "show=message", tone: "soon" },
  { of: "new", label: "new", query: "show=new" },
  { of: "followUp", label: "to follow up", query: "show=follow-up" },
  { of: "accepted", label: "accepted our offer", query: "status=accepted" },
  { of: "quoted", label: "quoted, waiting", query: "status=quoted" },
] as const;

/** How many requests of each kind wait for something, the most urgent first; each number leads to their list. */
export async function loadWaitingRequests({ session, now }: TodayArgs): Promise<TodaySection> {
  const viewer = { accountId: session.user._id, now };
  const kinds = await Promise.all(
    REQUEST_KINDS.map(async (kind) => {
      const quoted = await countInStatus(kind, "quoted", viewer);
      const accepted = await countInStatus(kind, "accepted", viewer);
      const followUp = await countFollowUps(kind, viewer);
      const message = await countMessages(kind, viewer);
      return { kind, counts: { ...(await countWaiting(kind, now)), message, followUp, accepted, quoted } };
    }),
  );
  return {
    title: "Requests",
    empty: "No requests are waiting for an answer.",
    items: STATES.flatMap(({ of, label, query, ...tone }) =>
      kinds.flatMap(({ kind: { path, list }, counts }): TodayItem[] =>
        counts[of] > 0
          ? [
              {
                to: `${path}?${query}`,
                label: `${formatCount(counts[of])} ${label}`,
                note: `in ${list.title}`,
                ...tone,
              },
            ]
          : [],
      ),
    ),
  };
}

/** Who comes to the shop today, the earliest first. */
export async function loadAppointmentsToday({ now }: { now: Date }): Promise<TodaySection> {
  const booked = await findAppointmentsToday(now);
  return {
    title: "Appointments",
    items: booked.map(({ appointment, ...request }) => ({
      to: `${REPAIR_REQUESTS.path}/${request._id}`,
      label: [
        describeAppointment(appointment, business.timeZone).hours,
        REPAIR_REQUESTS.nameOf(request),
      ].join(", "),
      note: vehicleName(request.vehicleInfo),
    })),
  };
}

/** How long a part counts as new on the shelf, and the most of those that are looked at and listed. */
const NEW_DAYS = 14;
const MAX_NEW_PARTS = 60;
const MAX_WANTED = 8;

/** The parts that came onto the shelf recently and that someone waits for. */
export async function loadWanted({ now }: TodayArgs): Promise<TodaySection> {
  const since = new Date(now.getTime() - NEW_DAYS * DAY_MS);
  const wanted = await findWantedParts(await listNewParts(since, MAX_NEW_PARTS));
  // A request that several parts may answer is listed once.
  const isFirst = new Set<string>();
  const shown = wanted.filter(({ part, requests }) => {
    const key = requests.length === 1 ? requests.join() : part.id;
    return !isFirst.has(key) && isFirst.add(key);
  });
  return {
    title: "Someone wants this",
    items: shown.slice(0, MAX_WANTED).map(({ part, requests, grade }) => {
      const [first = ""] = requests;
      const { id, entryId, stockNumber, ...car } = part;
      return {
        to: requests.length === 1 ? `${PART_REQUESTS.path}/${first}` : `/admin/parts/${id}`,
        label: `${[car.year, car.make, car.model].join(" ")} ${entryName(entryId)}, ${stockNumber}`,
        note:
          requests.length === 1
            ? `${formatReference(PART_REQUESTS.prefix, first)} asks for it: ${grade}`
            : `${formatCount(requests.length)} people want this`,
      };
    }),
  };
}

/** How many requests of each kind are overdue, by the path of their list. */
export async function countOverdue(now: Date): Promise<Record<string, number>> {
  const counts = await Promise.all(
    REQUEST_KINDS.map(async (kind) => [kind.path, (await countWaiting(kind, now)).overdue]),
  );
  return Object.fromEntries(counts);
}
