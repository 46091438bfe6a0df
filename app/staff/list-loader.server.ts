import type { LoaderFunctionArgs } from "@remix-run/node";
import { log } from "~/http/log.server";

/** What a staff list loads. An error is logged, and becomes 500 with the sentence `failure`. */
export async function loadOrFail<Page>(
  failure: string,
  { context }: Pick<LoaderFunctionArgs, "context">,
  load: () => Promise<Page>,
): Promise<Page> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error({ requestId: context.requestId, error }, "loading a list failed");
    throw new Response(failure, { status: 500 });
  }
}
