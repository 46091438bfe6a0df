import type { LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { log } from "~/http/log.server";
import { VEHICLE_INQUIRIES } from "~/requests/inquiry.server";
import { countQuoted, countWaiting } from "~/requests/list.server";
import { PART_REQUESTS } from "~/requests/part.server";
import { REPAIR_REQUESTS } from "~/requests/repair.server";
import type { Today } from "./today";

/** How many requests need something today. Null if they cannot be counted: the lists then say what is wrong. */
export async function loadToday({
  context,
  session,
  now,
}: Pick<StaffRequestArgs<LoaderFunctionArgs>, "context" | "session" | "now">): Promise<Today | null> {
  try {
    const [parts, repairs, inquiries, quoted] = await Promise.all([
      countWaiting(PART_REQUESTS, now),
      countWaiting(REPAIR_REQUESTS, now),
      countWaiting(VEHICLE_INQUIRIES, now),
      countQuoted(PART_REQUESTS, { accountId: session.user._id, now }),
    ]);
    return {
      parts: { ...parts, quoted },
      repairs: { ...repairs, quoted: 0 },
      inquiries: { ...inquiries, quoted: 0 },
    };
  } catch (error) {
    log.error({ requestId: context.requestId, error }, "counting requests failed");
    return null;
  }
}
