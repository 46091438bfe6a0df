import { sql } from "kysely";
import { db } from "~/db/connection.server";
import { pageWithin } from "~/lists/window";
import { REQUEST_KINDS } from "~/requests/kinds";
import { findRequestsById } from "~/requests/list.server";
import { isListed, isOpen } from "~/requests/open.server";
import { type AnyRequest, type RequestCollection, subjectOf } from "~/requests/request";
import { type RequestView, toRequestView } from "~/requests/view.server";
import type { ReferencePrefix } from "~/values/id";

/** How many requests one page of a customer's line of time has. */
const ENTRIES_PER_PAGE = 25;

/** A request as its customer's page shows it. */
export interface TimelineEntry
  extends Pick<RequestView<AnyRequest>, "createdAt" | "reference" | "sentAt" | "due" | "hasMessage"> {
  _id: string;
  prefix: ReferencePrefix;
  /** Its page. */
  path: string;
  /** `Part request` */
  kind: string;
  status: { label: string; tone: RequestCollection["statuses"][string]["tone"] };
  isOpen: boolean;
  /** `Radiator, 2003 Honda Accord` */
  subject: string | undefined;
  /** The name that it was sent with. */
  name: string;
  /** In dollars. */
  quote: number | undefined;
}

/** One page of all that a customer has asked: what is open first, then the newest. */
export async function loadTimeline(
  customerId: string,
  { page: requested, now }: { page: number; now: Date },
): Promise<{ entries: TimelineEntry[]; total: number; page: number; pages: number }> {
  const { count: total } = await db
    .selectFrom(allOfCustomer(customerId).as("asked"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { page, pages } = pageWithin(requested, total, ENTRIES_PER_PAGE);
  const rows = await allOfCustomer(customerId)
    .orderBy("isOpen", "desc")
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(ENTRIES_PER_PAGE)
    .offset((page - 1) * ENTRIES_PER_PAGE)
    .execute();
  const entries = new Map<string, TimelineEntry>();
  for (const kind of REQUEST_KINDS) {
    const ids = rows.filter(({ prefix }) => prefix === kind.prefix).map(({ id }) => id);
    for (const request of ids.length > 0 ? await findRequestsById(kind, ids) : [])
      entries.set(request._id, toEntry(kind, toRequestView(request, kind, { now, staff: [] })));
  }
  return { entries: rows.flatMap(({ id }) => entries.get(id) ?? []), total, page, pages };
}

/** Every request of a customer but spam and deleted ones. */
function allOfCustomer(customerId: string) {
  const [first, ...others] = REQUEST_KINDS.map((kind) =>
    db
      .selectFrom(kind.table)
      .select([
        sql<ReferencePrefix>`${sql.lit(kind.prefix)}`.as("prefix"),
        "id",
        "createdAt",
        sql<number>`case when ${isOpen(kind)} then 1 else 0 end`.as("isOpen"),
      ])
      .where("customerId", "=", customerId)
      .where(isListed()),
  );
  if (!first) throw new Error("There is no kind of request.");
  return others.reduce((all, one) => all.unionAll(one), first);
}

function toEntry(kind: RequestCollection, request: RequestView<AnyRequest>): TimelineEntry {
  const { _id, createdAt, reference, sentAt, status, due, hasMessage, quote, customerInfo } = request;
  const { label = status, tone = "gray" } = kind.statuses[status] ?? {};
  return {
    ...{ _id, createdAt, reference, sentAt, due, hasMessage },
    prefix: kind.prefix,
    path: `${kind.path}/${_id}`,
    kind: kind.nouns[0],
    status: { label, tone },
    isOpen: !kind.finished.includes(status),
    subject: subjectOf(kind, request),
    name: customerInfo.name,
    quote: quote?.price,
  };
}
