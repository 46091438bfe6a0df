import type { Collection } from "~/collections/collection";
import { PARTS } from "~/parts/parts";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";

/** Every kind of record that has a definition. Staff pages, history, trash, import, export and the API loop over it. */
export const COLLECTIONS: readonly Collection[] = [DISMANTLED_VEHICLES, RETAIL_VEHICLES, PARTS];
