import { business } from "~/business/business.server";
import { mayRead } from "~/context.server";
import { listHoldsUntil } from "~/parts/actions.server";
import { partTitle, STAFF_PARTS_PAGE } from "~/parts/part";
import { TEARDOWN_PAGE } from "~/parts/teardown";
import { countCarsToTearDown } from "~/parts/teardown.server";
import type { TodaySection } from "~/staff/today/section";
import { formatCount, formatDateTime } from "~/values/format";

const SOON_HOURS = 24;
const MAX_LISTED = 10;

/** The cars that wait to be torn down. */
export async function loadTeardown(): Promise<TodaySection> {
  const cars = await countCarsToTearDown();
  const label = `${formatCount(cars)} ${cars === 1 ? "car" : "cars"} to tear down`;
  return { title: "Teardown", items: cars > 0 ? [{ to: TEARDOWN_PAGE, label }] : [] };
}

/** The holds that end within a day. */
export async function loadEndingHolds({ now }: { now: Date }): Promise<TodaySection> {
  const until = new Date(now.getTime() + SOON_HOURS * 60 * 60 * 1000);
  const parts = await listHoldsUntil(until, MAX_LISTED);
  return {
    title: "Holds ending",
    items: parts.map(({ id, stockNumber, heldFor, heldUntil, ...part }) => ({
      to: `${STAFF_PARTS_PAGE}/${id}`,
      label: `${partTitle(part)}, ${stockNumber}`,
      note: [
        heldFor && mayRead("holds") && `for ${heldFor}`,
        `until ${formatDateTime(heldUntil ?? "", business.timeZone)}`,
      ]
        .filter(Boolean)
        .join(" "),
      tone: "soon",
    })),
  };
}
