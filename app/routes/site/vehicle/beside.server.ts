import { config } from "~/config.server";
import { absolute } from "~/models/outside-address";
import { drawQrCode, type QrCode } from "~/models/qr-code.server";
import type { PublicRetailVehicle } from "~/models/retail-vehicle";
import { findPublicRetailWindow } from "~/models/retail-vehicle.server";
import { vehiclePath } from "~/models/structured-vehicle";
import { type CardVehicle, withoutLongTexts } from "../inventory/cards";

/** What stands beside a vehicle on its page. */
export interface BesideVehicle {
  /** The page's address from outside, and its code; absent where `PUBLIC_URL` does not say what that is. */
  outside?: { address: string; code: QrCode };
  /** Others of its make that are for sale, the newest of them, where it is sold. */
  alike?: { total: number; vehicles: CardVehicle[] };
}

/** As many as fill a row. */
const ALIKE_SHOWN = 3;

/** Finds what stands beside a vehicle on its page. */
export async function findBeside(vehicle: PublicRetailVehicle): Promise<BesideVehicle> {
  const address = absolute(config.PUBLIC_URL, vehiclePath(vehicle));
  return {
    ...(address ? { outside: { address, code: drawQrCode(address) } } : {}),
    ...(vehicle.status === "sold" && vehicle.make ? { alike: await findAlike(vehicle.make) } : {}),
  };
}

async function findAlike(make: string) {
  const { records, total } = await findPublicRetailWindow(
    { make, sort: "newest", page: 1 },
    { limit: ALIKE_SHOWN },
  );
  return { total, vehicles: records.map(withoutLongTexts) };
}
