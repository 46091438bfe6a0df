import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { partTitle } from "~/parts/part";
import type { Part } from "~/parts/part-schema";
import { renderQrCode } from "~/seo/qr-code.server";
import { vehiclePath } from "~/seo/vehicle-json-ld";
import { vehicleName } from "~/vehicles/inventory";
import type { Kind, Vehicle, VehicleStore } from "~/vehicles/store.server";
import type { StockLabel } from "./labels";

/**
 * A vehicle's label. The code on a vehicle for sale leads buyers to its public page; on any other, staff to its form.
 */
export function toStockLabel<K extends Kind>(store: VehicleStore<K>, vehicle: Vehicle<K>): StockLabel {
  const url = toAbsoluteUrl(config.PUBLIC_URL, codePath(store, vehicle));
  return {
    id: vehicle._id,
    stockNumber: vehicle.stockNumber,
    name: store.kind === "part" ? partTitle(vehicle as Part) : vehicleName(vehicle),
    vin: vehicle.vin ?? "",
    code: url ? renderQrCode(url) : undefined,
  };
}

/** The path that a label's code leads to. */
export function codePath<K extends Kind>(store: VehicleStore<K>, vehicle: Vehicle<K>): string {
  const known: Record<string, unknown> = { ...vehicle };
  const isShown = store.kind === "retail" && store.publicColumns.every((name) => known[name] !== undefined);
  return isShown ? vehiclePath(vehicle) : `${store.path}/${vehicle._id}/edit`;
}
