import { toAbsoluteUrl } from "~/business/public-url";
import type { Collection } from "~/collections/collection";
import { config } from "~/config.server";
import { entryName } from "~/parts/catalog";
import type { Part } from "~/parts/parts";
import { renderQrCode } from "~/seo/qr-code.server";
import { type StockedItem, vehicleName, vehiclePath } from "~/vehicles/inventory";

import type { StockLabel } from "./labels";

type LabeledRecord = StockedItem & { _id: string; vin?: string | undefined };

/**
 * The label of a vehicle or a part. The code on a vehicle for sale leads buyers to its public page; on any other, staff to its
 * form; and on a part, staff to the page where it is held, sold and moved.
 */
export function toStockLabel(store: Collection, vehicle: LabeledRecord): StockLabel {
  const url = toAbsoluteUrl(config.PUBLIC_URL, codePath(store, vehicle));
  const label = {
    id: vehicle._id,
    stockNumber: vehicle.stockNumber,
    code: url ? renderQrCode(url) : undefined,
  };
  if (store.kind !== "part") return { ...label, name: vehicleName(vehicle), vin: vehicle.vin ?? "" };
  const { entryId = "", location } = vehicle as Partial<Part>;
  return { ...label, name: entryName(entryId), vin: "", car: vehicleName(vehicle), location };
}

/** The path that a label's code leads to. */
function codePath(store: Collection, vehicle: LabeledRecord): string {
  if (store.kind === "part") return `${store.path}/${vehicle._id}`;
  const known: Record<string, unknown> = { ...vehicle };
  const isShown = store.kind === "retail" && store.shown?.needs?.every((name) => known[name] !== undefined);
  // The short path: its code has fewer and larger dots, and what is printed lasts longer than the vehicle's words.
  return isShown ? vehiclePath({ _id: vehicle._id }) : `${store.path}/${vehicle._id}/edit`;
}
