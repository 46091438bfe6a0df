import { findRecord } from "~/collections/records.server";
import { isCostKind } from "~/costs/costs";
import { isValidId } from "~/values/id";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";

/** The car whose costs an address names, and its page. @throws Response 404 */
export async function requireCar({ kind, id }: { kind?: string | undefined; id?: string | undefined }) {
  if (!isCostKind(kind) || !isValidId(id)) throw new Response(null, { status: 404 });
  const { path, nameOf } = kind === "retail" ? RETAIL_RECORDS : DISMANTLED_RECORDS;
  const found =
    kind === "retail" ? await findRecord(RETAIL_RECORDS, id) : await findRecord(DISMANTLED_RECORDS, id);
  if (!found) throw new Response(null, { status: 404 });
  return { kind, id, name: nameOf(found.item), page: `${path}/${id}#money` };
}
