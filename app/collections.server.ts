import { PART_STORE } from "~/parts/part.server";
import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { RETAIL_STORE } from "~/vehicles/retail.server";
import type { InventoryStore, Kind } from "~/vehicles/store.server";

/** The kinds of records that have a definition. The API, import, trash and search texts loop over them. */
export const COLLECTIONS = [
  DISMANTLED_STORE,
  RETAIL_STORE,
  PART_STORE,
] as unknown as readonly InventoryStore<Kind>[];
