import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import type { StockResult } from "~/parts/teardown";
import { findDonor, stockPart, undoStock } from "~/parts/teardown.server";
import { isValidId } from "~/values/id";
import { readTeardownForm } from "./form.server";

export const loader = staffLoader(() => {
  throw new Response(null, { status: 405, headers: { Allow: "POST" } });
});

/** One row of the page, sent by script as soon as it is checked or changed. Sent again, it does nothing more. */
export const action = staffAction(async ({ request, params: { id, entryId = "" } }) => {
  const donor = isValidId(id) ? await findDonor(id) : undefined;
  if (!donor) throw new Response(null, { status: 404 });
  const body = new URLSearchParams(await request.text());
  const version = body.get("version") ?? undefined;
  const options = { version };
  const row = readTeardownForm(body).rows[entryId];
  const result = row
    ? await stockPart(donor, entryId, row, options)
    : await undoStock(donor, entryId, options);
  return Response.json(result satisfies StockResult, { status: STATUS[result.outcome] });
});

const STATUS: Record<StockResult["outcome"], number> = {
  saved: 200,
  removed: 200,
  taken: 409,
  forbidden: 403,
  invalid: 400,
};
