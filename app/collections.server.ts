import { PART_STORE } from "~/parts/part.server";
import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { RETAIL_STORE } from "~/vehicles/retail.server";
import type { InventoryStore, Kind } from "~/vehicles/store.server";

/** Every kind of record that staff keep. API, import, trash and search loop over it; no other list of them exists. */
export const COLLECTIONS = [
  DISMANTLED_STORE,
  RETAIL_STORE,
  PART_STORE,
] as unknown as readonly InventoryStore<Kind>[];
