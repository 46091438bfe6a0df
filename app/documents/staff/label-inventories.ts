import type { Collection } from "~/collections/collection";
import type { LabelKind } from "~/documents/labels";
import { PARTS } from "~/parts/parts";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";

/** What labels are printed for. */
export const LABELED = {
  dismantled: DISMANTLED_VEHICLES,
  retail: RETAIL_VEHICLES,
  part: PARTS,
} satisfies Record<LabelKind, Pick<Collection, "kind" | "path" | "list">>;
