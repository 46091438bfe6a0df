import { business } from "~/business/business.server";
import { DAY_MS } from "~/values/days";
import { formatDayInTimeZone } from "~/values/format";
import { TRASH_DAYS } from "./change";

/**
 * The day on which a deleted record is removed permanently: `Dec 21, 2026`.
 * @param record.keptUntil until when it must be kept, if that is longer
 */
export function formatRemovalDay({
  deletedAt,
  keptUntil,
}: {
  deletedAt: string;
  keptUntil?: string | undefined;
}): string {
  const expires = Date.parse(deletedAt) + TRASH_DAYS * DAY_MS;
  const removedAt = new Date(Math.max(expires, keptUntil ? Date.parse(keptUntil) : 0));
  return formatDayInTimeZone(removedAt, business.timeZone);
}
