import type { LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { log } from "~/http/log.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import { countQuoted, countWaiting } from "~/requests/list.server";
import type { Today } from "./today";

/** How many requests need something today. Null if they cannot be counted: the lists then say what is wrong. */
export async function loadToday({
  context,
  session,
  now,
}: Pick<StaffRequestArgs<LoaderFunctionArgs>, "context" | "session" | "now">): Promise<Today[] | null> {
  try {
    const viewer = { accountId: session.user._id, now };
    return await Promise.all(
      REQUEST_KINDS.map(async (kind) => {
        const quoted = kind.fields.quote ? await countQuoted(kind, viewer) : 0;
        return {
          path: kind.path,
          label: kind.shortName,
          counts: { ...(await countWaiting(kind, now)), quoted },
        };
      }),
    );
  } catch (error) {
    log.error({ requestId: context.requestId, error }, "counting requests failed");
    return null;
  }
}
